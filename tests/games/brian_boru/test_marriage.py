"""Marriage, the first step of upkeep."""

from typing import Any

import pytest

from regnum.core.rules.state import IllegalActionError
from regnum.games.brian_boru import GAME
from regnum.games.brian_boru.components import TOWNS
from regnum.games.brian_boru.state import BrianBoruState
from regnum.games.brian_boru.terminal import tables
from tests.support.games.brian_boru import HOMES, act, choices, description, due_step, keys, position, shown, upkeep


@pytest.mark.clause("brian_boru.marriage.winner", "brian_boru.marriage.reset", "brian_boru.marriage.others_stay")
def test_furthest_disc_marries_and_returns_to_the_start() -> None:
    s = upkeep("Marriage", round=2, track=[1, 3, 0, 2])
    assert shown(s, "wed") == ["", "brigid", "", ""]
    assert list(s.track) == [1, 0, 0, 2]
    assert s.round == 3  # and the others still stand there


@pytest.mark.clause("brian_boru.marriage.winner")
def test_tie_for_the_lead_cannot_be() -> None:
    with pytest.raises(ValueError, match=r"track\[1\]: player 0 is on space 5 too"):
        upkeep("Marriage", track=[5, 5, 0, 0])


@pytest.mark.clause("brian_boru.marriage.nobody")
@pytest.mark.parametrize(("round_", "bride"), [(1, "aoife"), (4, "estrid")])
def test_marriage_requires_a_disc_beyond_the_start(round_: int, bride: str) -> None:
    s = upkeep("Marriage", round=round_)
    assert shown(s, "wed") == [""] * 4
    assert shown(s, "bride") != bride
    assert list(s.renown) == [1] * 4


@pytest.mark.clause("brian_boru.marriage.dowry", "brian_boru.marriage.cards", "brian_boru.marriage.points")
@pytest.mark.parametrize(
    ("bride", "points", "renown", "towns"),
    [
        ("brigid", 4, 0, ""),
        ("aoife", 2, 1, ""),
        ("aodhan", 2, 0, "L"),
        ("conall", 2, 0, "S"),
        ("cormac", 2, 0, "C"),
        ("niall", 2, 0, "N"),
        ("orlaith", 2, 0, "M"),
    ],
)
def test_each_marriage_card_has_its_dowry(bride: str, points: int, renown: int, towns: str) -> None:
    others = [name for name in ("aodhan", "conall", "niall") if name != bride][:2]
    s = upkeep("Marriage", track=[0, 4, 0, 0], brides=[bride, *others, "estrid"])
    if towns:
        assert due_step(s) == "DowryTown"
        assert s.players_to_act == (1,)
        assert set(choices(s)) == {f"dowry {town}" for town in TOWNS if town[0] == towns and town not in HOMES[:4]}
        act(s, choices(s)[-1])
        assert sorted(town[0] for town in shown(s, "discs")[1].split()) == sorted("D" + towns)
    else:
        assert shown(s, "discs")[1] == HOMES[1]
    assert list(s.points) == [10, 10 + points, 10, 10]
    assert list(s.renown) == [1, 1 + renown, 1, 1]


@pytest.mark.clause("brian_boru.marriage.town_in_region")
def test_dowry_town_is_a_free_one_in_the_brides_region() -> None:
    s = upkeep("Marriage", track=[0, 4, 0, 0], brides=["cormac", "aoife", "brigid", "estrid"])
    for action, key in (("dowry C1", "town_taken"), ("dowry L1", "wrong_region"), ("pass", "must_take_town")):
        with pytest.raises(IllegalActionError) as refused:
            s.submit(action, 1)
        assert (refused.value.key, refused.value.clause) == (key, "brian_boru.marriage.town_in_region")
    act(s, "dowry C5")
    assert shown(s, "discs")[1] == "D1 C5"


@pytest.mark.clause("brian_boru.marriage.dowry")
def test_marriage_card_stays_visible_until_its_effect_is_done() -> None:
    s = upkeep("Marriage", track=[0, 4, 0, 0], brides=["cormac", "aoife", "brigid", "estrid"])
    assert (due_step(s), shown(s, "bride"), shown(s, "wed")[1]) == ("DowryTown", "cormac", "cormac")
    card = next(row for table in tables(s, GAME.words("en"), []) for row in table.rows if row[0] == "marriage card")
    assert "Connaught" in card[1]
    act(s, "dowry C5")
    assert (due_step(s), shown(s, "bride")) == ("LoseTown", None)


@pytest.mark.clause("brian_boru.marriage.town_in_region")
def test_dowry_without_a_free_town_is_points_only() -> None:
    connaught = " ".join(town for town in TOWNS if town[0] == "C")
    s = upkeep(
        "Marriage",
        round=2,
        track=[0, 4, 0, 0],
        brides=["aoife", "cormac", "brigid", "estrid"],
        discs=["B4", "D1", "M3", connaught],
        vikings="C1",
    )
    assert s.points[1] == 12
    assert due_step(s) == "Draft"


@pytest.mark.clause("brian_boru.marriage.dowry", "brian_boru.marriage.track_rewards")
def test_dowry_comes_before_the_track_and_the_track_from_the_top() -> None:
    s = upkeep("Marriage", track=[2, 9, 8, 7], brides=["niall", "aoife", "brigid", "estrid"])
    assert due_step(s) == "DowryTown"
    assert (list(s.coins), list(s.renown), list(s.track)) == ([3, 3, 3, 3], [1, 1, 1, 1], [2, 9, 8, 7])
    act(s, "dowry N1")
    assert (due_step(s), s.players_to_act) == ("GrantedTown", (2,))
    assert list(s.track) == [2, 0, 8, 7]
    notes = act(s, "grant L1")
    assert keys(notes)[:2] == [("renown", 3), ("coins", 0)]


@pytest.mark.clause("brian_boru.marriage.track_rewards", "brian_boru.marriage.coin", "brian_boru.marriage.renown")
@pytest.mark.parametrize(
    ("space", "coins", "renown"),
    [(0, 0, 0), (1, 0, 0), (2, 1, 0), (3, 1, 0), (4, 1, 0), (5, 2, 0), (6, 2, 0), (7, 0, 1)],
)
def test_other_suitors_get_the_reward_of_their_space(space: int, coins: int, renown: int) -> None:
    s = upkeep("Marriage", track=[8, space, 0, 0], round=2)
    assert list(s.coins) == [3, 3 + coins, 3, 3]
    assert list(s.renown) == [1, 1 + renown, 1, 1]
    assert list(s.points) == [14, 10, 10, 10]
    assert list(s.track) == [0, space, 0, 0]
    assert due_step(s) == "Draft"


@pytest.mark.clause("brian_boru.marriage.track_rewards")
def test_winner_gets_nothing_from_the_track() -> None:
    s = upkeep("Marriage", track=[6, 0, 0, 0], round=2)
    assert s.coins[0] == 3
    s = upkeep("Marriage", track=[8, 0, 0, 0], round=2)
    assert due_step(s) == "Draft"


@pytest.mark.clause("brian_boru.marriage.town_anywhere")
def test_eighth_space_gives_any_free_town() -> None:
    s = upkeep("Marriage", track=[9, 8, 0, 0])
    assert s.players_to_act == (1,)
    assert set(choices(s)) == {f"grant {town}" for town in TOWNS if town not in HOMES[:4]}
    with pytest.raises(IllegalActionError) as refused:
        s.submit("grant C1", 1)
    assert refused.value.key == "town_taken"
    act(s, "grant M5")
    assert shown(s, "discs")[1] == "D1 M5"
    half = len(TOWNS) // 2
    discs = [" ".join(TOWNS[:half]), TOWNS[half], TOWNS[half + 1], " ".join(TOWNS[half + 2 :])]
    s = upkeep("Marriage", round=2, track=[9, 8, 0, 0], discs=discs)
    assert due_step(s) == "Draft"


@pytest.mark.clause("brian_boru.marriage.princess")
def test_danish_princess_offers_three_answers() -> None:
    s = upkeep("Marriage", track=[0, 4, 0, 2], round=4)
    assert (due_step(s), s.players_to_act) == ("AnswerPrincess", (1,))
    assert choices(s) == ["princess pact", "princess trade", "princess spurn"]
    assert (s.points[1], s.renown[1]) == (10, 1)  # she brings nothing else


LAST = ["Battle", "Church", "Regions", "Round"]


def position_with_princess(**fields: Any) -> BrianBoruState:
    """Return a position in which player 1 has married the Danish princess in round 4 and must choose."""
    given: dict[str, Any] = {"round": 4, "wed": ["", "estrid", "", ""], "track": [0, 4, 0, 0]} | fields
    return position("AnswerPrincess player=1", "BackToStart player=1", *LAST, **given)


@pytest.mark.clause("brian_boru.marriage.pact", "brian_boru.marriage.princess")
def test_military_pact_is_remembered() -> None:
    s = position_with_princess(
        vikings="C1",
        discs=["B4", "D1 C2", "M3", "C1 C3 C4 C5"],
    )
    act(s, "princess pact")
    assert (s.pact, s.trade) == (1, -1)
    assert shown(s, "wed")[1] == "estrid"
    assert s.track[1] == 0
    # Connaught: 5 towns, 2 for player 1 with the Vikings', 3 for player 3: the pact gives the towns, not the lead
    assert shown(s, "owner")[5] == 3


@pytest.mark.clause("brian_boru.marriage.pact", "brian_boru.regions.pact", "brian_boru.scoring.pact_trade")
@pytest.mark.parametrize(("answer", "owner", "presence"), [("pact", 1, 0), ("trade", None, 1), ("spurn", None, 0)])
def test_three_answers_differ_where_the_vikings_lead(answer: str, owner: int | None, presence: int) -> None:
    s = position_with_princess(
        vikings="C1 C3 M3",
        discs=["B4", "D1 C2", "M3", "C1 C3 C4 C5"],
        marker=0,
        coins=[1, 1, 1, 1],
        renown=[0, 0, 0, 0],
        open="connaught",
        owner=[None] * 8,
    )
    act(s, f"princess {answer}")
    assert s.is_terminal
    assert shown(s, "owner")[5] == (1 if answer == "pact" else None)
    spurned = 4 if answer == "spurn" else 0
    # Connaught counts 1 for player 1, 2 for player 3, 2 for the Vikings;
    # player 1 is present in Connaught and Dubhlinn, with trade also in Munster
    assert s.points[1] == 10 + spurned + (7 if owner == 1 else 0) + presence
    assert shown(s, "wed")[1] == ("" if answer == "spurn" else "estrid")


@pytest.mark.clause("brian_boru.marriage.trade", "brian_boru.marriage.princess")
def test_trade_is_remembered_and_gives_no_control() -> None:
    s = position_with_princess(
        vikings="C1",
        church=[0, 1, 0, 0],
    )
    act(s, "princess trade")
    assert (s.pact, s.trade) == (-1, 1)
    assert choices(s) == ["monastery D1", "pass"]


@pytest.mark.clause("brian_boru.marriage.spurn")
def test_rejecting_the_princess_brings_four_points_and_no_card() -> None:
    s = position_with_princess(
        wed=["brigid", "estrid", "", ""],
        church=[0, 1, 0, 0],
    )
    act(s, "princess spurn")
    assert list(s.points) == [10, 14, 10, 10]
    assert shown(s, "wed") == ["brigid", "", "", ""]
    assert (s.pact, s.trade) == (-1, -1)


@pytest.mark.clause("brian_boru.marriage.princess")
def test_pact_and_trade_exclude_each_other() -> None:
    data = description("Regions", "Round", round=4, wed=["estrid", "", "", ""], pact=0, trade=0)
    with pytest.raises(ValueError, match="pact or trade, not both"):
        position("Regions", "Round", round=4, wed=["estrid", "", "", ""], pact=data["pact"], trade=0)
