"""Unavailable actions, by kind, each with a reason and its clause."""

import random
import re

import pytest
from litestar import Litestar

from regnum.core.rules.state import IllegalActionError
from regnum.core.text import narrator
from regnum.core.text.words import upfirst
from regnum.games import all_games, find_game
from regnum.web.board.render import render_for_seat
from regnum.web.board.unavailable_actions import unavailable_actions
from regnum.web.http.i18n import game_words, page_text
from regnum.web.ui.templates import ENVIRONMENT
from tests.support.games.every_game import SAMPLED
from tests.support.web.guests import NewGuest
from tests.support.web.live_tables import live_table_of
from tests.support.web.seating import open_seated_table

GAMES = [game.id for game in all_games()]


@SAMPLED
@pytest.mark.parametrize("game", GAMES)
def test_unavailable_action_has_the_reason_of_its_refusal(
    new_guest: NewGuest, app: Litestar, game: str, thorough: bool
) -> None:
    guests, table = open_seated_table(new_guest, app, game)
    dice = random.Random(5)
    count = 0
    for number in range(60 if thorough else 24):
        seat = table.state.players_to_act[0]
        legal = table.view(seat).legal
        if number % 3:
            assert (
                guests[seat].act(table.row.id, dice.choice(legal).text, table.known_entry_count(seat)).status_code
                == 200
            )
            continue
        refused, words = set(), table.game.words("en")
        for action in table.game.actions:
            if action not in legal:
                with pytest.raises(IllegalActionError) as error:
                    table.state.clone().submit(action, seat)
                refused.add(narrator.refusal_message(error.value, words).partition("is not allowed: ")[2])
        later = page_text("en")("unavailable.available_later")
        page = render_for_seat(table, seat, "en").panel
        assert ('id="unavailable"' in page) == bool(unavailable_actions(table, seat, "en")), (
            "the menu is shown only if it has entries"
        )
        assert ('id="do-hint"' in page) == (len(legal) > 1 and table.hints_allowed), (
            "a hint is offered only if there is a choice"
        )
        for kind in unavailable_actions(table, seat, "en"):
            assert kind.count >= len(kind.similar)
            for one in [kind, *kind.similar]:
                assert one.reason == later or f"{one.reason} [{one.clause}]" in refused
                assert one.clause in table.game.ledger()
                count += 1
        assert guests[seat].act(table.row.id, dice.choice(legal).text, table.known_entry_count(seat)).status_code == 200
    assert count > (20 if thorough else 8)


@pytest.mark.parametrize("language", ["en", "de", "uk"])
def test_menu_of_unavailable_actions_is_for_players_to_act_only(
    new_guest: NewGuest, app: Litestar, language: str
) -> None:
    guests, table = open_seated_table(new_guest, app, "khan")
    seat = table.state.players_to_act[0]
    path = f"/table/{table.row.id}/unavailable"
    guests[seat].language = language
    page = guests[seat].get(path)
    assert "<b>" in page
    assert re.search(r'href="/rules/khan\?back=[\w-]+#khan\.\w+\.\w+"', page)
    assert f'hx-get="{path}"' in guests[seat].get(f"/table/{table.row.id}")
    other = guests[(seat + 1) % len(guests)]
    assert "<b>" not in other.get(path)
    new_guest().get(path, status=404)


def test_actions_that_follow_a_decision_are_listed_as_later(new_guest: NewGuest, app: Litestar) -> None:
    """During a main action in Rurik, bonus actions and the end of the turn come later."""
    guests, table = open_seated_table(new_guest, app, "rurik")
    dice = random.Random(2)
    later = page_text("en")("unavailable.available_later")
    for _ in range(400):
        seat = table.state.players_to_act[0]
        following = {
            one.label
            for kind in unavailable_actions(table, seat, "en")
            for one in [kind, *kind.similar]
            if one.reason == later
        }
        if "End turn" in following:
            return
        action = dice.choice(table.view(seat).legal)
        assert guests[seat].act(table.row.id, action.text, table.known_entry_count(seat)).status_code == 200
    raise AssertionError("never")


def test_plan_is_explained_in_one_sentence() -> None:
    table = live_table_of(find_game("wallenstein"), 3, start="printed")
    (plan,) = [kind for kind in unavailable_actions(table, 0, "en") if kind.title == "Cards"]
    assert plan.count > 100
    page = ENVIRONMENT.get_template("board/unavailable.html.jinja").render(
        actions=[plan], ledger={}, game="wallenstein", table_id="", text=page_text("en")
    )
    assert "every field takes one" in page
    assert "<details>" not in page


@pytest.mark.parametrize("game", GAMES)
def test_impossible_kinds_come_first(game: str) -> None:
    table, dice = live_table_of(find_game(game), 3), random.Random(8)
    text = page_text("en")
    seen: set[tuple[bool, ...]] = set()
    for _ in range(60):
        seat = table.state.players_to_act[0]
        legal = table.view(seat).legal
        can = {action.family for action in legal}
        words = game_words(table.game, "en")
        of = {upfirst(narrator.label(action, words, table.names)): action for action in table.game.actions}
        kinds = [
            (of[kind.label].family in can, kind.reason == text("unavailable.available_later"))
            for kind in unavailable_actions(table, seat, "en")
        ]
        plain = [possible for possible, later in kinds if not later]
        if not any(kind.title for kind in unavailable_actions(table, seat, "en")):
            assert plain == sorted(plain)
            seen.add(tuple(dict.fromkeys(plain)))
        table.play.submit(seat, dice.choice(legal))
        table.announce_change()
    assert seen
