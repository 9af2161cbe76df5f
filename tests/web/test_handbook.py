"""The rules to read and the player aid: pages, their links from the table and back, printing, keys, axe."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

import regnum
from regnum.core.ledger import LANGUAGES
from tests.web.conftest import GAME, Guest, normally
from tests.web.test_browser import DESKTOP, PHONE, Enter, axe, enter, my_turn, open_table

__all__ = ["enter"]
Visit = Callable[..., Guest]
GAMES = regnum.games()
CLAUSE = re.compile(r"\b(?:brian_boru|khan|rurik|wallenstein)\.[a-z_]+\.[a-z_0-9]+")


def read(page: str) -> str:
    """Return what of a page is to be read."""
    return re.sub(r"<[^>]*>", " ", page.partition("<main")[2])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_all_clauses_and_no_ids_to_read(drop_in: Visit, game: str, language: str) -> None:
    page = drop_in(language).get(f"/rules/{game}")
    assert re.findall(r'<article class="clause" id="([^"]+)"', page) == [
        clause for chapter in regnum.game(game).handbook().chapters for clause in (*chapter.clauses, *chapter.details)
    ]
    assert not CLAUSE.search(read(page))
    assert page.count("<figure") == len(regnum.game(game).handbook().figures)
    assert "/table/" not in page, "nobody came from a table"


def test_the_rules_lead_back_to_the_table_one_came_from_and_nowhere_else(visit: Visit) -> None:
    guest = visit()
    id_ = guest.open_table("me", "bot:random", "bot:random")
    rules = f"/rules/{GAME}?back={id_}"
    assert f'href="/table/{id_}"' in guest.get(rules)
    assert f'name="back" value="{rules}"' in guest.get(rules), "in another language, too"
    for elsewhere in ("//other.example/", '"><b>', "a/../../credits", "x" * 99):
        page = guest.request("GET", f"/rules/{GAME}", params={"back": elsewhere})
        assert page.status_code == 200
        assert "/table/" not in page.text


def test_prompt_refusal_and_log_lead_to_their_clauses(visit: Visit) -> None:
    guest = visit()
    id_ = guest.open_table("me", "bot:random", "bot:random", option_first_player="1")
    rules = f'href="/rules/{GAME}?back={id_}#{GAME}'
    page = guest.get(f"/table/{id_}")
    assert f'id="the-rule" {rules}.setup.first_towns"' in page
    refused = guest.act(id_, "keep 3")
    assert refused.status_code == 409
    assert f"{rules}." in refused.text
    guest.act(id_, guest.choices(id_)[0])
    logged = guest.get(f"/table/{id_}/log")
    assert f"{rules}.setup.first_towns" in logged.partition("<main")[2]
    assert set(re.findall(rf"{re.escape(rules)}([^\"]*)", logged)) <= {
        clause.id.removeprefix(GAME) for clause in regnum.game(GAME).ledger()
    }


def test_the_player_aid_at_a_table_is_that_of_what_it_plays(visit: Visit) -> None:
    guest = visit()
    plain = guest.open_table("me", "bot:random", "bot:random", game="wallenstein")
    court = guest.open_table(
        "me", "bot:random", "bot:random", game="wallenstein", option_court="true", option_six_armies="one_more"
    )
    titles = {id_: re.findall(r"<h2>([^<]*)", guest.get(f"/table/{id_}/aid")) for id_ in (plain, court)}
    assert "At court" not in "".join(titles[plain])
    assert "At court" in "".join(titles[court])
    assert "Otherwise at this table" in guest.get(f"/table/{court}/aid")
    assert "Otherwise at this table" not in guest.get(f"/table/{plain}/aid")
    part = guest.get(f"/table/{court}/aid", headers={"hx-request": "true"})
    assert part.lstrip().startswith('<div class="aid">')
    assert part.count('aria-current="step"') == 1
    solo, alone = guest.get("/rules/rurik/aid"), guest.get("/rules/rurik/aid?players=1")
    assert 'href="/rules/rurik/aid?players=1"' in solo
    assert "The rebellion</h2>" in re.sub(r" <a.*?</a>", "", alone)
    assert "The rebellion</h2>" not in re.sub(r" <a.*?</a>", "", solo)


# In a browser.


def sheets(page: Page) -> int:
    """Return on how many sheets of paper the page is printed."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(prefer_css_page_size=True)))


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_player_aid_is_printed_on_one_sheet(enter: Enter, language: str) -> None:
    page = enter(language)
    for path in [*(f"/rules/{game}/aid" for game in GAMES), "/rules/rurik/aid?players=1"]:
        page.goto(path)
        assert sheets(page) == 1, path
    if language == "en":
        page.goto("/rules/khan")
        assert sheets(page) > 1, "this would be noticed"


@pytest.mark.browser
@pytest.mark.parametrize("game", normally(GAMES, "rurik"))
def test_axe_finds_nothing_in_rules_and_player_aids(enter: Enter, game: str) -> None:
    for size in (DESKTOP, PHONE):
        page = enter(size=size)
        for path in (f"/rules/{game}", f"/rules/{game}/aid"):
            page.goto(path)
            assert axe(page) == [], path
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


@pytest.mark.browser
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


@pytest.mark.browser
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
