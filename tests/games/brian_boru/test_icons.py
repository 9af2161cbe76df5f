"""The icons of the action cards."""

from typing import Any

import pytest

from regnum.core.rules.state import IllegalActionError
from regnum.games.brian_boru.components import MAIN, RENOWN, SECONDARY
from regnum.games.brian_boru.state import BrianBoruState
from tests.support.games.brian_boru import HOMES, act, action_phase, choices, due_step, keys, position, shown, upkeep


def position_after_loss(hand: str, way: str, **fields: Any) -> BrianBoruState:
    """Return the position after player 1, the first to act, lost with the first card of the hand in this way."""
    card = int(hand.split()[0])
    high = [value for value in (20, 22, 24, 21) if value > card]
    s = action_phase(f"{high[0]} 3 6", hand, f"{high[1]} 9 12", f"{high[2]} 16 19", **fields)
    act(s, "contest C2", f"lead {high[0]}", f"follow {card}", f"follow {high[1]}", f"follow {high[2]}")
    assert s.players_to_act == (1,)
    act(s, f"secondary {way}")
    return s


@pytest.mark.clause("brian_boru.icons.order")
def test_white_13_removes_vikings_before_paying() -> None:
    s = position_after_loss("13 1 4", "drive_off", discs=["B4", "D1", "M3", "C1"], vikings="D1", coins=[0, 1, 0, 0])
    assert due_step(s) == "DriveOff"
    assert s.coins[1] == 1
    notes = act(s, "drive_off D1")
    assert keys(notes)[0] == ("pays", 1)
    assert s.coins[1] == 0


@pytest.mark.clause("brian_boru.icons.order", "brian_boru.icons.claim", "brian_boru.icons.pay")
def test_winner_claims_before_paying() -> None:
    s = action_phase("21 3 6", "23 4 7", "9 12 16", "25 19 17", coins=[0, 0, 0, 0])
    notes = act(s, "contest C2", "lead 21", "follow 23", "follow 9", "follow 25", "secondary coins")
    assert keys(notes)[-2:] == [("claim", 0), ("loses_points", 0)]
    assert shown(s, "discs")[0] == "B4 C2"
    assert s.points[0] == 8


@pytest.mark.clause("brian_boru.icons.claim")
def test_claiming_takes_the_marker_and_the_town() -> None:
    s = action_phase("2 3 6", "11 4 7", "9 12 16", "25 19 17")
    act(s, "contest C2", "lead 2", "follow 11", "follow 9", "follow 25", "secondary coins", "secondary coins")
    assert shown(s, "marker") == 1
    assert shown(s, "discs") == ["B4", "D1 C2", "M3", "C1"]


@pytest.mark.clause("brian_boru.icons.coin")
@pytest.mark.parametrize(("hand", "coins"), [("2 1 4", 3), ("5 1 4", 2), ("15 1 4", 1)])
def test_each_coin_icon_brings_a_coin(hand: str, coins: int) -> None:
    assert position_after_loss(hand, "coins", coins=[0, 0, 0, 0]).coins[1] == coins


@pytest.mark.clause("brian_boru.icons.pay")
@pytest.mark.parametrize(
    ("coins", "points", "coins_left", "points_left"),
    [
        (5, 10, 3, 10),
        (1, 10, 0, 8),
        (0, 10, 0, 6),
        (0, 4, 0, 0),
        (0, 3, 0, 0),
        (0, 1, 0, 0),
        (0, 0, 0, 0),
        (2, 0, 0, 0),
    ],
)
def test_missing_coins_are_paid_in_points(coins: int, points: int, coins_left: int, points_left: int) -> None:
    s = action_phase("22 3 6", "8 4 7", "9 12 16", "25 19 17", coins=[coins, 0, 0, 0], points=[points, 5, 5, 5])
    act(s, "contest C2", "lead 22", "follow 8", "follow 9", "follow 25", "secondary raiders", "secondary coins")
    assert shown(s, "discs")[0] == "B4 C2"
    assert (s.coins[0], s.points[0]) == (coins_left, points_left)


@pytest.mark.clause("brian_boru.icons.renown")
def test_renown_comes_from_aoife_and_not_from_action_cards() -> None:
    assert not any(RENOWN in icons for card in range(25) for icons in (MAIN[card], *SECONDARY[card]))
    s = upkeep("Marriage", track=[0, 4, 7, 0])
    assert list(s.renown) == [1, 1, 2, 1]  # Aoife
    s = upkeep("Marriage", track=[0, 8, 7, 0], round=2)  # Brigid
    assert list(s.renown) == [1, 1, 2, 1]  # the seventh space


def _church(**fields: Any) -> BrianBoruState:
    fields = {"coins": [0, 5, 0, 0], "church": [1, 4, 0, 0], **fields}
    s = action_phase("20 5 6", "3 4 7", "22 12 16", "21 19 17", **fields)
    act(s, "contest C2", "lead 20", "follow 3", "follow 22", "follow 21", "secondary church")
    return s


@pytest.mark.clause("brian_boru.icons.church", "brian_boru.icons.extras")
def test_discs_go_into_the_church_area_and_more_for_two_coins_each() -> None:
    s = _church()
    assert list(s.church) == [1, 4 + 2, 0, 0]
    assert choices(s) == ["buy_disc", "pass"]
    act(s, "buy_disc")
    assert (s.church[1], s.coins[1]) == (7, 3)
    act(s, "buy_disc")
    assert (s.church[1], s.coins[1]) == (8, 1)
    assert s.players_to_act != (1,)  # one coin buys nothing


@pytest.mark.clause("brian_boru.icons.extras")
def test_buying_is_optional_and_cannot_be_paid_in_points() -> None:
    s = _church()
    act(s, "pass")
    assert (s.church[1], s.coins[1]) == (6, 5)
    s = _church(coins=[0, 2, 0, 0])
    act(s, "buy_disc")
    assert (s.church[1], s.coins[1]) == (7, 0)
    s = position_after_loss("2 1 4", "raiders", coins=[0, 1, 0, 0], points=[50, 50, 50, 50], battle_area=9)
    assert s.raiders[1] == 2
    assert s.players_to_act != (1,)


@pytest.mark.clause("brian_boru.icons.raiders", "brian_boru.icons.raiders_source", "brian_boru.icons.extras")
def test_raiders_come_from_the_battle_area_alone() -> None:
    s = position_after_loss("2 1 4", "raiders", coins=[9, 9, 9, 9], raiders=[4, 3, 0, 0], battle_area=4, round=2)
    assert (list(s.raiders), s.battle_area) == ([4, 5, 0, 0], 2)
    act(s, "buy_raider", "buy_raider")
    assert (list(s.raiders), s.battle_area, s.coins[1]) == ([4, 7, 0, 0], 0, 5)
    assert s.players_to_act != (1,)  # coins are left, raiders are not


@pytest.mark.clause("brian_boru.icons.raiders")
@pytest.mark.parametrize(("there", "taken"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_empty_battle_area_gives_nothing(there: int, taken: int) -> None:
    s = position_after_loss("2 1 4", "raiders", coins=[0, 0, 0, 0], battle_area=there)
    assert (s.raiders[1], s.battle_area) == (taken, there - taken)


@pytest.mark.clause("brian_boru.icons.courtship", "brian_boru.icons.extras")
def test_courtship_moves_up_and_further_for_two_coins_a_space() -> None:
    s = position_after_loss("1 2 5", "courtship", coins=[0, 4, 0, 0], track=[0, 3, 0, 0])
    assert s.track[1] == 5
    notes = act(s, "buy_step", "buy_step")
    assert (s.track[1], s.coins[1]) == (7, 0)
    assert ("falls_back", 1) not in keys(notes)


@pytest.mark.clause("brian_boru.icons.courtship", "brian_boru.icons.extras")
def test_top_space_is_the_end() -> None:
    s = position_after_loss("1 2 5", "courtship", coins=[0, 9, 0, 0], track=[0, 9, 0, 0])
    assert (s.track[1], s.coins[1]) == (9, 9)
    assert s.players_to_act != (1,)
    s = position_after_loss("1 2 5", "courtship", coins=[0, 9, 0, 0], track=[0, 6, 0, 0])
    act(s, "buy_step")
    assert (s.track[1], s.coins[1]) == (9, 7)
    assert s.players_to_act != (1,)


@pytest.mark.clause("brian_boru.icons.courtship", "brian_boru.icons.fall_back")
@pytest.mark.parametrize(
    ("track", "space"),
    [
        ([2, 1, 0, 0], 3),  # passes an occupied space
        ([3, 1, 0, 0], 2),  # falls back behind the other
        ([3, 1, 2, 0], 1),  # and to where it came from, if need be
        ([5, 3, 4, 0], 3),
        ([9, 8, 7, 0], 8),  # two icons, one space to go
    ],
)
def test_disc_ends_on_the_next_free_space_below(track: list[int], space: int) -> None:
    s = position_after_loss("1 2 5", "courtship", coins=[0, 1, 0, 0], track=track)
    assert list(s.track) == [track[0], space, *track[2:]]


@pytest.mark.clause("brian_boru.icons.fall_back")
def test_occupied_space_counts_only_at_the_end_of_the_action() -> None:
    s = position_after_loss("1 2 5", "courtship", coins=[0, 4, 0, 0], track=[2, 0, 4, 0])
    assert (due_step(s), list(s.track)) == ("MoreSteps", [2, 2, 4, 0])
    assert s.to_dict()["stack"][1] == {"step": "FallBack", "player": 1, "start": 0}
    act(s, "buy_step")
    assert (due_step(s), s.track[1]) == ("MoreSteps", 3)
    notes = act(s, "buy_step")
    assert list(s.track) == [2, 3, 4, 0]  # paid for space 4, and fell back from it
    assert keys(notes)[0] == ("falls_back", 1)


@pytest.mark.clause("brian_boru.icons.fall_back")
@pytest.mark.parametrize(("before", "after"), [(1, 3), (6, 8), (8, 9), (9, 9)])
def test_space_where_the_action_began_is_known(before: int, after: int) -> None:
    s = position_after_loss("1 2 5", "courtship", coins=[0, 9, 0, 0], track=[0, before, 0, 0])
    assert s.track[1] == after
    if after < 9:
        assert s.to_dict()["stack"][1] == {"step": "FallBack", "player": 1, "start": before}


@pytest.mark.clause("brian_boru.icons.first_space")
def test_first_space_holds_many_discs() -> None:
    s = position_after_loss("1 2 5", "courtship", coins=[0, 0, 0, 0], track=[2, 0, 1, 0])
    assert list(s.track) == [2, 0, 1, 0]
    with pytest.raises(ValueError, match="track"):
        position("Trick", "Upkeep", "Round", track=[0, 1, 1, 0])


@pytest.mark.clause("brian_boru.icons.expand")
def test_five_coins_buy_a_free_town_along_a_road() -> None:
    discs = ["B4 L4", "D1 L6", "M3", "C1"]  # L6 is joined to L4 and L9
    s = position_after_loss("2 1 4", "coins", coins=[0, 2, 0, 0], discs=discs)
    assert (due_step(s), s.coins[1]) == ("Expand", 5)
    assert choices(s) == ["expand L9", "pass"]
    for action, key in (("expand L4", "town_taken"), ("expand L5", "no_road"), ("expand C2", "town_contested")):
        with pytest.raises(IllegalActionError) as refused:
            s.submit(action, 1)
        assert (refused.value.key, refused.value.clause) == (key, "brian_boru.icons.expand")
    act(s, "expand L9")
    assert s.coins[1] == 0
    assert shown(s, "discs")[1] == "D1 L6 L9"
    assert s.players_to_act != (1,)


@pytest.mark.clause("brian_boru.icons.expand")
@pytest.mark.parametrize("town", ["N1", "M9"])
def test_contested_town_is_closed_until_the_winner_has_it(town: str) -> None:
    discs = ["B4", "D1 N3 M10", "M3", "C1"]  # N3 is joined to N1 and B1, M10 to M8 and M9
    s = action_phase("20 3 6", "2 1 4", "22 9 12", "24 16 19", coins=[0, 2, 0, 0], discs=discs)
    act(s, f"contest {town}", "lead 20", "follow 2", "follow 22", "follow 24", "secondary coins")
    assert choices(s) == [f"expand {free}" for free in ("N1", "B1", "M8", "M9") if free != town] + ["pass"]


@pytest.mark.clause("brian_boru.icons.expand", "brian_boru.icons.claim")
def test_option_allows_expanding_into_the_active_town() -> None:
    """N3 is connected to N1; its winner then has the marker but no disc there."""
    fields: dict[str, Any] = {"coins": [0, 2, 0, 0], "discs": ["B4", "D1 N3 M10", "M3", "C1"]}
    s = action_phase("20 3 6", "2 1 4", "22 9 12", "24 16 19", options={"active_town": "open"}, **fields)
    act(s, "contest N1", "lead 20", "follow 2", "follow 22", "follow 24", "secondary coins")
    assert "expand N1" in choices(s)
    winner = s.winner()
    notes = act(s, "expand N1")
    while s.active >= 0 and due_step(s) != "ChooseTown":
        notes += act(s, choices(s)[-1])
    assert ("claim_marker", winner) in keys(notes)
    assert s.marker == winner
    assert "N1" in shown(s, "discs")[1].split()
    assert "N1" not in shown(s, "discs")[winner].split()
    assert s.position_errors() == []


@pytest.mark.clause("brian_boru.icons.expand")
def test_town_is_taken_not_contested_once_its_winner_has_claimed_it() -> None:
    s = action_phase("11 3 5", "6 4 9", "12 7 1", "17 8 10", coins=[0, 0, 0, 9], discs=["B4", "D1", "M3", "C1 L6"])
    act(s, "contest C2", "lead 11", "follow 6", "follow 12", "follow 17")
    while s.players_to_act != (3,):
        act(s, choices(s)[0])
    act(s, "secondary coins")
    assert due_step(s) == "Expand"
    with pytest.raises(IllegalActionError) as refused:
        s.submit("expand C2", 3)
    assert refused.value.key == "town_taken"


@pytest.mark.clause("brian_boru.icons.expand")
def test_expanding_is_optional() -> None:
    s = position_after_loss("2 1 4", "coins", coins=[0, 9, 0, 0], discs=["B4", "D1 L6", "M3", "C1"])
    act(s, "pass")
    assert s.coins[1] == 12
    assert shown(s, "discs")[1] == "D1 L6"


@pytest.mark.clause("brian_boru.icons.expand")
@pytest.mark.parametrize(
    ("coins", "fields"),
    [
        (1, {}),  # four coins do not do, points do not help
        (2, {"vikings": "L6"}),  # a town under a Viking disc is no base
        (2, {"discs": ["B4 L4", "D1 L6", "M3 L9", "C1"]}),  # no free town left
        (2, {"discs": ["B4", "D1 C3", "M3", "C1"]}),  # C2 alone is joined to C3, and it is contested
    ],
)
def test_expansion_falls_away_when_it_cannot_be(coins: int, fields: dict[str, Any]) -> None:
    fields = {"discs": ["B4", "D1 L6", "M3", "C1"], **fields}
    s = position_after_loss("2 1 4", "coins", coins=[0, coins, 0, 0], points=[50, 50, 50, 50], **fields)
    assert s.coins[1] == coins + 3
    assert s.players_to_act != (1,)


@pytest.mark.clause("brian_boru.icons.remove_viking")
def test_viking_disc_leaves_any_town_and_gives_it_back() -> None:
    s = position_after_loss("13 1 4", "drive_off", vikings="C1 M3", coins=[0, 3, 0, 0])
    assert choices(s) == ["drive_off C1", "drive_off M3"]
    with pytest.raises(IllegalActionError) as refused:
        s.submit("drive_off D1", 1)
    assert refused.value.key == "no_viking_there"
    assert s.controlled_towns(3) == 0
    act(s, "drive_off C1")
    assert shown(s, "vikings") == "M3"
    assert s.controlled_towns(3) == s.discs[3] != 0
    assert s.coins[1] == 2


@pytest.mark.clause("brian_boru.icons.remove_viking")
def test_action_continues_without_vikings_to_remove() -> None:
    s = position_after_loss("13 1 4", "drive_off", coins=[0, 3, 0, 0])
    assert s.coins[1] == 2
    assert s.players_to_act != (1,)
    assert shown(s, "discs")[1] == HOMES[1]
