"""A whole game of Wallenstein in a real Chromium, planned by mouse."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.web.conftest import Server

TIME = 30


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose bots do not pause."""
    running = Server(tmp_path_factory.mktemp("wallenstein")).start()
    yield running.address
    running.stop()


def soon(done: Callable[[], bool], what: str) -> None:
    """Wait until something holds."""
    late = time.monotonic() + TIME
    while not done():
        assert time.monotonic() < late, f"this took too long: {what}"
        time.sleep(0.01)


def offered(page: Page) -> list[tuple[str, str]]:
    """Return the ids of the buttons, and the targets that they share with the board."""
    script = "[...document.querySelectorAll('#choices button')].map(b => [b.id, b.dataset.target || ''])"
    return [(entry[0], entry[1]) for entry in page.evaluate(script)]


def click(page: Page, place: str) -> None:
    """Click something that sends an action, and wait until the page has the answer."""
    with page.expect_response("**/act") as answered:
        page.locator(place).first.click()
    assert answered.value.status == 200, page.locator("#message").inner_text()
    reached = int(answered.value.headers["regnum-ply"])
    soon(lambda: over(page) or int(page.locator("#ply").input_value()) >= reached, place)


def over(page: Page) -> bool:
    return page.locator("#final").count() > 0


def plan(page: Page) -> None:
    """Lay cards by clicking them in the hand or on the map, change one, and confirm."""
    laid = 0
    while not page.locator("#do-confirm").count():
        targets = [target for _, target in offered(page) if target]
        chosen = targets[laid * 5 % len(targets)]
        where = "#board" if chosen.startswith("land-") and laid % 2 else "#hand"
        click(page, f"{where} [data-target='{chosen}']")
        laid += 1
    assert page.locator("#plan .open").count() == 0
    click(page, "#do-change")
    button = next(id_ for id_, _ in offered(page))
    click(page, f"[id='{button}']")
    click(page, "#do-confirm")


@pytest.mark.browser
@pytest.mark.slow
def test_a_whole_game_of_three_is_planned_and_played_by_mouse(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, locale="en-GB", viewport={"width": 1440, "height": 900})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto("/new/wallenstein")
    page.get_by_label(re.compile("name")).first.fill("Ann")
    page.locator("input[name=players][value='3']").check(force=True)
    for seat, kind in enumerate(["me", "bot:random", "bot:random"]):
        page.locator(f"#seat-{seat}").select_option(kind)
    page.locator("form.form button").click()
    page.wait_for_url("**/table/*")
    plans = moves = battles = 0
    while not over(page):
        soon(lambda: over(page) or page.locator("#choices button").count() > 0, "the next turn")
        if over(page):
            break
        if page.locator("#plan .next").count():
            plan(page)
            plans += 1
            continue
        choices = offered(page)
        button, target = choices[moves * 7 % len(choices)]
        if target and page.locator(f"#board [data-target='{target}']").count():
            click(page, f"#board [data-target='{target}']")
        else:
            click(page, f"[id='{button}']")
        moves += 1
        battles += page.locator("#cube-tower .fell .cube").count() > 0
    assert plans == 6
    assert battles > 0
    totals = [int(text) for text in page.locator("#final tfoot tr").first.locator("td").all_inner_texts()]
    assert len(totals) == 3
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    from regnum import Record

    record = Record.load(Path(download.value.path()))
    assert record.verify() is None
    assert record.replay().scores() == totals
    assert complaints == []
    context.close()
