"""Measure how many tables and streams a server can handle.

    python -m benchmarks.load --tables 100 --streams 300

It starts the server (or several that share one PostgreSQL) and opens tables of all games, where simulated users move at
random. Each player and spectator has an open stream. A table's next move waits until everyone there has seen the last
one. The number of moves, their latency and the CPU time used are printed.
"""

import argparse
import asyncio
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Final

from benchmarks.load_clients import Figures, Guest, ServerError, Table
from regnum.cli.arguments import whole_number
from regnum.core.text.ledger import LANGUAGES
from regnum.games import all_games
from regnum.players import player_names as bot_names

ROOT: Final = Path(__file__).resolve().parent.parent
START_TIMEOUT: Final = 60.0
"""The seconds within which a server must start."""


def show_progress(text: str) -> None:
    """Show progress on standard error if it is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


class Server:
    """A server in its own process."""

    def __init__(self, folder: Path, database: str, bot_delay: float) -> None:
        """Start the server and wait for its address; ServerError if it fails."""
        environment = os.environ | {
            "PYTHONPATH": str(ROOT),
            "REGNUM_DATA": str(folder),
            "REGNUM_BOT_DELAY": str(bot_delay),
            "REGNUM_WRITES_PER_MINUTE": str(10**9),
        }
        command = [
            sys.executable,
            "-m",
            "regnum",
            "serve",
            "--port",
            "0",
            *(["--database", database] if database else []),
        ]
        self._process: Final = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        match = re.search(r"http://\S+[0-9]", self._process.stdout.readline())
        if not match:
            raise ServerError(f"the server did not start: {self._process.communicate()[1].strip()[-300:]}")
        self.address: Final = match[0]

    def cpu(self) -> tuple[float, float]:
        """Return the CPU seconds of the server and those of its worker processes; nan on systems without /proc."""
        try:
            parents: dict[int, int] = {}
            cpu_by_pid: dict[int, float] = {}
            for path in Path("/proc").glob("[0-9]*/stat"):
                with suppress(OSError):
                    parts = path.read_text().rpartition(")")[2].split()
                    parents[int(path.parent.name)] = int(parts[1])
                    cpu_by_pid[int(path.parent.name)] = (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
            server_seconds = cpu_by_pid.pop(self._process.pid)
        except (KeyError, ValueError):
            return float("nan"), float("nan")
        return server_seconds, sum(seconds for pid, seconds in cpu_by_pid.items() if self._is_above(pid, parents))

    def _is_above(self, pid: int, parents: dict[int, int]) -> bool:
        while pid in parents and pid != self._process.pid:
            pid = parents[pid]
        return pid == self._process.pid

    def stop(self) -> str:
        """Stop the server and return its output on standard error."""
        self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.communicate(timeout=15)[1]
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.communicate()[1] + "it had to be killed\n"


@dataclass
class Result:
    """The results of a run; CPU times are in seconds."""

    tables: int
    streams: int
    seconds: float
    figures: Figures
    server: float = 0.0
    workers: float = 0.0
    load: float = 0.0
    stderr_lines: list[str] = field(default_factory=list)

    def rows(self) -> dict[str, float]:
        """Return the figures by name; names with "ms" are times in milliseconds."""
        figures = self.figures
        moves = max(len(figures.post_times), 1)
        return {
            "moves": len(figures.post_times),
            "moves a second": len(figures.post_times) / self.seconds,
            **_times("post", figures.post_times),
            **_times("post to stream", figures.stream_times),
            "updates": len(figures.stream_times),
            "bytes of an update, median": median(figures.sizes or [0]),
            "bytes of an update, p95": _percentile_95(figures.sizes),
            "server CPU a move, ms": self.server / moves * 1000,
            "server CPU, %": self.server / self.seconds * 100,
            "workers CPU, %": self.workers / self.seconds * 100,
            "load CPU, %": self.load / self.seconds * 100,
            "games ended": figures.games,
            "refused": figures.refused_moves,
            "not seen in time": figures.late_updates,
        }


def _times(name: str, seconds: list[float]) -> dict[str, float]:
    return {f"{name} p50, ms": median(seconds or [0.0]) * 1000, f"{name} p95, ms": _percentile_95(seconds) * 1000}


def _percentile_95(values: list[float] | list[int]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else sum(values)


class Load:
    """A load test: tables at servers, for a limited time."""

    def __init__(self, arguments: argparse.Namespace, servers: list[Server]) -> None:
        self._arguments: Final = arguments
        self._servers: Final = servers
        self._figures: Final = Figures()
        self._dice: Final = random.Random(arguments.seed)
        self._people = 0
        self._tables = 0

    def _new_guest(self, language: str) -> Guest:
        self._people += 1
        return Guest(self._servers[self._people % len(self._servers)].address, self._people, language)

    async def _open_table(self) -> tuple[Table, list[Guest]]:
        number = self._tables
        self._tables += 1
        games = all_games()
        language = LANGUAGES[number // len(games) % len(LANGUAGES)]
        share, remainder = divmod(self._arguments.streams, self._arguments.tables)
        place = number % self._arguments.tables
        guests = [self._new_guest(language) for _ in range(share + (place < remainder))]
        table = Table(games[number % len(games)], guests, self._figures, self._dice)
        await table.open()
        return table, guests

    async def _open_bot_table(self, kind: str) -> None:
        """Open a table at which only bots play."""
        games = all_games()
        self._tables += 1
        game = games[self._tables % len(games)]
        players = game.player_counts[-1]
        seats = {f"seat{seat}": f"bot:{kind}" for seat in range(players)}
        guest = self._new_guest("en")
        await guest.expect(200, f"/new/{game.id}")
        response = await guest.expect(303, f"/new/{game.id}", {"name": "", "players": str(players), **seats})
        await guest.expect(200, response.header(b"location"))
        guest.leave()

    async def _play(self, end: asyncio.Event) -> None:
        """Play at one table after another until `end` is set, at a table's share of the total rate."""
        rate = self._arguments.rate
        pause = self._arguments.tables / rate if rate else 0.0
        table, guests = await self._open_table()
        due = perf_counter() + pause * self._dice.random()
        self._ready += 1
        await self._begin.wait()
        while not end.is_set():
            now = perf_counter()
            if due > now:
                await asyncio.sleep(due - now)
            due = max(due + pause * self._dice.uniform(0.5, 1.5), perf_counter() - 3 * pause)
            if not await table.move():
                for guest in guests:
                    guest.leave()
                table, guests = await self._open_table()

    async def run(self) -> Result:
        """Open all tables, let the guests play, and return the result."""
        end = asyncio.Event()
        self._begin = asyncio.Event()
        self._ready = 0
        count = self._arguments.tables
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._play(end)) for _ in range(count)]
            while self._ready < count:
                await asyncio.sleep(0.05)
                show_progress(f"{self._ready} of {count} tables are open")
            if self._arguments.bots:
                for _ in range(self._arguments.bot_tables):
                    await self._open_bot_table(self._arguments.bots)
                    await asyncio.sleep(self._arguments.bot_delay / self._arguments.bot_tables)  # spread over time
            self._begin.set()
            await asyncio.sleep(self._arguments.warm_up)
            result = await self._measure()
            end.set()
            await asyncio.wait(tasks)
        return result

    async def _measure(self) -> Result:
        before = [server.cpu() for server in self._servers]
        load = _own_cpu()
        start = perf_counter()
        self._figures.is_recording = True
        while (remaining := start + self._arguments.seconds - perf_counter()) > 0:
            show_progress(f"{remaining:.0f} s left, {len(self._figures.post_times)} moves")
            await asyncio.sleep(min(remaining, 0.5))
        self._figures.is_recording = False
        seconds = perf_counter() - start
        after = [server.cpu() for server in self._servers]
        return Result(
            self._arguments.tables,
            self._arguments.streams,
            seconds,
            self._figures,
            sum(end[0] - begin[0] for end, begin in zip(after, before, strict=True)),
            sum(end[1] - begin[1] for end, begin in zip(after, before, strict=True)),
            _own_cpu() - load,
        )


def _own_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def measure(arguments: argparse.Namespace) -> Result:
    """Start the servers, run the load test, stop the servers, and return the result; ServerError if anything fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # two sockets for each guest
    servers: list[Server] = []
    stderr_lines: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            for number in range(arguments.processes):
                show_progress(f"starting server {number + 1} of {arguments.processes}")
                servers.append(Server(Path(folder), arguments.database, arguments.bot_delay))
            try:
                result = asyncio.run(Load(arguments, servers).run())
            except* ServerError as group:
                first: BaseException = group
                while isinstance(first, BaseExceptionGroup):
                    first = first.exceptions[0]
                raise ServerError(str(first)) from None
        finally:
            for server in servers:
                stderr_lines += server.stop().splitlines()
            for line in stderr_lines[:20]:
                print(f"the server said: {line}", file=sys.stderr)
            show_progress("")
    result.stderr_lines = stderr_lines
    return result


def parse_arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """Parse the command line; exits with code 2 and a message if it is invalid."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=(__doc__ or "").partition("\n\n")[0])
    positive, non_negative = whole_number(1, 10_000), whole_number(0, 10_000)
    add = parser.add_argument
    add("--tables", type=positive, default=100, help="default 100")
    add("--streams", type=positive, help="at all tables together, three to each at least; default: three")
    add("--seconds", type=positive, default=20, help="that are measured; default 20")
    add("--warm-up", type=non_negative, default=3, help="seconds before them; default 3")
    add("--rate", type=non_negative, default=0, help="moves a second; default 0: as many as go")
    add("--database", default="", help="URL of an empty database; default: an SQLite file, thrown away afterwards")
    add("--processes", type=whole_number(1, 16), default=1, help="servers over one PostgreSQL; default 1")
    add("--bots", choices=bot_names(), help="let bots of this kind play at tables of their own as well")
    add("--bot-tables", type=positive, default=20, help="at how many; default 20")
    add("--bot-delay", type=float, default=0.0, help="seconds that bots wait before a move; default 0")
    add("--seed", type=non_negative, default=1, help="of what is moved; default 1")
    add("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args(argv)
    arguments.streams = arguments.streams or 3 * arguments.tables
    if arguments.streams < 3 * arguments.tables:
        parser.error(f"--streams: {arguments.tables} tables need {3 * arguments.tables} at least, three to each")
    if arguments.processes > 1 and not arguments.database.startswith("postgres"):
        parser.error("--processes: several servers need the --database URL of a PostgreSQL")
    return arguments


def main() -> int:
    """Measure, print the figures, and return 0, or 1 if the server failed."""
    arguments = parse_arguments()
    try:
        result = measure(arguments)
    except ServerError as error:
        print(f"benchmarks.load: {error}", file=sys.stderr)
        return 1
    rows = result.rows()
    if arguments.json:
        print(json.dumps(rows))
    else:
        print(f"{result.tables} tables, {result.streams} streams, {result.seconds:.1f} s")
        for name, value in rows.items():
            print(f"  {name:<28}{value:>12,.1f}" if value % 1 else f"  {name:<28}{value:>10,.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
