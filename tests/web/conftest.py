"""A server of our own for the tests of the table, guests who visit it, and tables to look into."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
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

ROOT = Path(__file__).resolve().parent.parent.parent
GAME = "brian_boru"
T = TypeVar("T")
SECRET = "a key for tests, long enough"


class Server:
    """`regnum.web.serve` in a process of its own, over a data folder that outlives it."""

    def __init__(self, data: Path, bot_pause: float = 0.0, environment: dict[str, str] | None = None) -> None:
        self.data = data
        self.environment = environment or {}
        self.bot_pause = bot_pause
        self.process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self, port: int = 0) -> "Server":
        environment = {**os.environ, "REGNUM_DATA": str(self.data), "REGNUM_BOT_PAUSE": str(self.bot_pause)}
        environment.update(PYTHONPATH=str(ROOT), REGNUM_WRITES_PER_MINUTE="1000000", **self.environment)
        code = f"from regnum.web import serve; serve(port={port})"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the server said {line!r}"
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
        if "regnum_csrf" not in self.cookies:
            self.get("/credits")
        token = {"_csrf_token": self.cookies["regnum_csrf"]}
        headers = {"hx-request": "true"} if live else {}
        return self.request("POST", path, data={**token, **form}, headers=headers, follow_redirects=False)

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
        return re.findall(r'name="action" value="(?!undo")([^"]+)"', self.get(f"/table/{table}"))

    def act(self, table: str, action: str, ply: int | None = None, live: bool = True) -> httpx.Response:
        number = self.ply(table) if ply is None else ply
        return self.post(f"/table/{table}/act", {"action": action, "ply": str(number)}, live)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        tmp_path, f"sqlite+aiosqlite:///{tmp_path / 'test.db'}", SECRET, bot_pause=0.0, writes_per_minute=1_000_000
    )


@pytest.fixture
def app(settings: Settings) -> Litestar:
    return create_app(settings)


@pytest.fixture
def visit(app: Litestar) -> Iterator[Callable[..., Guest]]:
    """Let guests in, each with cookies of his own, all at one application in this process."""
    with TestClient(app) as door:
        yield lambda language="en": Guest(door, language)


def apart(work: Callable[[], T]) -> T:
    """Do something in a thread of its own: the tests' thread may have Playwright's event loop running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def live(app: Litestar, table: str) -> LiveTable:
    """Return a table of an application in this process."""
    found: LiveTable = app.state.tables._live[table]
    return found
