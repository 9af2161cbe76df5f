"""The start page, a table and a whole short game in a real Firefox."""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.browser.firefox import Firefox
from tests.support.browser.page import wait_until
from tests.support.server.server_process import Server

PROGRAM = os.environ.get("REGNUM_FIREFOX") or shutil.which("firefox") or shutil.which("firefox-esr")
LOOK = """return {
    over: document.querySelector("#final-scoring") !== null,
    entry_count: Number(document.querySelector("#entry-count")?.value ?? -1),
    choices: [...document.querySelectorAll("#choices button")].map((b) => [b.id, b.dataset.target || ""]),
}"""
PRESS = """
const [id, target] = arguments;
const all = (where) => (target ? [...document.querySelectorAll(`${where}[data-target="${target}"]`)] : []);
const places = all(":is(#board, .sidebar) :not(button)");
const alone = places.length === 1 && all("#choices button").length === 1 && !id.startsWith("do-lay");
const pressed = alone ? places[0] : document.getElementById(id);
const whole = document.getElementById("show-whole-map");
whole.hidden || whole.click();
const click = (place) => {
  const once = () => place?.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, view: window}));
  once();
  // small places are shown closer first, what cannot be taken back is aimed at
  (whole.hidden && !document.querySelector(".is-tapped")) || once();
};
click(pressed);
// a card with its cell
click(document.querySelector(".invade.is-open"));
// a special card, once it has said what it does
document.querySelector(".hand .special.is-picked") && document.querySelector(".laying-bar .lay").click();
"""
READY = "return document.readyState === 'complete' && document.querySelector('#choices button') !== null"
NUMBERS = "return [...document.querySelectorAll(arguments[0])].map((cell) => Number(cell.innerText))"


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    """Yield a Firefox; at the end no script may have failed in it."""
    if not PROGRAM:
        pytest.skip("no Firefox here; `make test` as root installs one, REGNUM_FIREFOX=/path/to/firefox names one")
    browser = Firefox(PROGRAM, tmp_path)
    yield browser
    browser.close()
    lines = browser.log.read_text(errors="replace").splitlines()
    errors = [line for line in lines if line.startswith(("JavaScript error: http", "console.error", "console.warn"))]
    assert [line for line in errors if "RSLoader" not in line] == []  # Firefox's own


def test_whole_game_works_in_firefox(firefox: Firefox, server: Server) -> None:
    firefox.ask("WebDriver:SetWindowRect", width=1440, height=900)
    firefox.ask("WebDriver:Navigate", url=f"{server.address}/")
    firefox.ask("WebDriver:AddCookie", cookie={"name": "regnum_look", "value": "playback=off"})
    firefox.run("document.querySelector(\"form[action='/new/khan/first'] button.strong\").click()")
    wait_until(lambda: firefox.run(READY), 30, "a stranger's first turn")
    deadline = time.monotonic() + 240
    moves = 0
    before = -1
    while not (now := firefox.run(LOOK))["over"]:
        assert time.monotonic() < deadline, (
            f"after {moves} moves at {now['entry_count']}, {len(now['choices'])} choices"
        )
        if now["choices"] and now["entry_count"] > before:
            before = now["entry_count"]
            moves += 1
            firefox.run(PRESS, *now["choices"][moves * 7 % len(now["choices"])])
        time.sleep(0.01)
    assert moves > 20
    totals = firefox.run(NUMBERS, "#final-scoring tfoot tr:first-child td")
    points = firefox.run(NUMBERS, "#final-scoring tbody td")
    assert len(totals) >= 2
    assert [sum(points[seat :: len(totals)]) for seat in range(len(totals))] == totals
    firefox.ask("WebDriver:Navigate", url=f"{server.address}/tables")
    assert "Khan" in firefox.run("return document.querySelector('main').innerText")
