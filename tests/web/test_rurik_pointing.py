"""Pointing at the table of Rurik in Chromium: what a press means is seen before it happens, and no press is dead."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from regnum.games.rurik.state import RurikState
from tests.games.rurik.positions import go, turn
from tests.web.test_browser import PHONE, Enter, enter, ply, soon, take
from tests.web.test_rurik import open_rurik

pytestmark = pytest.mark.browser
__all__ = ["enter"]
LAPTOP = (1366, 768)


def play_from(page: Page, state: RurikState, tmp_path: Path) -> None:
    """Open a table at a position of two, all seats one's own."""
    file = tmp_path / "position.json"
    file.write_text(json.dumps(state.to_dict()))
    page.goto("/try/rurik?players=2")
    before = page.locator("#position").input_value()
    page.locator("#edit-file").set_input_files(file)
    page.locator(".load button").first.click()
    soon(lambda: page.locator("#position").input_value() != before, 10, "the position")
    for seat in range(2):
        page.locator(f"#try-seat-{seat}").select_option("me")
    page.locator(".start .strong").click()
    page.wait_for_url("**/table/**")
    page.evaluate("document.fonts.ready")


def press(page: Page, place: str) -> None:
    page.locator(f"#board [data-target='{place}']").focus()
    page.keyboard.press("Enter")


def test_a_lit_plot_builds_though_the_main_action_could_begin_in_its_region(enter: Enter, tmp_path: Path) -> None:
    page = enter()
    state = turn("move", troops=[{"kiev": 2}, {"volyn": 1}], boat=[{"wood": 1, "ore": 1}, {}])
    exchange = next(action.text for action in state.legal_actions(0) if action.text.startswith("exchange build"))
    play_from(page, go(state, exchange), tmp_path)
    take(page, lambda: press(page, "plot-market-kiev"), "the points are used")
    soon(lambda: page.locator("#market-kiev").count() == 1, 10, "and something is built")


def test_who_arrives_is_seen_before_he_does(enter: Enter, tmp_path: Path) -> None:
    page = enter()
    play_from(page, go(turn("move", troops=[{"kiev": 1}, {"volyn": 1}]), "main_action"), tmp_path)
    before = ply(page)
    press(page, "region-chernigov")
    soon(lambda: "choose Chernigov again" in page.locator("#held").inner_text(), 5, "who would go")
    assert "Kiev" in page.locator("#held").inner_text()
    assert ply(page) == before
    take(page, lambda: page.keyboard.press("Enter"), "it was meant")


def test_on_a_phone_whom_one_attacks_can_be_chosen_at_once(enter: Enter, tmp_path: Path) -> None:
    page = enter(size=PHONE, has_touch=True)
    state = turn("attack", troops=[{"kiev": 2}, {"kiev": 1}], rebels=["kiev"])
    play_from(page, go(state, "main_action"), tmp_path)
    page.evaluate("window.scrollTo({top: 0, behavior: 'instant'})")
    press(page, "region-kiev")
    soon(lambda: page.locator("#held").count() > 0, 5, "whom?")
    bar = page.locator("#do-pass").bounding_box()
    assert bar is not None
    meant = page.locator("#choices .meant")
    assert meant.count() == 2
    for number in range(2):
        box = meant.nth(number).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bar["y"]


def test_what_ends_the_turn_does_not_cover_the_heading(enter: Enter, tmp_path: Path) -> None:
    for language in ("de", "en", "uk"):
        page = enter(language, LAPTOP)
        play_from(page, go(turn("muster", 2, troops=[{"kiev": 1}, {"volyn": 1}]), "main_action"), tmp_path)
        end, head = page.locator("#do-pass").bounding_box(), page.locator("#turn-head").bounding_box()
        assert end is not None
        assert head is not None
        assert end["x"] >= head["x"] + head["width"]


def test_the_panel_begins_at_its_head_where_something_else_is_asked(enter: Enter) -> None:
    page = enter(size=LAPTOP)
    open_rurik(page, "bot:random")
    page.set_viewport_size({"width": 1366, "height": 560})
    scroll = (
        "(() => { const panel = document.getElementById('panel'); panel.scrollTop = 200; return panel.scrollTop; })()"
    )
    soon(lambda: page.evaluate(scroll) > 50, 5, "scrolled")
    last = "document.querySelector('#choose-leader .card:last-child').click()"
    take(page, lambda: page.evaluate(last), "a leader")
    page.wait_for_timeout(300)
    assert page.evaluate("document.getElementById('panel').scrollTop") == 0
