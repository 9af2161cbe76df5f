"""Rurik at the table: a game of two by clicking, pictures, axe; what is hidden; the terminal's tables."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from regnum import cli
from regnum.core.ledger import LANGUAGES
from regnum.core.record import Record
from regnum.core.registry import find_game
from regnum.core.state import FULL
from regnum.games.rurik import terminal
from regnum.games.rurik.state import RurikState
from regnum.web.i18n import game_words
from tests.web.test_browser import DESKTOP, PHONE, axe, buttons, enter, picture, play_on, take
from tests.web.test_drawing import NAMES, layers, random_states

Enter = Callable[..., Page]
RURIK = find_game("rurik")
browser = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
__all__ = ["enter"]


def open_rurik(page: Page, *others: str) -> None:
    page.goto("/new/rurik")
    page.locator("#name").fill("Ann")
    page.locator(f"input[name=players][value='{len(others) + 1}']").check(force=True)
    for seat, kind in enumerate(others, 1):
        page.locator(f"#seat-{seat}").select_option(kind)
    page.locator("form.form button").click()
    page.wait_for_url("**/table/*")


def offers(page: Page) -> list[tuple[str, str, str]]:
    """Return id, action and target of each button."""
    return [
        (button["id"], button["value"], button["target"])
        for button in page.evaluate(
            "[...document.querySelectorAll('#choices button')].map(b => "
            "({id: b.id, value: b.value, target: b.dataset.target || ''}))"
        )
    ]


def move(page: Page, number: int, on_board: bool) -> None:
    """Take some legal action, pointing at its places one after the other if `on_board`, and wait for what comes."""
    offered = offers(page)
    if not offered:
        return
    keen = [offer for offer in offered if re.match(r"main_action|attack|build|tax|muster|accomplish", offer[1])]
    chosen, _, target = (keen or offered)[number * 7 % len(keen or offered)]

    def act() -> None:
        fitting = offered if on_board and target else []
        for place in target.split():
            if len(fitting) > 1:
                page.locator(f"[data-target='{place}']:not(#choices *)").first.press("Enter")
                fitting = [offer for offer in fitting if place in offer[2].split()]
        if len(fitting) != 1 or len(offered) == 1:
            page.locator(f"[id='{chosen}']").click()

    take(page, act, chosen)


def play(page: Page, stop: Callable[[], bool]) -> bool:
    return play_on(page, lambda number: move(page, number, on_board=bool(number % 2)), stop)


def look(page: Page, name: str) -> list[str]:
    """Save pictures and return what axe finds at both sizes; nothing may stick out sideways."""
    picture(page, f"rurik-{name}")
    found: list[str] = []
    for width, height in (PHONE, DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found += [f"{name} {width}: {wrong}" for wrong in axe(page)]
    return found


class TestByClicking:
    pytestmark = browser

    def test_a_whole_game_of_two_by_clicking(self, enter: Enter) -> None:
        page = enter()
        open_rurik(page, "bot:random")
        wrong: list[str] = []
        moments: dict[str, Callable[[], bool]] = {
            "leaders": lambda: page.locator("#choose-leader").count() > 0,
            "agendas": lambda: page.locator("#agendas").count() > 0,
            "strategy": lambda: page.locator(".column[data-target]").count() > 0,
            "action": lambda: page.locator("#do-main_action").count() > 0,
            "deeds": lambda: page.locator("#row [data-target]").count() > 0,
            "late": lambda: "Round 4" in page.locator("#status").inner_text(),
        }
        for name, moment in moments.items():
            assert play(page, moment), name
            wrong += look(page, name)
        assert not play(page, lambda: False)
        wrong += look(page, "final")
        assert wrong == []
        rows = page.locator("#final tbody tr")
        points = [[int(text) for text in rows.nth(row).locator("td").all_inner_texts()] for row in range(rows.count())]
        totals = [int(text) for text in page.locator("#final tfoot tr").first.locator("td").all_inner_texts()]
        assert [sum(line[player] for line in points) for player in range(2)] == totals
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the record").click()
        file = str(download.value.path())
        assert cli.main(["replay", file, "--verify"]) == 0
        assert Record.load(Path(file)).replay().scores() == totals

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_table_of_four_looks_good(self, enter: Enter, language: str) -> None:
        page = enter(language)
        open_rurik(page, "bot:random", "bot:random", "bot:random")
        assert play(
            page, lambda: page.locator(".column .advisor").count() > 6 and "2 " in page.locator("#status").inner_text()
        )
        assert look(page, f"four-{language}") == []

    def test_column_and_advisor_narrow_the_choices_to_the_bribes(self, enter: Enter) -> None:
        page = enter()
        open_rurik(page, "bot:random")
        assert play(page, lambda: page.locator(".column[data-target]").count() > 0)
        everything = buttons(page).count()
        page.locator("#column-move").click()
        column = page.locator("#choices button:visible").count()
        page.locator("#advisor-5").click()
        left = page.locator("#choices button:visible")
        assert 0 < left.count() < column < everything
        assert all(value.startswith("place 5 move") for value in left.evaluate_all("all => all.map(b => b.value)"))


def test_nobody_sees_what_is_hidden() -> None:
    words = game_words(RURIK, "en")
    for players in RURIK.player_counts:
        for state in random_states(RURIK, players, 40 + players, 25):
            for seat in [*range(players), None]:
                seen = state.observed_by(seat)
                other = seen.determinized(5)
                assert layers(RURIK, other, seat, words) == layers(RURIK, state, seat, words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_has_a_table_for_everything(language: str) -> None:
    words = game_words(RURIK, language)
    for state in random_states(RURIK, 3, 9, 12):
        assert isinstance(state, RurikState)
        for seen in (state, *(state.observed_by(seat) for seat in (0, 1, 2, None))):
            assert isinstance(seen, RurikState)
            shown = terminal.tables(seen, words, NAMES)
            assert all(table.rows for table in shown)
            assert (len([table for table in shown if table.title in NAMES])) == (
                3 if seen.observer == FULL else int(seen.observer >= 0)
            )
        if state.is_terminal:
            assert [row[1:] for row in terminal.final(state, words, NAMES)[0].rows if row[0] == "="] == [
                [str(points) for points in state.scores()]
            ]
