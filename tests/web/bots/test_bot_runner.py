"""When bots act, how long they pause, how often their failures are logged, and what happens without workers."""

import asyncio
import logging
import random
from concurrent.futures import Executor
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.bots.runner import BotRunner, Pauses
from regnum.web.bots.worker_pool import IN_PROCESS, WorkerPool
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT
from tests.support.web.live_tables import live_table_of, move_randomly


@pytest.fixture
def table() -> LiveTable:
    """Return a table of bots only."""
    found = live_table_of(find_game("brian_boru"), 3)
    bots = tuple(replace(seat, kind=BOT, bot="random", guest=None) for seat in found.row.seats)
    found.row = replace(found.row, seats=bots)
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
        people = tuple(replace(seat, kind="guest", bot=None, guest="x") for seat in table.row.seats)
        table.row = replace(table.row, seats=people)
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
    pauses = Pauses(table, 2.0)
    assert pauses.before(0) == 0.5
    assert pauses.before(0) == pytest.approx(0.5 * (1 - 0.5 / 24))


class NoHandles(Executor):
    """A worker that cannot start its work."""

    def submit(self, *_: Any, **__: Any) -> Any:
        raise OSError("no handles left")


def test_work_runs_in_this_process_if_a_worker_has_no_handles_left() -> None:
    async def work() -> None:
        pool = WorkerPool(1)
        pool._pools[0] = NoHandles()
        assert await pool.ask(0, str.upper, "done") == "DONE"
        assert list(pool._pools) == [IN_PROCESS], "the worker is replaced the next time"
        pool.close()

    asyncio.run(work())


def test_error_of_work_in_this_process_is_raised() -> None:
    async def work() -> None:
        pool = WorkerPool(1)
        pool._pools[IN_PROCESS] = NoHandles()
        with pytest.raises(OSError, match="no handles left"):
            await pool.ask(IN_PROCESS, str.upper, "done")
        pool.close()

    asyncio.run(work())
