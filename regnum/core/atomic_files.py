"""Atomic writes: a file is written completely or not at all."""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

IDENTIFYING_BYTES: Final = 1024
"""The number of bytes at the beginning of a file that identify its kind."""

IsOurs = Callable[[bytes], bool]
"""A function that returns whether a file with these first bytes is of the kind about to be written."""


def check_writable(path: Path, through_links: bool = False, is_ours: IsOurs | None = None) -> None:
    """Check that a path does not exist or is a regular file that may be replaced.

    Writing to a device or a pipe would replace it or block forever. Writing would also replace a symbolic link.

    Args:
        path: The path.
        through_links: Whether a symbolic link is allowed, because its target is only appended to.
        is_ours: Decides which files may be replaced, or None for all.

    Raises:
        OSError: If the path is another kind of file, or a file that may not be replaced.
    """
    try:
        mode = (path.stat() if through_links else path.lstat()).st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "a symbolic link" if stat.S_ISLNK(mode) else "a device or a pipe"
        raise OSError(0, f"it is {kind}: name a file", str(path))
    if is_ours is not None:
        with path.open("rb") as file:
            if not is_ours(file.read(IDENTIFYING_BYTES)):
                raise OSError(0, "it is a file of another kind: choose another one", str(path))


def refuse_foreign_link(path: Path) -> None:
    """Raise PermissionError if this process runs as root and the path is a symbolic link that another user made.

    The link could point to a file that only root may read or replace.
    """
    link = path.lstat() if path.is_symlink() else None
    if link is not None and os.geteuid() == 0 and link.st_uid != 0:
        raise PermissionError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))


def save_whole(path: Path, content: bytes, is_ours: IsOurs | None = None) -> None:
    """Write a file atomically.

    Args:
        path: The path of the file.
        content: Its new content.
        is_ours: Decides which files may be replaced, or None for all.

    Raises:
        OSError: If the file cannot be written, or for the reasons of `check_writable`.
    """
    check_writable(path, is_ours=is_ours)
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        draft.unlink(missing_ok=True)  # left by a killed process
        with draft.open("xb") as file:
            file.write(content)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
