"""Hints at the table: permissions, texts, no hidden information, and no delay for others."""

import html
import os
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar

from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.core.text.ledger import LANGUAGES
from regnum.players import Player
from regnum.players.reasons import Reason
from regnum.web.analysis import hints
from regnum.web.errors import RefusedError
from regnum.web.http.i18n import game_words, page_text
from regnum.web.tables.seat_view import SeatView
from tests.support.games.every_game import SAMPLED
from tests.support.server.server_process import ROOT
from tests.support.store.finished_games import play_to_the_end
from tests.support.web.apps import live_table, wait_for
from tests.support.web.guests import GAME, Guest, NewGuest
from tests.support.web.hidden import MOMENTS, advance, change_hidden_information, open_table_with_friends


@pytest.fixture(autouse=True)
def fast_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make hints fast and deterministic."""
    monkeypatch.setattr(hints, "HINT_BOT", "strong:iterations=15")


def request_hint(guest: Guest, table: str, entry_count: int | None = None, live: bool = True) -> tuple[int, str]:
    """Request a hint; return the status and the text."""
    response = guest.post(
        f"/table/{table}/hint",
        {"entry_count": str(guest.entry_count(table) if entry_count is None else entry_count)},
        live,
    )
    return response.status_code, response.text


def open_solo_table(new_guest: NewGuest, game: str = GAME, *seats: str) -> tuple[Guest, str]:
    """Return a guest at a table with bots only, when it is their turn, and its id."""
    guest = new_guest()
    id_ = guest.open_table("me", *(seats or ["bot:random"] * 3), game=game)
    wait_for(lambda: bool(guest.choices(id_)))
    return guest, id_


def test_solo_player_gets_a_hint_with_reasons(new_guest: NewGuest, app: Litestar) -> None:
    guest, id_ = open_solo_table(new_guest)
    assert 'id="do-hint"' in guest.get(f"/table/{id_}")
    status, text = request_hint(guest, id_)
    assert status == 200
    actual = re.search(r'data-entry-count="(\d+)" data-action="([^"]+)"', text)
    assert actual
    assert int(actual[1]) == guest.entry_count(id_)
    assert actual[2] in guest.choices(id_)
    assert "<b>" in text
    assert guest.act(id_, actual[2]).status_code == 200


def test_hint_for_a_position_is_computed_once(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, id_ = open_solo_table(new_guest)
    first = request_hint(guest, id_)
    monkeypatch.setattr(hints, "advise", None)
    assert request_hint(guest, id_) == first


@pytest.mark.parametrize("game", ["brian_boru", "khan", "wallenstein"])
def test_hint_is_translated_without_placeholders(new_guest: NewGuest, game: str) -> None:
    guest, id_ = open_solo_table(new_guest, game, *["bot:random"] * (3 if game == "brian_boru" else 2))
    for language in LANGUAGES:
        guest.language = language
        status, hint_text = request_hint(guest, id_)
        assert status == 200
        text = re.sub(r"<[^>]*>", " ", hint_text)
        assert (page_text(language)("hint.figures_help") in text) == ("(" in text)
        assert not re.search(r"[{}_]", text)


def test_hint_between_equal_actions_gives_general_advice(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def indifferent(_self: hints.HintService, _key: object, view: SeatView, _home: str) -> hints.Hint:
        return hints.Hint(view.entry_count, view.legal[0].text, (Reason("", 0.0, 0.0),))

    monkeypatch.setattr(hints.HintService, "_think", indifferent)
    guest, id_ = open_solo_table(new_guest, "khan", *["bot:random"] * 2)
    for language in LANGUAGES:
        guest.language = language
        words = game_words(live_table(app, id_).game, language)
        assert words.text("advice", "Settle", {}) in html.unescape(request_hint(guest, id_)[1])


def test_hints_among_several_people_are_refused_by_default(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_ = open_table_with_friends(new_guest, 3)
    page = guests[0].get(f"/table/{id_}")
    assert 'id="do-hint"' not in page
    for guest, language in zip(guests, LANGUAGES, strict=True):
        guest.language = language
        status, text = request_hint(guest, id_)
        assert status == 409
        assert text == f'<p class="error">{page_text(language)("refusal.no_hints")}</p>'


def test_host_can_allow_hints_among_several_people(new_guest: NewGuest, app: Litestar) -> None:
    host, friend = new_guest(), new_guest()
    id_ = host.open_table("me", "open", "bot:random", hints="yes")
    assert "Hints are allowed" in host.get(f"/table/{id_}")
    friend.join(host.invitations(id_)[0], "Bea")
    table = live_table(app, id_)
    assert table.row.hints_allowed
    wait_for(lambda: table.state.players_to_act[0] != 2)
    seat = table.state.players_to_act[0]
    acting, other = (host, friend) if seat == 0 else (friend, host)
    assert "Hints are allowed" in other.get(f"/table/{id_}")
    assert request_hint(acting, id_)[0] == 200
    status, text = request_hint(other, id_)
    assert (status, "It is not your turn" in text) == (409, True)


def test_form_keeps_the_choice_of_hints(new_guest: NewGuest) -> None:
    guest = new_guest()
    response = guest.post(
        f"/new/{GAME}",
        {"name": "x" * 25, "players": "3", "seat0": "me", "seat1": "open", "seat2": "open", "hints": "yes"},
    )
    assert re.search(r'name="hints"[^>]* checked', response.text)
    assert not re.search(r'name="hints"[^>]* checked', guest.get(f"/new/{GAME}"))


def test_hints_are_limited_to_the_seat_and_its_current_position(new_guest: NewGuest, app: Litestar) -> None:
    guest, id_ = open_solo_table(new_guest)
    stranger = new_guest()
    status, text = request_hint(stranger, id_, 0)
    assert (status, "You have no seat" in text) == (409, True)
    assert request_hint(guest, id_, 999)[0] == 409
    assert "Too late" in request_hint(guest, id_, 999)[1]
    assert guest.post(f"/table/{id_}/hint", {"entry_count": "x"}, live=True).status_code == 409
    bare = guest.request("POST", f"/table/{id_}/hint", data={"entry_count": "0"})
    assert bare.status_code == 403, "a foreign page cannot request a hint"


def test_page_without_scripts_shows_the_hint(new_guest: NewGuest) -> None:
    guest, id_ = open_solo_table(new_guest)
    status, page = request_hint(guest, id_, live=False)
    assert status == 200
    assert re.search(r'<div id="hint" role="status"><p class="hint"', page)
    assert 'name="back" value="/table/' + id_ + '"' in page


@SAMPLED
@pytest.mark.parametrize("game", MOMENTS)
def test_hint_is_independent_of_hidden_information(
    game: str, thorough: bool, new_guest: NewGuest, app: Litestar
) -> None:
    players, options, moments = MOMENTS[game]
    more = {"hints": "yes"}
    guests, id_ = open_table_with_friends(new_guest, players, game.partition(" ")[0], **options, **more)
    guests[0].get(f"/table/{id_}")
    table = live_table(app, id_)
    dice = random.Random(11)
    changed = 0
    for moment in moments[1 : 4 if thorough else 2]:
        advance(table, guests, moment, dice)
        real, log = table.state, list(table.play.log)
        for seat in table.state.players_to_act[:2]:
            expected = request_hint(guests[seat], id_)
            assert expected[0] == 200, expected[1]
            change_hidden_information(table, seat, real, moment)
            changed += table.state.to_dict() != real.to_dict()
            app.state.hints._requests.clear()
            assert request_hint(guests[seat], id_) == expected, f"seat {seat} after {moment} entries"
            table.play.state, table.play.log[:] = real, log
            table.renders.clear()
    assert changed > 0, "the hidden parts differ"


class Waiting(Player):
    """Waits until a file exists."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        while not Path(os.environ[MAY_END]).exists():
            time.sleep(0.02)
        return legal[0]


MAY_END = "REGNUM_TEST_MAY_END"


@pytest.mark.own_app  # a worker takes its environment along when it starts
def test_hint_does_not_block_bots_and_people(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    guest, id_ = open_solo_table(new_guest, "khan", "bot:random")
    monkeypatch.setenv(MAY_END, str(tmp_path / "may end"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr(hints, "HINT_BOT", "tests.web.analysis.test_hints:Waiting")
    table = live_table(app, id_)
    client: Any = guest.client
    long = client.blocking_portal.start_task_soon(app.state.hints.get_hint, table, 0, guest.entry_count(id_))
    before = table.entry_count
    while table.entry_count < before + 6:  # three own turns, and those of a bot in between
        if offered := guest.choices(id_):
            assert guest.act(id_, offered[0]).status_code == 200
    assert not long.done()
    (tmp_path / "may end").touch()
    assert long.result(60).entry_count == before


def test_hint_for_an_outdated_position_is_refused(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, id_ = open_solo_table(new_guest)
    table, original = live_table(app, id_), app.state.hints.get_hint

    async def late(*arguments: Any) -> Any:
        result = await original(*arguments)
        while not table.state.is_terminal:
            table.play.submit(table.state.players_to_act[0], table.state.legal_actions()[0])
        return result

    monkeypatch.setattr(app.state.hints, "get_hint", late)
    status, text = request_hint(guest, id_)
    assert (status, "error" in text) == (409, True)


def test_too_many_pending_hints_are_refused(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, id_ = open_solo_table(new_guest)
    monkeypatch.setattr(hints, "MAX_PENDING_PER_ADDRESS", 0)
    assert request_hint(guest, id_) == (409, f'<p class="error">{page_text("en")("refusal.hint_busy")}</p>')


@pytest.mark.own_app  # a worker takes its environment along when it starts
def test_pending_hints_are_limited_by_address(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(MAY_END, str(tmp_path / "may end"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr(hints, "HINT_BOT", "tests.web.analysis.test_hints:Waiting")
    monkeypatch.setattr(hints, "MAX_PENDING_PER_ADDRESS", 2)
    actual = app.state.hints
    tables = [live_table(app, open_solo_table(new_guest, "khan", "bot:random")[1]) for _ in range(4)]
    seats = [min(table.state.players_to_act) for table in tables]

    def begin(number: int, home: str) -> Any:
        table, seat = tables[number], seats[number]
        return guest_client.blocking_portal.start_task_soon(
            actual.get_hint, table, seat, table.known_entry_count(seat), home
        )

    guest_client: Any = new_guest().client
    first, second, refused, other = begin(0, "a"), begin(1, "a"), begin(2, "a"), begin(3, "b")
    with pytest.raises(RefusedError, match="hint_busy"):
        refused.result(60)
    (tmp_path / "may end").touch()
    assert [hint.result(60).action for hint in (first, second, other)] != []
    assert actual._pending == {}


def test_failed_hint_is_reported_in_one_line(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    guest, id_ = open_solo_table(new_guest)
    monkeypatch.setattr(hints, "HINT_BOT", "tests.web.bots.test_worker_pool:Broken")
    status, text = request_hint(guest, id_)
    assert (status, page_text("en")("refusal.hint_failed") in text) == (409, True)
    assert "it sees a secret" not in caplog.text
    monkeypatch.setattr(hints, "HINT_BOT", "strong:iterations=15")
    assert request_hint(guest, id_)[0] == 200, "another try is not the same failure"


def test_finished_game_gives_no_hints(new_guest: NewGuest, app: Litestar) -> None:
    guest, id_ = open_solo_table(new_guest, "khan", "bot:random")
    play_to_the_end(app.state.settings.data / "test.db", id_)
    guest.get(f"/table/{id_}")
    status, text = request_hint(guest, id_, live_table(app, id_).entry_count)
    assert (status, "The game is over" in text) == (409, True)
