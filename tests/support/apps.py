"""Applications in this process, and their tables."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from regnum.web.app import create_app
from regnum.web.settings import Settings
from regnum.web.tables.live_table import LiveTable

T = TypeVar("T")


SECRET = "a key for tests, long enough"


def settings_in(folder: Path) -> Settings:
    return Settings(
        folder, f"sqlite+aiosqlite:///{folder / 'test.db'}", SECRET, bot_pause=0.0, writes_per_minute=1_000_000
    )


def app_at(settings: Settings) -> Litestar:
    """Return an application whose clients in this process come from this machine."""
    app = create_app(settings)
    inner = app.asgi_handler

    async def from_here(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            scope["client"] = ("127.0.0.1", 50000)
        await inner(scope, receive, send)

    app.asgi_handler = from_here
    return app


def apart(work: Callable[[], T]) -> T:
    """Do something in a thread of its own: the tests' thread may have Playwright's event loop running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def live(app: Litestar, table: str) -> LiveTable:
    """Return a table of an application in this process."""
    found: LiveTable = app.state.tables.cache.live[table]
    return found


def wait_for(done: Callable[[], bool]) -> None:
    """Wait, long: a machine that does much else at once is slow, and right all the same."""
    late = time.monotonic() + 90
    while not done():
        assert time.monotonic() < late, "it took too long"
        time.sleep(0.02)
