"""Choices of several parts in a real Chromium: taken back by click, by keyboard and by touch, in each game."""

import random
from functools import partial

import pytest
from playwright.sync_api import Locator, Page

from regnum.core.registry import all_games, find_game
from tests.support.browser import (
    AXE,
    DESKTOP,
    PHONE,
    Enter,
    buttons,
    count,
    fold,
    keep_cards,
    my_turn,
    play_from,
    push,
    soon,
    take,
)
from tests.support.cases import normally

COUNTS = {game.id: game.player_counts[-1] for game in all_games()}
CHIP = "#parts .part"
CLICKED = """([clientX, clientY]) =>
    document.body.dispatchEvent(new MouseEvent("click", {bubbles: true, detail: 1, clientX, clientY}))"""
"""One has clicked there, on nothing."""


def open_table(page: Page, game: str) -> None:
    if game == "rurik":  # where turns have several parts: by buttons the way there is long
        state, dice = find_game(game).new_state(2, 1), random.Random(1)
        while not (type(state.stack[-1]).__name__ == "Turn" and state.players_to_act == (0,)):
            state.apply(dice.choice(state.legal_actions()))
        play_from(page, state)
        return
    page.goto(f"/new/{game}")
    page.locator("#name").fill("Ann")
    page.locator(f"input[name=players][value='{COUNTS[game]}']").check(force=True)
    for seat in range(COUNTS[game]):
        page.locator(f"#seat-{seat}").select_option("bot:random" if seat else "me")
    page.locator("form.form button").click()
    page.wait_for_url("**/table/*")


def until_parts(page: Page, wanted: int) -> None:
    """Press buttons until so many parts may be taken back."""
    for number in range(200):
        assert my_turn(page), "the game is not over before"
        count(page, "#still", 0, "others who decide at the same time are done: what they do ends taking back")
        if page.locator(CHIP).count() >= wanted:
            return
        if page.locator("#keep-them").count():
            keep_cards(page)
            continue
        every = buttons(page)
        chosen = f"[id='{every.nth(number * 7 % every.count()).get_attribute('id')}']"
        take(page, partial(push, page, chosen), chosen)
        page.evaluate("chosen => (window.pressed = chosen)", chosen)


@pytest.mark.parametrize("phone", normally([False, True], True))
@pytest.mark.parametrize(
    "game", normally(sorted(set(COUNTS) - {"wallenstein"}), "rurik")
)  # a plan is changed on its board
def test_parts_are_taken_back_at_once(enter: Enter, game: str, phone: bool) -> None:
    page = enter(size=PHONE if phone else DESKTOP, has_touch=phone)
    open_table(page, game)
    wanted = 1 if game == "brian_boru" else 2  # its turns are short
    until_parts(page, wanted)
    there = page.locator(CHIP).count()
    last = page.locator(CHIP).last
    if phone:
        box = last.bounding_box()
        assert box is not None
        assert box["height"] >= 28, "large enough for a finger"
        take(page, last.tap, "a tap takes the last part back")
    else:
        last.focus()
        take(page, lambda: page.keyboard.press("Enter"), "the last part by Enter")
    count(page, CHIP, there - 1)
    assert page.locator(CHIP).count() or not page.locator("#do-undo").count()
    until_parts(page, wanted)
    page.evaluate(AXE)
    assert page.evaluate("axe.run('#turn').then(found => found.violations.map(one => one.id))") == []
    if not phone:
        there = page.locator(CHIP).count()
        take(page, lambda: page.keyboard.press("Control+z"), "Ctrl+Z")
        count(page, CHIP, there - 1)
        until_parts(page, wanted)
        does_not_look_pointed_at(page)
    page.locator(CHIP).first.click()
    count(page, CHIP, 0, "the first part takes back all")


def does_not_look_pointed_at(page: Page) -> None:
    """What has come under a resting pointer is struck through only when that moves, and not pressed at once."""
    fold(page)  # a list that scrolls what lies beside the board would move the part away
    last = page.locator(CHIP).last
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    assert box is not None
    x, y = box["x"] + 20, box["y"] + 12
    chosen = page.evaluate("() => window.pressed")
    take(page, lambda: last.evaluate("chip => chip.click()"), "taken back")
    page.mouse.move(x, y)
    page.evaluate(CLICKED, [x, y])
    take(page, lambda: page.locator(chosen).evaluate("button => button.click()"), chosen)
    look = "chip => [chip.classList.contains('too-soon'), getComputedStyle(chip).textDecorationLine]"
    assert last.evaluate(look) == [True, "none"]
    soon(lambda: last.evaluate(look) == [False, "none"], 5, "it may be pressed")
    page.mouse.move(x + 12, y)
    assert last.evaluate(look) == [False, "line-through"]


@pytest.mark.parametrize("game", normally(COUNTS, "wallenstein"))
def test_the_menu_of_what_is_not_there_now(enter: Enter, game: str) -> None:
    page = enter()
    open_table(page, game)
    menu = page.locator("#barred-list")
    for number in range(60):
        assert my_turn(page)
        if page.locator("#barred").count():
            page.locator("#barred > summary").focus()
            page.keyboard.press("Enter")
            menu.locator("li").first.wait_for()  # it is there only where it has something to say
            if menu.locator("a[href^='/rules/']").count():
                break
            page.keyboard.press("Enter")
        chosen = f"[id='{buttons(page).nth(number % buttons(page).count()).get_attribute('id')}']"
        take(page, partial(push, page, chosen), chosen)
        soon(lambda: not menu.is_visible(), 10, "the menu of another decision is gone")
    assert menu.locator("b").first.is_visible()
    page.evaluate(AXE)
    assert page.evaluate("axe.run('#turn').then(found => found.violations.map(one => one.id))") == []
    fits_a_phone(page, menu)
    chosen = f"[id='{buttons(page).first.get_attribute('id')}']"
    take(page, partial(push, page, chosen), chosen)
    soon(lambda: not menu.is_visible(), 10, "the menu of another decision is gone")


def fits_a_phone(page: Page, part: Locator) -> None:
    """Make the window as small as a phone's, and see that a part of the page does not stick out."""
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    box = part.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]


def changing(page: Page) -> Locator:
    """Play on until there is a button that is said to change something; return it."""
    for number in range(40):
        assert my_turn(page)
        page.locator("#listed:not([open]) > summary").evaluate_all("all => all.forEach(one => one.click())")
        button = buttons(page).nth(number % buttons(page).count())
        if page.request.get(f"{page.url}/choice/{button.get_attribute('value')}").ok:
            return button
        chosen = f"[id='{button.get_attribute('id')}']"
        take(page, partial(push, page, chosen), chosen)
    raise AssertionError("no choice changes anything")


@pytest.mark.parametrize("game", normally(COUNTS, "khan"))
def test_who_leads_and_what_a_choice_changes(enter: Enter, game: str) -> None:
    page = enter()
    open_table(page, game)
    assert my_turn(page)
    page.locator("[popovertarget=standings]").focus()
    page.keyboard.press("Enter")
    matrix = page.locator("#standings")
    matrix.locator("h2").wait_for()
    page.evaluate(AXE)
    assert page.evaluate("axe.run('#standings').then(found => found.violations.map(one => one.id))") == []
    fits_a_phone(page, matrix)
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    page.keyboard.press("Escape")
    soon(lambda: not matrix.is_visible(), 10, "Escape closes it")
    changing(page).hover()
    page.locator("#tip .effects li").first.wait_for()
    page.mouse.move(5, 5)
    soon(lambda: not page.locator("#tip").is_visible(), 10, "it goes with the pointer")


def test_the_header_says_how_many_tables_wait(enter: Enter) -> None:
    page = enter()
    open_table(page, "khan")
    assert my_turn(page)
    assert not page.locator("#waiting").is_visible(), "at the only table there is nothing to be said"
    page.goto("/settings")
    page.locator("#waiting").wait_for()
    assert page.locator("#waiting").inner_text() == "1 table waits"
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.locator("#waiting").click()
    page.wait_for_url("**/table/*")
