"""The rulebook's variants."""

import random

import pytest

from regnum.games.rurik import GAME
from regnum.games.rurik.components import EXCHANGES, REGIONS, REWARDS
from regnum.games.rurik.state import RurikState
from tests.support.games.rurik import act, act_and_read_notes, position, turn_position


@pytest.mark.clause("rurik.variant.goods_tokens")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_goods_tokens_mix_the_printed_goods(players: int) -> None:
    printed = GAME.new_state(players, 1).to_dict()["region_goods"]
    in_play = {2: 8, 3: 11, 4: 15}[players]
    mixed = [GAME.new_state(players, seed, goods="tokens").to_dict()["region_goods"] for seed in range(5)]
    for goods in mixed:
        assert sorted(goods[:in_play]) == sorted(printed[:in_play])
    assert len({tuple(goods) for goods in mixed}) > 1


@pytest.mark.clause("rurik.variant.goods_tokens")
def test_taxes_follow_the_token() -> None:
    tokens = ["fur", "wood", "wood", "fish", "fish", "ore", "ore", "honey"]
    rest = GAME.new_state(2, 1).to_dict()["region_goods"][8:]
    state = turn_position("tax", troops=[{"kiev": 1}], options={"goods": "tokens"}, region_goods=tokens + rest)
    act(state, "main_action", "tax kiev")
    assert REGIONS[5] == "kiev"
    assert state.to_dict()["boat"][0] == {"ore": 1}


@pytest.mark.clause("rurik.variant.reward_tokens")
@pytest.mark.parametrize("reward", REWARDS)
def test_reward_token_gives_its_reward(reward: str) -> None:
    """The other fourteen tokens are in the box."""
    others = [name for name in REWARDS if name != reward]
    options = {"rebel_rewards": "tokens"}
    state = turn_position(
        "attack", players=4, options=options, troops=[{"kiev": 1}], rebels=["kiev"], defeated=[[], others]
    )
    notes = act_and_read_notes(state, "main_action", "attack_rebels kiev")
    assert notes[-1] == ("rebel_reward", {"player": 0, "reward": reward, "region": "kiev"})
    good = reward.split("_")[0]
    boat = state.to_dict()["boat"][0]
    assert (boat, state.coins[0]) == (({}, int(reward.split("_")[1])) if good == "coins" else ({good: 1}, 0))


@pytest.mark.clause("rurik.variant.deed_row")
def test_row_is_renewed_when_the_last_player_has_chosen() -> None:
    row = ["hoard", "law_giver", "amass_forces"]
    options = {"deed_row": "sweep"}
    state = position(2, [{"step": "ClaimPhase"}], options=options, deed_row=row)
    act(state, "take_deed law_giver")
    kept = state.to_dict()["deed_row"]
    assert {"hoard", "amass_forces"} < set(kept)
    notes = act_and_read_notes(state, "take_deed hoard")
    new = state.to_dict()["deed_row"]
    assert len(set(new)) == 3
    assert not set(new) & set(kept)
    assert notes[0] == ("row_swept", {})
    assert len(state.to_dict()["deed_deck"]) == 26 - 3 - 1 - 3
    usual = position(2, [{"step": "ClaimPhase"}], deed_row=row)
    act(usual, "take_deed law_giver", "take_deed hoard")
    assert "amass_forces" in usual.to_dict()["deed_row"]


@pytest.mark.clause("rurik.variant.deed_row", "rurik.schemes.deed")
def test_scheme_that_takes_a_deed_fills_the_row_at_once_in_the_variant_too() -> None:
    row = ["hoard", "law_giver", "amass_forces"]
    state = turn_position(
        "tax", options={"deed_row": "sweep"}, deed_row=row, hand=[["deed1_loss"]], troops=[{"kiev": 1}]
    )
    act(state, "play_scheme deed1_loss", "take_deed hoard")
    assert {"law_giver", "amass_forces"} < set(state.to_dict()["deed_row"])
    assert None not in state.to_dict()["deed_row"]


@pytest.mark.clause("rurik.setup.leader")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_variants_together_play_to_the_end(players: int) -> None:
    rng = random.Random(players)
    options = {"leaders": "random", "goods": "tokens", "rebel_rewards": "tokens", "deed_row": "sweep"}
    for seed in range(8):
        state = GAME.new_state(players, seed, **options)
        assert isinstance(state, RurikState)
        while not state.is_terminal:
            player = state.players_to_act[0]
            state.apply(rng.choice(state.legal_actions(player)), player)
        assert state.round == 4
        assert state.position_errors() == []


def test_prominent_options_are_asked_first() -> None:
    first = ["level", "leaders", "goods", "rebel_rewards", "deed_row", "rebellion_turn"]
    assert [option.name for option in GAME.options if option.asked_first] == first


def test_blank_state_has_all_exchanges_and_a_good_for_each_region() -> None:
    state = GAME.blank_state(3, 0, GAME.read_setup(3, 0, {}))
    assert isinstance(state, RurikState)
    assert state.exchanges == [(1 << len(EXCHANGES)) - 1] * 3
    position = GAME.new_state(3, 1).to_dict()
    position["region_goods"][2] = None
    with pytest.raises(ValueError, match=r"region_goods\[2\]: unknown name None"):
        GAME.state_from_dict(position)
