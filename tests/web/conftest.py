"""A server of our own for the tests of the table, guests who visit it, and tables to look into."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from regnum.web.app import create_app
from regnum.web.settings import Settings
from tests.support.apps import settings_in
from tests.support.guests import Guest
from tests.support.lending import Lent, end_idle
from tests.support.postgres import fresh_database, running
from tests.support.server import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not pause."""
    running = Server(tmp_path_factory.mktemp("data")).start()
    yield running
    running.stop()


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
