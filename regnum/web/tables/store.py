"""The store: tables, seats and the append-only log of actions, in SQLite or PostgreSQL.

Every table has a version, which each change increments in its own transaction. A change names the version that it is
based on and fails at any other, so everything that was checked against that version (seats, moves) is still valid.
"""

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, case, delete, func, insert, select, text, update

from regnum.web.db.columns import read_values
from regnum.web.db.ids import new_key, rematch_id
from regnum.web.db.postgres import CHANNEL
from regnum.web.db.readable_rows import readable_rows
from regnum.web.db.schema import ARCHIVED_TABLES, ENTRIES, INVITATIONS, SEATS, TABLES
from regnum.web.db.upgrade import UpgradableDatabase
from regnum.web.errors import Conflict, Gone
from regnum.web.rate_limit import RateLimit
from regnum.web.tables.models import (
    BOT,
    ENDED_PHASES,
    FINISHED,
    GUEST,
    OPEN,
    PHASES,
    PLAYING,
    Entry,
    RunningSeat,
    SeatRow,
    TableRow,
    TableUpdate,
)

LOG: Final = logging.getLogger("regnum.web")
_LOG_RATE: Final = RateLimit(1, seconds=3600.0)

_JSON_FIELDS: Final = ("options", "timing", "pause", "proposal")
"""The fields of a `TableRow` that are stored as JSON, besides the clocks."""

TransferHook = Callable[[Connection, str, str, str], None]
"""Transfers rows of a table from one guest to another.

Its arguments are the connection, the old guest, the new guest, and the table's id.
"""


class TableStore(UpgradableDatabase):
    """The database behind all tables. Every method may raise Busy; then nothing has changed."""

    def __init__(self, url: str, copies: Path | None = None, key: str = "") -> None:
        """See `UpgradableDatabase`."""
        super().__init__(url, copies, key)
        self.transfer_hooks: Final[list[TransferHook]] = []
        """Transfers that run in the same transaction when a person moves a seat to another browser."""

    # Tables and seats.

    async def add_table(
        self, table: TableRow, after: tuple[str, int] | None = None, invitations: Sequence[msgspec.Struct] = ()
    ) -> bool:
        """Store a new table with its seats, unless its id exists; return whether the stored table is this one.

        `after`: for a rematch, the id and version of the finished table, which gets a new version. Raises Conflict if
        that table is at another version. `invitations`: invitations to open seats, each an `Invitation`.
        """
        values: dict[str, Any] = msgspec.to_builtins(table, builtin_types=(datetime,))
        values.update(_agreement_columns(table), options=json.dumps(table.options))
        del values["seats"], values["has_rematch"]
        rows = [{"table_id": table.id, **msgspec.to_builtins(seat)} for seat in table.seats]

        def work(connection: Connection) -> bool:
            existing = connection.execute(select(TABLES.c.seed).where(TABLES.c.id == table.id)).scalar()
            if existing is not None:
                return bool(existing == table.seed)  # equal if this is a retry after a commit whose response was lost
            if after is not None:
                self.raise_version(connection, *after)
            connection.execute(insert(TABLES).values(**values))
            connection.execute(insert(SEATS), rows)
            for invitation in invitations:
                connection.execute(insert(INVITATIONS).values(**msgspec.to_builtins(invitation)))
            self._announce(connection, TableUpdate(table.id, table.version, table.due))
            return True

        return await self.database.write(work)

    async def table(self, table_id: str) -> TableRow | None:
        """Return a table, or None if the id is unknown."""
        if not _can_be_key(table_id):
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
        does not cut off games. Tables that the guest has archived are left out.
        """
        seated = select(SEATS.c.table_id).where(SEATS.c.guest == guest)
        hosted = select(TABLES.c.id).where(TABLES.c.host == guest)
        claimed = select(SEATS.c.table_id).where(SEATS.c.claimant == guest)
        invited = select(INVITATIONS.c.table_id).where(INVITATIONS.c.guest == guest)
        archived = select(ARCHIVED_TABLES.c.table_id).where(ARCHIVED_TABLES.c.guest == guest)
        is_shown = TABLES.c.id.in_(seated.union(hosted, claimed, invited)) & TABLES.c.id.not_in(archived)
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

        Tables that the guest has archived are left out.
        """
        columns = (TABLES.c.id, TABLES.c.version, TABLES.c.players, SEATS.c.seat)
        own = (SEATS.c.guest == guest) & (SEATS.c.kind == GUEST) & SEATS.c.bot.is_(None)
        archived = select(ARCHIVED_TABLES.c.table_id).where(ARCHIVED_TABLES.c.guest == guest)
        where = own & (TABLES.c.phase == PLAYING) & TABLES.c.id.not_in(archived)
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

    async def tables_with_due_bots(self, limit: int) -> list[str]:
        """Return the ids of at most `limit` tables where a bot may have to act, newest first."""
        query = select(TABLES.c.id).where(TABLES.c.due).order_by(TABLES.c.created_at.desc()).limit(limit)
        return await self.database.read(lambda connection: list(connection.execute(query).scalars()))

    async def clear_due(self, table_id: str, version: int) -> None:
        """Record that no bot has to act at this version of a table."""
        change = update(TABLES).where((TABLES.c.id == table_id) & (TABLES.c.version == version)).values(due=False)
        await self.database.write(lambda connection: connection.execute(change))

    async def seat_of_invitation(self, token: str) -> tuple[str, int] | None:
        """Return the table's id and the seat of an invitation link, or None if the token is unknown."""
        query = select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.invitation_token == token)
        row = await self._first(query) if _can_be_key(token) else None
        return (row[0], row[1]) if row is not None else None

    async def table_of_invitation(self, token: str) -> str | None:
        """Return the id of the table of a link to any open seat, or None if the token is unknown."""
        row = (
            await self._first(select(TABLES.c.id).where(TABLES.c.invitation_token == token))
            if _can_be_key(token)
            else None
        )
        return str(row[0]) if row is not None else None

    async def write_upgraded_rules(self, table: TableRow, version: int) -> None:
        """Store a table's new rules version and options; raises Conflict if the table is not at `version`."""
        options = json.dumps(table.options)
        await self.database.write(
            lambda connection: self.raise_version(
                connection, table.id, version, rules_version=table.rules_version, options=options
            )
        )

    async def take_seat(self, table: TableRow, version: int, row: SeatRow) -> None:
        """Give an open seat to the guest in `row` and store the phase, the clocks and `due` of `table`.

        The guest's invitations to the table and all invitations to the seat are deleted. Raises Conflict if the table
        is not at `version`, or the seat is taken.
        """
        seat = row.seat
        where = (SEATS.c.table_id == table.id) & (SEATS.c.seat == seat) & (SEATS.c.kind == OPEN)

        def work(connection: Connection) -> None:
            change = update(SEATS).where(where).values(**msgspec.to_builtins(row))
            self.raise_version(connection, table.id, version, phase=table.phase, due=table.due, **_clock_columns(table))
            if connection.execute(change).rowcount != 1:
                raise Conflict(f"seat {seat} is taken")
            ended = (INVITATIONS.c.seat == seat) | (INVITATIONS.c.guest == row.guest)
            connection.execute(delete(INVITATIONS).where((INVITATIONS.c.table_id == table.id) & ended))

        await self.database.write(work)

    async def personal_link(self, table_id: str, guest: str) -> str | None:
        """Return the token of a guest's personal link, created on first use, or None if they have no seat."""
        where = (SEATS.c.table_id == table_id) & (SEATS.c.guest == guest)
        query = select(SEATS.c.personal_token).where(where)
        row = await self._first(query)
        if row is not None and row[0] is None:
            change = update(SEATS).where(where & SEATS.c.personal_token.is_(None)).values(personal_token=new_key())
            await self.database.write(lambda connection: self._change_seats(connection, table_id, change))
            row = await self._first(query)
        return row[0] if row is not None else None

    async def offer_seat(self, table_id: str, version: int, seat: int, token: str | None) -> None:
        """Store the token of the link that offers a guest's seat to another person; None withdraws the offer.

        Raises Conflict if the table is not at `version`.
        """
        where = (SEATS.c.table_id == table_id) & (SEATS.c.seat == seat) & (SEATS.c.kind == GUEST)
        change = update(SEATS).where(where).values(offer_token=token)
        await self.database.write(lambda connection: self._change_seats(connection, table_id, change, version))

    async def seat_of_link(self, token: str) -> tuple[str, int, bool] | None:
        """Return the table's id, the seat, and whether it is a personal link (True) or an offer (False).

        Return None if no personal link or offer has this token.
        """
        query = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.personal_token).where(_has_link(token))
        row = await self._first(query) if _can_be_key(token) else None
        return (row[0], row[1], row[2] == token) if row is not None else None

    async def transfer_seat(self, table: TableRow, version: int, token: str, guest: str, name: str | None) -> None:
        """Give the seat of a personal link or an offer to a guest. `name`: the new name; None keeps the name.

        All links of the seat become void. A person who moves to another browser stays the host. A person who loses
        their seat by an offer gets a claim to it, unless another guest has one. `table`: the row with the updated
        proposal. Raises Conflict if the link was used, or the table is not at `version`.
        """
        where = (SEATS.c.table_id == table.id) & _has_link(token)
        values = {"guest": guest, "personal_token": None, "offer_token": None} | (
            {} if name is None else {"name": name}
        )

        def work(connection: Connection) -> None:
            row = connection.execute(select(SEATS).where(where)).mappings().first()
            if row is None:
                raise Conflict("the link was used")
            claimant = row["claimant"], row["claimant_name"]
            if claimant[0] is None and row["personal_token"] != token:
                claimant = row["guest"], row["name"]
            if claimant[0] == guest:
                claimant = None, None
            values.update(former_guest=row["guest"], claimant=claimant[0], claimant_name=claimant[1])
            self.raise_version(connection, table.id, version, proposal=_json(table.proposal))
            connection.execute(update(SEATS).where(where).values(**values))
            if row["personal_token"] == token:
                hosted = (TABLES.c.id == table.id) & (TABLES.c.host == row["guest"])
                connection.execute(update(TABLES).where(hosted).values(host=guest))
                for transfer in self.transfer_hooks:
                    transfer(connection, str(row["guest"]), guest, table.id)

        await self.database.write(work)

    async def update_table(self, table: TableRow, version: int, seats: Sequence[SeatRow] = ()) -> None:
        """Store the changeable columns of a table and some seats; raises Conflict if the table is not at `version`."""
        values: dict[str, Any] = {"phase": table.phase, "due": table.due, "invitation_token": table.invitation_token}
        values.update(title=table.title, **_agreement_columns(table))

        def work(connection: Connection) -> None:
            self.raise_version(connection, table.id, version, **values)
            for row in seats:
                where = (SEATS.c.table_id == table.id) & (SEATS.c.seat == row.seat)
                connection.execute(update(SEATS).where(where).values(**msgspec.to_builtins(row)))

        await self.database.write(work)

    async def tables_to_check(self, now: datetime, limit: int) -> list[str]:
        """Return the ids of at most `limit` tables whose clock or proposal needs attention, the most overdue first."""
        query = select(TABLES.c.id).where(TABLES.c.next_check <= now).order_by(TABLES.c.next_check).limit(limit)
        return await self.database.read(lambda connection: list(connection.execute(query).scalars()))

    async def skip_pauses(self, table_id: str, version: int, number: int) -> None:
        """Let the bots of a table play without pauses as long as `number` is the last entry made by a person.

        Raises Conflict if the table is not at `version`.
        """
        await self.database.write(
            lambda connection: self.raise_version(connection, table_id, version, pauses_skipped_after=number)
        )

    async def _first(self, query: Any) -> Any:
        return await self.database.read(lambda connection: connection.execute(query).first())

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
            tables = [_read_table(row, seats_of[row["id"]], rematch_id(row["id"]) in existing) for row in rows]
            return [row for row in tables if row is not None]

        return await self.database.read(work)

    # The log.

    async def last_entry_times(self, table_ids: Iterable[str]) -> dict[str, datetime]:
        """Return the times of the last entries of many tables, by id; tables without entries are missing."""
        query = (
            select(ENTRIES.c.table_id, func.max(ENTRIES.c.created_at))
            .where(ENTRIES.c.table_id.in_(list(table_ids)))
            .group_by(ENTRIES.c.table_id)
        )
        return await self.database.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    async def entries(self, table_id: str, after: int = 0) -> list[tuple[int, str]]:
        """Return the player and text of each entry of a table's record in order, without the first `after` entries."""
        return [(entry.player, entry.text) for entry in await self.dated_entries(table_id, after)]

    async def dated_entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """Return the entries of a table's record in order, with their times, without the first `after` entries."""
        where = (ENTRIES.c.table_id == table_id) & (ENTRIES.c.number > after)
        columns = (ENTRIES.c.number, ENTRIES.c.player, ENTRIES.c.text, ENTRIES.c.created_at)
        query = select(*columns).where(where).order_by(ENTRIES.c.number)
        return await self.database.read(lambda connection: [Entry(*row) for row in connection.execute(query)])

    async def append(
        self, table_id: str, version: int, entry: Entry, phase: str, due: bool, with_clocks: TableRow | None = None
    ) -> None:
        """Commit an entry, the phase after it, and whether a bot has to act then.

        `with_clocks`: the table with its updated clocks, if it has any. Raises Conflict if it is not at `version`.
        """
        clocks = {"clocks": None, "next_check": None} if with_clocks is None else _clock_columns(with_clocks)
        at = entry.created_at or datetime.now(UTC)
        values = {
            "table_id": table_id,
            "number": entry.number,
            "player": entry.player,
            "text": entry.text,
            "created_at": at,
        }
        this_entry = (ENTRIES.c.table_id == table_id) & (ENTRIES.c.number == entry.number)
        existing = select(ENTRIES).where(this_entry)

        def work(connection: Connection) -> None:
            try:
                if connection.dialect.name == "postgresql":
                    message = TableUpdate(table_id, version + 1, due, entry)
                    parameters = {
                        "version": version,
                        "phase": phase,
                        "due": due,
                        "channel": CHANNEL,
                        "message": _encode_update(message),
                    }
                    if connection.execute(_APPEND_ENTRY, {**values, **parameters, **clocks}).first() is None:
                        raise Conflict(f"the table is not at version {version}")
                else:
                    self.raise_version(connection, table_id, version, entry, phase=phase, due=due, **clocks)
                    connection.execute(insert(ENTRIES).values(**values))
            except Conflict:
                row = connection.execute(existing).mappings().first()
                if row is None or dict(row) != values:
                    raise
                # The entry is ours: an earlier attempt was committed, but its response was lost.

        await self.database.write(work, single_statement=True)

    # Every change of a table.

    def raise_version(
        self, connection: Connection, table_id: str, version: int, entry: Entry | None = None, **values: object
    ) -> None:
        """Increment a table's version, store other columns (`values`) and announce the change.

        `entry`: the entry that is appended, if any. Raises Conflict if the table is not at `version`.
        """
        where = (TABLES.c.id == table_id) & (TABLES.c.version == version)
        if entry is None:
            values["changed_at"] = datetime.now(UTC)
        change = update(TABLES).where(where).values(version=version + 1, **values)
        if connection.execute(change).rowcount != 1:
            raise Conflict(f"the table is not at version {version}")
        self._announce(connection, TableUpdate(table_id, version + 1, bool(values.get("due")), entry))

    def _change_seats(self, connection: Connection, table_id: str, change: Any, version: int | None = None) -> None:
        """Execute an update of seats that does not affect the game, and increment the table's version.

        Raises Conflict if the table is not at `version` (None: any), and Gone if it does not exist.
        """
        if version is None:
            query = select(TABLES.c.version).where(TABLES.c.id == table_id)
            current = connection.execute(query.with_for_update()).first()
            if current is None:
                raise Gone
            version = int(current[0] or 0)
        self.raise_version(connection, table_id, version)
        connection.execute(change)

    def raise_versions(self, connection: Connection, table_ids: Sequence[str]) -> None:
        """Increment the versions of tables without a check, for seat changes that follow in this transaction."""
        where = TABLES.c.id.in_(table_ids)
        connection.execute(update(TABLES).where(where).values(version=TABLES.c.version + 1))
        for table_id, version in connection.execute(select(TABLES.c.id, TABLES.c.version).where(where)).all():
            self._announce(connection, TableUpdate(table_id, version, False))

    def _announce(self, connection: Connection, message: TableUpdate) -> None:
        self.database.announce(connection, _encode_update(message))


def _encode_update(message: TableUpdate) -> str:
    return msgspec.json.encode(message).decode()


_APPEND_ENTRY: Final = text("""
    WITH advanced AS (
        UPDATE tables SET version = version + 1, phase = :phase, due = :due, clocks = CAST(:clocks AS text),
            next_check = CAST(:next_check AS timestamptz)
        WHERE id = :table_id AND version = :version RETURNING id
    ), entered AS (
        INSERT INTO entries (table_id, number, player, text, created_at)
        SELECT id, CAST(:number AS integer), CAST(:player AS integer), :text, CAST(:created_at AS timestamptz)
        FROM advanced
    )
    SELECT pg_notify(:channel, :message) FROM advanced
""")
"""Increments the version and inserts the entry in one round trip: PostgreSQL allows writes in a WITH clause."""


def _json(value: object) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def _clock_columns(table: TableRow) -> dict[str, Any]:
    """Return the columns of a table's clocks."""
    return {"clocks": _json(table.clocks) if table.clocks else None, "next_check": table.next_check}


def _agreement_columns(table: TableRow) -> dict[str, Any]:
    """Return the columns that agreements change: those of the clocks, and the proposal."""
    return {
        **_clock_columns(table),
        "timing": _json(table.timing),
        "substitute": table.substitute,
        "pause": _json(table.pause),
        "proposal": _json(table.proposal),
    }


def _can_be_key(text: str) -> bool:
    """Return whether a text is a possible id or token: not every database accepts every character."""
    return text.isascii() and text.isprintable()


def _read_table(row: Any, seats: Sequence[Any], has_rematch: bool) -> TableRow | None:
    """Return a validated table, or None if its row is damaged, which is logged.

    `has_rematch`: whether the id of its rematch exists.
    """
    try:
        values = read_values(row)
        values.update((name, json.loads(row[name] or "null")) for name in _JSON_FIELDS)
        values.update(clocks=json.loads(row["clocks"] or "[]"), seats=[read_values(seat) for seat in seats])
        table = msgspec.convert({**values, "has_rematch": row["phase"] == FINISHED and has_rematch}, TableRow)
        if table.phase not in PHASES or not table.seed.isdecimal() or not table.seats:
            raise ValueError("its phase, seed or seats are none")
        return table
    except (ValueError, TypeError, RecursionError) as error:  # invalid JSON, or an unexpected shape
        if _LOG_RATE.allows(row["id"]):
            LOG.error("the row of table %s is damaged: %s; see regnum doctor", row["id"], type(error).__name__)
        return None


def _has_link(token: str) -> Any:
    return (SEATS.c.personal_token == token) | (SEATS.c.offer_token == token)
