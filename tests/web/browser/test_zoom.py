"""The board comes closer by wheel, buttons, keys and two fingers, and is moved; a drag is no move of the game."""

import pytest
from playwright.sync_api import Page

from tests.support.browser import PHONE, Enter, my_turn, open_table, ply, soon


def shown(page: Page) -> list[float]:
    return [float(part) for part in str(page.locator("#board > svg").get_attribute("viewBox")).split()]


def opened(enter: Enter, **more: object) -> Page:
    page = enter(**more)
    open_table(page, "bot:random", "bot:random")
    assert my_turn(page)
    return page


def test_by_wheel_and_dragging(enter: Enter) -> None:
    page = opened(enter)
    whole, before = shown(page), ply(page)
    box = page.locator("#board > svg").bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.wheel(0, -600)
    soon(lambda: shown(page)[2] < whole[2] * 0.8, 5, "the wheel comes closer")
    near = shown(page)
    page.mouse.down()
    page.mouse.move(middle[0] + 90, middle[1] + 40, steps=5)
    page.mouse.up()
    moved = shown(page)
    assert moved[0] < near[0]
    assert moved[2] == pytest.approx(near[2])
    assert ply(page) == before, "a drag chooses nothing"
    page.mouse.wheel(0, 3000)
    soon(lambda: shown(page) == whole, 5, "the wheel goes away again")


def test_by_buttons_and_keys(enter: Enter) -> None:
    page = opened(enter)
    whole = shown(page)
    page.get_by_role("button", name="Closer", exact=True).click()
    assert shown(page)[2] < whole[2]
    page.get_by_role("button", name="Whole map").click()
    assert shown(page) == whole
    page.locator("#board [data-target]").first.focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    near = shown(page)
    assert near[2] < whole[2]
    page.keyboard.press("ArrowLeft")
    assert shown(page)[0] < near[0]
    page.keyboard.press("-")
    assert shown(page)[2] > near[2]
    page.keyboard.press("0")
    assert shown(page) == whole


def test_two_fingers_and_the_page_scrolls_with_one(enter: Enter) -> None:
    page = opened(enter, size=PHONE, has_touch=True)
    whole = shown(page)
    session = page.context.new_cdp_session(page)

    def fingers(kind: str, *places: tuple[int, int]) -> None:
        points = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", (150, 300), (240, 300))
    for step in range(1, 8):
        fingers("touchMove", (150 - 10 * step, 300), (240 + 10 * step, 300))
    soon(lambda: shown(page)[2] < whole[2] * 0.7, 5, "two fingers come closer")
    fingers("touchEnd")
    near = shown(page)
    fingers("touchStart", (200, 300))
    for step in range(1, 6):
        fingers("touchMove", (200 + 15 * step, 300))
    fingers("touchEnd")
    soon(lambda: shown(page)[0] < near[0], 5, "one finger moves what is close")
    assert page.evaluate("scrollY") == 0


def test_when_the_window_changes_all_of_it_is_shown(enter: Enter) -> None:
    page = opened(enter)
    whole = shown(page)
    page.get_by_role("button", name="Closer", exact=True).click()
    page.set_viewport_size({"width": 1200, "height": 700})
    soon(lambda: shown(page) == whole, 5, "all of it")
