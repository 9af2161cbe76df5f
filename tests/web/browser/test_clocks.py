"""Timeouts in a real Chromium: a stand-in plays, the other player goes on, and the person returns."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.support.browser.clock_time import pass_time
from tests.support.browser.page import Enter, violations_at_both_sizes, wait_until
from tests.support.server.server_process import Server

LEFT = re.compile(r"\d+\s?\w+ \d+\s?\w+|\d+:\d\d(:\d\d)?")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose store is at hand."""
    running = Server(tmp_path_factory.mktemp("data")).start()
    yield running
    running.stop()


def fill_in(page: Page, name: str) -> None:
    """Open the form for a table of two people and a bot, over days."""
    page.goto("/new/brian_boru")
    page.locator("#name").fill(name)
    page.locator("input[name=players][value='3']").check(force=True)
    for seat, kind in enumerate(("me", "open", "bot:random")):
        page.locator(f"#seat-{seat}").select_option(kind)


def test_stand_in_plays_after_a_timeout_until_the_person_returns(enter: Enter, server: Server) -> None:
    ann, bob = enter(), enter("de")
    fill_in(ann, "Ann")
    assert not ann.locator(".over-days").is_visible(), "a live table asks for nothing more"
    ann.locator("details.more > summary").click()
    ann.locator("input[name=clock_preset][value=own]").check(force=True)
    ann.locator("#clock-turn").fill("26")
    assert not ann.locator("#clock-zone").is_visible()
    ann.locator("input[name=clock_night]").check()
    assert "/" in ann.locator("#clock-zone").input_value() or ann.locator("#clock-zone").input_value() == "UTC"
    assert violations_at_both_sizes(ann, "new", "en") == {}
    ann.locator("input[name=clock_night]").uncheck()
    ann.locator("form.form button.strong").click()
    ann.wait_for_url("**/table/*")
    table = ann.url.rpartition("/")[2]
    bob.goto(ann.locator(".seats .invite input").input_value())
    bob.get_by_label("Dein Name").fill("Bob")
    bob.locator("form.form button").click()
    bob.wait_for_url("**/table/*")
    pages = [ann, bob]
    wait_until(lambda: any(page.locator("#choices").count() for page in pages), what="somebody is to act")
    for page in pages:
        page.locator("#strip").wait_for()
    late = next(at for at, page in enumerate(pages) if page.locator("#choices").count())
    away, waits = pages[late], pages[1 - late]
    clock = waits.locator("#strip time.clock")
    assert LEFT.fullmatch(clock.inner_text()), clock.inner_text()
    assert away.locator(".own-clock time.clock").is_visible()
    before = clock.bounding_box()
    assert violations_at_both_sizes(away, "clock", "de" if late else "en") == {}
    waits.goto("/")
    assert LEFT.search(waits.locator(".tables time.clock").inner_text())
    waits.goto(f"/table/{table}")
    assert clock.bounding_box() == before

    for hours in (27.0, 80.0, 7.0):
        pass_time(server.data / "regnum.db", table, hours)
    away.locator("#do-return").wait_for(timeout=30_000)
    assert away.locator("#choices").count() == 0
    waits.locator("#strip .stand-in").wait_for(timeout=30_000)
    wait_until(lambda: waits.locator("#choices").count() == 1, what="the bot has played, and it is the other's move")
    for page, language in zip(pages, ("en", "de"), strict=True):
        assert violations_at_both_sizes(page, "replaced", language) == {}

    away.locator("#do-return").click()
    away.locator("#do-return").wait_for(state="detached", timeout=30_000)
    wait_until(lambda: waits.locator("#strip .stand-in").count() == 0, what="the other sees it")
    while away.locator("#choices").count() == 0:
        number = waits.locator("#entry-count").input_value()
        if waits.locator("#choices").count():
            waits.locator("#choices button[name=action]").first.dispatch_event("click")
        wait_until(
            lambda number=number: (
                waits.locator("#entry-count").input_value() != number or away.locator("#choices").count() > 0
            ),  # type: ignore[misc]
            what="the game goes on",
        )
    number = away.locator("#entry-count").input_value()
    away.locator("#choices button[name=action]").first.dispatch_event("click")
    wait_until(lambda: away.locator("#entry-count").input_value() != number, what="the player acts")
