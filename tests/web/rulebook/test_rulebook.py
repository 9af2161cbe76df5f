"""The rules page and the player aid: links from the table and back, and printing."""

import re

import pytest

import regnum
from regnum.core.text.ledger import LANGUAGES
from tests.support.web.guests import GAME, NewGuest
from tests.web.browser.test_handbook import GAMES

CLAUSE = re.compile(r"\b(?:brian_boru|khan|rurik|wallenstein)\.[a-z_]+\.[a-z_0-9]+")


def read(page: str) -> str:
    """Return the readable text of a page."""
    return re.sub(r"<[^>]*>", " ", page.partition("<main")[2])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_page_contains_all_clauses_without_ids(new_guest: NewGuest, game: str, language: str) -> None:
    page = new_guest(language).get(f"/rules/{game}")
    assert re.findall(r'<article class="clause" id="([^"]+)"', page) == [
        clause for chapter in regnum.game(game).handbook().chapters for clause in (*chapter.clauses, *chapter.details)
    ]
    assert not CLAUSE.search(read(page))
    assert page.count("<figure") == len(regnum.game(game).handbook().figures)
    assert "/table/" not in page, "the visitor did not come from a table"


def test_rules_page_links_back_to_the_table_only(new_guest: NewGuest) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "bot:random", "bot:random")
    rules = f"/rules/{GAME}?back={id_}"
    assert f'href="/table/{id_}"' in guest.get(rules)
    assert f'name="back" value="{rules}"' in guest.get(rules), "also in another language"
    for elsewhere in ("//other.example/", '"><b>', "a/../../credits", "x" * 99):
        page = guest.request("GET", f"/rules/{GAME}", params={"back": elsewhere})
        assert page.status_code == 200
        assert "/table/" not in page.text


def test_prompt_refusal_and_log_link_to_their_clauses(new_guest: NewGuest) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "bot:random", "bot:random", option_first_player="1")
    rules = f'href="/rules/{GAME}?back={id_}#{GAME}'
    page = guest.get(f"/table/{id_}")
    assert f'id="rule-link" {rules}.setup.first_towns"' in page
    refused = guest.act(id_, "keep 3")
    assert refused.status_code == 409
    assert f"{rules}." in refused.text
    guest.act(id_, guest.choices(id_)[0])
    logged = guest.get(f"/table/{id_}/log")
    assert f"{rules}.setup.first_towns" in logged.partition("<main")[2]
    assert set(re.findall(rf"{re.escape(rules)}([^\"]*)", logged)) <= {
        clause.id.removeprefix(GAME) for clause in regnum.game(GAME).ledger()
    }


def test_player_aid_of_a_table_matches_its_options(new_guest: NewGuest) -> None:
    guest = new_guest()
    plain = guest.open_table("me", "bot:random", "bot:random", game="wallenstein")
    court = guest.open_table(
        "me", "bot:random", "bot:random", game="wallenstein", option_court="true", option_six_armies="one_more"
    )
    titles = {id_: re.findall(r"<h2>([^<]*)", guest.get(f"/table/{id_}/aid")) for id_ in (plain, court)}
    assert "At court" not in "".join(titles[plain])
    assert "At court" in "".join(titles[court])
    assert "Different at this table" in guest.get(f"/table/{court}/aid")
    assert "Different at this table" not in guest.get(f"/table/{plain}/aid")
    part = guest.get(f"/table/{court}/aid", headers={"hx-request": "true"})
    assert part.lstrip().startswith('<div class="player-aid">')
    assert part.count('aria-current="step"') == 1
    solo, alone = guest.get("/rules/rurik/aid"), guest.get("/rules/rurik/aid?players=1")
    assert 'href="/rules/rurik/aid?players=1"' in solo
    assert "The rebellion</h2>" in re.sub(r" <a.*?</a>", "", alone)
    assert "The rebellion</h2>" not in re.sub(r" <a.*?</a>", "", solo)


# In a browser.
