"""Pieces and seats are distinguishable for colour-blind people, measured in pictures.

A point counts if its colour differs clearly, as it is seen. All of a piece is counted: colour, rim and mark. So a
mark makes up for a colour; but a rim and a mark alone are less than a third of a piece.
"""

import base64
import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.commands.layout_overlaps import SECRET, PositionBrowser
from tests.support.server.server_process import Server

COMPARE = (Path(__file__).parent / "vision.js").read_text(encoding="utf-8")
WAYS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
CLEAR = 0.12
"""The OKLab distance of clearly different colours; black and white have distance 1."""
GROUND, SEATS = 1 / 3, 1 / 4
"""So much of a piece differs clearly from what it lies on, and from the same piece of another seat."""
PIECES = {
    "brian_boru": "[id^=disc-]",
    "khan": "[id^=yurt-]:not([href='#yurt-n']), #pieces .tile use[href^='#yurt-'], #pieces .tile:has(.stamp)",
    "rurik": "[id^=troops-], #pieces [id^=leader-]",
    "wallenstein": "[id^=army-]",
}
BOX = """piece => {
    const { x, y, width, height } = (piece.querySelector('.gap') ?? piece).getBoundingClientRect();
    return { x, y, width, height };
}"""
RESEAT = """(piece, seat) => {
    for (const part of [piece, ...piece.querySelectorAll('*')]) {
        const kind = part.getAttribute('class'), use = part.getAttribute('href');
        kind && part.setAttribute('class', kind.replace(/\\bs\\d\\b/, `s${seat}`));
        use && part.setAttribute('href', use.replace(/^(#seat-|#yurt-)\\d/, `$1${seat}`));
    }
}"""


@pytest.fixture
def position_browser(browser: Browser, tmp_path: Path) -> Iterator[PositionBrowser]:
    server = Server(tmp_path / "data", 3600.0, {"REGNUM_SECRET": SECRET}).start()
    opened = PositionBrowser(server, browser)
    yield opened
    opened.close()
    server.stop()


def pictures(page: Page, piece: Locator, seats: int) -> list[str]:
    """Return pictures of a piece's place: without it, and with it in the colour of each seat."""
    box = piece.evaluate(BOX)

    def picture() -> str:
        return base64.b64encode(page.screenshot(clip=box)).decode()

    piece.evaluate("piece => (piece.style.visibility = 'hidden')")
    result = [picture()]
    piece.evaluate("piece => (piece.style.visibility = '')")
    for seat in range(seats):
        piece.evaluate(RESEAT, seat)
        result.append(picture())
    return result


@pytest.mark.parametrize("game", ["khan"])
def test_pieces_are_distinguishable_with_colour_blindness(
    position_browser: PositionBrowser, browser: Browser, game: str
) -> None:
    dice = random.Random("vision")
    page = position_browser.open(position_browser.store(game, 3, dice)[-1])
    page.set_viewport_size({"width": 1920, "height": 1080})
    # These discs cover other pieces.
    page.evaluate("document.querySelectorAll('#pieces [id^=viking-]').forEach(disc => disc.remove())")
    seats = page.locator("#strip > div").count()
    pieces = page.locator(f"#pieces {PIECES[game]}").all()
    judge = browser.new_page()
    low: list[tuple[str, str, float]] = []
    for piece in dice.sample(pieces, min(len(pieces), 6)):
        shown = pictures(page, piece, seats)
        for (one, before), (other, after) in itertools.combinations(enumerate(shown), 2):
            shares = judge.evaluate(COMPARE, [before, after, list(WAYS.values()), CLEAR])
            what = f"{piece.get_attribute('id')}: {f'seats {one - 1} and {other - 1}' if one else f'seat {other - 1}'}"
            low += [
                (what, way, share)
                for way, share in zip(WAYS, shares, strict=True)
                if share < (SEATS if one else GROUND)
            ]
    judge.close()
    assert low == []
