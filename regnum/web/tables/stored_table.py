"""A table as stored in its rows: its seats, who may see it, and the listeners to its changes."""

import asyncio
from typing import Final

import msgspec

from regnum.web.tables.models import ENDED_PHASES, GUEST, PLAYING, STOPPED, WAITING, TableRow


class StoredTable:
    """A table as stored in its rows: its seats, who may see it, and the listeners to its changes.

    It needs no game: a table whose game cannot continue with this version of the rules is only a `StoredTable`.
    """

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.version = row.version
        self.lock: Final = asyncio.Lock()
        self.watchers = 0
        self.present: frozenset[int] = frozenset()
        """The seats whose players have a page open on any server."""
        self.is_removed = False
        """Whether the table was removed from the store."""
        self._changed = asyncio.Event()

    @property
    def guests(self) -> set[str]:
        """The guests with a seat."""
        return {row.guest for row in self.row.seats if row.guest is not None}

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [seat.name for seat in self.row.seats]

    @property
    def phase(self) -> str:
        """`finished`, `abandoned` by agreement, or `stopped` by an update; only a `LiveTable` has the other phases."""
        return self.row.phase if self.row.phase in ENDED_PHASES else STOPPED

    def away_seats(self, seat: int | None) -> frozenset[int]:
        """Return the seats of people without an open page, as shown to a viewer (None: a spectator).

        The viewer is never away. Seats for which a bot stands in are left out.
        """
        present = {self.row.seats[at].guest for at in {seat, *self.present} if at is not None}
        people = [row for row in self.row.seats if row.kind == GUEST and not row.absent]
        return frozenset(row.seat for row in people if row.guest not in present)

    def seats_of(self, guest: str) -> list[int]:
        """Return the seats of a guest; they may have several if they try out a position alone."""
        return [seat.seat for seat in self.row.seats if seat.kind == GUEST and seat.guest == guest]

    def seat_of(self, guest: str) -> int | None:
        """Return the first seat of a guest, or None if they have none."""
        return next(iter(self.seats_of(guest)), None)

    def claimed_seat_of(self, guest: str) -> int | None:
        """Return the seat that a guest may take back; None if there is none, they have a seat, or the game is over."""
        if self.phase in (WAITING, PLAYING) and self.seat_of(guest) is None:
            for seat in self.row.seats:
                if seat.claimant == guest:
                    return seat.seat
        return None

    def may_watch(self, guest: str) -> bool:
        """Return whether a guest may see the table: spectators may, or they are the host or have a seat or a claim.

        `access.py` also checks invitations.
        """
        belongs = any(guest in (row.guest, row.claimant) for row in self.row.seats)
        return self.row.spectators_allowed or belongs or guest == self.row.host

    # Listeners.

    def announce_change(self) -> None:
        """Wake all listeners after a change of the table."""
        self.notify_listeners()

    def notify_listeners(self) -> None:
        """Wake all listeners, but keep the rendered parts, which stay valid."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def next_change(self) -> asyncio.Event:
        """Return an event that is set at the next change."""
        return self._changed


def looks_same(row: TableRow, other: TableRow) -> bool:
    """Return whether two rows of a table look the same on pages."""
    hidden_fields = {
        "version": row.version,
        "awaits_bot": row.awaits_bot,
        "next_check_at": row.next_check_at,
        "fingerprint": row.fingerprint,
    }
    return row is other or row == msgspec.structs.replace(other, **hidden_fields)
