"""Fixtures for all tests: the available browser and the toy game."""

import gc
import os
from collections.abc import Iterator
from typing import Any

import pytest

from regnum.core.registry import GAMES
from regnum.new_game.pennies import GAME
from regnum.players import player
from tests.support.browser.chromium import find_browser
from tests.support.server.server_process import ROOT

BROWSER_TESTS = ROOT / "tests" / "web" / "browser"
STORE_TESTS = {"test_migrations", "test_renaming", "test_servers", "test_store"}
"""Where SQLite and PostgreSQL differ."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium of this machine (REGNUM_BROWSER, else the first found) without external requests."""
    path = os.environ.get("REGNUM_BROWSER") or find_browser()
    if not path:
        pytest.fail("no Chromium here; `make test` installs one, REGNUM_BROWSER=/path/to/chromium names one")
    return {
        **browser_type_launch_args,
        "executable_path": path,
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    }


@pytest.fixture(scope="session", autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the output of commands out of the data folder of the person who runs the tests."""
    os.environ["REGNUM_DATA"] = str(tmp_path_factory.mktemp("regnum"))


@pytest.hookimpl(tryfirst=True)  # before pytest looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put each test in its lane.

    These run in `make test-all` only (`full`): browser tests that are not journeys, the PostgreSQL cases of tests
    outside STORE_TESTS, and tests that use the `docs_site` fixture.
    """
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker(pytest.mark.browser)
            if not item.get_closest_marker("journey"):
                item.add_marker(pytest.mark.full)
        if "docs_site" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.site)
            item.add_marker(pytest.mark.full)
        callspec = getattr(item, "callspec", None)
        if callspec is not None and callspec.params.get("database") == "postgres":
            if item.path.stem not in STORE_TESTS:
                item.add_marker(pytest.mark.full)


def pytest_collection_finish() -> None:
    """Collect garbage less often and freeze existing objects, which saves a fourteenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.fixture(autouse=True)
def unregister_added_bots() -> Iterator[None]:
    """Unregister bots at the end of the test that added them."""
    registered = player._REGISTERED.copy()
    yield
    player._REGISTERED.clear()
    player._REGISTERED.update(registered)


@pytest.fixture
def registered_pennies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game, as by `add_game`, until the test ends."""
    monkeypatch.setitem(GAMES.loaded, GAME.id, GAME)
