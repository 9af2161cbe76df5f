"""A server of our own for the tests of the table, guests who visit it, and tables to look into."""

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from regnum.web.app import create_app
from regnum.web.live import LiveTable
from regnum.web.settings import Settings
from tests.web.lending import Lent, end_idle
from tests.web.postgres import fresh_database, running

ROOT = Path(__file__).resolve().parent.parent.parent
GAME = "brian_boru"
T = TypeVar("T")
V = TypeVar("V")
SECRET = "a key for tests, long enough"


def normally(values: Iterable[V], *normal: V) -> list[Any]:
    """Return values for `parametrize`: in the normal run only these of them, in `make test-whole` the others."""
    found = list(values)
    assert set(normal) <= set(found), f"{normal} are not all among {found}"
    return [pytest.param(value, marks=[] if value in normal else [pytest.mark.whole]) for value in found]


class Server:
    """`regnum.web.serve` in a process of its own, over a data folder that outlives it."""

    def __init__(
        self,
        data: Path,
        bot_pause: float = 0.0,
        environment: dict[str, str] | None = None,
        database: str | None = None,
        workers: int = 1,
        before: str = "",
    ) -> None:
        """`before`: Python to run first. What the server writes to standard error is in `log`."""
        self.data = data
        self.before = before
        self.log = data.with_name(f"{data.name}.log")
        self.arguments = f"database={database!r}, workers={workers}" if workers > 1 else f"database={database!r}"
        self.environment = environment or {}
        self.bot_pause = bot_pause
        self.process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self, port: int = 0) -> "Server":
        environment = {**os.environ, "REGNUM_DATA": str(self.data), "REGNUM_BOT_PAUSE": str(self.bot_pause)}
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment.update(PYTHONPATH=path, REGNUM_WRITES_PER_MINUTE="1000000", **self.environment)
        code = f"{self.before}\nfrom regnum.web import serve; serve(port={port}, {self.arguments})"
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the server said {line!r} and {self.log.read_text()}"
        self.address = found[0].rstrip("/")
        return self

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(10)
            if self.process.stdout is not None:
                self.process.stdout.close()
            self.process = None

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not pause."""
    running = Server(tmp_path_factory.mktemp("data")).start()
    yield running
    running.stop()


class Guest:
    """Somebody at a browser, without the browser: keeps cookies, sends what forms send."""

    def __init__(self, client: httpx.Client, language: str = "en") -> None:
        self.client = client
        self.language = language
        self.cookies = httpx.Cookies()
        self.kept_token = ""

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send a request with this guest's cookies, and keep those that come back."""
        self.client.cookies = self.cookies
        headers = {"accept-language": self.language, **more.pop("headers", {})}
        answer = self.client.request(method, path, headers=headers, **more)
        self.cookies = httpx.Cookies(self.client.cookies)
        return answer

    def get(self, path: str, status: int = 200, **more: Any) -> str:
        answer = self.request("GET", path, follow_redirects=True, **more)
        assert answer.status_code == status, f"{path}: {answer.status_code}\n{answer.text[-1500:]}"
        return answer.text

    def post(self, path: str, form: dict[str, str], live: bool = False) -> httpx.Response:
        token = {"_csrf_token": self.token()}
        headers = {"hx-request": "true"} if live else {}
        return self.request("POST", path, data={**token, **form}, headers=headers, follow_redirects=False)

    def token(self) -> str:
        """Return the token that the forms of this guest's pages carry; it stays the same as long as his cookie."""
        if not self.kept_token:
            found = re.search(r'name="_csrf_token" value="([^"]+)"', self.get("/nowhere", status=404))
            assert found
            self.kept_token = found[1]
        return self.kept_token

    def open_table(self, *seats: str, name: str = "Ann", game: str = GAME, **more: str) -> str:
        """Open a table and return its id."""
        form = {"name": name, "players": str(len(seats)), **{f"seat{at}": kind for at, kind in enumerate(seats)}}
        answer = self.post(f"/new/{game}", {**form, **more})
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].rpartition("/")[2]

    def invitations(self, table: str) -> list[str]:
        """Return the paths of the links that the host of a waiting table sees."""
        return re.findall(r'value="https?://[^"/]+(/join/[^"]+)"', self.get(f"/table/{table}"))

    def join(self, path: str, name: str) -> httpx.Response:
        return self.post(path, {"name": name})

    def ply(self, table: str) -> int:
        found = re.search(r'name="ply" value="(\d+)"', self.get(f"/table/{table}"))
        assert found
        return int(found[1])

    def choices(self, table: str) -> list[str]:
        """Return the actions that the page offers."""
        return re.findall(r'name="action" value="(?!undo[ "])([^"]+)"', self.get(f"/table/{table}"))

    def act(self, table: str, action: str, ply: int | None = None, live: bool = True) -> httpx.Response:
        number = self.ply(table) if ply is None else ply
        return self.post(f"/table/{table}/act", {"action": action, "sure": action, "ply": str(number)}, live)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL on which databases can be made."""
    with running() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, of each kind that there is."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'test.db'}"
        return
    with fresh_database(request.getfixturevalue("postgres")) as url:
        yield url


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers in this process wait longer for their database: tests beside each other keep the machine busy."""
    monkeypatch.setattr("regnum.web.database.PATIENCE", 60.0)


@pytest.fixture(scope="session")
def workers_to_end() -> Iterator[None]:
    yield
    end_idle()


@pytest.fixture
def lent_workers(workers_to_end: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots think in workers that earlier tests have left."""
    monkeypatch.setattr("regnum.web.thinking._new_pool", Lent)


def settings_in(folder: Path) -> Settings:
    return Settings(
        folder, f"sqlite+aiosqlite:///{folder / 'test.db'}", SECRET, bot_pause=0.0, writes_per_minute=1_000_000
    )


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


@pytest.fixture
def app(settings: Settings, lent_workers: None) -> Litestar:
    return create_app(settings)


@pytest.fixture
def visit(app: Litestar) -> Iterator[Callable[..., Guest]]:
    """Let guests in, each with cookies of his own, all at one application in this process."""
    with TestClient(app) as door:
        yield lambda language="en": Guest(door, language)


@pytest.fixture(scope="session")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """An application for all tests that mind only their own guests and tables."""
    with TestClient(create_app(settings_in(tmp_path_factory.mktemp("open")))) as door:
        yield door


@pytest.fixture
def drop_in(open_house: TestClient[Litestar]) -> Callable[..., Guest]:
    """Let guests in where others have been: quicker than `visit`."""
    return lambda language="en": Guest(open_house, language)


def apart(work: Callable[[], T]) -> T:
    """Do something in a thread of its own: the tests' thread may have Playwright's event loop running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def live(app: Litestar, table: str) -> LiveTable:
    """Return a table of an application in this process."""
    found: LiveTable = app.state.tables.memory.live[table]
    return found


def play_out(guest: Guest, table: LiveTable, dice: random.Random) -> None:
    """Let the first seat's guest act at random until the game is over; nobody else there is a person."""
    while not table.state.is_terminal:
        if 0 in table.state.players_to_act:
            guest.act(table.row.id, dice.choice(table.state.legal_actions(0)).text, table.seen(0))
        else:
            time.sleep(0.005)
