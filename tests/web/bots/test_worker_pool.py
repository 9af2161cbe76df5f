"""Bots in worker processes: they get observations, and the table goes on despite their failures."""

import asyncio
import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, TypeVar

import pytest

from regnum.core.game import Game
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.games import all_games, find_game
from regnum.players import Player, add_player, make_player
from regnum.players import player as players
from regnum.web.bots.worker_pool import IN_PROCESS, WorkerPool, think
from tests.support.server.server_process import ROOT
from tests.support.web.apps import run_in_thread

T = TypeVar("T")
ROOM = f"{__name__}:"


class Last(Player):
    """Takes the last action and records its process."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        note = (os.getpid(), state.observer, state.seed, state.draws, self.seed, self.draws)
        with Path(os.environ["REGNUM_TEST_NOTES"]).open("a") as file:
            print(*note, file=file)
        self.draws += 1
        return legal[-1]


class Deadly(Player):
    """Ends its process."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        os._exit(3)


class Broken(Player):
    """Fails, or chooses an illegal action."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        if self.seed:
            raise RuntimeError("it sees a secret")
        return next(action for action in state.game.actions if action not in legal)


class Slow(Player):
    """Thinks for a long time at full load."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            pass
        return legal[0]


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[list[int]]]:
    """Return the records of `Last`."""
    path = tmp_path / "notes"
    monkeypatch.setenv("REGNUM_TEST_NOTES", str(path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return lambda: [[int(word) for word in line.split()] for line in path.read_text().splitlines()]


@pytest.fixture
def pool(notes: object) -> Iterator[WorkerPool]:
    new_pool = WorkerPool(1)
    yield new_pool
    new_pool.close()


def run(work: Awaitable[T]) -> T:
    async def whole() -> T:
        return await work

    return run_in_thread(lambda: asyncio.run(whole()))


def seen_by(game: Game, seat: int = 0) -> tuple[State, list[Action]]:
    """Return the observation and legal actions of a seat at its first decision."""
    state = game.new_state(game.player_counts[-1], 5)
    while seat not in state.players_to_act:
        state.apply(state.legal_actions()[0], state.players_to_act[0])
    seen = state.observed_by(seat)
    return seen, seen.legal_actions(seat)


KHAN = find_game("khan")


def test_worker_receives_the_observation_and_keeps_the_player(
    pool: WorkerPool, notes: Callable[[], list[list[int]]]
) -> None:
    async def work() -> None:
        for seat in (0, 1, 0):
            seen, legal = seen_by(KHAN, seat)
            assert await pool.choose(("t", seat), f"{ROOM}Last", 7 + seat, seen, legal) is legal[-1]

    run(work())
    actual = notes()
    assert [row[1:] for row in actual] == [[0, 0, 0, 7, 0], [1, 0, 0, 8, 0], [0, 0, 0, 7, 1]]
    assert len({row[0] for row in actual}) == 1
    assert actual[0][0] != os.getpid()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_choice_is_independent_of_the_worker(pool: WorkerPool, game: Game) -> None:
    async def work() -> None:
        state = game.new_state(game.player_counts[-1], 3)
        alone = {seat: make_player("greedy", seat) for seat in range(state.players)}
        for _ in range(12):
            seat = state.players_to_act[0]
            seen = state.observed_by(seat)
            legal = seen.legal_actions(seat)
            chosen = await pool.choose((game.id, seat), "greedy", seat, seen, legal)
            assert chosen is alone[seat].choose(seen, legal)
            state.apply(chosen, seat)

    run(work())


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("WrongTypeChooser:what=array", "WrongTypeChooser chose what it may not"),
        ("WrongTypeChooser:what=yes", "WrongTypeChooser chose what it may not"),
        ("WrongTypeChooser:what=none", "WrongTypeChooser chose what it may not"),
        ("Quitter", "Quitter failed (SystemExit)"),
    ],
)
def test_invalid_choice_is_replaced_by_the_first_action(bot: str, fault: str) -> None:
    seen, legal = seen_by(KHAN)
    texts = [action.text for action in legal]
    assert think((("t", 0), f"tests.support.bots:{bot}", 7, "khan", seen.to_dict(), texts)) == (texts[0], fault)


@pytest.mark.full
def test_dead_worker_is_replaced(
    pool: WorkerPool, notes: Callable[[], list[list[int]]], caplog: pytest.LogCaptureFixture
) -> None:
    seen, legal = seen_by(KHAN)

    async def work() -> None:
        assert await pool.choose(("t", 0), f"{ROOM}Last", 7, seen, legal) is legal[-1]
        os.kill(notes()[-1][0], signal.SIGKILL)
        assert await pool.choose(("t", 0), f"{ROOM}Deadly", 7, seen, legal) is legal[0]
        both = (pool.choose(("t", 0), f"{ROOM}{bot}", 7, seen, legal) for bot in ("Deadly", "Last"))
        assert (await asyncio.gather(*both))[0] is legal[0]
        assert await pool.choose(("t", 0), f"{ROOM}Last", 7, seen, legal) is legal[-1]

    run(work())
    assert len({row[0] for row in notes()}) >= 2
    assert "Deadly ended its process" in caplog.text


def test_failing_bot_takes_the_first_action_and_its_message_is_not_logged(
    pool: WorkerPool, caplog: pytest.LogCaptureFixture
) -> None:
    seen, legal = seen_by(KHAN)
    for seed, item in ((1, "Broken failed (RuntimeError)"), (0, "Broken chose what it may not")):
        assert run(pool.choose(("t", seed), f"{ROOM}Broken", seed, seen, legal)) is legal[0]
        assert item in caplog.text
    assert "secret" not in caplog.text


def test_unregistered_bot_runs_in_the_server_process(
    pool: WorkerPool, notes: Callable[[], list[list[int]]], caplog: pytest.LogCaptureFixture
) -> None:
    seen, legal = seen_by(KHAN)
    add_player("last", Last)
    try:
        assert run(pool.choose(("t", 0), "last", 7, seen, legal)) is legal[-1]
    finally:
        del players._REGISTERED["last"]
    assert notes()[0][0] == os.getpid()
    assert run(pool.choose(("t", 0), "nobody", 7, seen, legal)) is legal[0]
    assert "nobody is not known" in caplog.text


def test_bot_runs_in_the_server_process_without_file_descriptors(
    pool: WorkerPool, notes: Callable[[], list[list[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, legal = seen_by(KHAN)

    def none_left(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as for_now:
        for_now.setattr("regnum.web.bots.worker_pool.ProcessPoolExecutor", none_left)
        assert run(pool.choose(("t", 0), f"{ROOM}Last", 7, seen, legal)) is legal[-1]
    assert run(pool.choose(("t", 0), f"{ROOM}Last", 7, seen, legal)) is legal[-1]
    assert [row[0] == os.getpid() for row in notes()] == [True, False]


def test_bot_runs_in_the_server_process_when_workers_die_at_start(
    notes: Callable[[], list[list[int]]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A process may start and then lack file descriptors before it takes a task."""
    pool = WorkerPool(1)
    seen, legal = seen_by(KHAN)
    monkeypatch.setattr("regnum.web.bots.worker_pool._init_worker", os.abort)
    try:
        assert run(pool.choose(("t", 0), f"{ROOM}Last", 7, seen, legal)) is legal[-1]
    finally:
        pool.close()
    assert notes()[0][0] == os.getpid()
    assert not [record for record in caplog.records if record.name == "regnum.web"]


def test_thinking_blocks_neither_the_server_nor_its_shutdown(pool: WorkerPool) -> None:
    seen, legal = seen_by(KHAN)

    async def work() -> float:
        await pool.choose(("t", 1), "random", 7, seen, legal)
        task = asyncio.create_task(pool.choose(("t", 0), f"{ROOM}Slow", 7, seen, legal))
        longest = 0.0
        for _ in range(50):
            start = time.monotonic()
            await asyncio.sleep(0.005)
            longest = max(longest, time.monotonic() - start)
        task.cancel()
        pool.close()
        return longest

    start = time.monotonic()
    assert run(work()) < 1
    assert time.monotonic() - start < 20


@pytest.mark.usefixtures("notes")
def test_requests_of_one_group_do_not_delay_others(pool: WorkerPool) -> None:
    order: list[str] = []

    async def work() -> None:
        asks = [pool.ask(IN_PROCESS, order.append, name, name) for name in [*["many"] * 20, "one"]]
        await asyncio.gather(*asks)

    run_in_thread(lambda: asyncio.run(work()))
    assert order[:3] == ["many", "one", "many"]
    assert len(order) == 21


def test_workers_exit_when_the_server_is_killed() -> None:
    """The output pipe of the server ends when no process holds it open, including workers."""
    code = (
        "import asyncio; from tests.web.bots.test_worker_pool import *\n"
        "async def work():\n"
        f"    await WorkerPool(1).choose(('t', 0), {ROOM!r} + 'Last', 7, *seen_by(KHAN)); print('!', flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(work())"
    )
    server = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE)
    assert server.stdout is not None
    assert server.stdout.readline() == b"!\n"
    server.kill()
    assert server.communicate(timeout=10)[0] == b""


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
