"""The rebellion's advisors: rows of the bottom card, full columns, bribes.

Card 1 shows, in this order: 2* 4 1 3* 5 2; for the priority build: attack, muster, scheme, muster, build with a coin,
move; for attack and move: scheme, attack with a coin, move, move, build, muster.
"""

from typing import Any

import pytest

from tests.support.games.rurik import act
from tests.support.games.rurik_solo import (
    advisors_on_board,
    named_in_notes,
    note_keys,
    placing_position,
    run_rebellion,
    solo_position,
    space,
)


@pytest.mark.clause("rurik.solo.bottom_card", "rurik.solo.place", "rurik.solo.starred", "rurik.solo.reveal")
def test_rows_of_the_bottom_card_are_placed_one_by_one() -> None:
    state = placing_position(["1", "2a", "4", "5"])
    assert state.rebel_rows == 0
    notes = run_rebellion(state)
    assert named_in_notes(notes, "rebellion_locked") == ["2*"]
    assert ("rebellion_row", {"player": 1, "advisor": "4", "column": "muster"}) in notes
    assert advisors_on_board(state, "muster") == [(1, 4, 0)]
    assert state.rebel_rows == 2
    assert named_in_notes(run_rebellion(state), "rebellion_row") == ["1"]
    assert advisors_on_board(state, "scheme") == [(1, 1, 0)]
    notes = run_rebellion(state)
    assert named_in_notes(notes, "rebellion_locked") == ["3*"]
    assert advisors_on_board(state, "build") == [(1, 5, 0)]
    run_rebellion(state)
    assert advisors_on_board(state, "move") == [(1, 2, 0)]
    assert state.advisors[1] == 0
    assert state.rebel_rows == 6


@pytest.mark.clause("rurik.solo.starred")
def test_starred_advisor_is_placed_once_available() -> None:
    state = placing_position(["1", "2a", "2b", "4", "5"], round=3)
    notes = run_rebellion(state)
    assert named_in_notes(notes, "rebellion_locked") == []
    assert advisors_on_board(state, "attack") == [(1, 2, 0)]
    assert state.to_dict()["advisors"][1] == ["1", "2a", "4", "5"]


@pytest.mark.clause("rurik.solo.reveal")
def test_revealed_card_becomes_known_and_cannot_be_undone() -> None:
    state = placing_position(["1", "2a", "4", "5"])
    assert state.observed_by(0).to_dict()["rebel_deck"][0] is None
    draws = state.draws
    act(state, "go_on")
    assert state.draws > draws
    assert state.observed_by(0).to_dict()["rebel_deck"][0] == 1
    assert state.observed_by(0).to_dict()["rebel_deck"][1] is None


@pytest.mark.clause("rurik.solo.priority_column")
@pytest.mark.parametrize(("priority", "column"), [("attack_move", "attack"), ("build", "muster"), ("tax", "tax")])
def test_priority_determines_the_column(priority: str, column: str) -> None:
    state = placing_position(["1", "2a", "4", "5"], priority=priority)
    run_rebellion(state)
    assert advisors_on_board(state, column) == [(1, 4, 0)]


@pytest.mark.clause("rurik.solo.full")
def test_full_column_passes_an_advisor_to_the_right_and_around() -> None:
    board = {"muster": [space(0, 5), space(0, 2), space(1, 1)], "move": [space(0, 4), space(1, 2), space(0, 1)]}
    state = placing_position(["4"], board=board)
    assert ("rebellion_full", {"player": 1, "column": "muster", "free": "attack"}) in run_rebellion(state)
    assert advisors_on_board(state, "attack") == [(1, 4, 0)]


@pytest.mark.clause("rurik.solo.full")
def test_first_column_follows_the_last() -> None:
    """Card 2, priority tax: advisor 4 to tax."""
    board = {
        "tax": [space(0, 5), space(0, 4), space(0, 3)],
        "build": [space(1, 5), space(0, 2), space(0, 2)],
        "scheme": [space(1, 3), space(1, 2), space(0, 1)],
    }
    state = placing_position(["4"], bottom=2, board=board, priority="tax", round=4)
    assert ("rebellion_full", {"player": 1, "column": "tax", "free": "muster"}) in run_rebellion(state)
    assert advisors_on_board(state, "muster") == [(1, 4, 0)]


@pytest.mark.clause("rurik.solo.three_columns")
def test_rebellion_may_use_a_column_twice_from_the_beginning() -> None:
    """Card 2, priority tax: advisors 4 and 2 both to tax."""
    state = placing_position(["1", "2a", "4", "5"], bottom=2, priority="tax")
    run_rebellion(state)
    run_rebellion(state)
    assert advisors_on_board(state, "tax") == [(1, 4, 0), (1, 2, 0)]


@pytest.mark.clause("rurik.solo.bribe_top")
@pytest.mark.parametrize(
    ("above", "coins", "bribe"),
    [
        ([], 3, 0),
        ([space(0, 2)], 3, 0),
        ([space(0, 4)], 3, 1),
        ([space(0, 5)], 3, 2),
        ([space(0, 4, 2), space(0, 2)], 3, 3),
        ([space(1, 5)], 3, 2),
    ],
)
def test_coin_on_the_card_brings_the_advisor_to_the_top(above: list[Any], coins: int, bribe: int) -> None:
    """Card 1, priority attack and move: advisor 4 to attack, with a coin."""
    state = placing_position(["4"], priority="attack_move", coins=[0, coins], board={"attack": above} if above else {})
    notes = run_rebellion(state)
    assert advisors_on_board(state, "attack")[0] == (1, 4, bribe)
    assert state.coins[1] == coins - bribe
    assert ("rebellion_bribes_top" in note_keys(notes)) == (bribe > 0)
    assert ("rebellion_top_free" in note_keys(notes)) == (bribe == 0)


@pytest.mark.clause("rurik.solo.bribe_top")
def test_coin_is_for_its_own_column_only() -> None:
    board = {"attack": [space(0, 5), space(0, 2), space(0, 1)], "tax": [space(1, 5)]}
    state = placing_position(["4"], priority="attack_move", coins=[0, 5], board=board)
    run_rebellion(state)
    assert advisors_on_board(state, "tax") == [(1, 5, 0), (1, 4, 0)]
    assert state.coins[1] == 5
    options = {"rebellion_coin_mark": "carried"}
    carried = placing_position(["4"], priority="attack_move", coins=[0, 5], board=board, options=options)
    run_rebellion(carried)
    assert advisors_on_board(carried, "tax") == [(1, 4, 2), (1, 5, 0)]
    assert carried.coins[1] == 3
    unmarked = placing_position(
        ["4"], coins=[0, 5], board={"muster": [space(0, 5), space(0, 2), space(0, 1)]}, options=options
    )
    run_rebellion(unmarked)
    assert unmarked.coins[1] == 5, "no coin on the card, nothing to carry"


@pytest.mark.clause("rurik.solo.bribe_poor")
def test_unaffordable_bribe_is_not_given() -> None:
    state = placing_position(["4"], priority="attack_move", coins=[0, 1], board={"attack": [space(0, 5)]})
    assert ("rebellion_cannot_bribe", {"player": 1, "coins": 2, "column": "attack"}) in run_rebellion(state)
    assert advisors_on_board(state, "attack") == [(0, 5, 0), (1, 4, 0)]
    assert state.coins[1] == 1


@pytest.mark.clause("rurik.solo.bribe_equal")
@pytest.mark.parametrize(
    ("other", "above"),
    [
        (space(0, 4), True),
        (space(0, 2, 2), True),
        (space(0, 5), False),
        (space(0, 4, 1), False),
        (space(0, 2), False),
        (space(1, 2, 2), False),
    ],
)
def test_coin_beats_an_equal_advisor_of_the_player(other: Any, above: bool) -> None:
    """Card 1, priority build: advisor 4 to muster, without a coin."""
    state = placing_position(["4"], coins=[0, 2], board={"muster": [other]})
    notes = run_rebellion(state)
    assert ("rebellion_bribes_equal" in note_keys(notes)) == above
    assert state.coins[1] == 2 - above
    if above:
        assert advisors_on_board(state, "muster")[0] == (1, 4, 1)


@pytest.mark.clause("rurik.solo.bribe_equal", "rurik.solo.bribe_poor")
def test_one_available_coin_beats_an_equal_advisor() -> None:
    state = placing_position(["4"], coins=[0, 3], board={"muster": [space(0, 2, 3), space(0, 1, 3)]})
    run_rebellion(state)
    assert advisors_on_board(state, "muster") == [(0, 2, 3), (1, 4, 1), (0, 1, 3)]
    assert state.coins[1] == 2
    state = placing_position(["4"], board={"muster": [space(0, 4)]})
    assert ("rebellion_cannot_bribe", {"player": 1, "coins": 1, "column": "muster"}) in run_rebellion(state)
    assert advisors_on_board(state, "muster") == [(0, 4, 0), (1, 4, 0)]


@pytest.mark.clause("rurik.solo.bribe_poor")
def test_unaffordable_top_leaves_the_coin_for_a_tie() -> None:
    board = {"attack": [space(0, 5, 3), space(0, 2, 2)]}
    state = placing_position(["4"], priority="attack_move", coins=[0, 1], board=board)
    notes = run_rebellion(state)
    assert note_keys(notes)[-3:] == ["rebellion_cannot_bribe", "rebellion_bribes_equal", "rebellion_places"]
    assert advisors_on_board(state, "attack") == [(0, 5, 3), (1, 4, 1), (0, 2, 2)]


def test_you_and_the_rebellion_take_turns_at_placing() -> None:
    state = solo_position(
        [{"step": "StrategyPhase"}], advisors=[["1", "2a", "4", "5"], ["1", "2a", "4", "5"]], coins=[0, 0]
    )
    for _ in range(4):
        assert state.players_to_act == (0,)
        yours, theirs = state.advisors[0].bit_count(), state.advisors[1].bit_count()
        assert yours == theirs
        state.apply(state.legal_actions()[0])
    assert state.advisors == [0, 0]
