"""The layout checker detects faults; names are not broken, and the newest log lines are visible."""

import pytest

from tests.support.browser.layout import layout_faults
from tests.support.browser.page import PHONE, Enter
from tests.support.games.positions import NAMES

FAULTS = {
    "text over text": "#turn-head { position: relative; top: 1.7em; }",
    "cut": "#status { height: 8px; overflow: hidden; }",
    "out of its frame": "#zoom-in, #log h2 { border: 1px solid; width: 20px; white-space: nowrap; }",
    "scrolls sideways": "#turn { width: 200vw; }",
    "out of the page": "#turn-head { position: relative; left: -50px; }",
    "panel over panel": "#log { position: relative; top: -200px; }",
    "control over control": ".zoom-buttons button { margin-right: -30px; }",
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
"""Broken words in names of the list of players, and names without a title."""


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(("/final-scoring", "/turn", "/act"))])
def test_names_are_not_broken_within_a_word(enter: Enter, name: str) -> None:
    page = enter("uk", at=name, others=None)
    for width, height in ((1366, 768), PHONE):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BROKEN) == [], width


@pytest.mark.parametrize("name", ["khan/act", "khan/lay", "rurik/turn", "rurik/place-advisor"])
def test_newest_log_lines_are_visible_beside_the_board(enter: Enter, name: str) -> None:
    box = enter(at=name, others=None).locator("#log li").last.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 900


def test_layout_faults_are_detected(enter: Enter) -> None:
    page = enter(size=PHONE, at="brian_boru/lead", others=None)
    page.evaluate("document.adoptedStyleSheets = [new CSSStyleSheet()]")
    for kind, style in FAULTS.items():
        page.evaluate("style => document.adoptedStyleSheets[0].replaceSync(style)", style)
        assert kind in {result for result, _, _ in layout_faults(page, PHONE, 2)}, kind
