"""Church, the third step of upkeep."""

import pytest

from regnum.core.rules.state import IllegalActionError
from tests.support.games.brian_boru import act, choices, due_step, position, shown, upkeep


@pytest.mark.clause("brian_boru.church.first")
@pytest.mark.parametrize("answer", ["monastery D1", "pass"])
def test_most_discs_bring_a_monastery_if_wanted_and_the_marker(answer: str) -> None:
    s = upkeep("Church", church=[2, 5, 1, 0], discs=["B4", "D1 L1", "M3", "C1"])
    assert (due_step(s), s.players_to_act) == ("BuildMonastery", (1,))
    assert choices(s) == ["monastery D1", "monastery L1", "pass"]
    act(s, answer)
    assert shown(s, "monasteries") == ("D1" if answer != "pass" else "")
    assert shown(s, "marker") == 1
    assert s.church[1] == 0
    assert list(s.points) == [11, 10, 10, 10]  # the second reward goes to the most discs afterwards


@pytest.mark.clause("brian_boru.church.first", "brian_boru.church.own_town")
def test_marker_and_discs_move_also_when_no_monastery_can_be_built() -> None:
    s = upkeep("Church", church=[2, 5, 1, 0], vikings="D1")
    assert due_step(s) == "Draft"
    assert shown(s, "marker") == 1
    assert list(s.church) == [1, 0, 1, 0]


@pytest.mark.clause("brian_boru.church.first_tie")
def test_tie_skips_the_first_reward() -> None:
    s = upkeep("Church", church=[3, 3, 1, 0], marker=2)
    assert due_step(s) == "Draft"
    assert shown(s, "marker") == 2
    assert list(s.points) == [11, 11, 10, 10]
    assert list(s.church) == [2, 2, 1, 0]


@pytest.mark.clause("brian_boru.church.second", "brian_boru.church.discs_stay")
@pytest.mark.parametrize(
    ("church", "points", "left"),
    [
        ([0, 4, 3, 1], [10, 10, 11, 10], [0, 0, 2, 1]),  # the most alone, not everybody with a disc
        ([2, 4, 2, 1], [11, 10, 11, 10], [1, 0, 1, 1]),
        ([0, 4, 0, 0], [10, 10, 10, 10], [0, 0, 0, 0]),
    ],
)
def test_most_remaining_discs_bring_a_point_and_cost_a_disc(
    church: list[int], points: list[int], left: list[int]
) -> None:
    s = upkeep("Church", church=church)
    act(s, "pass")
    assert list(s.points) == points
    assert list(s.church) == left
    assert s.round == 3  # and there the discs still lie


@pytest.mark.clause("brian_boru.church.no_discs")
def test_reward_requires_discs() -> None:
    s = upkeep("Church", marker=2)
    assert due_step(s) == "Draft"
    assert list(s.points) == [10] * 4
    assert list(s.church) == [0] * 4
    assert shown(s, "marker") == 2


@pytest.mark.clause("brian_boru.church.third", "brian_boru.church.order")
def test_four_discs_buy_a_monastery_clockwise_from_the_marker() -> None:
    s = upkeep("Church", church=[5, 6, 6, 3], marker=2, discs=["B4", "D1", "M3", "C1"])
    # a tie: players 1 and 2 get a point and have 5 left; 0 has 5, 3 has 3
    requests: list[int] = []
    while due_step(s) == "BuildMonastery":
        requests += s.players_to_act
        act(s, choices(s)[0])
    assert requests == [2, 0, 1]
    assert shown(s, "monasteries") == "B4 D1 M3"
    assert list(s.church) == [0, 0, 0, 3]


@pytest.mark.clause("brian_boru.church.order", "brian_boru.church.first")
def test_order_begins_with_the_new_holder_of_the_marker() -> None:
    s = upkeep("Church", church=[5, 5, 9, 5], marker=0)
    act(s, "pass")
    requests: list[int] = []
    while due_step(s) == "BuildMonastery":
        requests += s.players_to_act
        act(s, "pass")
    assert requests == [3, 0, 1]


@pytest.mark.clause("brian_boru.church.third", "brian_boru.church.discs_stay")
def test_player_who_declines_keeps_the_discs() -> None:
    s = upkeep("Church", church=[5, 5, 0, 0])
    assert list(s.church) == [4, 4, 0, 0]
    act(s, "pass", "monastery D1")
    assert list(s.church) == [4, 0, 0, 0]


@pytest.mark.clause("brian_boru.church.third", "brian_boru.church.one_monastery")
def test_player_without_a_town_for_a_monastery_keeps_the_discs() -> None:
    s = upkeep("Church", church=[5, 5, 0, 0], monasteries="B4")
    assert s.players_to_act == (1,)
    act(s, "pass")
    assert due_step(s) == "Draft"
    assert list(s.church) == [4, 4, 0, 0]
    assert shown(s, "monasteries") == "B4"


@pytest.mark.clause("brian_boru.church.own_town", "brian_boru.church.one_monastery")
def test_monastery_is_built_in_an_own_town_without_one() -> None:
    s = position(
        "BuildMonastery player=0 paid=false",
        "SecondReward",
        "Regions",
        "Round",
        discs=["B4 L1 L2 L3", "D1", "M3", "C1"],
        vikings="L1",
        monasteries="L2",
    )
    assert choices(s) == ["monastery B4", "monastery L3", "pass"]
    refusals = {
        "D1": ("not_your_town", "brian_boru.church.own_town"),
        "C9": ("not_your_town", "brian_boru.church.own_town"),
        "L1": ("not_your_town", "brian_boru.church.own_town"),
        "L2": ("monastery_there", "brian_boru.church.one_monastery"),
    }
    for town, (key, clause) in refusals.items():
        with pytest.raises(IllegalActionError) as refused:
            s.submit(f"monastery {town}", 0)
        assert (refused.value.key, refused.value.clause) == (key, clause)


@pytest.mark.clause("brian_boru.church.own_town", "brian_boru.regions.monastery")
def test_monastery_below_a_viking_disc_counts_double_for_the_vikings() -> None:
    s = upkeep("Church", discs=["B1 B2", "B3 D1", "M3", "C1"], vikings="B3", monasteries="B3")
    # Bréifne: 2 for player 0, 2 for the Vikings with the monastery: a tie, so the token stays
    assert shown(s, "open") == "breifne"
    assert shown(s, "owner")[2] is None
