"""Rurik alone in a real Chromium."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.support.browser import PHONE, finished, play_ahead, ply, press, soon
from tests.support.cases import normally
from tests.support.play_rurik import look, play

Enter = Callable[..., Page]


def open_solo(page: Page, **options: str) -> None:
    page.goto("/new/rurik")
    page.locator("#name").fill("Ann")
    page.locator("input[name=players][value='1']").check(force=True)
    for name, value in options.items():
        page.locator(f"input[name=option_{name}][value={value}], #option-{name} option[value={value}]").evaluate(
            "one => one.matches('option') ? (one.selected = true) : one.click()"
        )
    page.locator("form.form button").click()
    page.wait_for_url("**/table/*")


def lines(page: Page) -> list[str]:
    """Return what the page says that the rebellion did last."""
    return page.locator("#did li").all_inner_texts()


class TestInTheBrowser:
    def test_the_form_shows_one_seat_and_the_options_that_go_with_it(self, enter: Enter) -> None:
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
        assert page.get_by_role("group", name="Turns of the rebellion").is_visible()
        assert not page.get_by_role("group", name="Rewards for rebels").is_visible()
        assert not page.locator("#option-solo_agendas").is_visible(), "what is for those who look for it is folded up"
        page.locator("details.options summary").click()
        assert page.locator("#option-solo_agendas").is_visible()
        assert not page.locator("#option-first_player").is_visible()

    def test_a_whole_game_by_buttons_and_board(self, enter: Enter) -> None:
        page, onlooker = enter(), enter("de", PHONE)
        open_solo(page, level="hard")
        wrong = look(page, "solo-leaders")
        moments: dict[str, Callable[[], bool]] = {
            "strategy": lambda: page.locator("#bottom-card li:not(.unseen)").count() > 1,
            "action": lambda: page.locator("#top-card").count() > 0 and len(lines(page)) > 1,
            "late": lambda: "Round 4" in page.locator("#status").inner_text() and page.locator("#top-card").count() > 0,
        }
        for name, moment in moments.items():
            assert play(page, moment), name
            assert page.locator("#player-1").inner_text().startswith("Sviatopolk’s rebellion")
            assert page.locator("#rebellion .priority.current").count() == 1
            assert page.locator("#rebellion .dots .full").count() == 3
            wrong += look(page, f"solo-{name}")
        onlooker.goto(page.url)
        assert onlooker.locator("#did li").count() == len(lines(page))
        assert onlooker.locator("#rebellion .priority").count() == 3
        assert not play(page, lambda: False)
        wrong += look(page, "solo-final")
        assert wrong == []
        rows = page.locator("#final tbody tr")
        points = [[int(text) for text in rows.nth(row).locator("td").all_inner_texts()] for row in range(rows.count())]
        totals = [int(text) for text in page.locator("#final tfoot tr").first.locator("td").all_inner_texts()]
        assert [sum(line[side] for line in points) for side in range(2)] == totals
        assert "Coins of the rebellion" in rows.all_inner_texts()[-2]

    @pytest.mark.parametrize("language", normally(["de", "uk"]))
    def test_the_table_fits_in_longer_languages(self, enter: Enter, language: str) -> None:
        page = enter(language)
        open_solo(page, level="very_hard")
        assert play(page, lambda: page.locator("#bottom-card li:not(.unseen)").count() > 1)
        wrong = look(page, f"solo-strategy-{language}")
        assert play(page, lambda: page.locator("#top-card").count() > 0 and len(lines(page)) > 2)
        assert wrong + look(page, f"solo-action-{language}") == []

    def test_the_rebellion_step_by_step(self, enter: Enter) -> None:
        page = enter()
        open_solo(page, level="very_hard", rebellion_turn="step")
        watching = page.locator("#do-go_on")
        play_ahead(page, 'id="do-go_on"')
        assert "strategy phase" in page.locator("#status").inner_text()
        assert look(page, "solo-placing") == []
        play_ahead(page, 'id="do-run_on"')
        assert "action phase" in page.locator("#status").inner_text()
        assert "go on" not in page.locator("#log").inner_text(), "looking on is nothing to tell"
        assert look(page, "solo-step") == []
        head = page.locator("#did p").inner_text()
        before = lines(page)
        watching.focus()
        press(page, "Enter", "the next step")
        if page.locator("#do-run_on").count():
            assert page.locator("#did p").inner_text() == head
            assert lines(page)[: len(before)] == before
            assert len(lines(page)) > len(before), "each step adds a line"
            assert watching.evaluate("button => button === document.activeElement"), "Enter again goes on"
        play_ahead(page, 'id="do-run_on"')
        head = page.locator("#did p").inner_text()
        number = ply(page)
        page.locator("#do-run_on").click()
        soon(lambda: ply(page) > number, 10, "the rest of the turn")
        soon(lambda: page.locator("#do-run_on").count() == 0 or finished(page), 10, "the turn is over")
        assert page.locator("#did p").inner_text() == head
