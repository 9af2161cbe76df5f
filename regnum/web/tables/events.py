"""Events at tables besides moves, to which other slices can subscribe.

Only the server that commits a change publishes its event, so each event is published once, even with several servers.
"""

import logging
from collections.abc import Callable
from typing import Final

import msgspec

from regnum.web.tables.stored_table import StoredTable

REMINDED: Final = "reminded"
"""A player's time is running out."""
STAND_IN_BEGAN: Final = "stand_in_began"
"""A bot plays for a player who has run out of time or is absent."""
STAND_IN_ENDED: Final = "stand_in_ended"
"""An absent player is back and plays again."""
INVITED: Final = "invited"
"""The host has invited a guest (`guest`) to an open seat."""
RESIGNED: Final = "resigned"
"""A player has resigned, and a bot has their seat."""
PROPOSED: Final = "proposed"
"""A player has made a proposal to the others."""
CLOCKS_CHANGED: Final = "clocks_changed"
"""The clocks were stopped, started, replaced or given more time."""
ENDED_BY_AGREEMENT: Final = "ended_by_agreement"
"""All have agreed to end the game without a result."""
JOINED: Final = "joined"
"""A guest has joined, and seats are still open."""
GAME_BEGAN: Final = "game_began"
"""A guest has taken the last open seat, so the game begins."""
MESSAGE_POSTED: Final = "message_posted"
"""A chat message was sent to everyone with a seat."""

LOG: Final = logging.getLogger("regnum.web")


class TableEvent(msgspec.Struct, frozen=True):
    """An event: its kind (one of the constants above), and the seat it is about (None if it is about no single seat).

    `guest`: the guest it is about, if not the holder of the seat. `by`: the guest who caused it, or "" if nobody did.
    """

    kind: str
    seat: int | None
    guest: str | None = None
    by: str = ""


TableListener = Callable[[StoredTable, TableEvent], None]
"""Receives an event at a table. It must not block: slow work runs in the background."""


class EventBus:
    """Publishes events at tables to all listeners on this server."""

    def __init__(self) -> None:
        self._listeners: Final[list[TableListener]] = []

    def listen(self, listener: TableListener) -> None:
        """Subscribe a listener to all events."""
        self._listeners.append(listener)

    def publish(self, table: StoredTable, kind: str, seat: int | None, guest: str | None = None, by: str = "") -> None:
        """Publish a committed event. A failing listener does not affect the others."""
        for listener in self._listeners:
            try:
                listener(table, TableEvent(kind, seat, guest, by))
            except Exception as error:
                LOG.error("a listener to the event %s failed: %s", kind, type(error).__name__)
