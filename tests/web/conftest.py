"""Fixtures for the web: a server, guests, and tables."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from regnum.web.settings import Settings
from tests.support.server.server_process import Server
from tests.support.store.postgres import fresh_database, running_postgres
from tests.support.web.apps import app_at, settings_in
from tests.support.web.guests import Guest


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not pause."""
    server = Server(tmp_path_factory.mktemp("data")).start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Yield the URL of a PostgreSQL on which databases can be created."""
    with running_postgres() as url:
        yield url


@pytest.fixture
def sqlite_database(tmp_path: Path) -> str:
    """The URL of an empty SQLite database."""
    return f"sqlite:///{tmp_path / 'test.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield the URL of an empty database of each available kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'test.db'}"
        return
    with fresh_database(request.getfixturevalue("postgres")) as url:
        yield url


@pytest.fixture(autouse=True)
def long_database_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let servers in this process wait longer for their database, since parallel tests keep the machine busy."""
    monkeypatch.setattr("regnum.web.db.retry.DATABASE_TIMEOUT", 60.0)


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal alike in every run of a test: the seeds of tables in this process depend on its name only."""
    dice = random.Random(request.node.nodeid)
    for module in ("tables.new_table", "seats.rematch", "replay.fork", "editor.positions"):
        monkeypatch.setattr(f"regnum.web.{module}.randbits", dice.getrandbits)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


@pytest.fixture(scope="session")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """The application that most tests share: each of them uses only its own guests and tables."""
    with TestClient(app_at(settings_in(tmp_path_factory.mktemp("shared")))) as client:
        yield client


@pytest.fixture
def client(request: pytest.FixtureRequest) -> Iterator[TestClient[Litestar]]:
    """An application in this process, with its client.

    A test that asks for `settings` or is marked `own_app` has one of its own; all others share one.
    """
    if "settings" not in request.fixturenames and request.node.get_closest_marker("own_app") is None:
        yield request.getfixturevalue("shared_client")
        return
    with TestClient(app_at(request.getfixturevalue("settings"))) as own_client:
        yield own_client


@pytest.fixture
def app(client: TestClient[Litestar]) -> Litestar:
    result: Litestar = client.app
    return result


@pytest.fixture
def new_guest(client: TestClient[Litestar]) -> Callable[..., Guest]:
    """Return a function that creates guests with separate cookies."""
    return lambda language="en": Guest(client, language)
