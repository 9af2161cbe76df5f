"""The seats of tables in the database: taking them, and the links that invite to them or move them."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, select, update

from regnum.web.db.database import Database
from regnum.web.db.ids import new_key
from regnum.web.db.schema import INVITATIONS, SEATS, TABLES
from regnum.web.errors import ConflictError, GoneError
from regnum.web.tables.models import GUEST, OPEN, SeatRow, TableRow
from regnum.web.tables.table_columns import can_be_key, clock_columns, encode_json
from regnum.web.tables.versions import raise_version

TransferHook = Callable[[Connection, str, str, str], None]
"""Transfers rows of a table from one guest to another.

Its arguments are the connection, the old guest, the new guest, and the table's id.
"""


class SeatStore:
    """The seats in the database. Every method may raise BusyError, which means that nothing has changed."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database
        self.transfer_hooks: Final[list[TransferHook]] = []
        """Transfers that run in the same transaction when a person moves a seat to another browser."""

    async def seat_of_invitation(self, token: str) -> tuple[str, int] | None:
        """Return the table's id and the seat of an invitation link, or None if the token is unknown."""
        query = select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.invitation_token == token)
        row = await self._first(query) if can_be_key(token) else None
        return (row[0], row[1]) if row is not None else None

    async def table_of_invitation(self, token: str) -> str | None:
        """Return the id of the table of a link to any open seat, or None if the token is unknown."""
        row = (
            await self._first(select(TABLES.c.id).where(TABLES.c.invitation_token == token))
            if can_be_key(token)
            else None
        )
        return str(row[0]) if row is not None else None

    async def take_seat(self, table: TableRow, version: int, row: SeatRow) -> None:
        """Give an open seat to the guest in `row` and store the phase, the clocks and `awaits_bot` of `table`.

        The guest's invitations to the table and all invitations to the seat are deleted. Raises ConflictError if the
        table is not at `version`, or the seat is taken.
        """
        seat = row.seat
        where = (SEATS.c.table_id == table.id) & (SEATS.c.seat == seat) & (SEATS.c.kind == OPEN)

        def work(connection: Connection) -> None:
            change = update(SEATS).where(where).values(**msgspec.to_builtins(row))
            raise_version(
                self._database,
                connection,
                table.id,
                version,
                phase=table.phase,
                awaits_bot=table.awaits_bot,
                **clock_columns(table),
            )
            if connection.execute(change).rowcount != 1:
                raise ConflictError(f"seat {seat} is taken")
            ended = (INVITATIONS.c.seat == seat) | (INVITATIONS.c.guest == row.guest)
            connection.execute(delete(INVITATIONS).where((INVITATIONS.c.table_id == table.id) & ended))

        await self._database.write(work)

    async def personal_link(self, table_id: str, guest: str) -> str | None:
        """Return the token of a guest's personal link, created on first use, or None if they have no seat."""
        where = (SEATS.c.table_id == table_id) & (SEATS.c.guest == guest)
        query = select(SEATS.c.personal_token).where(where)
        row = await self._first(query)
        if row is not None and row[0] is None:
            change = update(SEATS).where(where & SEATS.c.personal_token.is_(None)).values(personal_token=new_key())
            await self._database.write(lambda connection: self._change_seats(connection, table_id, change))
            row = await self._first(query)
        return row[0] if row is not None else None

    async def offer_seat(self, table_id: str, version: int, seat: int, token: str | None) -> None:
        """Store the token of the link that offers a guest's seat to another person; None withdraws the offer.

        Raises ConflictError if the table is not at `version`.
        """
        where = (SEATS.c.table_id == table_id) & (SEATS.c.seat == seat) & (SEATS.c.kind == GUEST)
        change = update(SEATS).where(where).values(offer_token=token)
        await self._database.write(lambda connection: self._change_seats(connection, table_id, change, version))

    async def seat_of_link(self, token: str) -> tuple[str, int, bool] | None:
        """Return the table's id, the seat, and whether it is a personal link (True) or an offer (False).

        Return None if no personal link or offer has this token.
        """
        query = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.personal_token).where(_has_link(token))
        row = await self._first(query) if can_be_key(token) else None
        return (row[0], row[1], row[2] == token) if row is not None else None

    async def transfer_seat(self, table: TableRow, version: int, token: str, guest: str, name: str | None) -> None:
        """Give the seat of a personal link or an offer to a guest. `name`: the new name; None keeps the name.

        All links of the seat become void. A person who moves to another browser stays the host. A person who loses
        their seat by an offer gets a claim to it, unless another guest has one. `table`: the row with the updated
        proposal. Raises ConflictError if the link was used, or the table is not at `version`.
        """
        where = (SEATS.c.table_id == table.id) & _has_link(token)
        values = {"guest": guest, "personal_token": None, "offer_token": None} | (
            {} if name is None else {"name": name}
        )

        def work(connection: Connection) -> None:
            row = connection.execute(select(SEATS).where(where)).mappings().first()
            if row is None:
                raise ConflictError("the link was used")
            claimant = row["claimant"], row["claimant_name"]
            if claimant[0] is None and row["personal_token"] != token:
                claimant = row["guest"], row["name"]
            if claimant[0] == guest:
                claimant = None, None
            values.update(former_guest=row["guest"], claimant=claimant[0], claimant_name=claimant[1])
            raise_version(self._database, connection, table.id, version, proposal=encode_json(table.proposal))
            connection.execute(update(SEATS).where(where).values(**values))
            if row["personal_token"] == token:
                hosted = (TABLES.c.id == table.id) & (TABLES.c.host == row["guest"])
                connection.execute(update(TABLES).where(hosted).values(host=guest))
                for transfer in self.transfer_hooks:
                    transfer(connection, str(row["guest"]), guest, table.id)

        await self._database.write(work)

    def _change_seats(self, connection: Connection, table_id: str, change: Any, version: int | None = None) -> None:
        """Execute an update of seats that does not affect the game, and increment the table's version.

        Raises ConflictError if the table is not at `version` (None: any), and GoneError if it does not exist.
        """
        if version is None:
            query = select(TABLES.c.version).where(TABLES.c.id == table_id)
            current = connection.execute(query.with_for_update()).first()
            if current is None:
                raise GoneError
            version = int(current[0] or 0)
        raise_version(self._database, connection, table_id, version)
        connection.execute(change)

    async def _first(self, query: Any) -> Any:
        return await self._database.read(lambda connection: connection.execute(query).first())


def _has_link(token: str) -> Any:
    return (SEATS.c.personal_token == token) | (SEATS.c.offer_token == token)
