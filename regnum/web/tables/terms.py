"""The terms that the host sets when opening a table, besides the game and the seats."""

from typing import Final

import msgspec

from regnum.web.tables.clock import Timing
from regnum.web.tables.models import SUBSTITUTE


class Terms(msgspec.Struct, frozen=True):
    """The time limits, the kind of bot that plays for absent players, and who may find and see the table.

    `listed`: the lobby lists the table while it waits for players, for speakers of `language`. `watching`: anyone
    with its URL may watch; otherwise only its players and the host. `silent`: chat is off. `title`: the table's name.
    """

    timing: Timing | None = None
    substitute: str = SUBSTITUTE
    listed: bool = False
    watching: bool = True
    language: str = ""
    silent: bool = False
    title: str = ""


DEFAULT_TERMS: Final = Terms()
"""A table without clocks that can be found only by its link."""
