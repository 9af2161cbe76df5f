"""Pages by night and with large letters, in the browser: what is set is seen, and axe finds nothing."""

import pytest
from playwright.sync_api import Page

from tests.support.browser import (
    Enter,
    buttons,
    count,
    my_turn,
    open_table,
    ply,
    push,
    reach,
    soon,
    wrong_at_both_sizes,
)


def background(page: Page, part: str = "body") -> list[int]:
    colour = page.locator(part).evaluate("part => getComputedStyle(part).backgroundColor")
    return [int(float(number)) for number in colour.removeprefix("rgb(").rstrip(")").split(",")]


def test_what_is_set_is_seen(enter: Enter) -> None:
    page = enter()
    page.goto("/settings")
    day, size = background(page), page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    assert min(day) > 200
    assert page.locator("#saved").is_hidden()
    page.get_by_label("dark").check(force=True)
    page.get_by_label("150 %").check(force=True)
    soon(lambda: max(background(page)) < 60, 5, "what is chosen holds at once")
    page.locator("#saved").wait_for()
    page.reload()
    assert max(background(page)) < 60, "and it is kept"
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == pytest.approx(1.5 * size)
    assert wrong_at_both_sizes(page, "settings", "en") == {}


def test_a_tone_comes_with_ones_move_for_who_wants_it(enter: Enter) -> None:
    tones = "() => window.tones"
    page = enter()
    page.add_init_script(
        """
        window.tones = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...at) { window.tones++; start.apply(this, at); };
        """
    )
    page.goto("/settings")
    page.locator("input[name=sound][value=on]").check(force=True)
    page.locator("#saved").wait_for()
    open_table(page, "open", "bot:random")
    friend = enter()
    friend.goto(page.locator(".invite input").first.input_value())
    friend.fill("#name", "Ben")
    friend.locator("form.form button").click()
    for who in (page, friend):
        count(who, "#board", 1, "the table begins by itself")

    def acting() -> list[Page]:
        soon(lambda: bool(buttons(page).count() or buttons(friend).count()), 10, "somebody is to act")
        return [who for who in (page, friend) if buttons(who).count()]

    def act(who: Page) -> None:
        reached = ply(who)
        push(who, "#choices button")
        reach(who, reached + 1)
        who.wait_for_timeout(200)  # the other page hears of it

    while page in acting():
        act(page)
    before = page.evaluate(tones)
    while page not in acting():
        act(friend)
    soon(lambda: page.evaluate(tones) - before == 2, 2, "the tone")


def test_a_move_is_asked_about_and_can_be_dropped_by_keyboard(enter: Enter) -> None:
    page = enter()
    page.goto("/settings")
    page.locator("input[name=confirm][value=always]").check(force=True)
    page.locator("#saved").wait_for()
    open_table(page, "bot:random", "bot:random")
    assert my_turn(page)
    before = ply(page)
    for wanted in ("Escape", "No", "Enter"):
        push(page, "#choices button")
        count(page, "#asked", 1)
        soon(lambda: page.evaluate("document.activeElement.id") == "do-sure", 5, "the question has the focus")
        assert ply(page) == before
        if wanted == "No":
            page.get_by_role("button", name="No", exact=True).click()
        elif wanted == "Escape":
            assert wrong_at_both_sizes(page, "asked", "en") == {}
            page.keyboard.press("Escape")
        else:
            page.keyboard.press("Enter")
            reach(page, before + 1)
        count(page, "#asked", 0)
