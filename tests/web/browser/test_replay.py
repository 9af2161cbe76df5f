"""Replay in Chromium: by slider, keys, buttons and log, for each game, and automatic playback."""

import re
import time
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page

from tests.support.browser.page import Enter, accessibility_violations, violations_at_both_sizes, wait_until
from tests.support.server.server_process import Server
from tests.support.web.guests import Guest

GAMES = {"brian_boru": 3, "khan": 2, "rurik": 3, "wallenstein": 3}


@pytest.fixture(scope="module")
def tables(server: Server) -> Iterator[dict[str, str]]:
    """Return tables at which bots have played for a while, or to the end."""
    with httpx.Client(base_url=server.address, timeout=60) as client:
        host = Guest(client)
        result = {game: host.open_table(*["bot:random"] * count, game=game) for game, count in GAMES.items()}
        yield result


def at(page: Page) -> str:
    return str(page.evaluate("location.href")).rpartition("at=")[2]


def head(page: Page) -> tuple[int, int]:
    actual = re.fullmatch(r"Move (\d+) of (\d+)", page.locator("#replay-head").inner_text())
    assert actual
    return int(actual[1]), int(actual[2])


def look_back(page: Page, table: str, number: int) -> None:
    """Open a moment of a table after bots have played there for a while."""
    page.goto(f"/table/{table}/replay?at={number}")
    while head(page)[1] <= 45:
        time.sleep(0.2)
        page.reload()


def reach(page: Page, number: int) -> None:
    wait_until(lambda: at(page) == str(number), 5, f"move {number}")
    assert head(page)[0] == number


@pytest.mark.journey
@pytest.mark.parametrize("game", ["khan"])
def test_slider_keys_buttons_and_log_lead_to_moments(game: str, enter: Enter, tables: dict[str, str]) -> None:
    page = enter()
    look_back(page, tables[game], 20)
    seen = page.locator("#pieces").inner_html(), page.locator("#game-panel").inner_html()
    page.keyboard.press("ArrowRight")
    reach(page, 21)
    page.keyboard.press("Shift+ArrowRight")
    wait_until(lambda: at(page) != "21", 5, "the next turn")
    turn = head(page)[0]
    assert turn > 21
    page.keyboard.press("PageDown")
    wait_until(lambda: at(page) != str(turn), 5, "the next round")
    assert head(page)[0] > turn
    page.keyboard.press("Home")
    reach(page, 0)
    assert page.locator("[data-destination=move-previous][href]").count() == 0
    page.locator("#replay-slider").focus()
    page.keyboard.press("PageDown")
    wait_until(lambda: at(page) != "0", 5, "the first round")
    page.locator("#replay-slider").fill("19")
    reach(page, 19)
    assert page.locator("#log .is-new").count() == page.locator("#log [data-at='19']").count()
    page.locator("[data-destination=move-next]").click()
    reach(page, 20)
    board, beside = page.locator("#pieces"), page.locator("#game-panel")
    wait_until(lambda: (board.inner_html(), beside.inner_html()) == seen, 5, "as the page has it")
    entry = page.locator("#log li[data-at] a.moment-link").nth(8)
    number = int(entry.locator("xpath=..").get_attribute("data-at") or 0)
    entry.click()
    reach(page, number)
    assert page.locator("#log .is-new a.moment-link").count() >= 1
    if game == "wallenstein":
        assert accessibility_violations(page) == []
    elif game == "khan":
        assert violations_at_both_sizes(page, "replay", "en") == {}


@pytest.mark.journey
def test_replay_works_without_scripts(enter: Enter, tables: dict[str, str]) -> None:
    page = enter(java_script_enabled=False)
    look_back(page, tables["khan"], 5)
    page.locator("[data-destination=move-next]").click()
    assert head(page)[0] == 6
    page.locator("#replay-show").click()
    assert head(page)[0] == 6
    page.locator("#log li[data-at='9'] a.moment-link").first.click()
    assert head(page)[0] == 9
