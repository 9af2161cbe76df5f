"""The permissions of files with private data."""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

_O_PATH: Final = getattr(os, "O_PATH", 0)


def restrict_permissions(path: Path) -> None:
    """Restrict a file of this user to its owner, if it exists; root gives it to the owner of its folder.

    Symbolic links are not followed: the owner of the folder could point them at a file of root. For the same reason,
    root does not give away files with several hard links.
    """
    with suppress(OSError):
        # O_PATH, because closing a readable descriptor would release SQLite's locks on the file.
        handle = os.open(path, _O_PATH | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid():
                return
            same: int | str = f"/proc/self/fd/{handle}" if _O_PATH else handle
            if status.st_mode & 0o077:
                os.chmod(same, stat.S_IMODE(status.st_mode) & ~0o077)
            folder = path.parent.stat()
            if os.geteuid() == 0 and folder.st_uid != 0 and status.st_nlink == 1:
                os.chown(same, folder.st_uid, folder.st_gid)
        finally:
            os.close(handle)
