"""Khan in a real Chromium: a whole game by clicks, tiles laid by pointer and keyboard, accessibility."""

import pytest
from playwright.sync_api import Page

from tests.support.browser.khan_table import bar_text, drag_tile_to, lay_tile_by_touch, tile_point
from tests.support.browser.page import (
    DESKTOP,
    PHONE,
    Enter,
    accessibility_violations,
    act_and_wait,
    entry_count,
    wait_for_entry_count,
    wait_until,
)
from tests.support.games.positions import first_asked


def no_place(page: Page) -> tuple[int, int, str]:
    """Return a cell well within the board at which the tile in hand cannot be laid, and the reason."""
    verdict = page.locator(".board-khan .form.is-current").get_attribute("data-verdict") or ""
    columns = len(page.locator("#laying").get_attribute("data-columns") or "?")
    why = (page.locator("#laying").get_attribute("data-why") or "").split("|")
    cells = [(row, column) for row in range(3, 8) for column in range(3, 8)]
    row, column = next(cell for cell in cells if verdict[cell[0] * columns + cell[1]] != ".")
    return row, column, why[ord(verdict[row * columns + column]) - ord("a")]


def lying(page: Page) -> tuple[str, str]:
    """Return the orientation and place of the tile in hand."""
    form = page.locator(".board-khan .form.is-current")
    return str(form.get_attribute("data-form")), str(form.evaluate("form => form.style.transform"))


RIVER_BELOW = """() => {
    const field = document.getElementById('laying').dataset;
    const [row, column] = [Number(document.querySelector('.laying-bar p').textContent.match(/\\d+/)[0]) - 1,
        field.columns.indexOf(document.querySelector('.laying-bar p').textContent[0])];
    const squares = document.querySelector('.board-khan .form.is-current').dataset.squares.split(' ');
    return squares.map((it) => it.split(',').map(Number)).map(([r, c]) => [row + r, column + c])
        .filter(([r, c]) => field.kinds[r * field.columns.length + c] === 'w')
        .map(([r, c]) => field.columns[c] + (r + 1)).join(', ');
}"""
"""The river cells below the tile in hand."""


def test_tile_shows_at_once_why_it_cannot_be_laid(enter: Enter) -> None:
    page = enter(at=first_asked("khan", 2, "Lay", board="steppe"))
    before = entry_count(page)
    assert " for you" in bar_text(page)
    turn = page.locator(".laying-bar .rotate")
    assert turn.is_hidden() or turn.evaluate("turn => turn.offsetHeight") < 50
    row, column, reason = no_place(page)
    drag_tile_to(page, row, column)
    wait_until(lambda: page.locator(".laying-bar p.is-illegal").count() == 1, 2, "the reason")
    wet = page.evaluate(RIVER_BELOW)
    assert bar_text(page).endswith(f": {reason.replace('~', wet)}")
    assert "~" not in bar_text(page)
    page.mouse.click(*tile_point(page))
    assert page.locator(".laying-bar .lay").evaluate("lay => getComputedStyle(lay).borderTopStyle") == "dashed"
    first, turns = lying(page), 0
    while turns == 0 or lying(page)[0] != first[0]:
        page.keyboard.press("r")
        turns += 1
    assert lying(page) == first, "the tile is where it was"
    page.keyboard.press("r")
    assert page.locator(".board-khan .form.is-current").count() == 1
    page.keyboard.press("f")
    page.wait_for_timeout(300)
    assert entry_count(page) == before, "nothing was laid"
    for width, height in (DESKTOP, (1280, 720), PHONE):
        page.set_viewport_size({"width": width, "height": height})
        bar, rows = page.locator(".laying-bar").bounding_box(), page.locator("#laying .field").bounding_box()
        assert bar is not None
        assert rows is not None
        assert bar["y"] >= rows["y"] + rows["height"] - 1, "the bar covers no cell"
        assert bar["y"] + bar["height"] <= height, "nor is it out of sight"
    page.evaluate("document.querySelectorAll('.special').forEach((card) => card.classList.add('none'))")  # used up
    assert accessibility_violations(page) == []


@pytest.mark.journey
def test_first_tap_places_a_tile_and_a_second_one_lays_it(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True, at=first_asked("khan", 2, "Lay", board="empire"))
    tile = page.locator(".form.is-current .ghost")
    wait_until(
        lambda: -1 <= tile.evaluate("tile => tile.getBoundingClientRect().y") < PHONE[0], 5, "where the tile lies"
    )
    heights = page.locator(".laying-bar button:visible").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert max(heights) < 50, "nothing is wrapped"
    assert page.locator("#laying-help").inner_text().startswith("Tap a place")
    assert "(R)" not in page.locator(".laying-bar").inner_text()
    forms, head = page.locator(".forms").bounding_box(), page.locator("#turn-head").bounding_box()
    assert forms is not None
    assert head is not None
    assert forms["y"] + forms["height"] < min(head["y"], PHONE[1]), "the tile is right below the map"
    lay_tile_by_touch(page)


@pytest.mark.journey
def test_card_is_played_only_together_with_a_cell(enter: Enter) -> None:
    page = enter(at=first_asked("khan", 2, "Act"))
    cards = page.locator("#hand .khan-card[data-target]")
    start, bar = entry_count(page), page.locator(".laying-bar p")
    grounds = cards.locator(".ground").all_inner_texts()
    first, second = cards.first, cards.nth(next(at for at, ground in enumerate(grounds) if ground != grounds[0]))
    board, prompt = page.locator("#board > svg").bounding_box(), page.locator("#prompt").inner_text()
    first.click()
    assert page.locator("#prompt").inner_text().startswith("Your card: place a yurt on a free cell")
    assert page.locator("#board > svg").bounding_box() == board, "there was room for the bar"
    assert bar.inner_text() == "Choose the free cell for your yurt: only then is the card played."
    shown = page.locator(".invade.is-open").evaluate_all("all => all.map(one => one.id)")
    second.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.invade.is-open')")
    assert page.locator(".invade.is-open").evaluate_all("all => all.map(one => one.id)") != shown
    assert page.locator("#hand .is-picked").count() == 1
    assert accessibility_violations(page) == []
    page.keyboard.press("Escape")
    assert page.locator(".laying-bar, .invade.is-open").count() == 0
    first.click()
    page.get_by_role("button", name="Not this card").click()
    assert page.locator(".laying-bar, .invade.is-open, #hand .is-picked").count() == 0
    assert entry_count(page) == start, "nothing has happened yet"
    assert page.locator("#prompt").inner_text() == prompt
    first.click()
    page.locator(f"#{shown[0]}").click()
    wait_for_entry_count(page, start + 2)
    assert page.locator(f"#yurt-{shown[0].removeprefix('invade-')}").count() == 1


def test_tap_previews_the_yurt_and_asks_for_a_second_one(enter: Enter) -> None:
    page = enter(size=PHONE, has_touch=True, at=first_asked("khan", 2, "Settle"))
    cells, again = page.locator(".board-khan .spots [data-target^=cell-]"), page.locator("#second-click")
    wait_until(lambda: cells.count() > 9, 20, "a yurt is to be put somewhere")
    for cell_ in (cells.first, cells.last):
        cell_.tap()
        wait_until(lambda: again.is_visible(), 5, "it is aimed at")
        assert again.locator("text:visible").all_text_contents() == ["Tap again: final"], "others act then"
        there, yurt, element = (one.bounding_box() for one in (cell_, again.locator("use"), again.locator("rect")))
        assert there is not None
        assert yurt is not None
        assert element is not None
        assert abs(there["x"] + there["width"] / 2 - yurt["x"] - yurt["width"] / 2) < 2
        assert 0 <= element["x"] <= PHONE[0] - element["width"]
        assert (
            min(abs(there["y"] - element["y"] - element["height"]), abs(element["y"] - there["y"] - there["height"]))
            < 14
        )
    page.locator("#prompt").tap()
    wait_until(lambda: not again.is_visible(), 5, "nothing is aimed at")


@pytest.mark.journey
def test_enter_lays_the_tile_after_any_click(enter: Enter) -> None:
    page = enter(at=first_asked("khan", 2, "Lay", board="steppe"))
    rows, bar = page.locator("#laying .field").bounding_box(), page.locator(".laying-bar").bounding_box()
    assert rows is not None
    assert bar is not None
    assert rows["y"] + rows["height"] <= bar["y"] + 1, "the bar covers no cell of the map"
    page.locator("#prompt").click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    while page.locator(".laying-bar p.is-legal").count() == 0:
        drag_tile_to(page, *legal_place(page))
    act_and_wait(page, lambda: page.keyboard.press("Enter"), "Enter lays it")


def legal_place(page: Page) -> tuple[int, int]:
    """Return the first cell at which the tile in hand may lie in its form."""
    verdict = page.locator(".board-khan .form.is-current").get_attribute("data-verdict") or ""
    return divmod(verdict.index("."), len(page.locator("#laying").get_attribute("data-columns") or "?"))
