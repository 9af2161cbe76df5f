"""Boat and dock: goods can be moved between them at any time."""

from typing import Any

import pytest

from regnum.games.rurik import GAME
from regnum.games.rurik.state import RurikState
from regnum.players import make_player
from tests.support.games.refusals import expect_refusal
from tests.support.games.rurik import act, goods_to_move, leave_goods, legal, position, start_play, turn_position
from tests.support.games.rurik_solo import named_in_notes, run_rebellion, solo_position

Fields = dict[str, Any]
AUTOMATIC = {"stowing": "automatic"}


def claim_position(players: int = 2, round: int = 1, **fields: Any) -> RurikState:
    """Return a position at the beginning of the claim phase."""
    return position(players, [{"step": "ClaimPhase"}], round=round, **fields)


def current_question(state: RurikState) -> str:
    """Return the current question about goods, "" if there is another one."""
    name = type(state.stack[-1]).__name__ if state.stack else ""
    return name if name.startswith("Stow") else ""


def trade(state: RurikState, player: int = 0) -> int:
    return state.tracks[player * 3 + 2]


# In a turn.


@pytest.mark.clause("rurik.tax.stow")
def test_goods_are_moved_in_a_turn() -> None:
    fields: Fields = {"boat": [{"wood": 2}], "dock": [{"wood": 1, "fur": 2}], "troops": [{"kiev": 1}]}
    state = turn_position("tax", **fields)
    assert goods_to_move(state) == {"load wood", "load fur", "unload wood"}
    act(state, "load wood", "load fur")
    assert (state.to_dict()["boat"][0], state.to_dict()["dock"][0]) == ({"wood": 3, "fur": 1}, {"fur": 1})
    assert goods_to_move(state) == set(), "not straight back, and nothing more has room"
    with expect_refusal("no room on your boat for fur"):
        state.submit("load fur", 0)
    act(state, "main_action")
    assert goods_to_move(state) == {"unload wood", "unload fur"}, "among the points as well"
    act(state, "unload wood", "tax kiev")
    assert state.to_dict()["boat"][0] == {"wood": 3, "fur": 1}, "goods taken go onto the boat automatically"


@pytest.mark.clause("rurik.tax.stow")
@pytest.mark.parametrize(
    ("first", "back", "match"), [("load", "unload", "just loaded"), ("unload", "load", "just put")]
)
def test_good_does_not_go_straight_back(first: str, back: str, match: str) -> None:
    state = turn_position(
        "attack", 1, troops=[{"kiev": 1}], boat=[{"ore": 1, "wood": 2}], dock=[{"ore": 1}], hand=[["coin2"]]
    )
    act(state, f"{first} ore")
    assert f"{back} ore" not in goods_to_move(state)
    with expect_refusal(match):
        state.submit(f"{back} ore", 0)
    act(state, "play_scheme coin2")
    assert f"{back} ore" in goods_to_move(state)


@pytest.mark.clause("rurik.tax.stow")
@pytest.mark.parametrize(
    ("column", "use"),
    [("muster", "muster"), ("move", "move"), ("attack", "attack"), ("tax", "tax"), ("build", "build")],
)
def test_goods_are_moved_among_the_points_of_an_action(column: str, use: str) -> None:
    state = turn_position(column, 1, troops=[{"kiev": 2}, {"kiev": 1}], boat=[{"fur": 1}], rebels=["kiev"])
    act(state, "main_action")
    options = [str(action) for action in state.legal_actions()]
    assert options[-2:] == ["pass", "unload fur"]
    before = state.points[:]
    act(state, "unload fur")
    assert (state.points, state.to_dict()["dock"][0]) == (before, {"fur": 1})
    with expect_refusal("just put fur"):
        state.submit("load fur", 0)
    act(state, "pass")
    assert legal(state) == {f"resume {use}", "end_turn"}


@pytest.mark.clause("rurik.tax.stow")
def test_movable_goods_do_not_keep_a_turn_open() -> None:
    assert act(turn_position("tax", troops=[{"kiev": 1}], boat=[{"fur": 1}]), "forfeit").is_terminal


@pytest.mark.clause("rurik.tax.stow")
def test_option_stows_goods_automatically() -> None:
    state = turn_position("tax", troops=[{"kiev": 1}], boat=[{"wood": 2}], options=AUTOMATIC)
    assert goods_to_move(state) == set()
    with pytest.raises(ValueError, match="has room on the boat"):
        turn_position("tax", dock=[{"wood": 1}], options=AUTOMATIC)
    full = claim_position(boat=[{"ore": 2, "fish": 1}], options=AUTOMATIC)
    assert (current_question(full), trade(full)) == ("", 1)


@pytest.mark.clause("rurik.tax.stow")
def test_moving_goods_can_be_undone() -> None:
    play = start_play(turn_position("tax", troops=[{"kiev": 1}], boat=[{"wood": 2}]))
    play.submit(0, "unload wood")
    assert play.can_undo(0)


# In the claim phase.


@pytest.mark.clause("rurik.claim.stow", "rurik.claim.trade", "rurik.claim.income_markers")
def test_unloading_a_fish_trades_a_track_space_for_a_coin() -> None:
    """Ore 2 and fish 1: space 1 and 4 coins, or none and 5; the ore fills its column either way."""
    state = claim_position(boat=[{"ore": 2, "fish": 1}])
    assert (current_question(state), state.players_to_act) == ("StowForTracks", (0,))
    assert goods_to_move(state) == {"unload ore", "unload fish"}
    left = leave_goods(state.clone())
    assert (trade(left), left.coins[0]) == (1, 4)
    act(state, "unload fish", "pass")
    assert (current_question(state), trade(state), state.coins[0]) == ("", 0, 5), "one fish more fills no column"


@pytest.mark.clause("rurik.claim.stow", "rurik.claim.income_boat")
def test_goods_held_back_from_the_tracks_are_loaded_for_the_income() -> None:
    state = claim_position(boat=[{"ore": 2, "fur": 1}])
    act(state, "unload fur", "pass")
    assert (current_question(state), goods_to_move(state)) == ("StowForIncome", {"load fur", "unload ore"})
    act(state, "load fur", "pass")
    assert (trade(state), state.coins[0]) == (0, 4 + 2)
    assert state.to_dict()["boat"][0] == {"ore": 2, "fur": 1}


@pytest.mark.clause("rurik.claim.stow")
@pytest.mark.parametrize(
    ("fields", "question"),
    [
        ({"boat": [{"ore": 2}]}, ""),  # nothing to win
        ({"boat": [{"ore": 2}], "dock": [{"ore": 5}]}, ""),  # and no room
        ({"boat": [{"wood": 3}]}, "StowForTracks"),  # the marker may stay below the track
        ({"boat": [{"wood": 3}], "round": 4}, ""),  # no more income
        ({"boat": [{"wood": 3, "fish": 2}], "tracks": [{"trade": 1}]}, ""),  # up is only better
        ({"boat": [{"wood": 3, "fish": 1}], "dock": [{"fish": 1}], "tracks": [{"trade": 1}]}, "StowForTracks"),
        (
            {"boat": [{"wood": 3, "fish": 1}], "dock": [{"fish": 1}], "tracks": [{"trade": 1}], "round": 4},
            "StowForTracks",
        ),
        ({"boat": [{"wood": 1}], "dock": [{"wood": 1}]}, ""),  # two are too few
        ({"boat": [{"wood": 3}], "tracks": [{"trade": 1}]}, ""),  # the marker is there already
        ({"boat": [{"ore": 1}], "dock": [{"ore": 1}], "tracks": [{"trade": 1}]}, "StowForIncome"),
        ({"boat": [{"fish": 1}], "dock": [{"fish": 1}], "tracks": [{"trade": 1}]}, ""),
        ({"boat": [{"ore": 1}], "dock": [{"ore": 1}], "tracks": [{"trade": 1}], "round": 4}, ""),
        ({"dock": [{"fur": 1}]}, "StowForIncome"),
    ],
)
def test_stowing_question_is_asked_only_if_it_can_help(fields: Fields, question: str) -> None:
    state = claim_position(**fields)
    assert current_question(state) == question
    if question:
        act(state, "pass")
        assert current_question(state) == "", "and once only"


@pytest.mark.clause("rurik.claim.stow")
def test_players_are_asked_in_turn_order_and_each_kind_moves_one_way() -> None:
    state = claim_position(
        3, first=1, marker=1, boat=[{"wood": 3}, {}, {"wood": 1, "ore": 2}], dock=[{}, {}, {"wood": 1}]
    )
    assert state.players_to_act == (2,)
    act(state, "load wood")
    assert goods_to_move(state) == {"unload ore"}
    with expect_refusal("just loaded wood") as error:
        state.submit("unload wood", 2)
    assert error.value.clause == "rurik.tax.stow"
    with expect_refusal("cannot do that now"):
        state.submit("forfeit", 2)
    act(state, "unload ore", "unload ore")
    assert state.players_to_act == (0,), "nothing is left to move"
    act(state, "unload wood", "unload wood", "unload wood")
    assert current_question(state) == "StowForIncome"
    assert (trade(state, 2), trade(state, 0)) == (0, 0)


@pytest.mark.clause("rurik.claim.stow")
def test_question_with_a_good_moved_both_ways_is_refused() -> None:
    with pytest.raises(ValueError, match="a good has moved both ways"):
        position(2, [{"step": "StowForTracks", "player": 0, "moved": 33}, {"step": "Advance"}], boat=[{"wood": 1}])


# Against the rebellion.


def solo_claim_position(priority: int = 1, level: str = "hard", **fields: Any) -> RurikState:
    """Return a solo position before the claim phase in which the sides differ in goods only."""
    stack: list[Fields] = [{"step": "Watch", "player": 0, "more": 0}, {"step": "ClaimPhase"}]
    given: Fields = {"boat": [{"ore": 2, "fish": 1}, {"wood": 2}], "mat_coins": [2, 3, 3], **fields}
    return act(solo_position(stack, options={"level": level}, troops=[{"kiev": 1}, {"kiev": 1}], **given), "go_on")


@pytest.mark.clause("rurik.claim.stow", "rurik.solo.priority_goods", "rurik.solo.unlock_tracks")
def test_rebellion_compares_the_boat_as_it_then_is() -> None:
    state = solo_claim_position()
    assert current_question(state) == "StowForPriority"
    assert named_in_notes(run_rebellion(state.clone(), "pass"), "rebellion_priority_goods") == ["tax"]
    notes = run_rebellion(state, "unload fish", "pass", "pass")
    assert [key for key, _ in notes] == ["rebellion_priority_start", "income", "income"]
    assert current_question(state) == ""
    assert state.coins[0] == 5


@pytest.mark.clause("rurik.claim.stow", "rurik.solo.unlock_tracks")
def test_goods_unloaded_before_the_priority_are_loaded_for_the_tracks() -> None:
    state = act(solo_claim_position(), "unload fish", "pass")
    assert current_question(state) == "StowForTracks"
    notes = run_rebellion(state, "load fish", "pass")
    assert named_in_notes(notes, "rebellion_behind") == ["trade"]
    assert trade(state) == 1


@pytest.mark.clause("rurik.claim.stow", "rurik.solo.priority_goods")
@pytest.mark.parametrize(
    ("fields", "question"),
    [
        ({}, "StowForPriority"),
        ({"boat": [{"wood": 2}, {"wood": 2}]}, ""),
        ({"boat": [{"wood": 2}, {"wood": 2}], "dock": [{"wood": 1}, {}]}, "StowForPriority"),
        ({"troops": [{"volyn": 1, "kiev": 1}, {"kiev": 1}]}, "StowForTracks"),
        ({"structures": [{"church": ["kiev"]}, {}]}, "StowForTracks"),
        ({"round": 4}, "StowForTracks"),
        ({"round": 4, "mat_coins": [0, 0, 0]}, ""),
        ({"round": 4, "tracks": [{}, {"trade": 1}]}, ""),
        (
            {"round": 4, "tracks": [{"trade": 1}, {"trade": 1}], "boat": [{"wood": 3, "ore": 2}, {"wood": 2}]},
            "StowForTracks",
        ),
        ({"round": 4, "tracks": [{"trade": 1}, {}], "boat": [{"wood": 3, "ore": 2}, {"wood": 2}]}, ""),
        ({"round": 4, "boat": [{"wood": 3}, {"wood": 3}]}, ""),
    ],
)
def test_solo_stowing_question_is_asked_only_if_the_boat_decides(fields: Fields, question: str) -> None:
    stack: list[Fields] = [{"step": "Watch", "player": 0, "more": 0}, {"step": "ClaimPhase"}]
    given: Fields = {"boat": [{"ore": 2, "fish": 1}, {"wood": 2}], "mat_coins": [2, 3, 3], **fields}
    given.setdefault("troops", [{"kiev": 1}, {"kiev": 1}])
    state = act(solo_position(stack, options={"level": "hard"}, **given), "go_on")
    assert current_question(state) == question


@pytest.mark.clause("rurik.claim.stow", "rurik.solo.tax_stow")
def test_rebellion_moves_no_goods() -> None:
    with pytest.raises(ValueError, match="has room on the boat"):
        solo_position(dock=[{}, {"wood": 1}])
    assert solo_position(dock=[{"wood": 1}, {}]).position_errors() == []


# Bots.


@pytest.mark.clause("rurik.tax.stow")
def test_bots_do_not_move_goods_back_and_forth() -> None:
    state = turn_position(
        "tax", troops=[{"kiev": 1}], boat=[{"wood": 2, "fish": 3}], dock=[{"fish": 1}], tracks=[{"trade": 5}]
    )
    for seed in range(3):
        seen = state.observed_by(0)
        choice = make_player("greedy", seed).choose(seen, seen.legal_actions(0))
        assert not choice.convenience
    for track in range(6):
        fields: Fields = {"troops": [{"kiev": 1}, {"volyn": 1}], "tracks": [{"trade": track}]}
        loaded = GAME.estimate(turn_position("tax", boat=[{"wood": 3}], **fields))[0]
        assert loaded > GAME.estimate(turn_position("tax", boat=[{"wood": 2}], dock=[{"wood": 1}], **fields))[0]
