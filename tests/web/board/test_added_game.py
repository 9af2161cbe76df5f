"""Games from outside the package at the table, with and without a view of their own."""

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from litestar import Litestar

import regnum
from regnum.core.game import Game
from regnum.core.registry import GAMES
from regnum.core.text.ledger import LANGUAGES
from regnum.new_game.pennies import GAME
from regnum.new_game.pennies.state import PenniesState
from tests.support.games import views
from tests.support.games.added_games import make_bare
from tests.support.web.apps import live_table
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.hidden import change_hidden_information


@pytest.fixture
def pennies() -> Iterator[Game]:
    """The template, added by a program."""
    regnum.add_game(GAME)
    yield GAME
    GAMES.loaded.pop(GAME.id)


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game without a view, added by a program."""
    make_bare(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    game: Game = __import__("bare").GAME
    regnum.add_game(game)
    yield game
    GAMES.loaded.pop(game.id)
    for module in [module for module in sys.modules if module.partition(".")[0] == "bare"]:
        sys.modules.pop(module)


def sit_down(new_guest: NewGuest, game: Game, **options: str) -> tuple[list[Guest], str]:
    """Open a table for two and seat both."""
    guests = [new_guest(), new_guest("de")]
    table = guests[0].open_table("me", "open", game=game.id, **options)
    guests[1].join(guests[0].invitations(table)[0], "Ben")
    return guests, table


def play_to_the_end(guests: list[Guest], table: str, look: Callable[[], None]) -> int:
    """Let both choose what their pages offer until the end; return the number of choices."""
    dice = random.Random(5)
    chosen = 0
    while offers := [(guest, texts) for guest in guests if (texts := guest.choices(table))]:
        guest, texts = dice.choice(offers)
        assert guest.act(table, dice.choice(texts)).status_code == 200
        chosen += 1
        look()
    return chosen


def test_added_game_is_played_from_its_start_page_to_the_final_scoring(
    new_guest: NewGuest, app: Litestar, pennies: Game
) -> None:
    assert 'href="/new/pennies"' in new_guest().get("/")
    assert "pennies.guess" in new_guest("uk").get("/rules/pennies")
    guests, table = sit_down(new_guest, pennies, option_loud="true")
    spectator = new_guest()
    kinds: set[str] = set()

    def look() -> None:
        state = live_table(app, table).state
        kinds.add(type(state.stack[-1]).__name__ if state.stack else "end")
        for guest in [*guests, spectator]:
            assert 'id="hand-1"' in guest.get(f"/table/{table}")

    assert play_to_the_end(guests, table, look) >= 9
    assert kinds == {"Hide", "Guess", "end"}
    page = spectator.get(f"/table/{table}")
    assert 'id="final-scoring"' in page
    assert "Bot" not in page
    styles = page.partition("/drawing/pennies/board.css")[2].partition('"')[0]
    assert "#guesser" in spectator.get(f"/drawing/pennies/board.css{styles}")


def test_hand_is_hidden_from_pages_of_others(new_guest: NewGuest, app: Litestar, pennies: Game) -> None:
    guests, table = sit_down(new_guest, pennies)
    spectator = new_guest()
    guests[0].act(table, "hide 2")
    assert "Ann: 2 coins" in guests[0].get(f"/table/{table}")
    played = live_table(app, table)
    original = played.state.clone()
    for seat, guest in ((1, guests[1]), (None, spectator)):
        pages: set[str] = set()
        counts: set[int] = set()
        for seed in range(6):
            change_hidden_information(played, seat, original, seed)
            assert isinstance(played.state, PenniesState)
            counts.add(played.state.hidden[0])
            pages.add(guest.get(f"/table/{table}") + guest.get(f"/table/{table}/log"))
        assert counts == {0, 1, 2}
        assert len(pages) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_view_of_the_template_keeps_the_contract(pennies: Game, language: str) -> None:
    views.positions_can_be_drawn_for_every_viewer(pennies)
    views.pieces_keep_their_order_and_are_few(pennies)
    views.map_is_small_and_has_a_layer_for_the_pieces(pennies, language)
    views.lines_of_the_final_scoring_add_up(pennies)
    views.actions_have_a_place_or_a_heading(pennies)
    views.view_has_the_same_content_in_every_language(pennies)


def test_game_without_a_view_is_shown_as_tables(new_guest: NewGuest, app: Litestar, bare: Game) -> None:
    guests, table = sit_down(new_guest, bare)

    def look() -> None:
        for guest in guests:
            page = guest.get(f"/table/{table}")
            assert 'id="board"' not in page
            assert '<th scope="col">hidden</th>' in page

    guests[0].act(table, "hide 2")
    assert "<td>2</td>" in guests[0].get(f"/table/{table}")
    assert "<td>2</td>" not in guests[1].get(f"/table/{table}")
    assert play_to_the_end(guests, table, look) >= 8
    assert 'id="final-scoring"' in guests[1].get(f"/table/{table}")
