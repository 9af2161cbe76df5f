"""Fixtures for tests of a server: its data folder."""

import shutil
from pathlib import Path

import pytest

from tests.support.store.interrupted_starts import OLD


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of this test's commands, which does not exist yet."""
    folder = tmp_path / "data"
    monkeypatch.setenv("REGNUM_DATA", str(folder))
    return folder


@pytest.fixture
def old_data(data: Path) -> Path:
    """A data folder with a key and a database of an older version only."""
    data.mkdir(mode=0o700)
    shutil.copy(OLD, data / "regnum.db")
    (data / "regnum.db").chmod(0o600)
    (data / "secret").write_text("the key of a host, long enough")
    (data / "secret").chmod(0o600)
    return data
