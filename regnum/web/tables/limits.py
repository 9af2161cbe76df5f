"""Limits on the tables and other rows that guests add, so that nobody can fill the store or the lobby."""

from typing import Final

from regnum.web.errors import RefusedError
from regnum.web.rate_limit import RateLimit
from regnum.web.tables.store import TableStore

MAX_OPEN_TABLES: Final = 200
"""The maximum number of unfinished tables that a guest may have opened."""
HOUR_SECONDS: Final = 3600.0


class TableLimits:
    """Limits the tables that are opened and the seats that are taken.

    An address may open `hourly` tables per hour, and a tenth as many in the lobby. It may take a tenth as many seats
    at tables in the lobby per hour, and one guest a thirtieth. It may have a fifteenth as many running tables with
    only bots. `hourly` is `Settings.writes_per_minute`, 300 by default.
    """

    def __init__(self, store: TableStore, hourly: int) -> None:
        self._store: Final = store
        self._hourly: Final = hourly
        self._in_lobby: Final = max(hourly // 10, 1)
        self._all: Final = RateLimit(hourly, seconds=HOUR_SECONDS)
        self._listed: Final = RateLimit(self._in_lobby, seconds=HOUR_SECONDS)
        self._seats: Final = RateLimit(max(hourly // 30, 1), seconds=HOUR_SECONDS)
        self._seats_per_address: Final = RateLimit(self._in_lobby, seconds=HOUR_SECONDS)
        self._max_bot_tables: Final = max(hourly // 15, 1)

    def check_seat(self, guest: str, client_address: str) -> None:
        """Count a seat taken at a table in the lobby.

        Raises RefusedError if the guest or address has taken too many.
        """
        if not (self._seats.allows(guest) and self._seats_per_address.allows(client_address)):
            raise RefusedError("seats_listed")

    async def check_bots(self, client_address: str) -> None:
        """Raise RefusedError if an address (a `pseudonym`) has too many running tables with only bots."""
        if await self._store.bot_tables_at(client_address) >= self._max_bot_tables:
            raise RefusedError("tables_of_bots", {"limit": self._max_bot_tables})

    async def check(self, host: str, client_address: str, is_listed: bool) -> None:
        """Count a table opened by a guest from an address; raises RefusedError if either has opened too many."""
        if await self._store.open_tables_of(host) >= MAX_OPEN_TABLES:
            raise RefusedError("tables_open", {"limit": MAX_OPEN_TABLES})
        if is_listed and not self._listed.allows(client_address):
            raise RefusedError("tables_listed", {"limit": self._in_lobby})
        if not self._all.allows(client_address):
            raise RefusedError("tables_hourly", {"limit": self._hourly})


class RowLimits:
    """Limits the rows of each kind that guests add besides tables, per address and hour.

    Anyone can create guests at no cost, so a limit per guest would be useless.
    """

    def __init__(self, hourly: int) -> None:
        self._hourly: Final = max(hourly, 1)
        self._rate: Final = RateLimit(self._hourly, seconds=HOUR_SECONDS)

    def check(self, kind: str, client_address: str) -> None:
        """Count an added row of a kind from an address; raises RefusedError if there are too many."""
        if not self._rate.allows(f"{kind} {client_address}"):
            raise RefusedError("too_many_rows", {"limit": self._hourly})
