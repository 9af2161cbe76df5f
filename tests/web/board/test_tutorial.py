"""Tutorial tables: one step at a time, only expected moves, and automatic progress."""

import html
import re
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from litestar.testing import TestClient

import regnum
from regnum.core.game import Game
from regnum.core.text.guide import Guide
from regnum.web.settings import Settings
from tests.support.web.apps import create_app, live_table
from tests.support.web.guests import Guest

GUIDES = [
    pytest.param(game, guide, id=f"{game.id}-{guide.id}")
    for game in map(regnum.game, regnum.games())
    for guide in game.guides().values()
]


@pytest.fixture
def ann(new_guest: Callable[..., Guest]) -> Guest:
    return new_guest()


@pytest.fixture
def ben(new_guest: Callable[..., Guest]) -> Guest:
    return new_guest()


def begin_guide(guest: Guest, game: str, guide: str = "first") -> str:
    response = guest.post(f"/new/{game}/guide/{guide}", {})
    assert response.status_code == 303, response.text
    return response.headers["location"].rpartition("/")[2]


def expected_targets(page: str) -> list[str]:
    result = re.search(r'data-moves="([^"]+)"', page)
    return html.unescape(result[1]).split("|") if result else []


def wait_for_guide(guest: Guest, table: str) -> str:
    """Return the page as soon as the guide waits for a move or is over."""
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        page = guest.get(f"/table/{table}")
        if expected_targets(page) or 'class="tutorial is-over' in page:
            return page
        time.sleep(0.02)
    raise AssertionError("the guide waits for nothing")


def test_unexpected_move_in_a_tutorial_is_answered_and_changes_nothing(ann: Guest) -> None:
    table = begin_guide(ann, "brian_boru")
    page = ann.get(f"/table/{table}")
    assert "1 / 15" in page
    assert 'id="do-hint"' not in page
    response = ann.act(table, "settle M1")
    assert response.status_code == 409
    assert "tutorial-reply" in response.text
    assert "Droim Leathan" in response.text
    assert ann.entry_count(table) == 0
    assert ann.act(table, "settle nowhere").status_code == 409
    assert ann.act(table, "settle B3").status_code == 200
    page = wait_for_guide(ann, table)
    assert "2 / 15" in page
    assert "The other players have settled elsewhere" in page
    assert 'value="undo"' not in page
    assert ann.act(table, "undo").status_code == 409


def test_tutorial_resumes_at_its_step_and_others_do_not_see_it(ann: Guest, ben: Guest) -> None:
    table = begin_guide(ann, "brian_boru")
    ann.act(table, "settle B3")
    wait_for_guide(ann, table)
    ann.act(table, "keep 20")
    assert "2 / 15" in ann.get(f"/table/{table}")
    for page in ("/", "/tables"):
        assert "First steps</span>" in ann.get(page)
    assert 'id="tutorial"' not in ben.get(f"/table/{table}")
    assert ben.act(table, "keep 19", 4).status_code == 409


def test_tutorial_does_not_reveal_actions_of_others_in_advance(settings: Settings) -> None:
    app = create_app(replace(settings, bot_delay=3600.0))
    with TestClient(app) as client:
        ann = Guest(client, "en")
        table = begin_guide(ann, "khan")
        assert ann.act(table, "settle i2").status_code == 200
        page = ann.get(f"/table/{table}")
        assert "Watch the others move" in page
        assert "Your turn began with a card" not in page
        played = live_table(app, table)
        played.play.submit(1, "settle f11")
        played.announce_change()
        page = ann.get(f"/table/{table}")
        assert not expected_targets(page)
        assert "Waiting for" not in page, "the guide places her second yurt"


@pytest.mark.parametrize("path", ["/", "/new/brian_boru", "/rules/brian_boru"])
def test_tutorial_can_be_started_from_pages(ann: Guest, path: str) -> None:
    assert 'formaction="/new/brian_boru/guide/first"' in ann.get(path)
    assert ann.post("/new/brian_boru/guide/nothing", {}).status_code == 404


@pytest.mark.parametrize(("game", "guide"), GUIDES)
@pytest.mark.parametrize("language", ["de"])
def test_tutorial_leads_to_a_game_with_hints(ann: Guest, game: Game, guide: Guide, language: str) -> None:
    ann.language = language
    table = begin_guide(ann, game.id, guide.id)
    said: set[str] = set()
    page = ""
    for _ in range(len(guide.script)):
        page = wait_for_guide(ann, table)
        texts = expected_targets(page)
        if not texts:
            break
        assert 'class="tutorial-text"' in page
        said.add(re.findall(r"\d+ / \d+", page)[0])
        assert set(texts) & set(ann.choices(table))
        action = next(text for text in texts if text in ann.choices(table))
        assert ann.act(table, action).status_code == 200
    assert len(said) == len(guide.steps)
    assert "Das war der begleitete Teil" in page
    deadline = time.monotonic() + 90
    while not ann.choices(table) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert ann.choices(table)
    assert ann.act(table, ann.choices(table)[0]).status_code == 200
    assert 'class="tutorial is-over is-gone"' in ann.get(f"/table/{table}"), "it disappears"
