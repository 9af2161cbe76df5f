"""The terms that the host sets when opening a table, besides the game and the seats."""

from typing import Final

import msgspec

from regnum.web.tables.clock import Timing
from regnum.web.tables.models import SUBSTITUTE


class Terms(msgspec.Struct, frozen=True):
    """The time limits and the kind of substitute bot, and who may find and see the table.

    `listed`: the lobby lists it while it waits for players, as a table for speakers of `language`. `watching`:
    anyone with its address may watch; otherwise only its players and the host. `silent`: chat is off.
    `title`: the name of the table.
    """

    timing: Timing | None = None
    substitute: str = SUBSTITUTE
    listed: bool = False
    watching: bool = True
    language: str = ""
    silent: bool = False
    title: str = ""


DEFAULT_TERMS: Final = Terms()
"""A live table without clocks, found by its link."""
