"""Setup of the solo game, and its differences for the player."""

from typing import Any

import pytest

from regnum.core.packed import popcount
from regnum.games.rurik import GAME
from regnum.games.rurik.components import IN_PLAY, REGIONS
from regnum.games.rurik.solo.cards import (
    BUILD_ORDER,
    CARDS,
    LEVELS,
    MATS,
    ORDER,
    ROW_ADVISOR,
    ROW_COIN,
    ROW_COLUMN,
    ROW_NAME,
)
from regnum.games.rurik.state import RurikState
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import act, legal
from tests.support.games.rurik_solo import note_keys, player_troops, rebel_troops, run_rebellion, solo_position


def new_solo_game(seed: int = 3, **options: Any) -> RurikState:
    """Return a new game before the first troop is placed, with leader and agenda chosen."""
    state = GAME.new_state(1, seed, **options)
    assert isinstance(state, RurikState)
    while {action.family for action in state.legal_actions()} <= {"choose_leader", "choose_agenda"}:
        state.apply(state.legal_actions()[0])
    return state


@pytest.mark.clause("rurik.solo.setup", "rurik.solo.side")
def test_one_player_faces_a_side_played_by_the_rules() -> None:
    state = new_solo_game()
    assert (state.players, state.sides) == (1, 2)
    assert state.regions().bit_count() == IN_PLAY[2] == 8
    assert len(state.scores()) == len(state.ranking()) == len(state.returns()) == 2
    assert state.all_troops(0) == 12
    assert state.all_troops(1) == 15
    assert state.supply(1) == 15 - 6


@pytest.mark.clause("rurik.solo.side")
def test_fallen_rebel_returns_to_the_supply() -> None:
    stack: list[dict[str, Any]] = [{"step": "Turn", "player": 0}, {"step": "EndTurn"}]
    state = solo_position(stack, troops=[{"kiev": 1}, {"kiev": 2}], active=8, points=[0, 0, 1, 0, 0, 0, 0], acted=True)
    left = state.supply(1)
    act(state, "use attack", "attack kiev 1")
    assert state.supply(1) == left + 1
    assert state.defeated == [0, 0]


@pytest.mark.clause("rurik.solo.figures", "rurik.solo.neutral", "rurik.solo.cards")
@pytest.mark.parametrize("seed", range(6))
def test_top_card_determines_the_regions_of_the_rebellion(seed: int) -> None:
    state = new_solo_game(seed)
    assert sorted(state.rebel_deck) == list(range(18))
    first = [REGIONS[region] for region in ORDER[state.rebel_deck[-1]] if REGIONS[region] != "kiev"][:2]
    assert rebel_troops(state) == {"kiev": 2, first[0]: 2, first[1]: 2}
    assert REGIONS[state.leader_at[1]] == "kiev"
    assert state.neutral == state.regions() & ~state.occupied_regions(1)
    assert popcount(state.neutral) == 5
    assert state.rebels == 0
    assert state.rebel_known == 1 << state.rebel_deck[-1]


@pytest.mark.clause("rurik.solo.cards")
def test_top_card_is_the_only_known_one_at_first() -> None:
    state = new_solo_game()
    seen = state.observed_by(0)
    assert isinstance(seen, RurikState)
    assert seen.rebel_deck[:-1] == (-1,) * 17
    assert seen.rebel_deck[-1] == state.rebel_deck[-1]
    orders = {seen.determinized(seed).to_dict()["rebel_deck"][0] for seed in range(20)}
    assert len(orders) > 5


@pytest.mark.clause("rurik.solo.cards")
def test_every_card_names_all_regions_structures_and_advisors_once() -> None:
    assert list(range(1, 19)) == CARDS
    for card in range(18):
        assert sorted(ORDER[card]) == list(range(8))
        assert all(sorted(order) == [0, 1, 2] for order in BUILD_ORDER[card])
        assert sorted(ROW_ADVISOR[card]) == list(range(6))
        coins = {1} if card < 6 or card > 13 else {2}
        assert {sum(row[priority] for row in ROW_COIN[card]) for priority in range(3)} == coins
    first_rows = {(ROW_ADVISOR[card][0], *ROW_COLUMN[card][0], *ROW_COIN[card][0]) for card in range(18)}
    assert len(first_rows) == 18, "a visible row identifies the card"
    assert ROW_NAME == ["1", "2", "2*", "3*", "4", "5"]


@pytest.mark.clause("rurik.solo.level", "rurik.solo.start_priority", "rurik.solo.coins")
@pytest.mark.parametrize(
    ("level", "priority", "coins"),
    [
        ("easy", "build", [2, 2, 2]),
        ("medium", "tax", [2, 2, 3]),
        ("hard", "attack_move", [2, 3, 3]),
        ("very_hard", "build", [3, 3, 3]),
    ],
)
def test_mat_follows_the_level(level: str, priority: str, coins: list[int]) -> None:
    written = new_solo_game(level=level).to_dict()
    assert written["priority"] == priority
    assert written["mat_coins"] == coins
    assert written["coins"] == [3, 3]
    for column, left in zip(MATS[LEVELS.index(level)], coins, strict=True):
        assert [bonus.coin for bonus in column] == [False] * (len(column) - left) + [True] * left


@pytest.mark.clause("rurik.solo.deeds")
@pytest.mark.parametrize("seed", range(4))
def test_three_deeds_are_removed(seed: int) -> None:
    written = new_solo_game(seed).to_dict()
    left = set(written["deed_deck"]) | set(written["deed_row"])
    assert len(left) == 23
    assert not left & {"enforce_peace", "grand_hunter", "law_giver"}


@pytest.mark.clause("rurik.solo.agendas")
@pytest.mark.parametrize(("value", "out"), [("three", 3), ("one", 1)])
def test_agendas_are_not_used(value: str, out: int) -> None:
    dealt: set[str] = set()
    for seed in range(60):
        state = GAME.new_state(1, seed, solo_agendas=value, leaders="random")
        dealt |= set(state.to_dict()["offered"][0])
        assert state.to_dict()["offered"][1] == []
        world = state.observed_by(None).determinized(seed)
        dealt |= set(world.to_dict()["offered"][0])
    assert len(dealt) == 11 - out
    assert "courageous" not in dealt
    assert ("wealthy" in dealt, "dignified" in dealt) == (value == "one",) * 2


@pytest.mark.clause("rurik.solo.leader")
def test_sviatopolk_cannot_be_chosen() -> None:
    state = GAME.new_state(1, 1)
    assert isinstance(state, RurikState)
    assert len(legal(state, "choose_leader")) == 7
    with expect_refusal("Sviatopolk"):
        state.submit("choose_leader sviatopolk", 0)
    for seed in range(20):
        drawn = GAME.new_state(1, seed, leaders="random").to_dict()["leaders"]
        assert drawn[0] != "sviatopolk"
        assert drawn[1] == "sviatopolk"


@pytest.mark.clause("rurik.solo.your_troops")
def test_players_first_troops_are_placed_apart_from_the_rebellion() -> None:
    state = new_solo_game()
    free = {f"place_troop {REGIONS[region]}" for region in range(8) if state.neutral >> region & 1}
    assert legal(state) == free
    with expect_refusal("rebellion") as error:
        state.submit("place_troop kiev", 0)
    assert error.value.clause == "rurik.solo.your_troops"
    first, second = sorted(free)[:2]
    act(state, first, first, second)
    assert legal(state) == {first.replace("troop", "leader"), second.replace("troop", "leader")}
    assert sorted(player_troops(state).values()) == [1, 2]


@pytest.mark.clause("rurik.solo.first")
def test_you_are_first_and_the_bear_is_ignored() -> None:
    for seed in range(8):
        state = new_solo_game(seed)
        assert (state.first, state.marker) == (0, 0)
    stack: list[dict[str, Any]] = [{"step": "Turn", "player": 0}, {"step": "EndTurn"}]
    state = solo_position(stack, active=20, troops=[{"kiev": 1}, {}])
    act(state, "main_action", "draw left")
    state.apply(state.legal_actions()[0])
    if not legal(state, "end_turn"):
        state.apply(state.legal_actions()[0])
    assert legal(state, "pass_marker") == set()
    assert legal(state, "end_turn")


@pytest.mark.clause("rurik.solo.first")
def test_first_player_options_have_no_effect_in_a_solo_game() -> None:
    for name, value in (("first_player", 1), ("marker_forfeited", "passes")):
        with pytest.raises(ValueError, match="player count 2, 3, 4"):
            GAME.new_state(1, 1, **{name: value})


@pytest.mark.clause("rurik.solo.neutral_rule")
def test_ruling_requires_more_troops_than_the_neutral_ones() -> None:
    state = solo_position(troops=[{"rostov": 1, "volyn": 2}, {"kiev": 1, "novgorod": 2}], neutral=REGIONS[:8])
    assert state.ruled_regions(0) == 1 << REGIONS.index("volyn")
    assert state.ruled_regions(1) == 1 << REGIONS.index("novgorod")
    state = solo_position(troops=[{}, {"kiev": 1}], leader_at=[None, "rostov"], neutral=["rostov", "kiev"])
    assert state.ruled_regions(1) == 0, "they also stop the leader of the rebellion"


@pytest.mark.clause("rurik.solo.you_attack")
def test_you_attack_the_rebellion_like_an_opponent() -> None:
    stack: list[dict[str, Any]] = [{"step": "Turn", "player": 0}, {"step": "EndTurn"}]
    state = solo_position(stack, troops=[{"kiev": 1}, {"kiev": 2}], active=8, points=[0, 0, 1, 0, 0, 0, 0], acted=True)
    assert legal(act(state, "use attack")) == {"attack kiev 1", "pass"}
    notes = run_rebellion(state, "attack kiev 1")
    assert legal(state) == {"reveal left", "reveal right"}
    assert state.war == [1, 0]
    assert rebel_troops(state) == {"kiev": 1}
    assert notes == []
    assert {"casualty", "no_casualty"} & set(note_keys(run_rebellion(state, "reveal left")))


@pytest.mark.clause("rurik.solo.you_attack_neutral")
def test_neutral_troop_leaves_without_anything_else() -> None:
    stack: list[dict[str, Any]] = [{"step": "Turn", "player": 0}, {"step": "EndTurn"}]
    fields: dict[str, Any] = {"active": 8, "points": [0, 0, 2, 0, 0, 0, 0], "acted": True}
    state = solo_position(stack, troops=[{"kiev": 1}, {}], neutral=["kiev", "volyn"], **fields)
    before = state.to_dict()
    assert legal(act(state, "use attack")) == {"attack_neutral kiev", "pass"}
    with expect_refusal("neutral"):
        state.submit("attack_neutral rostov", 0)
    assert run_rebellion(state, "attack_neutral kiev") == [("beats_neutral", {"player": 0, "region": "kiev"})]
    after = state.to_dict()
    assert after["neutral"] == ["volyn"]
    for name in ("war", "coins", "boat", "troops", "discards", "left_deck", "defeated"):
        assert after[name] == before[name]


@pytest.mark.clause("rurik.solo.church_neutral")
def test_church_of_the_player_may_replace_a_neutral_troop() -> None:
    stack: list[dict[str, Any]] = [{"step": "Turn", "player": 0}, {"step": "EndTurn"}]
    fields: dict[str, Any] = {"active": 16, "points": [0, 0, 0, 0, 2, 0, 0], "acted": True}
    state = solo_position(stack, troops=[{"kiev": 2}, {}], neutral=["kiev"], **fields)
    assert run_rebellion(state, "use build", "build church kiev") == [
        ("church_neutral", {"player": 0, "region": "kiev"})
    ]
    assert player_troops(state) == {"kiev": 3}
    assert state.neutral == 0
    state = solo_position(stack, troops=[{"kiev": 3}, {"kiev": 1}], neutral=["kiev"], **fields)
    act(state, "use build", "build church kiev")
    assert legal(state) == {"replace_troop 1", "replace_neutral"}
    act(state, "replace_neutral")
    assert (player_troops(state), rebel_troops(state), state.neutral) == ({"kiev": 4}, {"kiev": 1}, 0)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"neutral": ["azov"]}, "neutral: a region that is not in play"),
        ({"rebels": ["kiev"]}, "the rebellion's troops"),
        ({"leaders": ["agatha", "boris"]}, "Sviatopolk leads"),
        ({"marker": 1}, "always first"),
        ({"troops": [{}, {"kiev": 16}]}, "troops[1]"),
        ({"troops": [{"kiev": 13}, {}]}, "13, but there are 12"),
        ({"deeds": [[], ["hoard"]]}, "the rebellion has none"),
        ({"rebel_deck": [1, 2]}, "not each card once"),
        ({"rebel_known": []}, "top card lies open"),
        ({"rebel_rows": 1}, "rows of the bottom card"),
        ({"priority": None}, "priority: missing"),
        ({"mat_coins": [2, 3, 2]}, "more than the mat of this level"),
        ({"stack": [{"step": "Turn", "player": 1}, {"step": "EndTurn"}], "active": 0}, "player: 1 is not from 0 to 0"),
    ],
)
def test_impossible_solo_positions_are_refused(fields: dict[str, Any], says: str) -> None:
    data = solo_position(troops=[{"kiev": 1}, {}]).to_dict()
    data.update(fields)
    with pytest.raises(ValueError, match=":") as error:
        GAME.state_from_dict(data)
    assert says in str(error.value)


def test_solo_fields_are_refused_in_other_games() -> None:
    data = GAME.new_state(2, 1).to_dict()
    data["neutral"] = ["kiev"]
    with pytest.raises(ValueError, match="of a solo game only"):
        GAME.state_from_dict(data)
