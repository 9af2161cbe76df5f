"""Limits on opened tables and other stored rows, so that no guest can fill the store or the lobby."""

from typing import Final

from regnum.web.errors import Refused
from regnum.web.rate_limit import RateLimit
from regnum.web.tables.store import TableStore

OWN: Final = 200
"""Maximum number of open tables of one guest at a time."""
HOUR: Final = 3600.0


class Openings:
    """Counts opened tables: `hourly` from one address within an hour, a tenth of them in the lobby.

    `hourly` is `Settings.writes_per_minute`, by default 300.

    Seats taken at tables of the lobby are limited as well: a tenth for one address, a third of that for one guest.
    """

    def __init__(self, store: TableStore, hourly: int) -> None:
        self._store: Final = store
        self._hourly: Final = hourly
        self._in_lobby: Final = max(hourly // 10, 1)
        self._all: Final = RateLimit(hourly, seconds=HOUR)
        self._listed: Final = RateLimit(self._in_lobby, seconds=HOUR)
        self._seats: Final = RateLimit(max(hourly // 30, 1), seconds=HOUR)
        self._seats_per_address: Final = RateLimit(self._in_lobby, seconds=HOUR)
        self._of_bots: Final = max(hourly // 15, 1)

    def check_seat(self, guest: str, client_address: str) -> None:
        """Count a seat taken at a table of the lobby; Refused if that is too many."""
        if not (self._seats.allows(guest) and self._seats_per_address.allows(client_address)):
            raise Refused("seats_listed")

    async def check_bots(self, client_address: str) -> None:
        """Check the number of running tables with only bots for an address (a `pseudonym`); Refused if too many."""
        if await self._store.bot_tables_at(client_address) >= self._of_bots:
            raise Refused("tables_of_bots", {"limit": self._of_bots})

    async def check(self, host: str, client_address: str, listed: bool) -> None:
        """Count a table opened by a guest from an address; Refused if that is too many."""
        if await self._store.open_tables_of(host) >= OWN:
            raise Refused("tables_open", {"limit": OWN})
        if listed and not self._listed.allows(client_address):
            raise Refused("tables_listed", {"limit": self._in_lobby})
        if not self._all.allows(client_address):
            raise Refused("tables_hourly", {"limit": self._hourly})


class Additions:
    """Counts the rows that guests add besides tables, limiting each kind per address and hour.

    Anyone can create guests at no cost, so a limit for each guest would be useless.
    """

    def __init__(self, hourly: int) -> None:
        self._hourly: Final = max(hourly, 1)
        self._rate: Final = RateLimit(self._hourly, seconds=HOUR)

    def check(self, kind: str, client_address: str) -> None:
        """Count an added row of a kind from an address; Refused if that is too many."""
        if not self._rate.allows(f"{kind} {client_address}"):
            raise Refused("rows_hourly", {"limit": self._hourly})
