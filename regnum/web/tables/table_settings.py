"""The settings that the host chooses when opening a table, besides the game and the seats."""

from typing import Final

import msgspec

from regnum.web.tables.models import DEFAULT_SUBSTITUTE
from regnum.web.timing.clock import Timing


class TableSettings(msgspec.Struct, frozen=True):
    """The time limits, the kind of bot that plays for absent players, and who may find and see the table.

    `is_listed`: the lobby lists the table while it waits for players, for speakers of `language`. `spectators_allowed`:
    anyone with its URL may watch; otherwise only its players and the host. `title`: the table's name.
    """

    timing: Timing | None = None
    substitute: str = DEFAULT_SUBSTITUTE
    is_listed: bool = False
    spectators_allowed: bool = True
    language: str = ""
    chat_disabled: bool = False
    title: str = ""


DEFAULT_SETTINGS: Final = TableSettings()
"""A table without clocks that can be found only by its link."""
