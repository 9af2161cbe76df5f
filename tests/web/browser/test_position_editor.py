"""The position editor in Chromium: set up by pointer, keys and names, shared, saved, and played."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page

from tests.support.browser.page import (
    Enter,
    accessibility_violations,
    act_and_wait,
    violations_at_both_sizes,
    wait_for_turn,
    wait_until,
)
from tests.support.server.server_process import Server
from tests.support.store.finished_games import play_to_the_end
from tests.support.web.guests import Guest

PLACES = {"brian_boru": "town-N1", "khan": "cell-f2", "rurik": "region-kiev", "wallenstein": "land-baden"}
PLAYERS = {"brian_boru": 3, "khan": 2, "rurik": 3, "wallenstein": 3}


def position_of(page: Page) -> str:
    return page.locator("#position").input_value()


def becomes(page: Page, before: str, what: str) -> str:
    wait_until(lambda: position_of(page) != before, 10, what)
    return position_of(page)


@pytest.mark.journey
@pytest.mark.parametrize("game", ["rurik"])
def test_position_is_set_up_shared_and_played(game: str, enter: Enter, tmp_path: Path) -> None:
    page = enter()
    page.goto(f"/editor/{game}?players={PLAYERS[game]}")
    first = position_of(page)
    page.locator(f"#{PLACES[game]}").first.click(force=True)
    second = becomes(page, first, "a thing is put where one points")
    page.locator("#edit-undo").focus()
    page.keyboard.press("Control+z")
    assert becomes(page, second, "undo") == first
    page.keyboard.press("Control+Shift+z")
    assert becomes(page, first, "redo") == second
    page.locator(f"#{PLACES[game]}").first.click(force=True, modifiers=["Shift"])
    assert becomes(page, second, "with Shift it is taken away") == first
    page.locator("#place").select_option(PLACES[game].partition("-")[2])
    page.locator(".place-by-name button").first.focus()
    page.keyboard.press("Enter")
    assert becomes(page, first, "by name") == second
    if game == "khan":
        assert "41 yurts in all" in page.locator("#edit-state").inner_text()
        page.locator(".position-errors a").first.click()
        page.locator('[data-set="stock/0"]').fill("39")
        page.locator('[data-set="stock/0"]').press("Enter")
        wait_until(lambda: "is playable" in page.locator("#edit-state").inner_text(), 10, "the fault is mended")
        assert violations_at_both_sizes(page, "position", "en") == {}
    elif game == "rurik":
        page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
        assert accessibility_violations(page) == []
    with page.expect_download() as saved:
        page.locator("#editor .tools [formaction]").click()
    saved.value.save_as(tmp_path / "position.json")
    position = json.loads(position_of(page))
    assert json.loads((tmp_path / "position.json").read_text()) == position
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#edit-share").click()
    wait_until(lambda: bool(page.evaluate("location.hash")), 10, "the link")
    other = enter("de")
    other.goto(page.url)
    wait_until(lambda: json.loads(position_of(other)) == position, 10, "the link opens the position")
    other.goto(f"/editor/{game}?players={PLAYERS[game]}")
    other.locator("#edit-file").set_input_files(tmp_path / "position.json")
    other.locator(".load button").first.click()
    wait_until(lambda: json.loads(position_of(other)) == position, 10, "the file opens the position")
    if game in ("brian_boru", "wallenstein"):  # the other piece makes these two impossible
        other.locator("#edit-undo").click()
        other.goto(f"/editor/{game}?players={PLAYERS[game]}")
    for seat in range(PLAYERS[game]):
        other.locator(f"#fork-seat-{seat}").select_option("me")
    other.locator(".start .strong").click()
    other.wait_for_url("**/table/**")
    assert "Übungstisch" in other.locator("#fork-note").inner_text()
    assert other.locator("#choices").count() == 1, "all seats belong to the guest"


@pytest.fixture(scope="module")
def over(server: Server) -> Iterator[str]:
    """Return a table with a finished game."""
    with httpx.Client(base_url=server.address, timeout=60) as client:
        id_ = Guest(client).open_table("me", "bot:random", game="khan", pace="slow")
        play_to_the_end(server.data / "regnum.db", id_)
        yield id_


@pytest.mark.parametrize("scripts", [True, False])
def test_fork_starts_at_the_shown_moment(scripts: bool, enter: Enter, over: str) -> None:
    page = enter(java_script_enabled=scripts)
    page.goto(f"/table/{over}/replay?at=12")
    page.locator("[data-destination=move-next]").click()
    wait_until(lambda: page.evaluate("location.search").endswith("at=13"), 10, "the next move")
    page.locator("#fork summary").click()
    for seat in (0, 1):
        page.locator(f"#fork-seat-{seat}").select_option("me")
    asked = page.locator("#fork-at").get_attribute("value")
    assert asked == "13"
    page.locator("#fork .strong").click()
    page.wait_for_url("**/table/*")
    assert "A practice table" in page.locator("#fork-note").inner_text()
    seats = page.locator("#strip .who").all_inner_texts()
    assert len(set(seats)) == 2
    if scripts:
        before = page.locator("#strip .acting .who").first.inner_text()
        for _ in range(12):  # until it is the other seat's turn: the page turns to it
            act_and_wait(page, lambda: page.locator("#choices button").first.evaluate("one => one.click()"), "a move")
            assert wait_for_turn(page)
            if page.locator("#strip .acting .who").first.inner_text() != before:
                break
        assert page.locator("#choices").count() == 1
