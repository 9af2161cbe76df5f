"""Applications in this process and their tables."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send
from sqlalchemy import make_url

from regnum.web.app import add_services, build_app
from regnum.web.db.upgrade import UpgradableDatabase
from regnum.web.db.urls import sqlite_url
from regnum.web.settings import Settings
from regnum.web.tables.live_table import LiveTable

T = TypeVar("T")


SECRET = "a key for tests, long enough"


def settings_in(folder: Path) -> Settings:
    return Settings(
        folder, f"sqlite+aiosqlite:///{folder / 'test.db'}", SECRET, bot_delay=0.0, writes_per_minute=1_000_000
    )


@cache
def _routes() -> Litestar:
    return build_app()


@cache
def _database() -> bytes:
    """Return the file of a new database after the first start."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"

        async def make() -> None:
            database = UpgradableDatabase(sqlite_url(path))
            await database.open()
            await database.close()

        run_in_thread(lambda: asyncio.run(make()))
        return path.read_bytes()


def create_app(settings: Settings) -> Litestar:
    """Return an application like that of `regnum.web.app` that reuses what is the same for all tests.

    Reading the signatures of all handlers, and taking an empty database through all migrations, takes longer than most
    tests. So the routes are shared, and a new database is a copy.
    """
    app = copy(_routes())
    app.on_startup, app.on_shutdown = [], []
    app.on_startup.append(partial(_store_loop, app))
    app.asgi_router = copy(app.asgi_router)
    app.asgi_router.app = app
    app.asgi_handler = app._create_asgi_handler()
    url = make_url(settings.database)
    path = Path(url.database or "")
    if url.drivername.startswith("sqlite") and path.parent.is_dir() and not path.exists():
        path.write_bytes(_database())
        path.chmod(0o600)
    return add_services(app, settings)


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


async def _store_loop(app: Litestar) -> None:
    app.state.loop = asyncio.get_running_loop()


def run_in_app(app: Litestar, work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the event loop of a running application: its locks belong to that loop."""
    return asyncio.run_coroutine_threadsafe(work, app.state.loop).result()


def run_in_thread(work: Callable[[], T]) -> T:
    """Run work in a new thread, since the thread of the tests may run Playwright's event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def live_table(app: Litestar, table: str) -> LiveTable:
    """Return a table of an application in this process."""
    result: LiveTable = app.state.tables.cache.live[table]
    return result


def wait_for(done: Callable[[], bool]) -> None:
    """Wait until a condition holds, with a long timeout for slow machines."""
    deadline = time.monotonic() + 90
    while not done():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.02)
