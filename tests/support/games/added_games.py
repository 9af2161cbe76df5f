"""Games from outside the package."""

import shutil
from pathlib import Path

from regnum.new_game import NewGame


def make_bare(folder: Path) -> None:
    """Create a game without a view."""
    NewGame("bare", folder).make()
    shutil.rmtree(folder / "bare" / "view")
