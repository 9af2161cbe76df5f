"""Attack."""

from typing import Any

import pytest

from regnum.games.rurik.components import REWARDS
from regnum.games.rurik.state import RurikState
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import act, act_and_read_notes, legal, troops, turn_position

SAFE = ["coin2", "attack1", "move2", "tax1", "build1"]
LOSS = "tax2_loss"


def battle_position(left: list[str], row: int = 1, **fields: Any) -> RurikState:
    """Return a position after `main_action` with swords; `left` is the left deck, its top card last."""
    fields.setdefault("troops", [{"kiev": 3}, {"kiev": 2}])
    return act(turn_position("attack", row, left=left, **fields), "main_action")


@pytest.mark.clause("rurik.attack.points", "rurik.attack.where")
def test_attack_requires_an_own_figure() -> None:
    others = [{"kiev": 1}, {"kiev": 1, "volyn": 1, "rostov": 1}, {"volyn": 1}]
    state = turn_position("attack", players=3, troops=others, leader_at=["volyn"], rebels=["kiev", "rostov"])
    act(state, "main_action")
    assert legal(state) == {"attack kiev 1", "attack volyn 1", "attack volyn 2", "attack_rebels kiev", "pass"}
    with expect_refusal("no figures in Rostov"):
        state.submit("attack_rebels rostov", 0)
    with expect_refusal("no rebels in Volyn"):
        state.submit("attack_rebels volyn", 0)
    with expect_refusal("no figures in Kiev"):
        state.submit("attack kiev 2", 0)
    with expect_refusal("attack yourself"):
        state.submit("attack kiev 0", 0)
    with expect_refusal("no points for this kind"):
        state.submit("guarded_attack kiev 1", 0)


@pytest.mark.clause("rurik.attack.where")
def test_structure_alone_is_no_target() -> None:
    state = turn_position("attack", troops=[{"kiev": 1}], structures=[{}, {"stronghold": ["kiev"]}])
    act(state, "main_action")
    assert state.is_terminal


@pytest.mark.clause("rurik.attack.rebels", "rurik.attack.reward", "rurik.attack.no_casualties")
@pytest.mark.parametrize("reward", REWARDS)
def test_beaten_rebel_leaves_a_reward(reward: str) -> None:
    """The other fourteen rewards are taken, so it must be this one."""
    goods = ["wood", "ore", "fish", "honey", "fur"]
    others = [name for name in REWARDS if name != reward]
    state = turn_position(
        "attack", players=4, troops=[{"kiev": 1}], rebels=["kiev"], defeated=[[], others], left=[LOSS]
    )
    notes = act_and_read_notes(state, "main_action", "attack_rebels kiev")
    assert notes[-1] == ("rebel_reward", {"player": 0, "reward": reward, "region": "kiev"})
    written = state.to_dict()
    assert written["rebels"] == []
    assert written["defeated"][0] == [reward]
    assert troops(state, 0) == {"kiev": 1}
    assert state.war == [0, 0, 0, 0]
    good = reward.split("_")[0]
    assert written["boat"][0] == ({good: 1} if good in goods else {})
    coins = {"coins_1": 1, "coins_2": 2}.get(reward[:7], 0)
    assert state.coins == [coins, 0, 0, 0]


@pytest.mark.clause("rurik.attack.reward")
def test_rewards_are_as_printed() -> None:
    kinds = [name.split("_")[0] if not name.startswith("coins") else name[:7] for name in REWARDS]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "honey": 2,
        "fish": 2,
        "ore": 2,
        "wood": 2,
        "fur": 1,
        "coins_1": 4,
        "coins_2": 2,
    }


@pytest.mark.clause("rurik.attack.opponent", "rurik.attack.war", "rurik.attack.casualties", "rurik.attack.cards")
def test_attack_on_an_opponent_moves_the_war_marker() -> None:
    state = battle_position(["tax1", LOSS, "coin2"])
    act(state, "attack kiev 1")
    assert troops(state, 1) == {"kiev": 1}
    assert state.war == [1, 0]
    assert legal(state) == {"reveal left", "reveal right"}
    act(state, "reveal left")
    assert troops(state, 0) == {"kiev": 3}
    assert "coin2" in state.to_dict()["discards"]
    assert len(state.left_deck) == 2


@pytest.mark.clause("rurik.attack.loss", "rurik.attack.discard")
def test_loss_symbol_ends_the_check_and_costs_a_figure() -> None:
    """Two cards may be turned up, but the first one shows the symbol."""
    state = battle_position(["move2", "coin2", LOSS], troops=[{"kiev": 2}, {"kiev": 4}])
    notes = act_and_read_notes(state, "attack kiev 1", "reveal left")
    assert troops(state, 0) == {"kiev": 1}
    assert state.to_dict()["left_deck"] == ["move2", "coin2"]
    assert state.to_dict()["discards"] == [LOSS]
    assert notes == [
        ("turned_up", {"player": 0, "scheme": LOSS}),
        ("casualty", {"player": 0, "cards": 1, "region": "kiev"}),
    ]


@pytest.mark.clause("rurik.attack.one_by_one")
def test_each_attack_is_finished_before_the_next_one() -> None:
    state = battle_position([*SAFE, LOSS], troops=[{"kiev": 1, "volyn": 1}, {"kiev": 3}])
    act(state, "attack kiev 1")
    assert {action.family for action in state.legal_actions()} == {"reveal"}
    act(state, "reveal left")
    assert troops(state, 0) == {"volyn": 1}
    assert state.is_terminal, "there is no figure left in Kiev for the second sword"


def cards_shown(state: RurikState) -> int:
    """Return the number of cards that an attack in Kiev turns up, all of them without the symbol."""
    before = len(state.left_deck)
    act(state, "attack kiev 1")
    if "reveal left" in legal(state):
        act(state, "reveal left")
    return before - len(state.left_deck)


@pytest.mark.clause("rurik.attack.cards", "rurik.attack.cards_ruler", "rurik.attack.cards_stronghold")
def test_number_of_revealed_cards() -> None:
    fort = [{}, {"stronghold": ["kiev"]}]
    assert cards_shown(battle_position(SAFE, troops=[{"kiev": 2}, {"kiev": 2}])) == 1
    assert cards_shown(battle_position(SAFE, troops=[{"kiev": 1}, {"kiev": 2}])) == 2
    assert cards_shown(battle_position(SAFE, troops=[{"kiev": 4}, {"kiev": 2}], structures=fort)) == 2
    assert cards_shown(battle_position(SAFE, troops=[{"kiev": 2}, {"kiev": 2}], structures=fort)) == 3
    assert cards_shown(battle_position(SAFE, troops=[{"kiev": 2}, {"kiev": 2}], structures=[fort[1]])) == 1


@pytest.mark.clause("rurik.attack.cards_ruler")
def test_ruler_is_looked_for_before_the_troop_is_gone() -> None:
    """Two against one: the defender rules when attacked but not afterwards."""
    sides: dict[str, Any] = {"troops": [{"kiev": 1}, {"kiev": 2}]}
    assert cards_shown(battle_position(SAFE, **sides)) == 2
    assert cards_shown(battle_position(SAFE, **sides, options={"defender_rules": "after"})) == 1
    sides = {"troops": [{"kiev": 1}, {"kiev": 3}]}
    assert cards_shown(battle_position(SAFE, **sides, options={"defender_rules": "after"})) == 2


@pytest.mark.clause("rurik.attack.leader_last")
def test_defending_leader_falls_last() -> None:
    state = battle_position(SAFE, troops=[{"kiev": 3}, {"kiev": 1}], leader_at=[None, "kiev"])
    act(state, "attack kiev 1", "reveal left")
    assert troops(state, 1) == {}
    assert state.to_dict()["leader_at"][1] == "kiev"
    notes = act_and_read_notes(state, "attack kiev 1")
    assert state.to_dict()["leader_at"][1] is None
    assert ("leader_falls", {"player": 1, "leader": "boris", "region": "kiev"}) in notes


@pytest.mark.clause("rurik.attack.own_leader")
def test_attacking_leader_falls_last() -> None:
    sides: dict[str, Any] = {"troops": [{"kiev": 1}, {"kiev": 5}], "leader_at": ["kiev"]}
    state = battle_position([LOSS, "move3_loss"], **sides)
    act(state, "attack kiev 1", "reveal left")
    assert troops(state, 0) == {}
    assert state.to_dict()["leader_at"][0] == "kiev"
    act(state, "attack kiev 1", "reveal left")
    assert state.to_dict()["leader_at"][0] is None
    choice = battle_position([LOSS, "move3_loss"], **sides, options={"own_casualty": "any"})
    act(choice, "attack kiev 1", "reveal left")
    assert legal(choice) == {"lose troop", "lose leader"}
    act(choice, "lose leader")
    assert choice.to_dict()["leader_at"][0] is None
    assert troops(choice, 0) == {"kiev": 1}


@pytest.mark.clause("rurik.attack.war")
def test_war_marker_stops_at_the_top() -> None:
    state = battle_position(SAFE, war=[10, 2])
    act(state, "attack kiev 1", "reveal left")
    assert state.war == [10, 2]
    assert troops(state, 1) == {"kiev": 1}


@pytest.mark.clause("rurik.attack.discard", "rurik.schemes.run_out")
def test_deck_that_a_check_empties_is_renewed_without_the_card() -> None:
    """The card is reported and lies on the discard pile, so everybody knows it."""
    state = battle_position(["coin2"], row=2, right=["move1"])
    notes = act_and_read_notes(state, "attack kiev 1", "reveal left")
    assert [note[0] for note in notes] == ["turned_up", "decks_shuffled", "no_casualty"]
    assert notes[0] == ("turned_up", {"player": 0, "scheme": "coin2"})
    assert state.to_dict()["discards"] == ["coin2"]
    assert (len(state.left_deck), len(state.right_deck)) == (13, 13)


@pytest.mark.clause("rurik.schemes.run_out", "rurik.attack.cards")
def test_deck_that_runs_out_in_a_check_is_shuffled_at_once() -> None:
    """Three cards are due and two are there; the third comes from the new left deck."""
    state = battle_position(
        ["tax1", "coin2"],
        row=2,
        right=["build1"],
        troops=[{"kiev": 1}, {"kiev": 9}],
        structures=[{}, {"stronghold": ["kiev"]}],
    )
    notes = act_and_read_notes(state, "attack kiev 1", "reveal left")
    assert [note[0] for note in notes[:-1]] == ["turned_up", "turned_up", "decks_shuffled", "turned_up"]
    assert notes[-1][1]["cards"] == 3
    discards = state.to_dict()["discards"]
    assert {"tax1", "coin2"} <= set(discards)
    assert len(discards) == 3
    assert len(state.left_deck) + len(state.right_deck) == 24


@pytest.mark.clause("rurik.attack.casualties")
def test_attacker_chooses_the_deck() -> None:
    state = battle_position([LOSS], right=["coin2", "move1"])
    act(state, "attack kiev 1", "reveal right")
    assert troops(state, 0) == {"kiev": 3}
    assert state.to_dict()["right_deck"] == ["coin2"]


@pytest.mark.clause("rurik.attack.war")
def test_option_ends_attacks_at_the_top_of_the_war_track() -> None:
    fields: dict[str, Any] = {"rebels": ["kiev"], "options": {"war_top": "no_attack"}}
    state = battle_position(SAFE, war=[9, 0], **fields)
    act(state, "attack kiev 1", "reveal left")
    assert state.war == [10, 0]
    assert legal(state) == {"attack_rebels kiev", "pass"}
    with expect_refusal("last space: you may not attack any more opponents") as refused:
        state.submit("attack kiev 1", 0)
    assert refused.value.clause == "rurik.attack.war"
    usual = battle_position(SAFE, war=[10, 0], rebels=["kiev"])
    assert "attack kiev 1" in legal(usual)
    act(usual, "attack kiev 1", "reveal left")
    assert usual.war == [10, 0]
