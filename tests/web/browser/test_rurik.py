"""Rurik in a real Chromium."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from regnum import cli
from regnum.core.ledger import LANGUAGES
from regnum.core.record import Record
from regnum.core.registry import find_game
from regnum.games.rurik.actions import PlaceAction
from tests.support.browser import PHONE, fold, play_ahead, play_from, soon, take
from tests.support.cases import normally
from tests.support.games.rurik import go, turn
from tests.support.play_rurik import Enter, look, open_rurik, play


class TestByClicking:
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

    @pytest.mark.parametrize("language", normally(LANGUAGES, "uk"))
    def test_a_table_of_four_looks_good(self, enter: Enter, language: str) -> None:
        page = enter(language)
        state = find_game("rurik").new_state(4, 1)
        dice = random.Random(1)
        placed = 0
        while placed < 10:  # in the second round
            action = dice.choice(state.legal_actions())
            placed += isinstance(action, PlaceAction) and state.round == 2  # type: ignore[attr-defined]
            state.apply(action)
        play_from(page, state)
        assert page.locator(".column .advisor").count() > 6
        assert look(page, f"four-{language}") == []

    @pytest.mark.parametrize("first", normally(["advisor", "column"], "column"))
    def test_an_advisor_is_placed_on_the_strategy_board_itself(self, enter: Enter, first: str) -> None:
        page = enter()
        open_rurik(page, "bot:random")
        play_ahead(page, 'id="placing"')
        fold(page)
        assert page.locator("#choices button:visible").count() == 0, "the board offers them all"
        advisor, column = page.locator("#advisor-5"), page.locator("#column-move")
        before = page.locator("#ply").input_value()
        if first == "column":
            column.click()
            assert column.get_attribute("aria-pressed") == "true"
            column.click()
            assert column.get_attribute("aria-pressed") == "false", "taken back"
        said = page.locator("#brings")
        assert said.inner_text() == "Choose an advisor, then a column."
        advisor.click()
        assert page.locator(".space.lands").count() >= 5, "where he would stand in each column"
        assert said.inner_text().startswith("As things stand advisor 5 brings"), "and what that gives"
        assert "boots" in said.inner_text()
        column.hover()
        assert said.inner_text().startswith("Advisor 5 to “Move”: ")
        advisor.click()
        assert page.locator(".space.lands").count() == 0, "taken back"
        if first == "column":
            page.locator("#bribe-more").click()
            column.click()
        else:
            advisor.click()
            page.locator("#bribe-more").click()
            page.locator("#bribe-more").click()
            page.locator("#bribe-less").click()
            assert page.locator("#bribe").inner_text() == "1"
            assert page.locator("#column-move .space.lands").first.get_attribute("data-who") == "5+1"
        assert page.locator("#ply").input_value() == before, "nothing is sent before the last part"
        take(page, (advisor if first == "column" else column).click, "the last part")
        soon(
            lambda: "places advisor 5 in the column “Move” with a bribe of 1 coin" in page.locator("#log").inner_text()
        )

    def test_the_end_of_a_turn_is_seen_however_long_the_list_is(self, enter: Enter) -> None:
        page = enter(size=(1366, 768))
        state = turn("move", troops=[{"kiev": 1}, {"volyn": 1}], boat=[{"wood": 1, "ore": 1}, {}])
        play_from(page, go(state, "main_action", "pass"))
        assert page.locator("#do-end_turn").count() == 1
        page.evaluate("document.getElementById('choices').classList.add('many')")
        assert page.locator("#choices").evaluate("list => getComputedStyle(list).animationName") == "none", "no fading"

    def test_a_result_of_which_only_the_title_is_shown_opens_at_one_click(self, enter: Enter) -> None:
        page = enter(size=(1366, 768))
        state = turn("move", troops=[{"kiev": 1}, {"volyn": 1}], boat=[{"wood": 1, "ore": 1}, {}])
        play_from(page, go(state, "main_action", "pass"))
        assert page.locator("#do-end_turn").count() == 1
        page.evaluate(
            """document.getElementById("recalled").innerHTML = '<details id="attack-1" data-kind="attack" ' +
            'data-start="1" open><summary>Attack in Kiev</summary><ol><li>Wins.</li></ol></details>'"""
        )
        line = page.locator("#attack-1 li")
        assert not line.is_visible()
        page.locator("#attack-1 > summary").click()
        soon(line.is_visible, 5, "all of it")

    def test_on_a_phone_the_strategy_board_is_in_the_picture(self, enter: Enter) -> None:
        page = enter(size=PHONE, has_touch=True)
        open_rurik(page, "bot:random", "bot:random", "bot:random")
        play_ahead(page, 'id="placing"')
        fold(page)
        page.evaluate("window.scrollTo({top: 0, behavior: 'instant'})")
        strip = page.locator("#strip").bounding_box()
        assert strip is not None
        for place in ("#advisor-5", "#bribe-more", "#column-tax", "#space-scheme-4"):
            box = page.locator(place).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= strip["y"], place
