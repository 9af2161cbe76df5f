"""Nothing lies over something else, is cut or is out of sight: a few positions of each game in six sizes of window."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.cases import normally
from tests.support.server import Server
from tests.web.space import GAMES, MEASURE, SECRET, SHOW, Space

FAULTS = {
    "text over text": "#turn-head { position: relative; top: 1.7em; }",
    "cut": "#status { height: 8px; overflow: hidden; }",
    "out of its frame": "#closer, #log h2 { border: 1px solid; width: 20px; white-space: nowrap; }",
    "scrolls sideways": "#turn { width: 200vw; }",
    "out of the page": "#turn-head { position: relative; left: -50px; }",
    "panel over panel": "#log { position: relative; top: -200px; }",
    "control over control": ".zoomers button { margin-right: -30px; }",
    "too small": "#players .seat { width: 4px; padding: 0; border: 0; }",
    "piece over text": "#pieces .claim { transform: translate(500px, 600px) !important; transition: none !important; }",
    "a slit": ".log .scroll { height: 20px !important; max-height: 20px !important; }",
    "out of sight": ".strip { position: static !important; margin-top: 2000px !important; }",
}


BROKEN = """[...document.querySelectorAll('#players .name:not(#player-farmers *)')].flatMap((name) => {
    const text = name.firstChild, found = [];
    for (const word of text.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        lines.size > 1 && !word[0].includes('-') && found.push(word[0]);
    }
    return name.title === text.data ? found : [...found, `no title: ${text.data}`];
})"""
"""The words of names in the list of players that are broken, and names without their title."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots would take an hour, over a store that positions are put into."""
    running = Server(tmp_path_factory.mktemp("data"), 3600.0, {"REGNUM_SECRET": SECRET}).start()
    yield running
    running.stop()


@pytest.fixture
def space(browser: Browser, server: Server) -> Iterator[Space]:
    measured = Space(server, browser)
    yield measured
    measured.close()


@pytest.mark.parametrize("game", GAMES)
def test_everything_has_room(space: Space, game: str) -> None:
    assert len(list(space.look(game, 2, random.Random(f"test {game}")))) == 2
    assert space.found.measured == 12
    assert space.found.lines() == []


@pytest.mark.parametrize("game", normally(["brian_boru", "khan", "rurik", "wallenstein"], "wallenstein"))
def test_names_are_not_broken_within_a_word(space: Space, game: str) -> None:
    for position in space.store(game, 8, random.Random(f"names {game}"))[4:7]:
        page = space.open(position)
        for width, height in ((1366, 768), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(BROKEN) == [], f"{position} at {width}"
        page.close()


@pytest.mark.parametrize("game", ["khan", "rurik"])
def test_the_newest_of_the_log_is_in_sight_beside_the_board(space: Space, game: str) -> None:
    for position in space.store(game, 4, random.Random(f"log {game}"))[:3]:
        page = space.open(position)
        page.set_viewport_size({"width": 1440, "height": 900})
        box = page.locator("#log li").last.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 900, position
        page.close()


def test_faults_are_found(space: Space) -> None:
    (position,) = space.look("brian_boru", 1, random.Random(4), [(390, 844)])
    page = space.open(position)
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(SHOW, ["100", True])
    page.evaluate("document.adoptedStyleSheets = [new CSSStyleSheet()]")
    for kind, style in FAULTS.items():
        page.evaluate("style => document.adoptedStyleSheets[0].replaceSync(style)", style)
        assert kind in {found for found, _, _ in page.evaluate(MEASURE)}, kind
