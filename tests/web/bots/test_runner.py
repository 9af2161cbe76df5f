"""The turns of bots, with made-up workers: when they begin, how they pause and retry, and when they stop."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.bots import runner as runner_module
from regnum.web.bots.runner import FIRST_RETRY_DELAY, MAX_RETRY_DELAY, BotRunner, seed_of
from regnum.web.errors import RefusedError
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT
from tests.support.web.live_tables import live_table_of


class Workers:
    """Workers that choose the first action at once, or think until they are told."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.thinking: asyncio.Event | None = None
        self.closed = False

    async def choose(
        self, key: tuple[str, int], bot: str, seed: int, seen: Any, legal: Any, *groups: str, last: bool
    ) -> Any:
        self.asked.append((key, bot, seed, seen.observer, groups, last))
        if self.thinking is not None:
            await self.thinking.wait()
        return legal[0]

    def close(self) -> None:
        self.closed = True


class Bots:
    """A bot runner, with what the bots did; it stops after `most` actions."""

    def __init__(self, most: int = 3, pause: float = 0.0) -> None:
        self.most = most
        self.acted: list[tuple[int, str, int]] = []
        self.errors: list[Exception] = []
        self.closing = asyncio.Event()
        self.runner = BotRunner(self.act, self.closing, pause, "secret")
        self.runner.playing = True

    async def act(self, table: LiveTable, seat: int, text: str, entry_count: int) -> int:
        if self.errors:
            raise self.errors.pop(0)
        self.acted.append((seat, text, entry_count))
        table.apply_move(table.propose(seat, text, entry_count))
        if len(self.acted) == self.most:
            self.closing.set()
        return table.entry_count

    async def play(self, table: LiveTable) -> None:
        self.runner.wake(table)
        for _ in range(1000):
            if not self.runner.is_busy(table):
                return
            await asyncio.sleep(0)
        raise AssertionError("the bots do not stop")


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Workers:
    result = Workers()
    monkeypatch.setattr(runner_module, "WorkerPool", lambda: result)
    return result


@pytest.fixture
def delays(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let every timeout be over at once, and return the list of their seconds."""
    seconds: list[float] = []
    timeout = asyncio.timeout

    def short(delay: float) -> asyncio.Timeout:
        seconds.append(delay)
        return timeout(0)

    monkeypatch.setattr(asyncio, "timeout", short)
    monkeypatch.setattr(runner_module, "uniform", lambda _low, high: high)
    return seconds


def table_of_bots(**row: Any) -> LiveTable:
    table = live_table_of(find_game("khan"), 3)
    seats = tuple(replace(seat, kind=BOT, guest=None, bot="greedy") for seat in table.row.seats)
    table.row = replace(table.row, seats=seats, **row)
    return table


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def working() -> None:
        await work()

    asyncio.run(working())


def test_bots_act_on_the_observation_of_their_seat_until_the_server_stops(workers: Workers) -> None:
    async def work() -> None:
        bots, table = Bots(), table_of_bots(client_address="here")
        first = table.state.players_to_act[0]
        await bots.play(table)
        assert [number for _, _, number in bots.acted] == [0, 1, 2]
        assert [(seat, text) for seat, text, _ in bots.acted] == list(table.play.record.entries)
        key = ("t", first)
        assert workers.asked[0] == (key, "greedy", seed_of(b"secret", key), first, ("here", "0"), True)
        assert [asked[0][1] for asked in workers.asked] == [seat for seat, _, _ in bots.acted]

    run(work)


def test_seed_of_a_bot_differs_by_server_table_and_seat() -> None:
    keys = [("t", 0), ("t", 1), ("u", 0)]
    assert len({seed_of(secret, key) for secret in (b"one", b"two") for key in keys}) == 6
    assert all(0 < seed_of(b"one", key) < 2**56 for key in keys)


def test_bots_are_woken_only_where_they_are_to_act_and_not_twice(workers: Workers) -> None:
    async def work() -> None:
        bots, table = Bots(), table_of_bots()
        bots.runner.playing = False
        bots.runner.wake(table)
        assert not bots.runner.is_busy(table)
        bots.runner.playing = True
        people = live_table_of(find_game("khan"), 3)
        bots.runner.wake(people)
        assert not bots.runner.is_busy(people)
        bots.runner.wake(table)
        bots.runner.wake(table)
        assert bots.runner.is_busy(table)
        await bots.play(table)
        assert len(bots.acted) == 3
        bots.runner.wake(table)
        assert not bots.runner.is_busy(table), "the server stops"

    run(work)


def test_retries_wait_twice_as_long_each_time_until_an_action_succeeds(workers: Workers, delays: list[float]) -> None:
    async def work() -> None:
        bots = Bots(most=2)
        bots.errors = [RefusedError("stale") for _ in range(10)]
        await bots.play(table_of_bots())
        expected = [min(FIRST_RETRY_DELAY * 2**number, MAX_RETRY_DELAY) for number in range(1, 11)]
        assert delays == expected, "there is no delay after the success"
        assert len(bots.acted) == 2

    run(work)


def test_failing_tables_are_logged_once_in_a_while(
    workers: Workers, delays: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        bots = Bots(most=1)
        bots.errors = [RefusedError("stale"), ValueError("secret"), ValueError("secret"), OSError("secret")]
        await bots.play(table_of_bots())
        assert [record.getMessage() for record in caplog.records] == ["a bot of table t tries again: ValueError"]
        assert len(delays) == 4

    run(work)


def test_bot_that_is_thinking_when_the_server_stops_does_not_act(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        workers.thinking = asyncio.Event()
        bots, table = Bots(), table_of_bots()
        bots.runner.wake(table)
        await asyncio.sleep(0)
        bots.closing.set()
        workers.thinking.set()
        await bots.runner.close()
        assert (bots.acted, workers.closed, bots.runner.is_busy(table)) == ([], True, False)

    run(work)


def test_bot_that_thinks_too_long_is_cancelled_when_the_server_stops(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner_module, "STOP_TIMEOUT", 0.01)

    async def work() -> None:
        workers.thinking = asyncio.Event()
        bots, table = Bots(), table_of_bots()
        bots.runner.wake(table)
        await asyncio.sleep(0)
        await bots.runner.close()
        await asyncio.sleep(0)
        assert (bots.acted, workers.closed) == ([], True)
        assert not bots.runner.is_busy(table)

    run(work)


def test_bots_wait_at_the_pace_of_their_table(workers: Workers, delays: list[float]) -> None:
    async def work() -> None:
        bots = Bots(most=1, pause=2.0)
        bots.runner.wake(table_of_bots(pace="slow"))
        for _ in range(3):
            await asyncio.sleep(0)
        assert delays
        assert 4.5 < delays[0] <= 5.0

    run(work)


def test_pause_ends_when_a_player_skips_it(workers: Workers) -> None:
    async def work() -> None:
        bots, table = Bots(most=1, pause=1000.0), table_of_bots()
        bots.runner.wake(table)
        for _ in range(10):
            await asyncio.sleep(0)
        table.announce_change()
        for _ in range(10):
            await asyncio.sleep(0)
        assert bots.acted == [], "another change does not end it"
        table.row = replace(table.row, delays_skipped_after=table.last_human_entry)
        table.announce_change()
        await bots.play(table)
        assert len(bots.acted) == 1

    run(work)
