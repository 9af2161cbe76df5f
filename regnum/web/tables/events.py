"""What happens at tables besides moves, for other slices to listen to.

The server that commits something tells of it, so each event is told once, whichever of several servers that is.
"""

import logging
from collections.abc import Callable
from typing import Final

import msgspec

from regnum.web.tables.live_table import StoredTable

REMINDED: Final = "reminded"
"""Somebody's time is running out."""
REPLACED: Final = "replaced"
"""It has run out, or he has vanished: a bot plays on for him."""
RETURNED: Final = "returned"
"""He is back, and plays himself."""
ASKED: Final = "asked"
"""The host asks somebody (`guest`) to sit down on an open seat."""
RESIGNED: Final = "resigned"
"""Somebody has given up: a bot has his seat."""
PROPOSED: Final = "proposed"
"""Somebody is asked whether he agrees to what another one proposes."""
CLOCKED: Final = "clocked"
"""The clocks were stopped, started, exchanged or given more time."""
ABANDONED: Final = "abandoned"
"""All have agreed to end the game without a result."""
JOINED: Final = "joined"
"""Somebody has sat down, and seats are still open."""
BEGAN: Final = "began"
"""Somebody has sat down on the last open seat, so the game begins."""
TALKED: Final = "talked"
"""Something was said that those hear who have a seat."""

LOG: Final = logging.getLogger("regnum.web")


class TableEvent(msgspec.Struct, frozen=True):
    """What happened (one of the words above), at which seat (None: a spectator did it), and about whom.

    `guest`: whom it is about, if they do not have the seat. `by`: who did it, if it was one of the people.
    """

    kind: str
    seat: int | None
    guest: str | None = None
    by: str = ""


TableListener = Callable[[StoredTable, TableEvent], None]
"""Learns of an event at a table. It must not wait: what takes time runs in the background."""


class EventBus:
    """Tells what happens at the tables of this server to all who listen."""

    def __init__(self) -> None:
        self._hearers: Final[list[TableListener]] = []

    def listen(self, hearer: TableListener) -> None:
        """Let somebody hear of everything from now on."""
        self._hearers.append(hearer)

    def tell(self, table: StoredTable, kind: str, seat: int | None, guest: str | None = None, by: str = "") -> None:
        """Tell what was committed. Nobody who listens can spoil it for others."""
        for hearer in self._hearers:
            try:
                hearer(table, TableEvent(kind, seat, guest, by))
            except Exception as error:
                LOG.error("an event (%s) was not heard: %s", kind, type(error).__name__)
