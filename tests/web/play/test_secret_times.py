"""Times of secret actions are visible nowhere: in no stream, in no list, and in no response time."""

import asyncio
import random
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from litestar import Litestar

from regnum.games import find_game
from regnum.web.api import serializers
from regnum.web.api.stream import stream_observations
from regnum.web.board import render
from regnum.web.board.changes import TableRendering
from regnum.web.board.render import render_for_seat
from regnum.web.board.render_cache import RenderCache
from regnum.web.http.sse import Heartbeat
from regnum.web.play import playback
from regnum.web.play.stream import stream_updates, waiting_at
from regnum.web.presence.last_seen import ABSENT_AFTER
from regnum.web.replay import page as replay_page
from regnum.web.replay import snapshots
from regnum.web.seats.stand_ins import absent_seats
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import Entry
from regnum.web.ui.fast_environment import FastEnvironment
from tests.support.games.every_game import SAMPLED
from tests.support.web.apps import live_table, run_in_app, run_in_thread
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.hidden import open_table_with_friends
from tests.support.web.live_tables import live_table_of
from tests.support.web.tokens import token_of

ROUTES = ("", "/since/0", "/log", "/standings", "/replay", "/replay/scene?at=3", "/observation")
"""Pages that show a table: below its address, or below that of the API."""


def open_table_at_secret_choice(new_guest: NewGuest, app: Litestar) -> tuple[list[Guest], str, int]:
    """Return people at a table of Wallenstein where all plan secretly at once, and a seat to act."""
    guests, id_ = open_table_with_friends(new_guest, 3, "wallenstein")
    table, dice = live_table(app, id_), random.Random(3)
    while len(table.state.players_to_act) < 3:
        seat = min(table.state.players_to_act)
        action = dice.choice(table.state.legal_actions(seat))
        assert guests[seat].act(id_, str(action), table.known_entry_count(seat)).status_code == 200
    return guests, id_, min(table.state.players_to_act)


@pytest.mark.own_app
def test_lists_show_times_of_known_events_only(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_, seat = open_table_at_secret_choice(new_guest, app)
    table = live_table(app, id_)
    long_ago = datetime.now(UTC) - timedelta(hours=5)
    for number in table.times:
        table.times[number] = long_ago
    app.state.tables.cache._statuses.clear()
    before = [shown_times(guest) for guest in guests]
    action = next(text for text in guests[seat].choices(id_) if text.startswith("plan"))
    assert guests[seat].act(id_, action).status_code == 200
    after = [shown_times(guest) for guest in guests]
    for other in range(3):
        assert (after[other] == before[other]) == (other != seat), other
    assert max(table.times.values()) > long_ago


@pytest.mark.own_app
def test_absence_is_independent_of_secret_actions(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_, seat = open_table_at_secret_choice(new_guest, app)
    table = live_table(app, id_)
    for number in table.times:
        table.times[number] = datetime.now(UTC) - 2 * ABSENT_AFTER
    asking, third = (seat + 1) % 3, (seat + 2) % 3
    before = absent_seats(table, asking, {})
    assert third in before
    action = next(text for text in guests[seat].choices(id_) if text.startswith("plan"))
    assert guests[seat].act(id_, action).status_code == 200
    assert absent_seats(table, asking, {}) == before


def shown_times(guest: Guest) -> list[str]:
    """Return the times on the list of a guest's tables."""
    return re.findall(r'<time datetime="([^"]+)"', guest.get("/tables"))


@pytest.mark.parametrize("kind", ["page", "program"])
def test_heartbeat_is_independent_of_secret_actions(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    _, id_, seat = open_table_at_secret_choice(new_guest, app)
    table, other = live_table(app, id_), (seat + 1) % 3
    guest = str(table.row.seats[other].guest)
    waits: list[float] = []

    async def is_valid(_: str) -> bool:
        return True

    async def listen() -> None:
        waiting: asyncio.Queue[float] = asyncio.Queue()

        class Watched(Heartbeat):
            async def is_due_before(self, change: asyncio.Event) -> bool:
                waiting.put_nowait(self._next)
                return await super().is_due_before(change)

        for module in ("play.stream", "api.stream"):
            monkeypatch.setattr(f"regnum.web.{module}.Heartbeat", Watched)
        tokens: Any = SimpleNamespace(is_valid=is_valid, open_stream=lambda *_: None, close_stream=lambda *_: None)
        token: Any = SimpleNamespace(id="x", guest=guest)
        entries_known = table.known_entry_count(other)
        stream: Any = (
            stream_updates(app.state.tables, app.state.chat, table, guest, "en", entries_known, 1000.0)
            if kind == "page"
            else stream_observations(app.state.tables, tokens, table, token, entries_known, 1000.0)
        )
        listening = asyncio.create_task(drain(stream))
        for _ in range(4):
            waits.append(await waiting.get())
            table.notify_listeners()
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    run_in_app(app, listen())
    assert len(set(waits)) == 1, "what happens in between begins no new wait"


async def drain(stream: Any) -> None:
    async for _ in stream:
        pass


def test_heartbeat_comes_when_due_and_a_change_at_once() -> None:
    async def work() -> list[bool]:
        beat, change = Heartbeat(0.01), asyncio.Event()
        result = [await beat.is_due_before(change)]
        change.set()
        result.append(await Heartbeat(1000.0).is_due_before(change))
        return result

    assert asyncio.run(work()) == [True, False]


class RenderCounter:
    """Counts renderings, replays and updates for viewers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        for owner, name in (
            *((module, "render_view") for module in (render, snapshots, replay_page)),
            (FastEnvironment, "get_template"),
            (render, "find_events"),
            (playback, "_render_scenes"),
            (serializers, "_build_observation"),
        ):
            monkeypatch.setattr(owner, name, self._counting(getattr(owner, name)))

    def _counting(self, work: Any) -> Any:
        def counting(*given: Any, **named: Any) -> Any:
            self.count += 1
            return work(*given, **named)

        return counting

    def count_during(self, work: Any, *given: Any) -> tuple[int, Any]:
        """Run work; return the number of renderings and the result."""
        before = self.count
        done = work(*given)
        return self.count - before, done


@pytest.fixture
def render_counter(monkeypatch: pytest.MonkeyPatch) -> RenderCounter:
    return RenderCounter(monkeypatch)


def read_route(guest: Guest, table: str, path: str, token: str) -> str:
    """Return the response of a route to a guest."""
    if path == "/observation":
        headers = {"authorization": f"Bearer {token}"}
        return guest.request("GET", f"/api/tables/{table}/observation", headers=headers).text
    return guest.get(f"/table/{table}{path}")


@pytest.mark.own_app
@pytest.mark.parametrize("path", ROUTES)
def test_secret_action_renders_nothing_for_others(
    new_guest: NewGuest, app: Litestar, render_counter: RenderCounter, path: str
) -> None:
    guests, id_, seat = open_table_at_secret_choice(new_guest, app)
    spectator = new_guest()
    other = guests[(seat + 1) % 3]
    viewers = [(guest, token_of(guest)) for guest in (spectator, other)]
    for guest, token in viewers:
        read_route(guest, id_, path, token)
    expected = [render_counter.count_during(read_route, guest, id_, path, token) for guest, token in viewers]
    action = table_text(guests[seat], id_)
    for text in (action, "undo", action):
        assert guests[seat].act(id_, text, live_table(app, id_).known_entry_count(seat)).status_code == 200
        for (guest, token), before in zip(viewers, expected, strict=True):
            assert render_counter.count_during(read_route, guest, id_, path, token) == before, text


@pytest.mark.own_app
def test_secret_action_changes_only_the_page_of_its_seat(
    new_guest: NewGuest, app: Litestar, render_counter: RenderCounter
) -> None:
    guests, id_, seat = open_table_at_secret_choice(new_guest, app)
    everybody = [*guests, new_guest()]
    before = [guest.get(f"/table/{id_}") for guest in everybody]
    table, laid = live_table(app, id_), table_text(guests[seat], id_)
    assert guests[seat].act(id_, laid, table.known_entry_count(seat)).status_code == 200
    after = [guest.get(f"/table/{id_}") for guest in everybody]
    assert [page != old for page, old in zip(after, before, strict=True)] == [at == seat for at in range(4)]
    while "confirm" not in guests[seat].choices(id_):
        assert guests[seat].act(id_, table_text(guests[seat], id_), table.known_entry_count(seat)).status_code == 200
    assert guests[seat].act(id_, "confirm", table.known_entry_count(seat)).status_code == 200
    count, confirmed = render_counter.count_during(lambda: [guest.get(f"/table/{id_}") for guest in everybody])
    assert all(page != old for page, old in zip(confirmed, before, strict=True))
    assert count >= len(everybody)


def table_text(guest: Guest, id_: str) -> str:
    """Return a plan offered by a page."""
    return next(text for text in guest.choices(id_) if text.startswith("plan"))


@pytest.mark.own_app
def test_waiting_stream_does_not_follow_entries_of_a_running_game(new_guest: NewGuest, app: Litestar) -> None:
    _, id_, seat = open_table_at_secret_choice(new_guest, app)
    table, tables = live_table(app, id_), app.state.tables

    async def listen() -> None:
        for guess in (waiting_at(table), waiting_at(table) - 1):
            stream = stream_updates(tables, app.state.chat, table, "f" * 32, "en", guess, 1000.0)
            await anext(stream)
            assert b"reload" in await asyncio.wait_for(anext(stream), 30)
            await tables.act(table, seat, str(table.state.legal_actions(seat)[0]), table.known_entry_count(seat))

    run_in_app(app, listen())


@pytest.mark.own_app
@pytest.mark.parametrize("kind", ["page", "program"])
@pytest.mark.parametrize("spectator", [False, True])
def test_stream_sends_nothing_after_a_secret_action_of_another_seat(
    new_guest: NewGuest, app: Litestar, render_counter: RenderCounter, kind: str, spectator: bool
) -> None:
    _, id_, seat = open_table_at_secret_choice(new_guest, app)
    table, tables = live_table(app, id_), app.state.tables
    other = None if spectator else (seat + 1) % 3
    guest = "f" * 32 if other is None else str(table.row.seats[other].guest)

    async def is_valid(_: str) -> bool:
        return True

    async def listen() -> None:
        tokens: Any = SimpleNamespace(is_valid=is_valid, open_stream=lambda *_: None, close_stream=lambda *_: None)
        token: Any = SimpleNamespace(id="x", guest=guest)
        stream: AsyncIterator[bytes] = (
            stream_updates(tables, app.state.chat, table, guest, "en", table.known_entry_count(other), 1000.0)
            if kind == "page"
            else stream_observations(tables, tokens, table, token, None, 1000.0)
        )
        received: asyncio.Queue[bytes] = asyncio.Queue()

        async def listening() -> None:
            async for item in stream:
                received.put_nowait(item)

        task = asyncio.create_task(listening())
        for _ in range(1 if kind == "page" else 2):
            await received.get()
        await asyncio.sleep(0.1)
        before = render_counter.count
        action = str(table.state.legal_actions(seat)[0])
        for text in (action, "undo", action):
            await tables.act(table, seat, text, table.known_entry_count(seat))
            await asyncio.sleep(0.1)
        assert (received.qsize(), render_counter.count) == (0, before)
        while "confirm" not in (choices := [str(choice) for choice in table.state.legal_actions(seat)]):
            await tables.act(table, seat, choices[0], table.known_entry_count(seat))
        await tables.act(table, seat, "confirm", table.known_entry_count(seat))
        await asyncio.wait_for(received.get(), 30)
        assert render_counter.count > before
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run_in_app(app, listen())


@pytest.mark.own_app
def test_undo_survives_secret_actions_of_others(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_, seat = open_table_at_secret_choice(new_guest, app)
    table, other = live_table(app, id_), (seat + 1) % 3
    token = token_of(guests[other])
    assert guests[other].act(id_, table_text(guests[other], id_), table.known_entry_count(other)).status_code == 200
    before = read_route(guests[other], id_, "/observation", token)
    assert '"undo":1' in before
    assert guests[seat].act(id_, table_text(guests[seat], id_), table.known_entry_count(seat)).status_code == 200
    assert read_route(guests[other], id_, "/observation", token) == before
    table.renders.clear()
    assert read_route(guests[other], id_, "/observation", token) == before
    plans = table.state.observed_by(seat)
    assert guests[other].act(id_, "undo", table.known_entry_count(other)).status_code == 200
    assert '"undo":0' in read_route(guests[other], id_, "/observation", token)
    assert table.state.observed_by(seat) == plans
    assert table.play.can_undo(seat)


def test_pages_are_independent_of_the_number_of_secret_changes() -> None:
    sure, unsure = (live_table_of(find_game("wallenstein"), 3) for _ in range(2))
    dice = random.Random(8)
    changed = 0
    while not sure.state.is_terminal:
        seat = dice.choice(sure.state.players_to_act)
        text = str(dice.choice(sure.state.legal_actions(seat)))
        for table in (sure, unsure):
            table.apply_move(table.propose(seat, text, table.known_entry_count(seat)))
        if seat == 0 and unsure.play.can_undo(0) and unsure.entry_count in unsure.play.unknown_entries(1):
            changed += 1
            for again in ("undo", text):
                unsure.apply_move(unsure.propose(0, again, unsure.known_entry_count(0)))
        if sure.entry_count % 25 == 0 and not sure.state.is_terminal:
            for viewer in (None, 1, 2):
                assert render_for_seat(sure, viewer, "en").panel == render_for_seat(unsure, viewer, "en").panel
    assert changed > 5


def test_secret_move_does_not_affect_pauses_of_bots() -> None:
    table = live_table_of(find_game("wallenstein"), 3)
    dice = random.Random(8)
    while table.play.unknown_entries(None)[-1:] != [table.entry_count]:
        table.row = msgspec.structs.replace(table.row, delays_skipped_after=table.last_human_entry)
        assert not table.has_bot_delays
        seat = dice.choice(table.state.players_to_act)
        table.apply_move(
            table.propose(seat, str(dice.choice(table.state.legal_actions(seat))), table.known_entry_count(seat))
        )
    assert not table.has_bot_delays


@SAMPLED
@pytest.mark.parametrize("follows", [False, True])
def test_cached_rendering_equals_a_fresh_one(follows: bool, thorough: bool) -> None:
    """It holds for secret actions and undos of others, on this server or on another one (`follows`)."""
    table, dice = live_table_of(find_game("wallenstein"), 3), random.Random(5)
    viewers = [None, *range(3)]
    secret = 0
    for _ in range(160 if thorough else 60):
        seat = dice.choice(table.state.players_to_act)
        back = table.play.can_undo(seat) and dice.random() < 0.3
        text = "undo" if back else str(dice.choice(table.state.legal_actions(seat)))
        shown = {viewer: render_for_seat(table, viewer, "en") for viewer in viewers}
        known = {viewer: table.known_entry_count(viewer) for viewer in viewers}
        if follows:
            table.apply_entries(table.version + 1, [Entry(table.entry_count + 1, seat, text)])
        else:
            table.apply_move(table.play.propose(seat, text))
        for viewer in viewers:
            now = render_for_seat(table, viewer, "en")
            assert (now is shown[viewer]) == (table.known_entry_count(viewer) == known[viewer])
            secret += now is shown[viewer]
            if now is shown[viewer]:
                again = render_afresh(table, viewer)
                assert (again.pieces, again.panel) == (now.pieces, now.panel), f"{viewer} after {text} of {seat}"
    assert secret > (50 if thorough else 10)


def render_afresh(table: LiveTable, viewer: int | None) -> TableRendering:
    """Return the view of a viewer, rendered afresh."""
    return render.render_view(table, table.view(viewer), "en", RenderCache())


def test_playback_cache_survives_secret_actions_of_others() -> None:
    table, dice = live_table_of(find_game("wallenstein"), 3), random.Random(3)
    while len(table.state.players_to_act) < 3:
        seat = min(table.state.players_to_act)
        table.apply_move(table.play.propose(seat, str(dice.choice(table.state.legal_actions(seat)))))

    async def play_back() -> list[bytes]:
        return [await playback.playback(table, viewer, "en", 0) for viewer in (None, 1, 0)]

    before = run_in_thread(lambda: asyncio.run(play_back()))
    assert playback.EMPTY_PLAYBACK not in before
    table.apply_move(table.play.propose(0, str(table.state.legal_actions(0)[0])))
    kept = [[key[0] for key in table.render_cache_for(viewer)] for viewer in (None, 1, 0)]
    assert ["scenes" in keys for keys in kept] == [True, True, False]
