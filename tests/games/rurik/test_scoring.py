"""The end of the game: points, agendas, who wins."""

from typing import Any

import pytest

from regnum.games.rurik.components import AGENDAS
from regnum.games.rurik.scoring import final_points, war_points
from regnum.games.rurik.state import RurikState
from tests.support.games.rurik import position


def finished_game(players: int = 2, **fields: Any) -> RurikState:
    return position(players, [], round=4, **fields)


def with_agenda(*agendas: str, players: int = 2, **fields: Any) -> RurikState:
    """Return a finished game whose players have these agendas (the first other one dealt is different)."""
    others = [name for name in AGENDAS if name not in agendas]
    offered = [[agenda, others.pop()] for agenda in agendas]
    stage = ["chosen"] * len(agendas)
    filler: list[list[str]] = [[] for _ in range(players - len(agendas))]
    stages = stage + ["undealt"] * len(filler)
    return finished_game(players, agenda=[*agendas], offered=offered + filler, agenda_stage=stages, **fields)


@pytest.mark.clause("rurik.end.winner", "rurik.end.tracks", "rurik.end.war", "rurik.end.agenda", "rurik.end.deeds")
def test_example_h_emily_has_twenty_points() -> None:
    state = with_agenda(
        "committed",
        tracks=[{"rule": 3, "build": 4, "trade": 4}, {"rule": 2, "build": 2, "trade": 3}],
        war=[2, 1],
        accomplished=[["hoard", "trade_route"]],
    )
    assert final_points(state)[0] == {"rule": 3, "build": 5, "trade": 5, "war": 3, "agenda": 2, "deeds": 2}
    assert state.scores() == [20, 2 + 2 + 3 + 1]
    assert state.ranking() == [1, 2]


@pytest.mark.clause("rurik.end.tracks")
@pytest.mark.parametrize(("space", "points"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 5), (5, 8)])
@pytest.mark.parametrize("track", ["rule", "build", "trade"])
def test_spaces_of_the_claim_tracks_score(track: str, space: int, points: int) -> None:
    assert finished_game(tracks=[{track: space}]).scores() == [points, 0]


@pytest.mark.clause("rurik.end.war", "rurik.end.war_tie", "rurik.end.war_unmoved")
@pytest.mark.parametrize(
    ("war", "points"),
    [
        ([3, 2, 1, 0], [3, 1, 0, 0]),
        ([3, 3, 2, 1], [3, 3, 0, 0]),
        ([3, 2, 2, 0], [3, 1, 1, 0]),
        ([2, 2, 2, 2], [3, 3, 3, 3]),
        ([1, 0, 0, 0], [3, 0, 0, 0]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_war_track_scores(war: list[int], points: list[int]) -> None:
    assert war_points(finished_game(4, war=war)) == points


@pytest.mark.clause("rurik.end.war_unmoved")
def test_markers_that_never_moved_may_have_a_place() -> None:
    options = {"war_unmoved": "scores"}
    assert war_points(finished_game(3, war=[1, 0, 0], options=options)) == [3, 1, 1]
    assert war_points(finished_game(3, war=[0, 0, 0], options=options)) == [3, 3, 3]


@pytest.mark.clause("rurik.end.deeds")
def test_score_counts_accomplished_deeds_only() -> None:
    state = finished_game(accomplished=[["capital_city", "hoard"]], deeds=[["market_day"], ["send_gifts"]])
    assert state.scores() == [3, 0]


# For each agenda: fields that make the first player lead, and fields that make the second one equal.
MOST: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "capable": ({"boat": [{"fur": 1}, {"fish": 2}], "dock": [{"fur": 2}]}, {"boat": [{"wood": 1}, {"fish": 1}]}),
    "courageous": ({"defeated": [["fur"], []]}, {"defeated": [["fur"], ["ore"]]}),
    "prosperous": ({"tracks": [{"trade": 2}, {"trade": 1, "rule": 4}]}, {"tracks": [{"trade": 1}, {"trade": 1}]}),
    "successful": ({"tracks": [{"rule": 2}, {"rule": 1, "build": 4}]}, {"tracks": [{"rule": 1}, {"rule": 1}]}),
    "committed": ({"tracks": [{"build": 2}, {"build": 1, "trade": 4}]}, {"tracks": [{"build": 1}, {"build": 1}]}),
    "dignified": (
        {"accomplished": [["hoard", "trade_route"], ["market_day"]]},
        {"accomplished": [["hoard"], ["market_day"]]},
    ),
    "protective": (
        {"structures": [{}, {"church": ["kiev"], "market": ["kiev", "volyn"]}], "troops": [{"kiev": 2}, {"volyn": 1}]},
        {"structures": [{"church": ["kiev"]}, {"church": ["volyn"]}], "troops": [{"kiev": 2}, {"volyn": 1}]},
    ),
    "wealthy": ({"coins": [3, 2]}, {"coins": [2, 2]}),
    "conquering": ({"war": [3, 2]}, {"war": [2, 2]}),
    "esteemed": (
        {"troops": [{"kiev": 1, "volyn": 1}, {"kiev": 5}]},
        {"troops": [{"kiev": 1}, {"kiev": 5}]},
    ),
    "regal": (
        {"boat": [{"fur": 1, "honey": 1}, {"honey": 2}], "dock": [{"fur": 1}]},
        {"boat": [{"fur": 1}, {"honey": 1}]},
    ),
}


@pytest.mark.clause(
    "rurik.end.agenda",
    "rurik.agendas.tie",
    "rurik.agendas.zero",
    "rurik.agendas.goods",
    "rurik.agendas.rebels",
    "rurik.agendas.tracks",
    "rurik.agendas.deeds",
    "rurik.agendas.structures",
    "rurik.agendas.coins",
    "rurik.agendas.occupied",
    "rurik.agendas.fur_and_honey",
)
@pytest.mark.parametrize("agenda", AGENDAS)
def test_agendas_score(agenda: str) -> None:
    def met(*agendas: str, **fields: Any) -> list[int]:
        return [lines["agenda"] for lines in final_points(with_agenda(*agendas, **fields))]

    first, equal = MOST[agenda]
    other = "capable" if agenda != "capable" else "regal"
    assert met(agenda, **first) == [2, 0]
    assert met(other, agenda, **first)[1] == 0
    assert met(agenda, **equal) == [2, 0]
    assert met(other, agenda, **equal)[1] == 2
    assert met(agenda) == [0, 0], "everything is zero"
    assert met(agenda, options={"agenda_with_nothing": "met"}) == [2, 0]


@pytest.mark.clause("rurik.agendas.rebels", "rurik.structures.church_rebel")
def test_rebels_replaced_by_churches_are_not_beaten() -> None:
    assert final_points(with_agenda("courageous", rebels=[]))[0]["agenda"] == 0


@pytest.mark.clause("rurik.agendas.coins", "rurik.claim.last_round")
def test_wealthy_agenda_brings_no_income_at_the_end() -> None:
    """The full columns of the other player would have been worth more."""
    fields: dict[str, Any] = {"coins": [2, 1], "boat": [{}, {"fur": 1, "ore": 2}], "war": [1]}
    agendas: dict[str, Any] = {"agenda": ["wealthy"], "offered": [["wealthy", "regal"]], "agenda_stage": ["chosen"]}
    state = position(2, [{"step": "ClaimPhase"}], round=4, **fields, **agendas)
    assert final_points(state)[0]["agenda"] == 2


@pytest.mark.clause("rurik.end.ties")
def test_ties_are_broken_by_regions_then_by_coins_then_shared() -> None:
    even: dict[str, Any] = {"tracks": [{"rule": 1}, {"trade": 1}, {"build": 1}]}
    regions = finished_game(3, troops=[{"kiev": 1}, {"volyn": 1, "rostov": 1}], coins=[9, 0, 5], **even)
    assert regions.ranking() == [2, 1, 3]
    coins = finished_game(3, troops=[{"kiev": 1}, {"volyn": 1}, {"rostov": 1}], coins=[1, 2, 2], **even)
    assert coins.ranking() == [3, 1, 1]
    assert coins.returns() == [-1.0, 0.5, 0.5]
