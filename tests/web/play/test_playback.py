"""Playback of missed moves: move by move as the viewer saw them, without hidden information or actions."""

import asyncio
import gzip
import random
import re

import msgspec
import pytest
from litestar import Litestar

from regnum.core.game import Game
from regnum.games import all_games, find_game
from regnum.view import view_of
from regnum.web.board.log_view import log_sections
from regnum.web.board.playback_entries import playback_start
from regnum.web.board.render import render_for_seat
from regnum.web.play.playback import Scene, moves_since, playback
from regnum.web.rate_limit import RateLimit
from regnum.web.tables.live_table import LiveTable
from tests.support.games.every_game import SAMPLED
from tests.support.web.apps import live_table, run_in_thread, wait_for
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.live_tables import elements_by_id, live_table_of, move_randomly

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)


def played_back(table: LiveTable, seat: int | None, since: int) -> list[Scene]:
    return unpack_playback(run_in_thread(lambda: asyncio.run(playback(table, seat, "en", since))))


def unpack_playback(packed: bytes) -> list[Scene]:
    """Return the scenes of a playback."""
    return msgspec.json.decode(gzip.decompress(packed), type=list[Scene])


def layers(found: list[Scene]) -> list[str]:
    """Return the layer of pieces in each scene."""
    shown: list[str] = []
    for scene in found:
        result = dict(scene.changes)
        parts = dict(elements_by_id(result["parts"])) if "parts" in result else {}
        shown.append(result.get("pieces") or parts.get("pieces") or shown[-1])
    return shown


@GAMES
def test_playback_shows_each_move_as_it_was(game: Game) -> None:
    table = live_table_of(game, 3)
    dice = random.Random(9)
    while table.entry_count < 60:
        move_randomly(table, dice)
    since = table.known_entry_count(None)
    before = render_for_seat(table, None, "en").pieces
    then: dict[int, str] = {}
    while len(moves_since(table.view(None), since)) < 8:
        move_randomly(table, dice)
        then[table.entry_count] = render_for_seat(table, None, "en").pieces
    numbers = moves_since(table.view(None), since)
    actual = played_back(table, None, since)
    start = then.get(numbers[0] - 1, before)
    now = render_for_seat(table, None, "en").pieces
    shown = iter(layers(actual))
    expected = [start, *(then[number] for number in numbers), now]
    assert [layer for layer in expected if layer in shown] == expected, "in order, perhaps with others in between"
    assert [bool(scene.text) for scene in actual] == [False, *(True for _ in actual[2:]), False]
    assert len(actual) == len(expected) or view_of(game).log.keys.stages


def test_playback_cache_is_limited_for_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regnum.web.play.playback.MAX_CACHED_PLAYBACKS", 5)
    tables = [live_table_of(find_game("khan"), 3) for _ in range(2)]
    dice = random.Random(2)
    for table in tables:
        while table.entry_count < 12:
            move_randomly(table, dice)
        for since in range(table.entry_count):
            played_back(table, None, since)
    kept = [[key for key in table.render_cache_for(None) if key[0] == "scenes"] for table in tables]
    assert [len(keys) for keys in kept] == [0, 5], "the newest of all"


def test_automatic_events_of_a_move_are_played_back_in_parts() -> None:
    table = live_table_of(find_game("wallenstein"), 3)
    log_view = view_of(table.game).log
    dice = random.Random(3)
    last = 0
    while len(result := played_back(table, last, table.known_entry_count(last) - 1)) < 7:
        last = table.state.players_to_act[0]
        table.play.submit(last, dice.choice(table.state.legal_actions(last)))
        table.announce_change()
    view = table.view(last)
    assert playback_start(view, log_view) == table.known_entry_count(last)
    text = [re.sub("<[^>]+>", "", scene.text).strip() for scene in result[2:-1]]
    rows = [line for line in text if "Action: " in line]
    assert len(rows) >= 3
    assert all(line.count("Action: ") == 1 for line in rows), "one action row after the other"
    shown = layers(result)
    assert shown[-1] == shown[-2] or table.state.players_to_act == (last,)
    assert len(set(shown)) > 3
    lines = [line for section in log_sections(view, log_view, ["A", "B", "C"], str) for line in section.lines]
    fresh = [line for line in lines if line.is_new and line.places]
    assert fresh
    assert len([line for line in fresh if not line.older]) < len(fresh) / 2, "only the last row is marked"


def test_each_part_of_a_playback_starts_at_its_beginning() -> None:
    table, dice = live_table_of(find_game("wallenstein"), 3), random.Random(1)
    begins = view_of(table.game).log.keys.stages
    begun = since = 0
    while begun < 2:
        since = table.known_entry_count(None)
        move_randomly(table, dice)
        begun = sum(line.number == table.entry_count and line.key in begins for line in table.play.log)
    _, before, *parts, _ = [re.sub("<[^>]+>", "", scene.text).split() for scene in played_back(table, None, since)]
    assert before
    assert "Turned" not in before
    assert len(parts) == begun
    assert [" ".join(words[:5]) for words in parts[:5]] == [f"Turned up as action {at}:" for at in range(6, 11)]


@SAMPLED
@GAMES
def test_only_the_present_has_actions(game: Game, thorough: bool) -> None:
    table = live_table_of(game, 3)
    dice = random.Random(3)
    offering = 0
    for _ in range(30 if thorough else 10):
        since = [table.known_entry_count(seat) for seat in range(3)]
        for _ in range(4):
            if not table.state.is_terminal:
                move_randomly(table, dice)
        for seat in range(3):
            *past, now = played_back(table, seat, since[seat]) or [Scene("", [])]
            assert not any(
                re.search(r'name="action"|data-target|hx-post', text) for scene in past for _, text in scene.changes
            )
            offering += any('name="action"' in text for _, text in now.changes)
    assert offering


def test_undone_actions_are_not_played_back() -> None:
    table = live_table_of(find_game("khan"), 2)
    dice = random.Random(2)
    while table.entry_count < 30:
        move_randomly(table, dice)
    seat, since = 0, 0
    while not table.play.can_undo(seat):
        seat = table.state.players_to_act[0]
        since = table.known_entry_count(1 - seat)
        move_randomly(table, dice)
    assert moves_since(table.view(1 - seat), since) == [table.entry_count]
    table.play.submit(seat, "undo")
    table.announce_change()
    assert moves_since(table.view(1 - seat), since) == []
    assert played_back(table, 1 - seat, since) == []


def test_own_moves_are_not_played_back() -> None:
    table = live_table_of(find_game("brian_boru"), 3)
    dice = random.Random(2)
    for _ in range(40):
        move_randomly(table, dice)
    actors = [entry[0] for entry in table.play.record.entries]
    for seat in range(3):
        numbers = moves_since(table.view(seat), 0)
        assert {actors[number - 1] for number in numbers} == {0, 1, 2} - {seat}


def test_scene_does_not_reveal_secret_choices_of_others() -> None:
    """Two games that differ only in a secretly kept agenda look the same to the others."""
    seen: list[list[Scene]] = []
    own: list[list[Scene]] = []
    for choice in (0, -1):
        table = live_table_of(find_game("rurik"), 3)
        while len(table.state.players_to_act) == 1:
            seat = table.state.players_to_act[0]
            table.play.submit(seat, table.state.legal_actions(seat)[0])
        since = table.known_entry_count(0)
        table.play.submit(1, table.state.legal_actions(1)[choice])
        table.announce_change()
        seen.append(played_back(table, 0, since))
        own.append(played_back(table, 1, since))
        other = played_back(table, 2, since)
        assert len(other) == len(seen[-1]) == 3
    assert seen[0] == seen[1]
    assert own == [[], []]


def test_playback_is_sent_as_json(new_guest: NewGuest) -> None:
    ann: Guest = new_guest()
    table = ann.open_table("me", "bot:random", game="khan")
    assert ann.request("GET", f"/table/{table}/since/0").headers["cache-control"] == "no-store"
    assert new_guest().request("GET", f"/table/{table}/since/100000").json() == []
    assert ann.request("GET", f"/table/{table}/since/-1").status_code in (200, 404)
    waiting = ann.open_table("me", "open", game="khan")
    assert ann.request("GET", f"/table/{waiting}/since/0").json() == []
    packed, plain = (
        ann.request("GET", f"/table/{table}/since/0", headers={"accept-encoding": how}) for how in ("gzip", "identity")
    )
    assert [response.headers.get("content-encoding") for response in (packed, plain)] == ["gzip", None]
    assert packed.json() == plain.json()


def test_playback_is_rendered_once_and_rate_limited(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regnum.web.play.routes.page.PLAYBACK_LIMIT", RateLimit(2))
    guest = new_guest()
    id_ = guest.open_table("me", "bot:random", "bot:random")
    while not guest.choices(id_) or live_table(app, id_).entry_count < 6:
        if guest.choices(id_):
            guest.act(id_, guest.choices(id_)[0])
    wait_for(lambda: not live_table(app, id_).bots_to_act())
    spectator = new_guest()
    for _ in range(5):
        assert spectator.request("GET", f"/table/{id_}/since/0").status_code == 200
    statuses = [spectator.request("GET", f"/table/{id_}/since/{number}").status_code for number in range(6)]
    assert statuses[0] == 200, "it is drawn already"
    assert 429 in statuses
