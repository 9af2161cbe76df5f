"""The solo game of Rurik in a real Chromium."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.support.browser.page import entry_count, is_finished, press, wait_until
from tests.support.games.positions import Position

Enter = Callable[..., Page]


def lines(page: Page) -> list[str]:
    """Return the page's lines about the last turn of the rebellion."""
    return page.locator("#rebellion-turn li").all_inner_texts()


class TestInTheBrowser:
    def test_solo_form_shows_one_seat_and_its_options(self, enter: Enter) -> None:
        page = enter()
        page.goto("/")
        assert "1, 2, 3 or 4" in page.locator(".game").filter(has_text="Rurik").inner_text()
        page.goto("/new/rurik")
        page.locator("details.options summary").click()
        assert page.locator("#option-first_player").is_visible()
        page.locator("details.options summary").click()
        level = page.get_by_role("group", name="Level of difficulty")
        assert not level.is_visible()
        page.locator("input[name=players][value='1']").check(force=True)
        assert [row.is_visible() for row in page.locator(".seat-row").all()] == [True, False, False, False]
        assert level.locator("label").all_inner_texts() == ["easy", "medium", "hard", "very hard"]
        assert level.is_visible()
        assert page.get_by_role("group", name="The rebellion’s turns").is_visible()
        assert not page.get_by_role("group", name="Rewards for rebels").is_visible()
        assert not page.locator("#option-solo_agendas").is_visible(), "advanced options are folded"
        page.locator("details.options summary").click()
        assert page.locator("#option-solo_agendas").is_visible()
        assert not page.locator("#option-first_player").is_visible()

    def test_rebellion_is_followed_step_by_step(self, enter: Enter) -> None:
        page = enter(at=Position("rurik/watch", entries=44))  # before several steps of the action phase
        watching = page.locator("#do-go_on")
        assert "action phase" in page.locator("#status").inner_text()
        assert "go on" not in page.locator("#log").inner_text(), "looking on is nothing to tell"
        head = page.locator("#rebellion-turn p").inner_text()
        before = lines(page)
        watching.focus()
        press(page, "Enter", "the next step")
        if page.locator("#do-run_on").count():
            assert page.locator("#rebellion-turn p").inner_text() == head
            assert lines(page)[: len(before)] == before
            assert len(lines(page)) > len(before), "each step adds a line"
            assert watching.evaluate("button => button === document.activeElement"), "Enter again continues"
        head = page.locator("#rebellion-turn p").inner_text()
        number = entry_count(page)
        page.locator("#do-run_on").click()
        wait_until(lambda: entry_count(page) > number, 10, "the rest of the turn")
        wait_until(lambda: page.locator("#do-run_on").count() == 0 or is_finished(page), 10, "the turn is over")
        assert page.locator("#rebellion-turn p").inner_text() == head
