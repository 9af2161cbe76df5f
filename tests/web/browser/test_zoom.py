"""Zooming and panning the board by wheel, buttons, keys and two fingers; a drag is not a move."""

import pytest
from playwright.sync_api import Page

from tests.support.browser.page import PHONE, Enter, open_table, wait_for_turn, wait_until


def shown(page: Page) -> list[float]:
    return [float(part) for part in str(page.locator("#board > svg").get_attribute("viewBox")).split()]


def opened(enter: Enter, **more: object) -> Page:
    page = enter(**more)
    open_table(page, "bot:random", "bot:random")
    assert wait_for_turn(page)
    return page


@pytest.mark.journey
def test_two_fingers_zoom_and_one_scrolls_the_page(enter: Enter) -> None:
    page = opened(enter, size=PHONE, has_touch=True)
    full_view_box = shown(page)
    session = page.context.new_cdp_session(page)

    def fingers(kind: str, *places: tuple[int, int]) -> None:
        points = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(places)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", (150, 300), (240, 300))
    for step in range(1, 8):
        fingers("touchMove", (150 - 10 * step, 300), (240 + 10 * step, 300))
    wait_until(lambda: shown(page)[2] < full_view_box[2] * 0.7, 5, "two fingers come closer")
    fingers("touchEnd")
    near = shown(page)
    fingers("touchStart", (200, 300))
    for step in range(1, 6):
        fingers("touchMove", (200 + 15 * step, 300))
    fingers("touchEnd")
    wait_until(lambda: shown(page)[0] < near[0], 5, "one finger moves what is close")
    assert page.evaluate("scrollY") == 0
