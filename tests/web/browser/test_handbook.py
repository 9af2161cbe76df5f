"""Rules and player aids in a real Chromium."""

import re

import pytest
from playwright.sync_api import Page

import regnum
from regnum.core.ledger import LANGUAGES
from tests.support.browser import DESKTOP, PHONE, Enter, axe, my_turn, open_table
from tests.support.cases import normally

GAMES = regnum.games()


def sheets(page: Page) -> int:
    """Return on how many sheets of paper the page is printed."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_player_aid_is_printed_on_one_sheet(enter: Enter, language: str) -> None:
    page = enter(language)
    for path in [*(f"/rules/{game}/aid" for game in GAMES), "/rules/rurik/aid?players=1"]:
        page.goto(path)
        assert sheets(page) == 1, path
    if language == "en":
        page.goto("/rules/khan")
        assert sheets(page) > 1, "this would be noticed"


@pytest.mark.parametrize("game", normally(GAMES, "rurik"))
def test_axe_finds_nothing_in_rules_and_player_aids(enter: Enter, game: str) -> None:
    for size in (DESKTOP, PHONE):
        page = enter(size=size)
        for path in (f"/rules/{game}", f"/rules/{game}/aid"):
            page.goto(path)
            assert axe(page) == [], path
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_search_shows_what_has_all_words_also_what_is_folded(enter: Enter) -> None:
    page = enter()
    page.goto("/rules/brian_boru")
    clauses = page.locator(".clause:visible")
    before = clauses.count()
    page.locator("#search").fill("viking MONASTERY")
    assert 0 < clauses.count() < 12
    assert page.locator("[id='brian_boru.regions.monastery']").is_visible()
    assert page.locator("#found").inner_text().endswith(str(clauses.count()))
    page.locator("#search").fill("zeppelin")
    assert clauses.count() == 0
    assert page.locator("#found").inner_text() == "No rule has all these words."
    page.locator("#search").fill("")
    assert clauses.count() == before
    page.goto("/rules/brian_boru#brian_boru.action.no_free_town")
    assert page.locator("[id='brian_boru.action.no_free_town']").is_visible(), "a link unfolds what it leads to"


@pytest.mark.parametrize("size", normally([DESKTOP, PHONE], PHONE))
def test_the_player_aid_is_one_key_away_and_the_rule_one_click(enter: Enter, size: tuple[int, int]) -> None:
    page = enter(size=size)
    table = open_table(page, "bot:random", "bot:random")
    my_turn(page)
    aid = page.locator("#aid")
    page.keyboard.press("F1")
    aid.locator(".station").wait_for()
    assert aid.locator(".station").inner_text().startswith("Before the first round")
    assert axe(page) == []
    page.keyboard.press("F1")
    assert not aid.is_visible()
    page.locator("#to-aid").click()
    aid.locator(".station").wait_for()
    page.keyboard.press("Escape")
    assert not aid.is_visible()
    page.locator("#the-rule").click()
    page.wait_for_url("**/rules/*")
    assert page.locator(":target").get_attribute("id") == "brian_boru.setup.first_towns"
    page.locator(".to-table a").click()
    page.wait_for_url(f"**{table}")
    assert page.locator("#prompt").is_visible()
