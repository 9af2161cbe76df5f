"""The final scoring, the winner and the ties."""

from typing import Any

import pytest

from regnum.games.brian_boru.components import TOWNS, VALUE
from regnum.games.brian_boru.scoring import final_points
from regnum.games.brian_boru.state import BrianBoruState
from tests.support.games.brian_boru import game, position


def position_before_scoring(**fields: Any) -> BrianBoruState:
    """Return the position before the final scoring; nobody has renown, all coins are equal."""
    quiet = {"coins": [2, 2, 2, 2], "renown": [0, 0, 0, 0], "round": 4}
    return position(**{**quiet, **fields})


def lines(s: BrianBoruState, line: str) -> list[int]:
    return [points[line] for points in final_points(s)]


@pytest.mark.clause("brian_boru.scoring.track")
def test_final_points_come_on_top_of_the_track() -> None:
    fields: dict[str, Any] = {"points": [20, 11, 0, 5], "renown": [1, 2, 3, 0], "coins": [5, 0, 0, 0], "marker": 1}
    before = position_before_scoring(**fields)
    after = position("FinalScoring", **{"round": 4, **fields})
    assert after.is_terminal
    assert list(after.points) == [20 + 1 + 1, 11 + 2 + 1, 3, 5]
    assert after.scores() == [22, 14, 3, 5]
    assert [sum(points.values()) for points in final_points(before)] == [2, 3, 3, 0]


@pytest.mark.clause("brian_boru.scoring.track", "brian_boru.scoring.winner")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_whole_game_ends_with_the_final_scoring(players: int) -> None:
    before: BrianBoruState | None = None
    last = None
    for s in game(players, 9):
        before = s.clone() if not s.is_terminal else before
        last = s
    assert before is not None
    assert last is not None
    gained = [sum(points.values()) for points in final_points(last)]
    assert min(gained) > 0
    assert all(last.points[player] - gained[player] >= before.points[player] - 2 for player in range(players))
    best = max(last.points)
    assert {player for player in range(players) if last.ranking()[player] == 1} <= {
        player for player in range(players) if last.points[player] == best
    }


@pytest.mark.clause("brian_boru.scoring.coins")
@pytest.mark.parametrize(
    ("coins", "points"),
    [([3, 2, 2, 0], [1, 0, 0, 0]), ([3, 3, 2, 0], [0, 0, 0, 0]), ([0, 0, 0, 0], [0, 0, 0, 0])],
)
def test_most_coins_score_unless_tied(coins: list[int], points: list[int]) -> None:
    assert lines(position_before_scoring(coins=coins), "coins") == points


@pytest.mark.clause("brian_boru.scoring.marker")
def test_town_marker_scores() -> None:
    assert lines(position_before_scoring(marker=2), "marker") == [0, 0, 1, 0]


@pytest.mark.clause("brian_boru.scoring.renown")
def test_each_renown_token_scores() -> None:
    assert lines(position_before_scoring(renown=[0, 3, 1, 7]), "renown") == [0, 3, 1, 7]


@pytest.mark.clause("brian_boru.scoring.tokens", "brian_boru.scoring.face_down")
def test_own_tokens_score_in_full_and_face_down_ones_not_at_all() -> None:
    # Northern Uí Néill 6 and Breifne 3 for player 0, Munster 7 for player 2; nobody has a town in the first two
    s = position_before_scoring(
        open="northern_ui_neill breifne munster",
        owner=[0, None, 0, None, None, None, None, 2],
        discs=["L1", "D1 D2 D3", "U1", "C1"],
    )
    assert lines(s, "tokens") == [9, 0, 7, 0]
    assert lines(s, "open_tokens") == [0, 0, 0, 0]  # Dubhlinn is all of player 1, but its token is face down


@pytest.mark.clause("brian_boru.scoring.open_tokens")
@pytest.mark.parametrize(
    ("region", "code", "half"),
    [(0, "N", 3), (1, "U", 2), (2, "B", 1), (3, "S", 2), (4, "D", 1), (5, "C", 3), (6, "L", 3), (7, "M", 3)],
)
def test_unowned_open_token_gives_half_its_value_to_all_leaders(region: int, code: str, half: int) -> None:
    ids = ["northern_ui_neill", "ulaid", "breifne", "southern_ui_neill", "dubhlinn", "connaught", "leinster", "munster"]
    one, two, *_ = [town for town in TOWNS if town[0] == code]
    homes = [town for town in ("N5", "L9", "M9") if town[0] != code]
    s = position_before_scoring(open=ids[region], discs=[one, two, homes[0], homes[1]])
    assert lines(s, "open_tokens") == [half, half, 0, 0]
    assert half == VALUE[region] // 2


@pytest.mark.clause("brian_boru.scoring.open_tokens")
@pytest.mark.parametrize(
    ("reading", "vikings", "points"),
    [
        ("players", "C2 C3", [3, 0, 0, 0]),  # 1 for player 0, 2 for the Vikings
        ("nobody", "C2 C3", [0, 0, 0, 0]),
        ("players", "C2", [3, 0, 0, 3]),  # 1 for each of player 0, player 3 and the Vikings
        ("nobody", "C2", [3, 0, 0, 3]),  # no majority of the Vikings alone
        ("players", "C1 C2 C3", [0, 0, 0, 0]),  # no player has a town there
        ("nobody", "", [0, 0, 0, 3]),
    ],
)
def test_option_decides_scoring_where_the_vikings_lead(reading: str, vikings: str, points: list[int]) -> None:
    s = position_before_scoring(
        options={"viking_majority": reading}, open="connaught", discs=["C1", "D1", "M3", "C2 C3"], vikings=vikings
    )
    assert lines(s, "open_tokens") == points


@pytest.mark.clause("brian_boru.scoring.monastery")
def test_monastery_counts_double_for_an_open_token_but_not_in_the_table() -> None:
    discs = ["C1", "D1", "M3", "C2 C3"]
    s = position_before_scoring(open="connaught", discs=discs, monasteries="C1")
    assert lines(s, "open_tokens") == [3, 0, 0, 3]
    assert lines(s, "presence") == lines(position_before_scoring(discs=discs), "presence") == [0, 0, 0, 0]


@pytest.mark.clause("brian_boru.scoring.presence")
@pytest.mark.parametrize(
    ("towns", "vikings", "points"),
    [
        ("N1", "N1", 0),  # in no region at all
        ("N1 N2 N3", "", 0),
        ("N1 U1", "", 0),
        ("N1 U1 B1", "", 1),
        ("N1 N2 U1 B1 S1", "", 1),
        ("N1 U1 B1 S1 D1", "", 3),
        ("N1 U1 B1 S1 D1 C1", "", 5),
        ("N1 U1 B1 S1 D1 C1 L1", "", 7),
        ("N1 U1 B1 S1 D1 C1 L1 M1", "", 10),
        ("N1 U1 B1 S1 D1 C1 L1 M1", "M1 L1", 5),
        ("N1 U1 B1 S1 D1 C1 L1 M1 M2", "M1", 10),
    ],
)
def test_presence_in_regions_scores(towns: str, vikings: str, points: int) -> None:
    s = position_before_scoring(discs=[towns, "D2", "M3", "C2"], vikings=vikings, monasteries="N1")
    assert lines(s, "presence") == [points, 0, 0, 0]
    fields: dict[str, Any] = {
        "discs": [towns, "D2", "M3", "C2"],
        "vikings": vikings,
        "coins": [2] * 4,
        "renown": [0] * 4,
    }
    scored = position("FinalScoring", round=4, marker=3, **fields)
    assert list(scored.points) == [10 + points, 10, 10, 11]  # and it is added to the total


@pytest.mark.clause("brian_boru.scoring.pact_trade")
@pytest.mark.parametrize(
    ("answer", "open_tokens", "presence"),
    [("pact", [0, 3, 0, 0], 0), ("trade", [0, 0, 0, 3], 3), ("", [0, 0, 0, 3], 0)],
)
def test_pact_and_trade_work_in_different_lines(answer: str, open_tokens: list[int], presence: int) -> None:
    fields: dict[str, Any] = {
        "discs": ["U1 B1", "D1", "M3 S1", "C1 C2 C3"],
        "vikings": "U1 B1 S1 C1 C2",
        "open": "connaught",
    }
    if answer:
        fields |= {"wed": ["", "estrid", "", ""], answer: 1}
    s = position_before_scoring(**fields)
    assert lines(s, "open_tokens") == open_tokens
    assert lines(s, "presence") == [0, presence, 0, 0]


def finished_game(**fields: Any) -> BrianBoruState:
    """Return a finished game with these points."""
    return position(**{"round": 4, "open": "ulaid breifne connaught", **fields})


@pytest.mark.clause("brian_boru.scoring.winner")
def test_most_points_win() -> None:
    s = finished_game(points=[30, 41, 40, 12])
    assert s.ranking() == [3, 1, 2, 4]
    assert s.returns()[1] == 1.0


@pytest.mark.clause("brian_boru.scoring.ties")
@pytest.mark.parametrize(
    ("owned", "wed", "ranking"),
    [
        ({1: 0, 2: 1, 5: 1}, ["aoife brigid", "", "", ""], [2, 1, 3, 3]),  # tokens first, whatever they are worth
        ({1: 0, 2: 1}, ["aoife", "brigid conall", "", ""], [2, 1, 3, 3]),  # then marriage cards
        ({1: 0, 2: 1}, ["aoife", "brigid", "", ""], [1, 1, 3, 3]),  # then it is shared
        (
            {1: 0, 2: 1},
            ["aoife", "estrid brigid", "", ""],
            [2, 1, 3, 3],
        ),  # the princess counts, if she was not turned away
    ],
)
def test_ties_go_to_tokens_then_to_marriage_cards(owned: dict[int, int], wed: list[str], ranking: list[int]) -> None:
    owner = [owned.get(region) for region in range(8)]
    trade = 1 if "estrid" in wed[1] else None
    s = finished_game(points=[40, 40, 12, 12], owner=owner, wed=wed, trade=trade)
    assert s.ranking() == ranking
