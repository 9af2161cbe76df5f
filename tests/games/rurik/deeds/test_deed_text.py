"""Deed cards have the same text on the page and in the terminal."""

import pytest

from regnum.games.rurik import GAME
from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.terminal import tables
from regnum.games.rurik.view import VIEW
from regnum.web.http.i18n import game_words
from tests.support.games.rurik import turn_position

NAMES = ["Oda", "Gyda"]


def describe_deed(state: RurikState, deed: str) -> tuple[str, str]:
    """Return the requirements and cost of a deed of the first player, which page and terminal describe alike."""
    seen = state.observed_by(0)
    assert isinstance(seen, RurikState)
    words = GAME.words("en")
    name = words.name("deed", deed)
    table = next(table for table in tables(seen, words, NAMES) if table.title == "Deeds")
    row = next(row for row in table.rows if row[1] == name)
    card = next(c for c in VIEW.board.panel(seen, game_words(GAME, "en"), NAMES, [])["deeds"] if c["name"] == name)
    texts = tuple("" if text == "–" else text for text in row[3:])
    assert texts == (card["needs"], card["cost"], card["reward"])
    return card["needs"], card["cost"]


@pytest.mark.clause("rurik.deeds.market_day", "rurik.deeds.adjacent")
def test_market_day_text_follows_its_option() -> None:
    deeds = [["market_day", "defensive_belt"]]
    assert (
        describe_deed(turn_position("build", deeds=deeds), "market_day")[0]
        == "markets in 3 regions with different goods"
    )
    assert (
        describe_deed(turn_position("build", deeds=deeds), "defensive_belt")[0] == "strongholds in 3 adjacent regions"
    )
    adjacent = turn_position("build", deeds=deeds, options={"market_day": "adjacent"})
    assert describe_deed(adjacent, "market_day")[0] == "markets in 3 adjacent regions"


@pytest.mark.clause("rurik.deeds.troops", "rurik.deeds.different_regions", "rurik.deeds.ruled_region")
def test_deed_text_says_where_figures_or_troops_come_from() -> None:
    deeds = [["peace_maker", "border_patrols"]]
    state = turn_position("build", deeds=deeds)
    assert describe_deed(state, "peace_maker")[1] == "2 figures from one region that you rule"
    assert describe_deed(state, "border_patrols")[1] == "3 figures from different regions"
    state = turn_position("build", deeds=deeds, options={"leader_removal": "forbidden"})
    assert describe_deed(state, "peace_maker")[1] == "2 troops from one region that you rule"
    assert describe_deed(state, "border_patrols")[1] == "3 troops from different regions"


@pytest.mark.clause("rurik.deeds.conditions")
@pytest.mark.parametrize("options", [{}, {"market_day": "adjacent", "leader_removal": "forbidden"}])
def test_page_and_terminal_describe_deeds_alike(options: dict[str, str]) -> None:
    for deed in DEEDS:
        assert any(describe_deed(turn_position("build", deeds=[[deed]], options=options), deed))
