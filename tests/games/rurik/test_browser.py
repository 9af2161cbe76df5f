"""Rurik at the table in a real Chromium: a whole game of two, by board and buttons, with pictures and axe."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from regnum import Record
from tests.web.conftest import ROOT, Server
from tests.web.test_browser import axe

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SCREENS = ROOT / "build" / "screens"
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def page_at(browser: Browser, tmp_path: Path) -> Iterator[Callable[[str], Page]]:
    """Open pages of a server of our own; at the end no console may have complained."""
    server = Server(tmp_path).start()
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def come(locale: str) -> Page:
        context = browser.new_context(base_url=server.address, locale=locale, viewport=DESKTOP)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield come
    for context in contexts:
        context.close()
    server.stop()
    assert complaints == []


def open_table(page: Page, *others: str) -> None:
    page.goto("/new/rurik")
    page.get_by_label(re.compile("name|Name|ім’я")).first.fill("Ann")
    page.locator(f"input[name=players][value='{len(others) + 1}']").check(force=True)
    for seat, kind in enumerate(["me", *others]):
        page.locator(f"#seat-{seat}").select_option(kind)
    page.locator("form.form button").click()
    page.wait_for_url("**/table/*")


def soon(done: Callable[[], bool], what: str) -> None:
    late = time.monotonic() + 30
    while not done():
        assert time.monotonic() < late, f"this took too long: {what}"
        time.sleep(0.01)


def finished(page: Page) -> bool:
    return page.locator("#final").count() > 0


def my_turn(page: Page) -> bool:
    soon(lambda: finished(page) or page.locator("#choices button").count() > 0, "the next turn")
    return not finished(page)


def move(page: Page, number: int) -> None:
    """Take some legal action, where it has a place of its own by a click there, and wait for the new position."""
    script = "[...document.querySelectorAll('#choices button')].map(b => [b.id, b.dataset.target || ''])"
    offered: list[tuple[str, str]] = page.evaluate(script)
    chosen, target = offered[number * 11 % len(offered)]
    alone = [at for _, at in offered].count(target) == 1
    with page.expect_response("**/act") as answered:
        if target and number % 2:
            place = page.locator(f"[data-target='{target}']:not(button)")
            assert place.count() == 1, f"{target} can be clicked"
            place.first.focus()
            place.first.press("Enter")
            if not alone:
                page.locator(f"[id='{chosen}']").click()
        else:
            page.locator(f"[id='{chosen}']").click()
    assert answered.value.status == 200, page.locator("#message").inner_text()
    reached = int(answered.value.headers["regnum-ply"])
    soon(lambda: finished(page) or int(page.locator("#ply").input_value()) >= reached, chosen)


def picture(page: Page, name: str) -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    for label, size in (("1440x900", DESKTOP), ("390x844", PHONE)):
        page.set_viewport_size(size)
        page.wait_for_timeout(450)
        page.screenshot(path=SCREENS / f"rurik-{name}-{label}.png", full_page=label == "390x844")
    page.set_viewport_size(DESKTOP)


def test_a_whole_two_player_game_by_board_and_buttons(page_at: Callable[[str], Page], tmp_path: Path) -> None:
    page = page_at("en-GB")
    open_table(page, "bot:greedy")
    number = 0
    while my_turn(page):
        if number in (12, 40):
            picture(page, f"move-{number}")
            assert axe(page) == []
        move(page, number)
        number += 1
    picture(page, "final")
    assert number > 30
    totals = [int(page.locator("#final tfoot tr").first.locator("td").nth(player).inner_text()) for player in range(2)]
    rows = page.locator("#final tbody tr")
    assert rows.count() == 6
    for player, total in enumerate(totals):
        points = [int(rows.nth(row).locator("td").nth(player).inner_text()) for row in range(6)]
        assert sum(points) == total
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = Record.load(Path(download.value.path()))
    assert record.verify() is None
    assert record.replay().scores() == totals
