"""Dark mode and large text in the browser: settings take effect, and pages stay accessible."""

import pytest
from playwright.sync_api import Page

from tests.support.browser.page import (
    PHONE,
    Enter,
    click_button,
    entry_count,
    open_table,
    violations_at_both_sizes,
    wait_for_count,
    wait_for_entry_count,
    wait_for_fonts,
    wait_for_turn,
    wait_until,
)


def background(page: Page, part: str = "body") -> list[int]:
    colour = page.locator(part).evaluate("part => getComputedStyle(part).backgroundColor")
    return [int(float(number)) for number in colour.removeprefix("rgb(").rstrip(")").split(",")]


def letters(page: Page) -> float:
    return float(page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)"))


@pytest.mark.journey
def test_appearance_settings_take_effect_at_once(enter: Enter) -> None:
    page = enter()
    page.goto("/settings")
    day, size = background(page), letters(page)
    assert min(day) > 200
    assert page.locator("#saved").is_hidden()
    page.get_by_label("dark").check(force=True)
    page.get_by_label("150 %").check(force=True)
    wait_until(lambda: max(background(page)) < 60 and letters(page) == pytest.approx(1.5 * size), 5, "it holds at once")
    page.locator("#saved").wait_for()
    page.reload()
    assert max(background(page)) < 60, "the setting is stored"
    assert letters(page) == pytest.approx(1.5 * size)
    assert violations_at_both_sizes(page, "settings", "en") == {}


@pytest.mark.journey
def test_confirmation_of_a_move_can_be_cancelled_by_keyboard(enter: Enter) -> None:
    page = enter()
    page.goto("/settings")
    page.locator("input[name=confirm][value=always]").check(force=True)
    page.locator("#saved").wait_for()
    open_table(page, "bot:random", "bot:random")
    assert wait_for_turn(page)
    before = entry_count(page)
    for wanted in ("Escape", "No", "Enter"):
        click_button(page, "#choices button")
        wait_for_count(page, "#confirmation", 1)
        wait_until(
            lambda: page.evaluate("document.activeElement.id") == "confirm-move", 5, "the question has the focus"
        )
        assert entry_count(page) == before
        if wanted == "No":
            page.get_by_role("button", name="No", exact=True).click()
        elif wanted == "Escape":
            assert violations_at_both_sizes(page, "asked", "en") == {}
            page.keyboard.press("Escape")
        else:
            page.keyboard.press("Enter")
            wait_for_entry_count(page, before + 1)
        wait_for_count(page, "#confirmation", 0)


@pytest.mark.parametrize("at", ["brian_boru/choose-secondary", "khan/act", "rurik/turn", "wallenstein/planning"])
def test_names_fit_on_a_phone_with_double_text_size(enter: Enter, at: str) -> None:
    page = enter(at=at, others=None, size=PHONE)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    page.reload()
    wait_for_fonts(page)
    assert letters(page) == pytest.approx(32)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    shown = "all => all.map(one => one.clientWidth / one.scrollWidth)"
    assert min(page.locator("#strip .who").evaluate_all(shown)) > 1 / 3, "at least a third of each name"
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    names = page.locator("table.players .name, .household .name")
    assert names.count()
    assert names.evaluate_all(cut) == []
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    foot, strip = page.locator("#log").bounding_box(), page.locator("#strip").bounding_box()
    assert foot
    assert strip
    assert foot["y"] + foot["height"] <= strip["y"], "the strip covers nothing at the end of the page"
