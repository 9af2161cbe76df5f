"""Files that commands write: each is there as a whole or not at all."""

import os
import stat
from pathlib import Path


def check_writable(path: Path, through_links: bool = False) -> None:
    """Check that a path names nothing yet, or a plain file; OSError says what else is there.

    A device or a pipe would be replaced, or keep its reader waiting forever; so would a link be replaced, unless the
    file that it names is only added to (`through_links`).
    """
    try:
        mode = (path.stat() if through_links else path.lstat()).st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "a symbolic link" if stat.S_ISLNK(mode) else "a device or a pipe"
        raise OSError(0, f"it is {kind}: name a file", str(path))


def save_whole(path: Path, content: bytes) -> None:
    """Write a file that is there as a whole or not at all. OSError: see `check_writable`."""
    check_writable(path)
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        draft.unlink(missing_ok=True)  # of a process that was killed
        with draft.open("xb") as file:
            file.write(content)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
