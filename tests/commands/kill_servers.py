"""Kill servers and databases repeatedly during games, and count lost moves.

    python -m tests.commands.kill_servers --kills 200 --store postgres
    python -m tests.commands.kill_servers --starts 100      kills starting servers on empty and on old stores

People and bots play at two servers with one store. At random moments a server, or PostgreSQL itself, is killed and
started again. No confirmed move may be missing, every record must replay, and no table may be stuck.
"""

import argparse
import asyncio
import random
import re
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

from regnum.core.record.record import Record
from regnum.web.tables.models import FINISHED, TableRow
from tests.support.server.server_process import Server
from tests.support.store.interrupted_starts import run_killed_starts
from tests.support.store.postgres import Postgres
from tests.support.store.stores import store_at
from tests.support.web.guests import Guest

GAMES: Final = ("brian_boru", "wallenstein", "khan", "rurik")
LONGEST: Final = 30.0
"""The seconds within which a table must continue after the last kill."""
MOVES: Final = 3
"""The number of confirmed moves before the next kill, so that there is something to lose."""
_ENTRY_COUNT: Final = re.compile(r'name="entry_count" value="(\d+)"')
_ACTION: Final = re.compile(r'name="action" value="(?!undo)([^"]+)"')


@dataclass
class Counts:
    """The results of a run."""

    kills: int = 0
    database_kills: int = 0
    tables: int = 0
    finished: int = 0
    answered: int = 0
    unanswered: int = 0
    refused: int = 0
    longest: float = 0.0
    """The seconds that a table took to continue after the last kill."""
    problems: list[str] = field(default_factory=list)


class Cluster:
    """Two servers with one store, and people who play there; each part can be killed."""

    def __init__(self, store: str, folder: Path, people: int, dice: random.Random) -> None:
        self.postgres = Postgres().start() if store == "postgres" else None
        self.url = self.postgres.url if self.postgres else f"sqlite:///{folder / 'regnum.db'}"
        self.servers = [Server(folder / "data", database=self.url).start() for _ in range(2)]
        self.dice = dice
        self.count = Counts()
        self.answered: dict[str, dict[tuple[int, int, int], str]] = {}
        """The confirmed moves by table: the seat, and the number of entries known to it before and after."""
        self.ended = threading.Event()
        self.lock = threading.Lock()
        self.people = [
            threading.Thread(target=self._play, args=(GAMES[at % len(GAMES)], dice.random())) for at in range(people)
        ]

    def kill(self) -> None:
        """Kill a server or the database at a random moment while people play, and restart it."""
        before, began = self.count.answered, time.monotonic()
        while self.count.answered < before + MOVES and time.monotonic() < began + LONGEST:
            time.sleep(0.01)
        time.sleep(self.dice.uniform(0.05, 0.8))
        self.count.kills += 1
        if self.postgres is not None and self.count.kills % 2:
            self.count.database_kills += 1
            self.postgres.kill()
            time.sleep(self.dice.uniform(0, 0.5))
            self.postgres.start()
            return
        server = self.dice.choice(self.servers)
        port = server.port
        server.stop(signal.SIGKILL)
        time.sleep(self.dice.uniform(0, 0.5))
        server.start(port)

    # People.

    def _play(self, game: str, seed: float) -> None:
        """Play games with a friend and a bot, at any server that responds."""
        dice = random.Random(seed)
        clients = [httpx.Client(base_url=server.address, timeout=60) for server in self.servers]
        friends = [Guest(client) for client in clients]
        table = ""
        while not self.ended.is_set():
            try:
                for friend in friends:
                    friend.client = dice.choice(clients)
                if not table:
                    table = self._open(friends, game)
                elif not sum(self._move(seat, friend, table, dice) for seat, friend in enumerate(friends)):
                    time.sleep(0.02)
                    if "Final scoring" in friends[0].get(f"/table/{table}"):
                        self._add(finished=1)
                        table = ""
            except (httpx.HTTPError, AssertionError):  # the server was killed
                time.sleep(0.05)

    def _open(self, friends: list[Guest], game: str) -> str:
        host, friend = friends
        table = host.open_table("me", "open", "bot:random", game=game)
        joined = friend.join(host.invitations(table)[0], "Ben")
        assert joined.status_code == 303
        with self.lock:
            self.answered[table] = {}
        self._add(tables=1)
        return table

    def _move(self, seat: int, guest: Guest, table: str, dice: random.Random) -> bool:
        """Take any action that the page offers to a seat; return False if there is none."""
        page = guest.get(f"/table/{table}")
        actions, entry_count = _ACTION.findall(page), _ENTRY_COUNT.search(page)
        if not actions or entry_count is None:
            return False
        action = dice.choice(actions)
        self._add(unanswered=1)
        response = guest.act(table, action, int(entry_count[1]))
        self._add(unanswered=-1)
        if response.status_code == 200:
            with self.lock:
                self.answered[table][seat, int(entry_count[1]), int(response.headers["regnum-entry-count"])] = action
            self._add(answered=1)
        else:
            self._add(refused=1)
            if response.status_code not in (409, 503):
                self.count.problems.append(f"a move was answered with {response.status_code}")
        return True

    def _add(self, **more: int) -> None:
        with self.lock:
            for name, number in more.items():
                setattr(self.count, name, getattr(self.count, name) + number)

    # Invariants.

    def wait_for_progress(self) -> None:
        """Wait until every unfinished table has continued."""
        began = time.monotonic()
        waiting = {row.id: (row.game, len(entries)) for row, entries in self.stored()}
        while waiting and time.monotonic() < began + LONGEST:
            time.sleep(0.2)
            for row, entries in self.stored():
                if row.phase == FINISHED or len(entries) != waiting.get(row.id, ("", -1))[1]:
                    waiting.pop(row.id, None)
        self.count.longest = time.monotonic() - began
        self.count.problems += [f"the table {id_} of {game} is stuck at {at}" for id_, (game, at) in waiting.items()]

    def stored(self) -> list[tuple[TableRow, list[tuple[int, str]]]]:
        """Return all tables that people know, with their entries."""
        with self.lock:
            answered = list(self.answered)

        async def read() -> list[tuple[TableRow, list[tuple[int, str]]]]:
            store = store_at(self.url)
            try:
                rows = [row for id_ in answered if (row := await store.table(id_)) is not None]
                return [(row, await store.entries.of_table(row.id)) for row in rows]
            finally:
                await store.database.close()

        return asyncio.run(read())

    def check_answered_moves(self) -> None:
        """Check that every confirmed move is in the store."""
        stored = {row.id: (row, entries) for row, entries in self.stored()}
        for table, moves in self.answered.items():
            if table not in stored:
                self.count.problems.append(f"the table {table} is lost")
                continue
            row, entries = stored[table]
            play = Record(row.game, row.players, int(row.seed), row.options).begin()
            done: dict[tuple[int, int], str] = {}
            try:
                for player, action in entries:
                    play.submit(player, action)
                    done[player, play.known_entry_count(player)] = action
            except ValueError as misfit:
                self.count.problems.append(f"{row.game}: {misfit}")
            for move, action in moves.items():
                player, before, after = move  # the response includes forced moves
                if action not in {done.get((player, number)) for number in range(before + 1, after + 1)}:
                    self.count.problems.append(f"{row.game}: the answered move {move} ({action}) is lost")

    def close(self) -> None:
        self.ended.set()
        for person in self.people:
            if person.is_alive():
                person.join()
        for server in self.servers:
            server.stop(signal.SIGKILL)
        if self.postgres is not None:
            self.postgres.remove()


@contextmanager
def open_cluster(store: str, people: int, dice: random.Random) -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(store, Path(folder), people, dice)
        try:
            yield cluster
        finally:
            cluster.close()


def kill_during_play(kills: int, store: str, people: int, dice: random.Random, progress: bool = False) -> Counts:
    """Kill servers this number of times while people and bots play; return the results."""
    with open_cluster(store, people, dice) as cluster:
        for person in cluster.people:
            person.start()
        while cluster.count.tables < people and not cluster.count.problems:
            time.sleep(0.05)
        for number in range(kills):
            cluster.kill()
            if progress:
                print(f"\r{number + 1} kills, {cluster.count.answered} moves ", end="", file=sys.stderr, flush=True)
        cluster.wait_for_progress()
        cluster.ended.set()
        for person in cluster.people:
            person.join()
        cluster.check_answered_moves()
        return cluster.count


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.commands.kill_servers", description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--starts", type=int, default=0)
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--people", type=int, default=4, help="tables at which two people play with a bot")
    parser.add_argument("--seed", type=int, default=None)
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    if arguments.starts:
        return _starts(arguments.starts, arguments.store, dice)
    count = kill_during_play(arguments.kills, arguments.store, arguments.people, dice, progress=sys.stderr.isatty())
    for name, value in vars(count).items():
        print(f"{name:16} {value}" if name != "longest" else f"{name:16} {value:.1f} s")
    return 1 if count.problems else 0


def _starts(number: int, store: str, dice: random.Random) -> int:
    with tempfile.TemporaryDirectory() as folder:
        postgres = Postgres().start() if store == "postgres" else None
        try:
            hit = run_killed_starts(postgres.url if postgres else f"sqlite:///{folder}/regnum.db", number, dice)
        finally:
            if postgres is not None:
                postgres.remove()
    print(f"{number} starts, {hit} of them killed before they had ended, none left half of a shape")
    return 0


if __name__ == "__main__":
    sys.exit(main())
