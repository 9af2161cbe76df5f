"""Rules and player aids in a real Chromium."""

import re

import pytest
from playwright.sync_api import Page

import regnum
from regnum.core.text.ledger import LANGUAGES
from tests.support.browser.page import PHONE, Enter, accessibility_violations
from tests.support.games.positions import first_asked

GAMES = regnum.games()


def sheets(page: Page) -> int:
    """Return the number of printed sheets of the page."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(prefer_css_page_size=True)))


@pytest.mark.journey
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_player_aid_is_printed_on_one_sheet(enter: Enter, language: str) -> None:
    page = enter(language)
    for path in [*(f"/rules/{game}/aid" for game in GAMES), "/rules/rurik/aid?players=1"]:
        page.goto(path)
        assert sheets(page) == 1, path
    if language == "en":
        page.goto("/rules/khan")
        assert sheets(page) > 1, "this would be noticed"


@pytest.mark.journey
def test_player_aid_opens_with_one_key_and_a_rule_with_one_click(enter: Enter) -> None:
    page = enter(size=PHONE, at=first_asked("brian_boru", 3, "FirstTown"))
    table = page.url
    aid = page.locator("#aid-dialog")
    page.keyboard.press("F1")
    aid.locator(".is-current").wait_for()
    assert aid.locator(".is-current").inner_text().startswith("Before the first round")
    assert accessibility_violations(page) == []
    page.keyboard.press("F1")
    assert not aid.is_visible()
    page.locator("#player-aid-link").click()
    aid.locator(".is-current").wait_for()
    page.keyboard.press("Escape")
    assert not aid.is_visible()
    page.locator("#rule-link").click()
    page.wait_for_url("**/rules/*")
    assert page.locator(":target").get_attribute("id") == "brian_boru.setup.first_towns"
    page.locator(".table-link a").click()
    page.wait_for_url(table)
    assert page.locator("#prompt").is_visible()
