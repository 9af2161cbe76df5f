"""Khan in a browser."""

from playwright.sync_api import Page

from tests.support.browser.page import act_and_wait, buttons, entry_count

ARROWS = {(0, -1): "ArrowLeft", (0, 1): "ArrowRight", (-1, 0): "ArrowUp", (1, 0): "ArrowDown"}


def open_table(page: Page, *others: str, board: str = "empire", hints: bool = False) -> None:
    page.goto("/new/khan")
    assert page.locator(".notice").count() == 1, "the page names reconstructed parts"
    page.locator("#name").fill("Ann")
    page.locator(f"input[name=players][value='{len(others) + 1}']").check(force=True)
    for seat, kind in enumerate(["me", *others]):
        page.locator(f"#seat-{seat}").select_option(kind)
    page.locator(f"input[name=option_board][value={board}]").check(force=True)
    if hints:
        page.locator("[name=hints]").evaluate("box => (box.checked = true)")  # it may be folded
    page.locator("form.form button").click()
    page.wait_for_url("**/table/*")


def bar_text(page: Page) -> str:
    return page.locator(".laying-bar p").inner_text()


def tile_cell(page: Page) -> tuple[int, int]:
    """Return the row and column of the tile in hand."""
    name = bar_text(page).split(":")[0].split()[-1]
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def cell_point(page: Page, row: int, column: int) -> tuple[float, float]:
    """Return the middle of a cell on the screen."""
    box = page.locator("#laying .field").bounding_box()
    assert box is not None
    side = box["width"] / len(page.locator("#laying").get_attribute("data-columns") or "?")
    return box["x"] + (column + 0.5) * side, box["y"] + (row + 0.5) * side


def drag_tile_to(page: Page, row: int, column: int) -> None:
    """Move the tile in hand to a cell with the pointer, which holds one of its squares."""
    page.mouse.move(*cell_point(page, 6, 6))
    bounding_box = tile_cell(page)
    page.mouse.move(*cell_point(page, 6 + row - bounding_box[0], 6 + column - bounding_box[1]))
    assert tile_cell(page) == (row, column), bar_text(page)


def lay_tile(page: Page, number: int) -> None:
    """Lay the tile in hand at some legal place, by pointer or by keyboard."""
    offered = page.evaluate("[...document.querySelectorAll('#choices button')].map(b => b.value)")
    chosen, where, way = offered[number % len(offered)].split()
    assert chosen == "lay"
    row, column = int(where[1:]) - 1, ord(where[0]) - ord("a")
    before = entry_count(page)
    page.locator(f"#form-of-{way}").click()
    assert entry_count(page) == before, "choosing a form places no tile"
    if number % 2:
        drag_tile_to(page, row, column)
        assert page.locator(".laying-bar p").get_attribute("class") == "is-legal"
        act_and_wait(page, lambda: page.mouse.click(*tile_point(page)), "a click lays the tile")
    else:
        page.locator("#laying").focus()
        while tile_cell(page) != (row, column):
            here = tile_cell(page)
            down = (row > here[0]) - (row < here[0])
            right = 0 if down else (column > here[1]) - (column < here[1])
            page.keyboard.press(ARROWS[down, right])
        act_and_wait(page, lambda: page.keyboard.press("Enter"), "Enter lays the tile")


def lay_tile_by_touch(page: Page) -> None:
    """Lay the tile in hand by two taps: the first moves it, the second lays it."""
    before = entry_count(page)
    chosen, where, way = buttons(page).first.get_attribute("value").split()  # type: ignore[union-attr]
    assert chosen == "lay"
    row, column = int(where[1:]) - 1, ord(where[0]) - ord("a")
    page.locator(f"#form-of-{way}").tap()
    page.locator(".board-khan .field").scroll_into_view_if_needed()
    far = 8 if row < 5 else 3  # well within the board: there the tile hangs as it is held
    page.touchscreen.tap(*cell_point(page, far, 6))
    assert entry_count(page) == before
    here = tile_cell(page)
    shift = (here[0] - far, here[1] - 6)
    page.touchscreen.tap(*cell_point(page, row - shift[0], column - shift[1]))
    assert tile_cell(page) == (row, column)
    act_and_wait(page, lambda: page.touchscreen.tap(*cell_point(page, row, column)), "the second tap")


def tile_point(page: Page) -> tuple[float, float]:
    """Return a point on the screen within the tile in hand: the square by which it is held."""
    here = tile_cell(page)
    page.mouse.move(*cell_point(page, 6, 6))
    held = tile_cell(page)
    return cell_point(page, 6 + here[0] - held[0], 6 + here[1] - held[1])
