"""What the host of a table settles when it is opened, beside the game and who sits where."""

from typing import Final

import msgspec

from regnum.web.tables.clock import Timing
from regnum.web.tables.models import SUBSTITUTE


class Terms(msgspec.Struct, frozen=True):
    """How long people may take, and the kind of bot that plays for them then; who may find the table, and see it.

    `listed`: it stands in the lobby as long as it waits for players, as one where people speak `language`. `watching`:
    whoever has its address may look on; else only those who play, and the host. `silent`: nobody may talk at it.
    `title`: the name of the table.
    """

    timing: Timing | None = None
    substitute: str = SUBSTITUTE
    listed: bool = False
    watching: bool = True
    language: str = ""
    silent: bool = False
    title: str = ""


USUAL: Final = Terms()
"""A table that is played live, and found by its link."""
