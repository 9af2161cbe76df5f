"""The data folder of a server: its files, their rights, and damage to them."""

import hashlib
import os
import sqlite3
import stat
from pathlib import Path


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def file_checksums(folder: Path) -> dict[str, tuple[str, int]]:
    """Return the checksums and permissions of the files of a folder."""
    return {path.name: (hashlib.sha256(path.read_bytes()).hexdigest(), permissions(path)) for path in folder.iterdir()}


ODD_FILES = {
    "folder": "a folder",
    "link": "a symbolic link",
    "lost link": "a symbolic link",
    "pipe": "a device or a pipe",
}


def odd_file(folder: Path, kind: str) -> Path:
    """Create a file that commands must not overwrite, and return its path."""
    path = folder / "odd"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        if kind == "link":
            (folder / "meant").write_text("something else")
        path.symlink_to("meant")
    return path


def schema_version(path: Path) -> str:
    with sqlite3.connect(path) as connection:
        (result,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    connection.close()
    return str(result)


def damage_database(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def dump(folder: Path) -> list[str]:
    """Return all rows of the database in a folder."""
    with sqlite3.connect(folder / "regnum.db") as connection:
        lines = list(connection.iterdump())
    connection.close()
    return lines
