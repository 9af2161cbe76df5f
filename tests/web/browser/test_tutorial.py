"""Tutorials in a real Chromium: a whole one by its highlights, and the beginnings of the others."""

from contextlib import suppress

import pytest
from playwright.sync_api import Page

import regnum
from tests.support.browser.page import (
    DESKTOP,
    PHONE,
    Enter,
    accessibility_violations,
    entry_count,
    wait_for_count,
    wait_for_fonts,
    wait_until,
)

OTHERS = [
    (game, guide)
    for game in regnum.games()
    for guide in regnum.game(game).guides()
    if (game, guide) != ("brian_boru", "first")
]


def begin(page: Page, game: str, guide: str) -> None:
    page.goto("/")
    page.locator(f'button[formaction="/new/{game}/guide/{guide}"]').click()
    page.wait_for_url("**/table/*")


def ready(page: Page) -> bool:
    """Wait until the guide expects an action or is over; return whether it expects one."""
    wait_until(
        lambda: page.locator("#choices button.is-tutorial-target, #tutorial.is-over").count() > 0, what="the guide"
    )
    return page.locator("#tutorial.is-over").count() == 0


def follow(page: Page) -> None:
    """Follow the guide: press its target, point at each place (twice on a phone), or press a button."""
    before = entry_count(page)
    for control in page.locator(".sidebar .is-tutorial-target:not([data-target], #choices *)").all():
        control.click()
    for turn in range(4):
        button = page.locator("#choices button.is-tutorial-target").first
        places = (button.get_attribute("data-target") or "").split()
        targets = [page.locator(f'.is-tutorial-target[data-target="{place}"]:not(#choices *)') for place in places]
        targets = [place for place in targets if place.count()]
        if targets and (len(targets) > 1 or not page.locator("#choices.is-narrowed").count()):
            targets[turn % len(targets)].first.click()
        else:
            button.click()
        with suppress(AssertionError):
            wait_until(lambda: entry_count(page) > before, 0.3)
            return
    raise AssertionError(f"nothing moves: {page.locator('#tutorial').inner_text()}")


def test_tutorial_is_completed_by_clicking_highlighted_places(enter: Enter) -> None:
    page = enter()
    begin(page, "brian_boru", "first")
    assert ready(page)
    page.locator('[data-target="town-M1"]').first.click()
    wait_for_count(page, "#message .tutorial-reply", 1)
    assert entry_count(page) == 0
    follow(page)
    assert ready(page)
    wait_for_count(page, "#message .tutorial-reply", 0)
    page.reload()
    assert ready(page)
    assert "2 / 15" in page.locator("#tutorial").inner_text()
    page.set_viewport_size({"width": 1280, "height": 620})
    page.get_by_text("Show me where").click()
    wait_for_count(page, "#tutorial-where:not([hidden])", 0)
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    page.locator("#tutorial-previous-step summary").click()
    assert "eight regions" in page.locator("#tutorial-previous-step p").inner_text()
    assert accessibility_violations(page) == []
    for _ in range(40):
        if not ready(page):
            break
        follow(page)
    assert "on your own" in page.locator("#tutorial").inner_text()
    wait_for_count(page, "#do-hint", 1)


SEEN = """say => {
    const { left, top, bottom } = say.getBoundingClientRect();
    const textAt = (y) => document.elementFromPoint(left + 9, y)?.closest('.tutorial-text');
    return [top + 2, bottom - 2].every((y) => textAt(y) === say);
}"""


@pytest.mark.parametrize("size", [pytest.param(PHONE, marks=pytest.mark.journey), (820, 1180)])
def test_narrow_page_shows_the_tutorial_step_at_the_bottom(enter: Enter, size: tuple[int, int]) -> None:
    page = enter(size=size, has_touch=True, reduced_motion="reduce")
    begin(page, "khan", "first")
    wait_for_fonts(page)
    say, board = page.locator(".tutorial-text"), page.locator("#board")
    for number in range(3):
        assert ready(page)
        wait_until(lambda: bool(say.evaluate(SEEN)), 5, f"step {number + 1} is in sight")
        assert board.evaluate("board => board.getBoundingClientRect().top") > -size[1] / 6, f"the board at {number + 1}"
        follow(page)


def test_tutorial_above_the_hand_answers_and_two_taps_play(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    begin(page, "brian_boru", "first")
    wait_for_fonts(page)
    assert ready(page)
    for _ in range(2):
        page.locator("#town-U3").tap()
    wait_for_count(page, "#message .tutorial-reply", 1)
    assert page.locator(".tutorial-reply").evaluate(SEEN.replace(".tutorial-text", ".tutorial-reply"))
    assert page.evaluate("scrollY") == 0
    for _ in range(4):
        follow(page)
        assert ready(page)
    wait_until(lambda: bool(page.locator(".tutorial-text").evaluate(SEEN)), 5, "what the guide says is in sight")
    before = entry_count(page)
    card = page.locator("#card-19.is-tutorial-target")
    card.tap()
    wait_for_count(page, "#card-19.is-lifted", 1)
    assert entry_count(page) == before
    card.tap()
    wait_until(lambda: entry_count(page) > before, what="the second tap")


@pytest.mark.parametrize(("game", "guide"), OTHERS)
def test_tutorials_of_other_games_work_on_a_phone(enter: Enter, game: str, guide: str) -> None:
    page = enter("uk", PHONE)
    begin(page, game, guide)
    wait_for_fonts(page)
    for _ in range(3):
        assert ready(page)
        follow(page)
    assert ready(page)
