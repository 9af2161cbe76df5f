"""Choices with several parts in a real Chromium: undone by click, keyboard and touch, in each game."""

from functools import partial

import pytest
from playwright.sync_api import Locator, Page

from tests.support.browser.page import (
    AXE,
    DESKTOP,
    PHONE,
    Enter,
    act_and_wait,
    buttons,
    click_button,
    fold_choices,
    keep_cards,
    wait_for_count,
    wait_for_turn,
    wait_until,
)
from tests.support.games.positions import first_asked

TURNS = {"brian_boru": "ChooseTown", "khan": "Act", "rurik": "Turn"}
"""The step whose choices have several parts in each game but Wallenstein, where the plan is changed on its board."""
CHIP = "#undo-parts .undo-part"
CLICKED = """([clientX, clientY]) =>
    document.body.dispatchEvent(new MouseEvent("click", {bubbles: true, detail: 1, clientX, clientY}))"""
"""Marks a click on nothing."""


def until_parts(page: Page, wanted: int) -> None:
    """Press buttons until a number of parts can be undone."""
    for number in range(200):
        assert wait_for_turn(page), "the game is not over before"
        wait_for_count(
            page, "#pending-players", 0, "others who decide at the same time are done: what they do ends taking back"
        )
        if page.locator(CHIP).count() >= wanted:
            return
        if page.locator("#keep-button").count():
            keep_cards(page)
            continue
        every = buttons(page)
        chosen = f"[id='{every.nth(number * 7 % every.count()).get_attribute('id')}']"
        act_and_wait(page, partial(click_button, page, chosen), chosen)
        page.evaluate("chosen => (window.pressed = chosen)", chosen)


@pytest.mark.parametrize(("game", "phone"), [("brian_boru", False), ("khan", False), ("rurik", True)])
def test_parts_of_a_choice_are_undone_at_once(enter: Enter, game: str, phone: bool) -> None:
    start = first_asked(game, 3, TURNS[game], seat=0)
    page = enter(size=PHONE if phone else DESKTOP, has_touch=phone, at=start, others="random")
    part_count = 1 if game == "brian_boru" else 2  # its turns are short
    until_parts(page, part_count)
    chip_count = page.locator(CHIP).count()
    last = page.locator(CHIP).last
    if phone:
        box = last.bounding_box()
        assert box is not None
        assert box["height"] >= 28, "large enough for a finger"
        act_and_wait(page, last.tap, "a tap takes the last part back")
    else:
        last.focus()
        act_and_wait(page, lambda: page.keyboard.press("Enter"), "the last part by Enter")
    wait_for_count(page, CHIP, chip_count - 1)
    assert page.locator(CHIP).count() or not page.locator("#do-undo").count()
    until_parts(page, part_count)
    page.evaluate(AXE)
    assert page.evaluate("axe.run('#turn').then(found => found.violations.map(one => one.id))") == []
    if not phone:
        chip_count = page.locator(CHIP).count()
        act_and_wait(page, lambda: page.keyboard.press("Control+z"), "Ctrl+Z")
        wait_for_count(page, CHIP, chip_count - 1)
        until_parts(page, part_count)
        does_not_look_pointed_at(page)
    page.locator(CHIP).first.click()
    wait_for_count(page, CHIP, 0, "the first part takes back all")


def does_not_look_pointed_at(page: Page) -> None:
    """Check that a button that moved under a resting pointer is highlighted only after a movement."""
    fold_choices(page)  # a scrolling list beside the board would move the part away
    last = page.locator(CHIP).last
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    assert box is not None
    x, y = box["x"] + 20, box["y"] + 12
    chosen = page.evaluate("() => window.pressed")
    act_and_wait(page, lambda: last.evaluate("chip => chip.click()"), "taken back")
    page.mouse.move(x, y)
    page.evaluate(CLICKED, [x, y])
    act_and_wait(page, lambda: page.locator(chosen).evaluate("button => button.click()"), chosen)
    look = "chip => [chip.classList.contains('is-guarded'), getComputedStyle(chip).textDecorationLine]"
    assert last.evaluate(look) == [True, "none"]
    wait_until(lambda: last.evaluate(look) == [False, "none"], 5, "it may be pressed")
    page.mouse.move(x + 12, y)
    assert last.evaluate(look) == [False, "line-through"]


@pytest.mark.journey
def test_menu_of_unavailable_actions_works(enter: Enter) -> None:
    page = enter(at="wallenstein/march-or-attack")
    menu = page.locator("#unavailable-list")
    page.locator("#unavailable > summary").focus()
    page.keyboard.press("Enter")
    menu.locator("li").first.wait_for()
    assert menu.locator("a[href^='/rules/']").count()
    assert menu.locator("b").first.is_visible()
    page.evaluate(AXE)
    assert page.evaluate("axe.run('#turn').then(found => found.violations.map(one => one.id))") == []
    fits_a_phone(page, menu)
    chosen = f"[id='{buttons(page).first.get_attribute('id')}']"
    act_and_wait(page, partial(click_button, page, chosen), chosen)
    wait_until(lambda: not menu.is_visible(), 10, "the menu of another decision is gone")


def fits_a_phone(page: Page, part: Locator) -> None:
    """Resize the window to a phone, and check that a part of the page fits."""
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    box = part.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]


def changing(page: Page) -> Locator:
    """Play until there is a button with an announced change; return it."""
    for number in range(40):
        assert wait_for_turn(page)
        page.locator("#choice-list:not([open]) > summary").evaluate_all("all => all.forEach(one => one.click())")
        button = buttons(page).nth(number % buttons(page).count())
        if page.request.get(f"{page.url}/choice/{button.get_attribute('value')}").ok:
            return button
        chosen = f"[id='{button.get_attribute('id')}']"
        act_and_wait(page, partial(click_button, page, chosen), chosen)
    raise AssertionError("no choice changes anything")


def test_standings_and_effects_of_a_choice_are_shown(enter: Enter) -> None:
    page = enter(at="khan/act")
    page.locator("[popovertarget=standings]").focus()
    page.keyboard.press("Enter")
    matrix = page.locator("#standings")
    matrix.locator("h2").wait_for()
    page.evaluate(AXE)
    assert page.evaluate("axe.run('#standings').then(found => found.violations.map(one => one.id))") == []
    fits_a_phone(page, matrix)
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    page.keyboard.press("Escape")
    wait_until(lambda: not matrix.is_visible(), 10, "Escape closes it")
    changing(page).hover()
    page.locator("#inspect-card .effects li").first.wait_for()
    page.mouse.move(5, 5)
    wait_until(lambda: not page.locator("#inspect-card").is_visible(), 10, "it goes with the pointer")


@pytest.mark.journey
def test_header_shows_the_number_of_waiting_tables(enter: Enter) -> None:
    page = enter(at="khan/act")
    assert not page.locator("#waiting").is_visible(), "at the only table there is nothing to be said"
    page.goto("/settings")
    page.locator("#waiting").wait_for()
    assert page.locator("#waiting").inner_text() == "1 table waiting"
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.locator("#waiting").click()
    page.wait_for_url("**/table/*")
