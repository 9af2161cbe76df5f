"""A whole game of each kind in the browser, from the start to the final scoring.

`python -m tests.commands.browser_games` plays whole games by clicks, keys or touch alone.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page

import regnum
from regnum.core.record.record import Record
from tests.commands.browser_games import GAMES, INPUTS, PagePlayer, sit_down
from tests.support.browser.page import DESKTOP, PHONE, Enter

SEED = 2


def number(cell: str) -> int:
    """Return the points in a cell; negative ones have a proper minus."""
    return int(cell.replace("−", "-"))


def whole_game(enter: Enter, game: str, seed: int = SEED, questions: int | None = None) -> Page:
    """Play against bots, a number of kinds of decisions by clicks (default: all); reproducible by seed."""
    start = regnum.game(game).new_state(GAMES[game], seed)
    page = enter(at=start, others="random", name=f"whole-{game}-{seed}", reduced_motion="reduce")
    PagePlayer(page, "click", seed).play_quickly(questions)
    return page


@pytest.mark.journey
@pytest.mark.parametrize("game", GAMES)
def test_whole_game_is_played_by_clicks(enter: Enter, game: str) -> None:
    page = whole_game(enter, game, questions=6)
    rows = page.locator("#final-scoring tbody tr")
    points = [[number(cell) for cell in rows.nth(row).locator("td").all_inner_texts()] for row in range(rows.count())]
    totals = [number(cell) for cell in page.locator("#final-scoring tfoot tr").first.locator("td").all_inner_texts()]
    assert [sum(column) for column in zip(*points, strict=True)] == totals
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = Record.load(Path(download.value.path()))
    assert record.verify() is None
    last = record.replay()
    assert last.scores() == totals
    places = page.locator("#final-scoring tfoot tr").last.locator("td").all_inner_texts()
    assert places == [f"{place}." for place in last.ranking()]


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_decision_is_made_by_clicks(enter: Enter, game: str) -> None:
    page = whole_game(enter, game, SEED + 1)
    assert page.locator("#final-scoring").is_visible()


@pytest.mark.parametrize("input_kind", [input_kind for input_kind in INPUTS if input_kind != "click"])
@pytest.mark.parametrize("game", GAMES)
def test_first_moves_are_made_by_keyboard_or_touch(enter: Enter, game: str, input_kind: str) -> None:
    page = enter(size=PHONE if input_kind == "touch" else DESKTOP, has_touch=input_kind == "touch")
    sit_down(page, game)
    player = PagePlayer(page, input_kind, seed=2)
    player.play(moves=5)
    assert player.moves == 5
