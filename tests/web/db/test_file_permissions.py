"""The permissions of the server's files."""

import os
import stat
from pathlib import Path

import pytest

from regnum.web.db.file_permissions import restrict_permissions
from regnum.web.db.urls import database_at, sqlite_url
from regnum.web.settings import read_key


def test_access_rights_of_others_are_removed(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    for mode, tightened in ((0o644, 0o600), (0o750, 0o700), (0o601, 0o600), (0o600, 0o600), (0o400, 0o400)):
        path.unlink(missing_ok=True)
        path.touch()
        path.chmod(mode)
        restrict_permissions(path)
        assert stat.S_IMODE(path.stat().st_mode) == tightened
    restrict_permissions(tmp_path / "none")


def test_foreign_files_stay_and_root_passes_files_to_the_folder_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret"
    path.touch()
    path.chmod(0o644)
    given: list[tuple[object, ...]] = []
    monkeypatch.setattr(os, "chown", lambda *whom: given.append(whom))
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    restrict_permissions(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert given == []
    real, mine = Path.stat, os.fstat

    class Owned:
        def __init__(self, uid: int, mode: int, names: int = 1) -> None:
            self.st_uid, self.st_gid, self.st_mode, self.st_nlink = uid, 7, mode, names

    for user, folder, names, gives in ((0, 5, 1, True), (0, 5, 2, False), (0, 0, 1, False), (5, 5, 1, False)):
        given.clear()
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        own, above = Owned(user, stat.S_IFREG | 0o600, names), Owned(folder, stat.S_IFDIR | 0o700)
        monkeypatch.setattr(os, "fstat", lambda handle, own=own: own)
        monkeypatch.setattr(
            Path, "stat", lambda self, above=above, **more: above if self == tmp_path else real(self, **more)
        )
        restrict_permissions(path)
        monkeypatch.setattr(os, "fstat", mine)
        assert [whom[1:] for whom in given] == ([(5, 7)] if gives else [])


def test_symbolic_link_next_to_the_database_is_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.touch()
    other.chmod(0o644)
    (tmp_path / "link").symlink_to(other)
    restrict_permissions(tmp_path / "link")
    assert stat.S_IMODE(other.stat().st_mode) == 0o644
    for end in ("-wal", "-shm", "-journal", ".leader"):
        link = tmp_path / f"games.db{end}"
        link.symlink_to(tmp_path / "elsewhere")
        with pytest.raises(PermissionError, match=link.name):
            database_at(sqlite_url(tmp_path / "games.db")).create()
        link.unlink()
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a link away")
@pytest.mark.parametrize("name", ["games.db", "secret"])
def test_root_does_not_follow_symbolic_links_of_others(tmp_path: Path, name: str) -> None:
    """Otherwise the owner of a data folder could make root read, replace or give away any file."""
    (tmp_path / "other").write_text("a file that only root may read")
    link = tmp_path / name
    link.symlink_to(tmp_path / "other")
    os.chown(link, 12345, 12345, follow_symlinks=False)
    with pytest.raises((PermissionError, ValueError), match="symbolic links"):
        database_at(sqlite_url(link)).create() if name == "games.db" else read_key(link)
