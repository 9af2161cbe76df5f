"""Bots at the table: their observations, when they act, how long they wait, and how their failures are logged."""

import asyncio
import logging
import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec import structs
from sqlalchemy import select

from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.games import find_game
from regnum.players import Player, add_player
from regnum.players import player as players
from regnum.web.bots.runner import BotRunner, Delays, scheduling_groups, seed_of
from regnum.web.bots.worker_pool import IN_PROCESS
from regnum.web.db.schema import TABLES
from regnum.web.settings import Settings
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT
from tests.support.web.addresses import Caller, app_for_addresses
from tests.support.web.apps import live_table, run_in_app, wait_for
from tests.support.web.guests import NewGuest
from tests.support.web.live_tables import live_table_of, move_randomly


def test_bots_play_a_table_to_the_end(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    id_ = guest.open_table("bot:random", "bot:random", "bot:random", name="")
    guest.get(f"/table/{id_}")
    table = live_table(app, id_)
    wait_for(lambda: table.state.is_terminal)
    assert table.play.record.verify() is None
    page = guest.get(f"/table/{id_}")
    for points in table.state.scores():
        assert f"<td>{points}</td>" in page


@pytest.mark.parametrize(
    "kind", ["bot:random:", "bot:greedy:seconds=99", "bot:os:path", "bot:tests.support.bots:Killer", "bot::", "bot:x=1"]
)
def test_form_accepts_built_in_bots_only(new_guest: NewGuest, kind: str) -> None:
    form = {"name": "Ann", "players": "3", "seat0": "me", "seat1": "bot:random", "seat2": kind}
    response = new_guest().post("/new/brian_boru", form)
    assert response.status_code == 422
    assert "(gentle, greedy, strong, random)" in response.text


class Spy(Player):
    """Records its observations."""

    NAME = "spy"
    shown: list[tuple[int, State, list[Action]]]

    def choose(self, state: State, legal: list[Action]) -> Action:
        self.shown.append((state.observer, state, legal))
        return legal[-1]


class Broken(Player):
    """Fails, or chooses an illegal action."""

    NAME = "broken"

    def choose(self, state: State, legal: list[Action]) -> Action:
        self.draws += 1
        if self.draws % 2:
            raise RuntimeError("out of ideas")
        return state.game.actions[0]


@pytest.fixture
def isolated_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that are registered by a test run in this process and are unregistered after it."""
    monkeypatch.setattr(players, "_REGISTERED", {})


@pytest.mark.usefixtures("isolated_bots")
def test_bot_receives_only_the_observation_of_its_seat(new_guest: NewGuest, app: Litestar) -> None:
    shown: list[tuple[int, State, list[Action]]] = []

    def spy(seed: int) -> Player:
        player = Spy(seed)
        player.shown = shown
        return player

    add_player("spy", spy)
    guest = new_guest()
    id_ = guest.open_table("bot:spy", "bot:spy", "bot:spy", name="")
    guest.get(f"/table/{id_}")
    table = live_table(app, id_)
    wait_for(lambda: table.state.is_terminal)
    assert {observer for observer, _, _ in shown} == {0, 1, 2}
    for observer, state, legal in shown:
        assert (state.seed, state.draws) == (0, 0)
        assert observer in state.players_to_act
        assert legal


@pytest.mark.usefixtures("isolated_bots")
def test_failing_bot_does_not_block_the_table(
    new_guest: NewGuest, app: Litestar, caplog: pytest.LogCaptureFixture
) -> None:
    add_player("broken", Broken)
    guest = new_guest()
    id_ = guest.open_table("bot:broken", "bot:broken", "bot:broken", name="")
    guest.get(f"/table/{id_}")
    table = live_table(app, id_)
    wait_for(lambda: table.state.is_terminal)
    assert "the bot Broken failed" in caplog.text


class Held(Player):
    """Waits until it is released, and records its seed."""

    thought: list[int]
    released: threading.Event

    def choose(self, state: State, legal: list[Action]) -> Action:
        self.released.wait(60)
        self.thought.append(self.seed)
        return legal[0]


class AddressedApp:
    """An application with guests at several addresses, and bots of which one thinks at a time."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        self.app = client.app
        self.thought: list[int] = []
        self.released = threading.Event()
        add_player("held", self._held)
        self.app.state.bots._workers._in_process_only.add(("khan", "held"))  # no worker is asked first

    def _held(self, seed: int) -> Player:
        player = Held(seed)
        player.thought, player.released = self.thought, self.released
        return player

    def open(self, address: str, *seats: str) -> str:
        """Open and view a table at which a bot is to act."""
        while True:
            guest = Caller(self.client, address)
            table = guest.open_table(*seats, game="khan")
            if live_table(self.app, table).bots_to_act():
                guest.get(f"/table/{table}")
                return table

    def thinking_order(self, *tables: str) -> list[str]:
        """Let the bots think; return the tables in the order of their first turns."""
        key = self.app.state.settings.secret.encode()
        whose = {seed_of(key, (table, seat)): table for table in tables for seat in range(3)}
        queues = self.app.state.bots._workers._queues
        wait_for(lambda: len(queues[IN_PROCESS]._waiters) == len(tables) - 1)
        self.released.set()
        wait_for(lambda: set(tables) <= {whose[seed] for seed in self.thought})
        return [whose[seed] for seed in self.thought]


@pytest.fixture
def addressed_app(settings: Settings, isolated_bots: None) -> Iterator[AddressedApp]:
    with TestClient(app_for_addresses(settings)) as client:
        new_app = AddressedApp(client)
        wait_for(lambda: bool(client.app.state.leading.is_set()))
        yield new_app
        new_app.released.set()


HOME, OTHER = "192.0.2.1", "198.51.100.7"
WITH_ME = ("bot:held", "bot:held", "me")


@pytest.mark.parametrize("seats", [("bot:held",) * 3, WITH_ME], ids=["bots", "person"])
def test_address_with_many_guests_gets_no_extra_turns(addressed_app: AddressedApp, seats: tuple[str, ...]) -> None:
    crowd = [addressed_app.open(HOME, *seats) for _ in range(6)]
    one = addressed_app.open(OTHER, *WITH_ME)
    assert addressed_app.thinking_order(*crowd, one)[:2] == [crowd[0], one]
    assert len({scheduling_groups(live_table(addressed_app.app, table))[0] for table in crowd}) == len(crowd), (
        "guests take turns as well"
    )


def test_bots_only_tables_come_after_tables_of_people(addressed_app: AddressedApp) -> None:
    alone = [addressed_app.open(OTHER, *("bot:held",) * 3) for _ in range(2)]
    crowd = [addressed_app.open(HOME, *WITH_ME) for _ in range(3)]
    order = addressed_app.thinking_order(*alone, *crowd)
    assert order[0] == alone[0]
    assert max(order.index(table) for table in crowd) < order.index(alone[1])


def test_addresses_are_stored_hashed_until_the_game_ends(addressed_app: AddressedApp) -> None:
    app = addressed_app.app
    guest, other = (Caller(addressed_app.client, address) for address in (HOME, OTHER))
    over = guest.open_table("bot:random", "bot:random", "bot:random", game="khan", pace="at_once")
    running = [one.open_table("me", "bot:random", game="khan") for one in (guest, other)]

    def homes() -> dict[str, str]:
        query = select(TABLES.c.id, TABLES.c.client_address)
        read = app.state.tables.store.database.read
        result = run_in_app(app, read(lambda connection: connection.execute(query).all()))
        return {row[0]: row[1] for row in result}

    assert homes()[over] == homes()[running[0]] != homes()[running[1]]
    assert all(len(home) == 32 and "192" not in home[:4] for home in homes().values())
    wait_for(lambda: live_table(app, over).state.is_terminal)
    run_in_app(app, app.state.housekeeping.work_once())
    assert homes()[over] == ""
    assert all(homes()[table] for table in running)


def test_bots_only_tables_are_limited_by_address(settings: Settings) -> None:
    with TestClient(app_for_addresses(replace(settings, writes_per_minute=30, bot_delay=60.0))) as client:
        for _ in range(2):
            Caller(client, HOME).open_table("bot:random", "bot:random", game="khan")
        refused = Caller(client, HOME).ask_for_table("bot:random", "bot:random", game="khan")
        assert refused.status_code == 422
        assert "2 tables with only bots" in refused.text
        player = Caller(client, HOME)
        table = player.open_table("me", "bot:random", game="khan")
        left = player.post(f"/table/{table}/leave", {})
        assert left.status_code == 409
        assert "2 tables with only bots" in left.text
        assert live_table(client.app, table).seat_of(live_table(client.app, table).row.host) == 0
        elsewhere = Caller(client, OTHER)
        elsewhere.open_table("bot:random", "bot:random", game="khan")
        assert (
            elsewhere.post(f"/table/{elsewhere.open_table('me', 'bot:random', game='khan')}/leave", {}).status_code
            == 303
        )


@pytest.fixture
def table() -> LiveTable:
    """Return a table of bots only."""
    found = live_table_of(find_game("brian_boru"), 3)
    bots = tuple(structs.replace(seat, kind=BOT, bot="random", guest=None) for seat in found.row.seats)
    found.row = structs.replace(found.row, seats=bots)
    return found


def runner(closing: asyncio.Event) -> BotRunner:
    async def act(*_: object) -> int:
        raise AssertionError("no bot acts here")

    return BotRunner(act, closing, 0.0, "secret")


def test_bots_wait_until_the_server_plays(table: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        closing = asyncio.Event()
        bots = runner(closing)
        begun: list[LiveTable] = []
        released = asyncio.Event()

        async def play(table: LiveTable) -> None:
            begun.append(table)
            await released.wait()

        monkeypatch.setattr(bots, "_play", play)

        async def wake() -> int:
            bots.wake(table)
            await asyncio.sleep(0)
            return len(begun)

        assert (await wake(), bots.is_busy(table)) == (0, False), "it does not play yet"
        bots.playing = True
        assert (await wake(), bots.is_busy(table)) == (1, True)
        assert await wake() == 1, "it is busy"
        released.set()
        await asyncio.sleep(0)
        assert not bots.is_busy(table)
        assert await wake() == 2
        await asyncio.sleep(0)
        closing.set()
        assert await wake() == 2, "the server stops"
        closing.clear()
        people = tuple(structs.replace(seat, kind="guest", bot=None, guest="x") for seat in table.row.seats)
        table.row = structs.replace(table.row, seats=people)
        assert await wake() == 2, "people are to act"
        await bots.close()

    asyncio.run(work())


def test_failures_are_logged_once_in_five_seconds(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bots = runner(asyncio.Event())
    caplog.set_level(logging.WARNING, "regnum.web")
    counts: list[int] = []
    for now in (100.0, 104.0, 105.0, 105.5, 110.0, 111.0):
        loop: Any = type("Loop", (), {"time": lambda _, now=now: now})()
        monkeypatch.setattr(asyncio, "get_running_loop", lambda loop=loop: loop)
        bots._warn(table, ValueError("a secret card"))
        counts.append(len(caplog.messages))
    assert counts == [1, 1, 1, 2, 2, 3]
    assert set(caplog.messages) == {"a bot of table t tries again: ValueError"}


def test_pauses_are_a_quarter_while_several_decide_at_once() -> None:
    table, dice = live_table_of(find_game("wallenstein"), 3), random.Random(1)
    while len(table.state.players_to_act) < 2:
        move_randomly(table, dice)
    delays = Delays(table, 2.0)
    assert delays.before(0) == 0.5
    assert delays.before(0) == pytest.approx(0.5 * (1 - 0.5 / 24))
