"""The tables in the database: opening and changing them, and finding those that match a condition."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, case, func, insert, select, update

from regnum.web.db.database import Database
from regnum.web.db.ids import rematch_id
from regnum.web.db.readable_rows import readable_rows
from regnum.web.db.schema import HIDDEN_TABLES, INVITATIONS, SEATS, TABLES
from regnum.web.tables.entry_store import EntryStore
from regnum.web.tables.models import (
    BOT,
    ENDED_PHASES,
    FINISHED,
    GUEST,
    PLAYING,
    RunningSeat,
    SeatRow,
    TableRow,
    TableUpdate,
)
from regnum.web.tables.seat_store import SeatStore
from regnum.web.tables.table_columns import agreement_columns, can_be_key, read_table
from regnum.web.tables.versions import announce_update, raise_version


class TableStore:
    """The tables in the database. Every method may raise BusyError, which means that nothing has changed."""

    def __init__(self, database: Database) -> None:
        self.database: Final = database
        self.seats: Final = SeatStore(database)
        self.entries: Final = EntryStore(database)

    async def add_table(
        self, table: TableRow, after: tuple[str, int] | None = None, invitations: Sequence[msgspec.Struct] = ()
    ) -> bool:
        """Store a new table with its seats, unless its id exists; return whether the stored table is this one.

        `after`: for a rematch, the id and version of the finished table, which gets a new version. Raises ConflictError
        if that table is at another version. `invitations`: invitations to open seats, each an `Invitation`.
        """
        values: dict[str, Any] = msgspec.to_builtins(table, builtin_types=(datetime,))
        values.update(agreement_columns(table), options=json.dumps(table.options))
        del values["seats"], values["has_rematch"]
        rows = [{"table_id": table.id, **msgspec.to_builtins(seat)} for seat in table.seats]

        def work(connection: Connection) -> bool:
            existing = connection.execute(select(TABLES.c.seed).where(TABLES.c.id == table.id)).scalar()
            if existing is not None:
                return bool(existing == table.seed)  # equal if this is a retry after a commit whose response was lost
            if after is not None:
                raise_version(self.database, connection, *after)
            connection.execute(insert(TABLES).values(**values))
            connection.execute(insert(SEATS), rows)
            for invitation in invitations:
                connection.execute(insert(INVITATIONS).values(**msgspec.to_builtins(invitation)))
            announce_update(self.database, connection, TableUpdate(table.id, table.version, table.awaits_bot))
            return True

        return await self.database.write(work)

    async def table(self, table_id: str) -> TableRow | None:
        """Return a table, or None if the id is unknown."""
        if not can_be_key(table_id):
            return None
        tables = await self._tables(TABLES.c.id == table_id)
        return tables[0] if tables else None

    async def version(self, table_id: str) -> int | None:
        """Return the version of a table, or None if the id is unknown."""
        query = select(TABLES.c.version).where(TABLES.c.id == table_id)
        return await self.database.read(lambda connection: connection.execute(query).scalar())

    async def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """Return the versions of many tables by id; unknown tables are missing."""
        query = select(TABLES.c.id, TABLES.c.version).where(TABLES.c.id.in_(list(table_ids)))
        return await self.database.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    async def tables_of(self, guest: str, limit: int = 100) -> list[TableRow]:
        """Return the tables where a guest has a seat, a claim or an invitation, or that they opened, newest first.

        Running games in which they have a seat come first, and tables with only an invitation last, so that the limit
        does not cut off games. Tables that the guest has hidden are left out.
        """
        seated = select(SEATS.c.table_id).where(SEATS.c.guest == guest)
        hosted = select(TABLES.c.id).where(TABLES.c.host == guest)
        claimed = select(SEATS.c.table_id).where(SEATS.c.claimant == guest)
        invited = select(INVITATIONS.c.table_id).where(INVITATIONS.c.guest == guest)
        hidden = select(HIDDEN_TABLES.c.table_id).where(HIDDEN_TABLES.c.guest == guest)
        is_shown = TABLES.c.id.in_(seated.union(hosted, claimed, invited)) & TABLES.c.id.not_in(hidden)
        playing = (TABLES.c.phase == PLAYING) & TABLES.c.id.in_(seated)
        own = TABLES.c.id.in_(seated.union(hosted, claimed))
        return await self._tables(is_shown, limit, first=case((playing, 0), (own, 1), else_=2))

    async def has_table(self, guest: str) -> bool:
        """Return whether a guest has a seat, a claim or an invitation at a table, or has opened one."""
        queries = [
            select(SEATS.c.table_id).where(SEATS.c.guest == guest).limit(1),
            select(TABLES.c.id).where(TABLES.c.host == guest).limit(1),
            select(SEATS.c.table_id).where(SEATS.c.claimant == guest).limit(1),
            select(INVITATIONS.c.table_id).where(INVITATIONS.c.guest == guest).limit(1),
        ]
        return await self.database.read(
            lambda connection: any(connection.execute(query).first() is not None for query in queries)
        )

    async def running_seats(self, guest: str, limit: int) -> list[RunningSeat]:
        """Return a guest's seats at running tables, except where a bot plays for them, the newest tables first.

        Tables that the guest has hidden are left out.
        """
        columns = (TABLES.c.id, TABLES.c.version, TABLES.c.players, SEATS.c.seat)
        own = (SEATS.c.guest == guest) & (SEATS.c.kind == GUEST) & SEATS.c.bot.is_(None)
        hidden = select(HIDDEN_TABLES.c.table_id).where(HIDDEN_TABLES.c.guest == guest)
        where = own & (TABLES.c.phase == PLAYING) & TABLES.c.id.not_in(hidden)
        query = select(*columns).join(SEATS, SEATS.c.table_id == TABLES.c.id).where(where)
        query = query.order_by(TABLES.c.created_at.desc()).limit(limit)
        return await self.database.read(lambda connection: [RunningSeat(*row) for row in connection.execute(query)])

    async def open_tables_of(self, guest: str) -> int:
        """Return the number of unfinished tables that a guest has opened."""
        query = select(func.count()).where((TABLES.c.host == guest) & TABLES.c.phase.not_in(ENDED_PHASES))
        return await self.database.read(lambda connection: int(connection.execute(query).scalar_one()))

    async def bot_tables_at(self, client_address: str) -> int:
        """Return the number of running tables with only bots that an address (a pseudonym) has opened."""
        seated = select(SEATS.c.table_id).where((SEATS.c.table_id == TABLES.c.id) & (SEATS.c.kind != BOT))
        query = select(func.count()).where(
            (TABLES.c.client_address == client_address) & (TABLES.c.phase == PLAYING) & ~seated.exists()
        )
        return await self.database.read(lambda connection: int(connection.execute(query).scalar_one()))

    async def forget_client_addresses(self) -> None:
        """Delete the addresses that opened tables whose games are over."""
        change = (
            update(TABLES)
            .where((TABLES.c.client_address != "") & TABLES.c.phase.in_(ENDED_PHASES))
            .values(client_address="")
        )
        await self.database.write(lambda connection: connection.execute(change))

    async def find_tables(self, where: Any, limit: int, offset: int = 0) -> list[TableRow]:
        """Return at most `limit` tables that match a condition, newest first, without the first `offset`."""
        return await self._tables(where, limit, offset)

    async def tables_awaiting_bots(self, limit: int) -> list[str]:
        """Return the ids of at most `limit` tables where a bot may have to act, newest first."""
        query = select(TABLES.c.id).where(TABLES.c.awaits_bot).order_by(TABLES.c.created_at.desc()).limit(limit)
        return await self.database.read(lambda connection: list(connection.execute(query).scalars()))

    async def clear_awaits_bot(self, table_id: str, version: int) -> None:
        """Record that no bot has to act at this version of a table."""
        change = (
            update(TABLES).where((TABLES.c.id == table_id) & (TABLES.c.version == version)).values(awaits_bot=False)
        )
        await self.database.write(lambda connection: connection.execute(change))

    async def write_upgraded_rules(self, table: TableRow, version: int) -> None:
        """Store a table's new rules version and options; raises ConflictError if the table is not at `version`."""
        options = json.dumps(table.options)
        await self.database.write(
            lambda connection: raise_version(
                self.database, connection, table.id, version, rules_version=table.rules_version, options=options
            )
        )

    async def update_table(self, table: TableRow, version: int, seats: Sequence[SeatRow] = ()) -> None:
        """Store the changeable columns of a table and some seats.

        Raises ConflictError if the table is not at `version`.
        """
        values: dict[str, Any] = {
            "phase": table.phase,
            "awaits_bot": table.awaits_bot,
            "invitation_token": table.invitation_token,
        }
        values.update(title=table.title, **agreement_columns(table))

        def work(connection: Connection) -> None:
            raise_version(self.database, connection, table.id, version, **values)
            for row in seats:
                where = (SEATS.c.table_id == table.id) & (SEATS.c.seat == row.seat)
                connection.execute(update(SEATS).where(where).values(**msgspec.to_builtins(row)))

        await self.database.write(work)

    async def tables_to_check(self, now: datetime, limit: int) -> list[str]:
        """Return the ids of at most `limit` tables whose clock or proposal needs attention, the most overdue first."""
        query = select(TABLES.c.id).where(TABLES.c.next_check_at <= now).order_by(TABLES.c.next_check_at).limit(limit)
        return await self.database.read(lambda connection: list(connection.execute(query).scalars()))

    async def skip_delays(self, table_id: str, version: int, number: int) -> None:
        """Let the bots of a table play without pauses as long as `number` is the last entry made by a person.

        Raises ConflictError if the table is not at `version`.
        """
        await self.database.write(
            lambda connection: raise_version(self.database, connection, table_id, version, delays_skipped_after=number)
        )

    async def _tables(self, where: Any, limit: int = 1, offset: int = 0, first: Any = None) -> list[TableRow]:
        order = [first] if first is not None else []
        query = select(TABLES).where(where).order_by(*order, TABLES.c.created_at.desc()).limit(limit).offset(offset)

        def work(connection: Connection) -> list[TableRow]:
            # Versions are read first, so that no seat is older than its version.
            rows = readable_rows(connection, query, TABLES.c.id)
            ids = [row["id"] for row in rows]
            seats = select(SEATS).where(SEATS.c.table_id.in_(ids)).order_by(SEATS.c.seat)
            seats_of: dict[str, list[Any]] = {id_: [] for id_ in ids}
            for seat in connection.execute(seats).mappings() if ids else ():
                seats_of[seat["table_id"]].append(seat)
            finished_ids = [row["id"] for row in rows if row["phase"] == FINISHED]
            rematches = select(TABLES.c.id).where(TABLES.c.id.in_([rematch_id(id_) for id_ in finished_ids]))
            existing = set(connection.execute(rematches).scalars()) if finished_ids else set()
            tables = [read_table(row, seats_of[row["id"]], rematch_id(row["id"]) in existing) for row in rows]
            return [row for row in tables if row is not None]

        return await self.database.read(work)
