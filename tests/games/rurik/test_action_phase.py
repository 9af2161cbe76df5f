"""The action phase: which advisor acts, and the parts of a turn."""

from typing import Any

import pytest

from regnum.games.rurik.components import REGIONS
from regnum.games.rurik.state import RurikState
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import Row, act, legal, position, turn_position


def advisor(player: int, number: int, bribe: int = 0) -> Row:
    return {"player": player, "advisor": number, "bribe": bribe}


def activation_position(board: Row, *order: int, players: int = 3, **fields: Any) -> RurikState:
    """Return a position in which these players are to activate an advisor, in this order."""
    stack = [{"step": "NextAdvisor", "player": player} for player in order]
    figures = [{"kiev": 1}, {"volyn": 1}, {"polotsk": 1}, {"rostov": 1}]
    fields.setdefault("troops", figures[:players])
    return position(players, stack, board=board, round=fields.pop("round", 1), **fields)


@pytest.mark.clause("rurik.action.order", "rurik.action.fastest", "rurik.action.bribe", "rurik.action.main")
def test_example_d_the_advisors_1_act_in_turn_order() -> None:
    """Stan (yellow) is first: two hammers, his bribe of three is gone. Emily has two wagons, then it is Kirk's turn."""
    blue, yellow, red = 0, 1, 2
    board = {
        "build": [advisor(yellow, 1, 3), advisor(blue, 2)],
        "tax": [advisor(red, 5), advisor(blue, 1)],
        "move": [advisor(red, 1)],
    }
    state = activation_position(board, yellow, blue, red, blue, first=yellow, marker=yellow)
    assert state.players_to_act == (yellow,)
    act(state, "main_action")
    assert state.points == [0, 0, 0, 0, 2, 0, 0]
    assert state.coins == [0, 0, 0]
    assert state.to_dict()["board"]["build"][0] is None
    act(state, "pass", "end_turn")
    assert state.players_to_act == (blue,)
    act(state, "main_action")
    assert state.points == [0, 0, 0, 2, 0, 0, 0]
    act(state, "pass", "end_turn")
    assert state.players_to_act == (red,)
    act(state, "forfeit")
    assert state.players_to_act == (blue,)
    assert state.to_dict()["board"] == {"tax": [advisor(red, 5), None, None, None]}


@pytest.mark.clause("rurik.action.order")
def test_phase_lasts_until_all_advisors_have_acted() -> None:
    board = {
        "move": [advisor(0, 5), advisor(1, 4), advisor(0, 2)],
        "tax": [advisor(1, 5), advisor(0, 4), advisor(1, 2)],
        "scheme": [advisor(1, 1), advisor(0, 1)],
    }
    figures = [{"kiev": 1}, {"volyn": 1}]
    state = position(2, [{"step": "ActionPhase"}], board=board, first=1, marker=1, troops=figures)
    order = []
    while state.players_to_act:
        order.append(state.players_to_act[0])
        act(state, "forfeit")
    assert order == [1, 0, 1, 0, 1, 0, 1, 0]
    assert state.to_dict()["board"] == {}
    assert state.coins == [4, 4]


@pytest.mark.clause("rurik.action.fastest")
def test_bribe_does_not_make_an_advisor_slower() -> None:
    state = activation_position({"tax": [advisor(0, 1, 8)], "move": [advisor(0, 4)]}, 0)
    assert state.active == 3 * 4


@pytest.mark.clause("rurik.action.equal")
def test_player_chooses_between_equal_advisors() -> None:
    board = {"tax": [advisor(0, 2)], "move": [advisor(0, 4), advisor(0, 2)]}
    state = activation_position(board, 0, 0, round=3)
    assert legal(state) == {"activate tax 1", "activate move 2"}
    with expect_refusal("not your fastest"):
        state.submit("activate move 1", 0)
    with expect_refusal("cannot do that now"):
        state.submit("tax kiev", 0)
    act(state, "activate move 2", "forfeit")
    assert state.active == 3 * 4


@pytest.mark.clause("rurik.action.return")
def test_player_without_a_figure_may_return() -> None:
    board = {"tax": [advisor(0, 1)]}
    state = activation_position(board, 0, troops=[{}, {"kiev": 1}])
    assert legal(state) == {*(f"return_to {region}" for region in REGIONS[:11]), "pass"}
    stays_away = state.clone()
    act(state, "return_to kiev")
    assert state.to_dict()["leader_at"][0] == "kiev"
    assert state.to_dict()["troops"][0] == {"kiev": 1}
    assert legal(state) == {"main_action", "forfeit"}
    act(stays_away, "pass")
    assert stays_away.to_dict()["troops"][0] == {}
    assert legal(stays_away) == {"main_action", "forfeit"}
    assert legal(activation_position(board, 0, troops=[{}], options={"no_troops": "nothing"})) == {
        "main_action",
        "forfeit",
    }
    assert "return_to kiev" not in legal(activation_position(board, 0, troops=[{}], leader_at=["volyn"]))


@pytest.mark.clause("rurik.action.turn", "rurik.action.main")
def test_turn_has_one_main_action() -> None:
    state = turn_position("tax", troops=[{"kiev": 1}], hand=[["coin2"]])
    assert legal(state) == {"main_action", "forfeit", "play_scheme coin2"}
    with expect_refusal("Take or forfeit your main action"):
        state.submit("end_turn", 0)
    act(state, "main_action", "pass")
    assert legal(state) == {"play_scheme coin2", "end_turn", "resume tax"}
    with expect_refusal("taken or forfeited"):
        state.submit("main_action", 0)
    with expect_refusal("taken or forfeited"):
        state.submit("forfeit", 0)
    act(state, "end_turn")
    assert state.is_terminal


@pytest.mark.clause("rurik.action.main")
@pytest.mark.parametrize(
    ("column", "two", "more"),
    [
        ("muster", [3, 2, 1], [3, 2, 1, 1]),
        ("move", [3, 2, 1], [4, 3, 2, 1]),
        ("attack", [2, 1, 1], [2, 1, 1, 1]),
        ("tax", [2, 1, 1], [3, 2, 1, 1]),
        ("build", [2, 1, 1], [2, 1, 1, 1]),
    ],
)
def test_spaces_give_their_points(column: str, two: list[int], more: list[int]) -> None:
    for players, given in ((2, two), (3, more), (4, more)):
        for row, points in enumerate(given):
            state = turn_position(column, row + 1, players, coins=[2], troops=[{"kiev": 2}], rebels=["kiev"])
            act(state, "main_action")
            assert sum(state.points) == points


@pytest.mark.clause("rurik.action.cost")
@pytest.mark.parametrize(
    ("column", "row", "players", "cost"),
    [
        ("muster", 3, 2, 1),
        ("attack", 3, 2, 1),
        ("tax", 3, 2, 1),
        ("build", 3, 2, 1),
        ("scheme", 3, 2, 0),
        ("muster", 4, 3, 1),
        ("move", 4, 4, 0),
        ("attack", 3, 3, 1),
        ("attack", 4, 3, 2),
        ("tax", 4, 4, 1),
        ("build", 3, 4, 1),
        ("build", 4, 4, 2),
        ("scheme", 4, 3, 1),
    ],
)
def test_spaces_cost_their_coins(column: str, row: int, players: int, cost: int) -> None:
    state = turn_position(column, row, players, coins=[2], troops=[{"kiev": 1}])
    act(state, "main_action")
    assert state.coins[0] == 2 - cost
    if cost:
        poor = turn_position(column, row, players, coins=[cost - 1], troops=[{"kiev": 1}])
        assert legal(poor) == {"forfeit"}
        with expect_refusal(f"costs {cost}"):
            poor.submit("main_action", 0)


@pytest.mark.clause("rurik.action.forfeit")
def test_forfeiting_brings_a_coin_and_leaves_bonus_actions() -> None:
    state = turn_position("build", troops=[{"kiev": 1}], hand=[["coin2"]])
    act(state, "forfeit")
    assert state.coins == [1, 0]
    assert legal(state) == {"play_scheme coin2", "end_turn"}
    act(state, "play_scheme coin2")
    assert state.coins == [3, 0]


@pytest.mark.clause("rurik.action.forfeit", "rurik.scheme.marker_forfeited")
def test_forfeiting_the_top_scheme_space_leaves_the_marker_where_it_is() -> None:
    state = turn_position("scheme", marker=1, troops=[{"kiev": 1}])
    act(state, "forfeit")
    assert state.is_terminal
    assert state.marker == 1
    assert state.hand == [0, 0]


@pytest.mark.clause("rurik.scheme.marker_forfeited")
def test_option_passes_the_marker_with_a_forfeited_top_space() -> None:
    reading = {"marker_forfeited": "passes"}
    state = act(turn_position("scheme", marker=1, troops=[{"kiev": 1}], options=reading), "forfeit")
    assert legal(state) == {"pass_marker 0", "pass_marker 1"}
    act(state, "pass_marker 0")
    assert state.is_terminal
    assert (state.marker, state.hand) == (0, [0, 0])
    lower = act(turn_position("scheme", 2, marker=1, troops=[{"kiev": 1}], options=reading), "forfeit")
    assert lower.is_terminal


@pytest.mark.clause("rurik.action.part", "rurik.action.unused")
@pytest.mark.parametrize("column", ["muster", "move", "attack", "tax", "build"])
def test_points_need_not_be_used_and_are_lost_at_the_end_of_the_turn(column: str) -> None:
    then = [{"step": "NextAdvisor", "player": 1}]
    state = turn_position(
        column,
        players=3,
        then=then,
        troops=[{"kiev": 1}, {"volyn": 1}],
        rebels=["kiev"],
        board={"tax": [advisor(1, 1)]},
    )
    before = state.to_dict()["troops"]
    act(state, "main_action")
    assert "pass" in legal(state)
    act(state, "pass")
    assert legal(state) == {f"resume {column}", "end_turn"}, "asked before they are lost"
    once_more = act(state.clone(), f"resume {column}", "pass")
    act(state, "end_turn")
    for done in (state, once_more):
        assert done.players_to_act == (1,), "asked once only"
        assert done.points == [0] * 7
    assert state.to_dict()["troops"] == before
