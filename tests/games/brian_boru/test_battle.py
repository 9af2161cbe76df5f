"""Battle, the second step of upkeep: who loses towns, and the spoils."""

from typing import Any

import pytest

from regnum.core.packed import popcount
from regnum.core.rules.state import IllegalActionError
from regnum.games.brian_boru.state import BrianBoruState
from tests.support.games.brian_boru import act, choices, due_step, position, shown, upkeep

PAIRS = ["B4 B3", "D1 D2", "M3 M4", "C1 C2"]
"""Two towns for everybody: the last town would be lost without a decision."""


def battle_position(**fields: Any) -> BrianBoruState:
    """Return the result of a battle in the second round; a disc in the church area makes the game wait after it."""
    return upkeep("Battle", **{"church": [0, 0, 0, 1], **fields})


@pytest.mark.clause("brian_boru.battle.repelled")
def test_empty_battle_area_costs_no_town() -> None:
    s = battle_position(raiders=[4, 3, 2, 0])
    assert due_step(s) == "BuildMonastery"
    assert shown(s, "vikings") == ""


@pytest.mark.clause("brian_boru.battle.fewest", "brian_boru.battle.chooser", "brian_boru.battle.disc")
def test_fewest_raiders_cost_a_town_that_the_most_choose() -> None:
    s = battle_position(battle_area=1, raiders=[1, 3, 0, 2], discs=["B4", "D1", "M3 L1 L2", "C1"], vikings="L1")
    assert (due_step(s), s.players_to_act) == ("LoseTown", (1,))
    assert s.to_dict()["stack"][0]["loser"] == 2
    assert choices(s) == ["cede L2", "cede M3"]
    act(s, "cede L2")
    assert shown(s, "vikings") == "L1 L2"
    assert shown(s, "discs")[2] == "L1 L2 M3"  # the disc stays below
    assert popcount(s.controlled_towns(2)) == 1
    assert due_step(s) == "BuildMonastery"


@pytest.mark.clause("brian_boru.battle.held")
@pytest.mark.parametrize(("compared", "loser", "chooser"), [("held", 1, 0), ("this_round", 0, 2)])
def test_raiders_kept_from_earlier_rounds_count_or_do_not(compared: str, loser: int, chooser: int) -> None:
    s = battle_position(
        options={"raiders_compared": compared}, players=3, battle_area=1, raiders=[3, 1, 2], kept=[3, 0, 0],
        discs=PAIRS[:3], church=[0, 0, 1],
    )  # fmt: skip
    assert s.players_to_act == (chooser,)
    assert s.to_dict()["stack"][0]["loser"] == loser


@pytest.mark.clause("brian_boru.battle.held")
def test_kept_raiders_are_counted_at_the_beginning_of_a_round() -> None:
    s = battle_position(battle_area=0, raiders=[6, 3, 0, 0], round=1, church=[0, 0, 0, 0])
    assert s.round == 2
    assert list(s.kept) == list(s.raiders) == [0, 2, 0, 0]


@pytest.mark.clause("brian_boru.battle.fewest")
def test_player_without_a_town_loses_nothing_and_is_not_replaced() -> None:
    s = battle_position(battle_area=1, raiders=[1, 3, 0, 2], vikings="M3")
    assert due_step(s) == "BuildMonastery"
    assert shown(s, "vikings") == "M3"


@pytest.mark.clause("brian_boru.battle.which_town")
def test_town_lost_is_the_losers_own_with_or_without_a_monastery() -> None:
    s = battle_position(battle_area=1, raiders=[1, 3, 0, 2], discs=["B4", "D1", "M3 L1", "C1"], monasteries="M3 C1")
    for town in ("D1", "B4", "L2"):
        with pytest.raises(IllegalActionError) as refused:
            s.submit(f"cede {town}", 1)
        assert (refused.value.key, refused.value.clause) == ("not_losers_town", "brian_boru.battle.which_town")
    act(s, "cede M3")
    assert shown(s, "monasteries") == "C1 M3"


@pytest.mark.clause("brian_boru.battle.ties", "brian_boru.battle.order")
def test_players_tied_for_the_fewest_lose_a_town_clockwise_from_the_marker() -> None:
    s = battle_position(battle_area=2, raiders=[0, 3, 0, 0], marker=2, discs=PAIRS)
    losers: list[int] = []
    while due_step(s) == "LoseTown":
        assert s.players_to_act == (1,)
        losers.append(s.to_dict()["stack"][0]["loser"])
        act(s, choices(s)[0])
    assert losers == [2, 3, 0]
    assert shown(s, "vikings") == "B3 C1 M3"


@pytest.mark.clause("brian_boru.battle.ties_most")
def test_losers_choose_the_town_if_several_have_the_most() -> None:
    s = battle_position(battle_area=2, raiders=[3, 3, 0, 1], discs=["B4", "D1", "M3 L1", "C1"])
    assert s.players_to_act == (2,)
    assert choices(s) == ["cede L1", "cede M3"]


@pytest.mark.clause("brian_boru.battle.ties_most", "brian_boru.battle.ties", "brian_boru.battle.order")
def test_players_choose_their_own_town_if_all_are_equal() -> None:
    s = battle_position(battle_area=2, raiders=[1, 1, 1, 1], marker=3, discs=PAIRS)
    seats: list[int] = []
    while due_step(s) == "LoseTown":
        assert len(choices(s)) == 2
        seats += s.players_to_act
        act(s, choices(s)[0])
    assert seats == [3, 0, 1, 2]
    assert shown(s, "vikings") == "B3 D1 C1 M3"


@pytest.mark.clause("brian_boru.battle.which_town", "brian_boru.battle.disc")
def test_last_town_is_lost_without_a_question() -> None:
    s = battle_position(battle_area=2, raiders=[0, 0, 3, 0], discs=["B4 B3", "D1", "M3", "C1 C2"], vikings="C1")
    assert s.to_dict()["stack"][0] == {"step": "LoseTown", "player": 2, "loser": 0}
    assert shown(s, "vikings") == "D1 C1 C2"
    act(s, "cede B3")
    assert shown(s, "vikings") == "B3 D1 C1 C2"


@pytest.mark.clause("brian_boru.battle.held")
def test_raiders_kept_from_earlier_rounds_count_again() -> None:
    s = battle_position(raiders=[5, 5, 2, 2], battle_area=0, church=[0, 0, 0, 0])
    assert list(s.raiders) == [4, 4, 2, 2]  # a tie for the first spoils; the second cost one each
    assert s.round == 3
    s = battle_position(round=3, raiders=[4, 4, 2, 3], battle_area=1, discs=PAIRS)
    assert s.to_dict()["stack"][0] == {"step": "LoseTown", "player": 2, "loser": 2}


@pytest.mark.clause("brian_boru.battle.clear", "brian_boru.battle.spoils_always")
@pytest.mark.parametrize("there", [0, 2])
def test_battle_area_is_cleared_and_spoils_are_shared_in_any_case(there: int) -> None:
    s = battle_position(raiders=[4, 2, 1, 0], battle_area=there, discs=["B4", "D1", "M3", "C1 C6"])
    if there:
        assert due_step(s) == "LoseTown"
        assert list(s.points) == [10] * 4
        act(s, "cede C1")
    assert s.battle_area == 0
    assert list(s.points) == [12, 11, 10, 10]


@pytest.mark.clause("brian_boru.battle.spoils_first")
def test_most_raiders_bring_renown_then_points_for_all_renown() -> None:
    s = battle_position(raiders=[0, 6, 0, 0], renown=[1, 3, 1, 1])
    assert list(s.renown) == [1, 4, 1, 1]
    assert list(s.points) == [10, 14, 10, 10]
    assert list(s.raiders) == [0, 0, 0, 0]


@pytest.mark.clause("brian_boru.battle.spoils_tie", "brian_boru.battle.spoils_second")
def test_tie_for_the_most_skips_the_first_spoils() -> None:
    s = battle_position(raiders=[4, 4, 1, 0])
    assert list(s.renown) == [1, 1, 1, 1]
    assert list(s.points) == [11, 11, 10, 10]
    assert list(s.raiders) == [3, 3, 1, 0]


@pytest.mark.clause("brian_boru.battle.spoils_second")
@pytest.mark.parametrize(
    ("raiders", "points", "kept"),
    [
        ([5, 3, 2, 1], [12, 11, 10, 10], [0, 2, 2, 1]),  # not everybody with a raider, the most alone
        ([5, 2, 2, 1], [12, 11, 11, 10], [0, 1, 1, 1]),
        ([5, 1, 1, 1], [12, 11, 11, 11], [0, 0, 0, 0]),
    ],
)
def test_second_spoils_go_to_the_most_remaining_raiders(raiders: list[int], points: list[int], kept: list[int]) -> None:
    s = battle_position(raiders=raiders)
    assert list(s.points) == points
    assert list(s.raiders) == kept


@pytest.mark.clause("brian_boru.battle.no_raiders")
@pytest.mark.parametrize(("raiders", "points"), [([0, 0, 0, 0], [10, 10, 10, 10]), ([2, 0, 0, 0], [12, 10, 10, 10])])
def test_spoils_require_raiders(raiders: list[int], points: list[int]) -> None:
    s = battle_position(raiders=raiders)
    assert list(s.points) == points
    assert min(s.raiders) == 0


@pytest.mark.clause("brian_boru.battle.disc")
def test_town_under_a_viking_disc_is_controlled_by_the_vikings() -> None:
    s = position(
        "LoseTown player=1 loser=2",
        "Spoils",
        "Church",
        "Regions",
        "Round",
        round=2,
        battle_area=1,
        raiders=[1, 3, 0, 2],
        discs=["B4", "D1 M1 M2", "M3 M4 M5 M6", "C1"],
        church=[0, 0, 1, 0],
    )
    act(s, "cede M4")
    assert choices(s) == ["monastery M3", "monastery M5", "monastery M6", "pass"]
    act(s, "pass")
    # Munster: 6 towns controlled; 3 of player 2, 2 of player 1, 1 of the Vikings
    assert shown(s, "owner")[7] == 2
