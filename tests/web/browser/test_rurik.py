"""Rurik in a real Chromium."""

import pytest

from tests.support.browser.page import PHONE, Enter, act_and_wait, fold_choices, scroll_to, wait_until
from tests.support.games.positions import first_asked
from tests.support.games.rurik import act, turn_position


class TestByClicking:
    @pytest.mark.journey
    @pytest.mark.parametrize("first", ["advisor", "column"])
    def test_advisor_is_placed_on_the_strategy_board(self, enter: Enter, first: str) -> None:
        page = enter(at=first_asked("rurik", 2, "PlaceAdvisor"))
        fold_choices(page)
        assert page.locator("#choices button:visible").count() == 0, "the board offers them all"
        advisor, column = page.locator("#advisor-5"), page.locator("#column-move")
        before = page.locator("#entry-count").input_value()
        if first == "column":
            column.click()
            assert column.get_attribute("aria-pressed") == "true"
            column.click()
            assert column.get_attribute("aria-pressed") == "false", "taken back"
        element = page.locator("#gain-preview")
        assert element.inner_text() == "Choose an advisor, then a column."
        advisor.click()
        assert page.locator(".space.is-landing").count() >= 5, "the place in each column"
        assert element.inner_text().startswith("At the moment, advisor 5 would get"), "and what that gives"
        assert "boots" in element.inner_text()
        column.hover()
        assert element.inner_text().startswith("Advisor 5 to “Move”: ")
        advisor.click()
        assert page.locator(".space.is-landing").count() == 0, "taken back"
        if first == "column":
            page.locator("#bribe-more").click()
            column.click()
        else:
            advisor.click()
            page.locator("#bribe-more").click()
            page.locator("#bribe-more").click()
            page.locator("#bribe-less").click()
            assert page.locator("#bribe").inner_text() == "1"
            assert page.locator("#column-move .space.is-landing").first.get_attribute("data-who") == "5+1"
        assert page.locator("#entry-count").input_value() == before, "nothing is sent before the last part"
        act_and_wait(page, (advisor if first == "column" else column).click, "the last part")
        wait_until(
            lambda: "places advisor 5 in the column “Move” with a bribe of 1 coin" in page.locator("#log").inner_text()
        )

    def test_button_that_ends_a_turn_is_visible_beside_a_long_list(self, enter: Enter) -> None:
        state = turn_position("move", troops=[{"kiev": 1}, {"volyn": 1}], boat=[{"wood": 1, "ore": 1}, {}])
        page = enter(size=(1366, 768), at=act(state, "main_action", "pass"))
        assert page.locator("#do-end_turn").count() == 1
        page.evaluate("document.getElementById('choices').classList.add('is-grouped')")
        assert page.locator("#choices").evaluate("list => getComputedStyle(list).animationName") == "none", "no fading"

    def test_collapsed_result_opens_with_one_click(self, enter: Enter) -> None:
        state = turn_position("move", troops=[{"kiev": 1}, {"volyn": 1}], boat=[{"wood": 1, "ore": 1}, {}])
        page = enter(size=(1366, 768), at=act(state, "main_action", "pass"))
        assert page.locator("#do-end_turn").count() == 1
        page.evaluate(
            """document.getElementById("event-summaries").innerHTML = '<details id="attack-1" data-kind="attack" ' +
            'data-start="1" open><summary>Attack in Kiev</summary><ol><li>Wins.</li></ol></details>'"""
        )
        line = page.locator("#attack-1 li")
        assert not line.is_visible()
        page.locator("#attack-1 > summary").click()
        wait_until(line.is_visible, 5, "all of it")

    def test_strategy_board_is_visible_on_a_phone(self, enter: Enter) -> None:
        page = enter(size=PHONE, has_touch=True, at="rurik/place-advisor", others=None)
        fold_choices(page)
        scroll_to(page, 0)
        strip = page.locator("#strip").bounding_box()
        assert strip is not None
        for place in ("#advisor-5", "#bribe-more", "#column-tax", "#space-scheme-4"):
            box = page.locator(place).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= strip["y"], place
