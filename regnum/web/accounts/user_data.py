"""The stored data of a guest: moves it to an account, exports it and anonymizes it.

Every column that names a guest has one of the names in OWNER_COLUMNS, in all tables.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Column, Connection, Table, bindparam, delete, func, select, update

from regnum.web.db.database import Database
from regnum.web.db.ids import new_id
from regnum.web.db.schema import (
    ACCOUNTS,
    CHANNELS,
    DELIVERIES,
    ENTRIES,
    METADATA,
    ONE_TIME_LINKS,
    SEATS,
    SESSIONS,
    TABLES,
    TOKENS,
)
from regnum.web.tables.invitation_store import former_name
from regnum.web.tables.models import BOT, GUEST, OPEN, PLAYING, WAITING, Proposal
from regnum.web.tables.proposal_rules import without_consent
from regnum.web.tables.stored_options import START
from regnum.web.tables.versions import raise_versions

OWNER_COLUMNS: Final = frozenset({"guest", "host", "former_guest", "claimant"})
REFERENCE_COLUMNS: Final = frozenset({"muted_guest"})
"""Columns that name a guest in another guest's data; the named guest must not learn of it."""
NOBODY: Final = "NN"
"""The name shown for a removed person, followed by the number of their seat."""
SECRET_COLUMNS: Final = frozenset(
    {
        "fingerprint",
        "hash",
        "id",
        "invitation_token",
        "key",
        "muted_guest",
        "occasion",
        "offer_token",
        "personal_token",
        "request_id",
        "salt",
        "seed",
    }
)
"""Columns that grant access or reveal secrets, which are left out of exports."""

BATCH_SIZE: Final = 500
"""The maximum number of tables in one statement."""

CLAIMED: Final = "claimed"
"""Not a kind of seat: marks a seat that goes back to the guest with a claim; a bot plays until they return."""

_SEPARATE_TABLES: Final = (TABLES, SEATS, ACCOUNTS, SESSIONS, ONE_TIME_LINKS)


def guest_columns(names: frozenset[str] = OWNER_COLUMNS | REFERENCE_COLUMNS) -> Iterator[tuple[Table, Column[Any]]]:
    """Yield each column that names a guest, with its table, except in the tables of _SEPARATE_TABLES."""
    for table in METADATA.sorted_tables:
        if table not in _SEPARATE_TABLES:
            yield from ((table, column) for column in table.columns if column.name in names)


async def can_move(database: Database, guest: str) -> bool:
    """Return whether a guest has any table that could move to an account."""
    query = _tables_of(guest).limit(1)
    return await database.read(lambda connection: connection.execute(query).first()) is not None


async def move_data(database: Database, old: str, new: str) -> None:
    """Move all data of the guest `old` to the guest `new`, except at tables where `new` already has a seat.

    The old guest's tokens, and their links for playing in another browser, become invalid.
    """

    def work(connection: Connection) -> None:
        connection.execute(delete(TOKENS).where(TOKENS.c.guest == old))
        already_seated = set(connection.execute(select(SEATS.c.table_id).where(SEATS.c.guest == new)).scalars())
        movable = sorted(set(connection.execute(_tables_of(old)).scalars()) - already_seated)
        for batch in _in_batches(movable):
            raise_versions(database, connection, batch)
            in_batch = SEATS.c.table_id.in_(batch)
            own = in_batch & (SEATS.c.guest == old)
            connection.execute(update(SEATS).where(own).values(guest=new, personal_token=None))
            for name in ("former_guest", "claimant"):
                connection.execute(update(SEATS).where(in_batch & (SEATS.c[name] == old)).values({name: new}))
            hosted = TABLES.c.id.in_(batch) & (TABLES.c.host == old)
            connection.execute(update(TABLES).where(hosted).values(host=new))
        for table, column in guest_columns():
            _replace_guest(connection, table, column, old, new, already_seated)

    await database.write(work)


def _tables_of(guest: str) -> Any:
    hosted = select(TABLES.c.id).where(TABLES.c.host == guest)
    seated = [select(SEATS.c.table_id).where(SEATS.c[name] == guest) for name in ("guest", "claimant", "former_guest")]
    return hosted.union(*seated)


def _replace_guest(
    connection: Connection, table: Table, column: Column[Any], old: str, new: str, excluded: set[str]
) -> None:
    """Replace a guest in a column, except at the tables `excluded`.

    If only one row per guest is allowed and both guests have one, the new guest's row is kept.
    """
    named_old = column == old
    if "table_id" in table.c:
        named_old &= table.c.table_id.not_in(excluded)
    if column.primary_key:
        others = [key for key in table.primary_key.columns if key is not column]
        duplicate = table.alias()
        same = duplicate.c[column.name] == new
        for key in others:
            same &= duplicate.c[key.name] == key
        connection.execute(delete(table).where(named_old & select(duplicate).where(same).exists()))
    connection.execute(update(table).where(named_old).values({column: new}))


def anonymize(database: Database, connection: Connection, guest: str) -> None:
    """Remove a person's name from all their games and delete the data that is theirs alone.

    A seat at a table that has not begun becomes open. In an unfinished game with other people, a bot takes over. A seat
    that another guest claims goes to that guest.
    """
    for batch in _in_batches(sorted(connection.execute(_tables_of(guest)).scalars())):
        raise_versions(database, connection, batch)
        _leave_seats(connection, batch, guest)
    own = select(CHANNELS.c.id).where(CHANNELS.c.guest == guest)
    connection.execute(delete(DELIVERIES).where(DELIVERIES.c.channel_id.in_(own)))
    for table, column in guest_columns():
        connection.execute(delete(table).where(column == guest))


def _leave_seats(connection: Connection, tables: Sequence[str], guest: str) -> None:  # noqa: C901
    """Remove a person's name from their seats at these tables, and from the tables that they opened."""
    at_tables = SEATS.c.table_id.in_(tables)
    seated = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.guest, SEATS.c.claimant).where(
        at_tables & (SEATS.c.kind == GUEST)
    )
    people: dict[str, dict[int, str]] = {}
    claimants: dict[str, dict[int, str]] = {}
    for table_id, seat, holder, claimant in connection.execute(seated.order_by(SEATS.c.seat)):
        people.setdefault(table_id, {})[seat] = holder
        if claimant not in (None, guest):
            claimants.setdefault(table_id, {})[seat] = claimant
    changed_seats: dict[str, list[dict[str, Any]]] = {OPEN: [], BOT: [], GUEST: [], CLAIMED: []}
    new_hosts: dict[str, list[str]] = {}
    table_columns = select(TABLES.c.id, TABLES.c.phase, TABLES.c.host, TABLES.c.substitute, TABLES.c.proposal)
    for id_, phase, host, substitute, written in connection.execute(table_columns.where(TABLES.c.id.in_(tables))).all():
        seats = people.get(id_, {})
        for seat, claimant in claimants.get(id_, {}).items() if phase in (WAITING, PLAYING) else ():
            if seats[seat] == guest and claimant not in seats.values():
                seats[seat] = claimant
                bot = substitute if phase == PLAYING else None
                name = former_name(connection, id_, seat, claimant) or f"{NOBODY} {seat + 1}"
                changed_seats[CLAIMED].append({"table": id_, "at": seat, "name": name, "guest": claimant, "bot": bot})
                if written is not None:
                    proposal = without_consent(msgspec.json.decode(written, type=Proposal), seat)
                    written = msgspec.json.encode(proposal).decode()
                    connection.execute(update(TABLES).where(TABLES.c.id == id_).values(proposal=written))
        others = [other_guest for other_guest in seats.values() if other_guest != guest]
        kind = OPEN if phase == WAITING else BOT if phase == PLAYING and others else GUEST
        more = {OPEN: {"invitation_token": new_id(), "name": ""}, BOT: {"bot": substitute}, GUEST: {}}[kind]
        for seat in (seat for seat, other_guest in seats.items() if other_guest == guest):
            changed_seats[kind].append({"table": id_, "at": seat, "name": f"{NOBODY} {seat + 1}", **more})
        if host == guest:
            new_hosts.setdefault(next(iter(others), ""), []).append(id_)
    for heir, hosted in new_hosts.items():
        connection.execute(update(TABLES).where(TABLES.c.id.in_(hosted)).values(host=heir))
    due = [row["table"] for row in changed_seats[BOT] + changed_seats[CLAIMED] if row["bot"] is not None]
    connection.execute(update(TABLES).where(TABLES.c.id.in_(due)).values(awaits_bot=True))
    links = {"personal_token": None, "offer_token": None}
    without_guest = {"guest": None, **links}
    changes: dict[str, dict[str, Any]] = {
        OPEN: {**without_guest, "kind": OPEN, "colour": None},
        BOT: {**without_guest, "kind": BOT},
        GUEST: without_guest,
        CLAIMED: {**links, "claimant": None, "claimant_name": None},
    }
    seat_here = (SEATS.c.table_id == bindparam("table")) & (SEATS.c.seat == bindparam("at"))
    for kind, rows in changed_seats.items():
        if rows:
            connection.execute(update(SEATS).where(seat_here).values(changes[kind]), rows)
    for names in (("former_guest",), ("claimant", "claimant_name")):
        own = at_tables & (SEATS.c[names[0]] == guest)
        connection.execute(update(SEATS).where(own).values(dict.fromkeys(names)))


def _in_batches(tables: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the tables in slices of at most BATCH_SIZE."""
    for start in range(0, len(tables), BATCH_SIZE):
        yield tables[start : start + BATCH_SIZE]


async def export_data(database: Database, guest: str) -> dict[str, Any]:
    """Return a guest's stored data: tables with the guest's own moves, and all other rows that belong to the guest."""

    def work(connection: Connection) -> dict[str, Any]:
        seat = (SEATS.c.seat, SEATS.c.name, SEATS.c.colour)
        table = (TABLES.c.id, TABLES.c.game, TABLES.c.players, TABLES.c.options, TABLES.c.phase, TABLES.c.created_at)
        query = select(*table, *seat).join(SEATS, SEATS.c.table_id == TABLES.c.id).where(SEATS.c.guest == guest)
        tables = [dict(row) for row in connection.execute(query.order_by(TABLES.c.created_at)).mappings()]
        for data in tables:
            chosen = json.loads(data["options"])
            data["options"] = {name: value for name, value in chosen.items() if name != START}  # reveals secrets
            own = (ENTRIES.c.table_id == data["id"]) & (ENTRIES.c.player == data["seat"])
            entries = select(ENTRIES.c.text, ENTRIES.c.created_at).where(own).order_by(ENTRIES.c.number)
            data["entries"] = [dict(row) for row in connection.execute(entries).mappings()]
        hosted = select(TABLES.c.id).where(TABLES.c.host == guest).order_by(TABLES.c.created_at)
        other_rows: dict[str, Any] = {}
        for other, column in guest_columns(OWNER_COLUMNS):
            columns = [own for own in other.columns if own.name not in SECRET_COLUMNS and own is not column]
            if columns:
                rows = connection.execute(select(*columns).where(column == guest)).mappings()
                other_rows.setdefault(other.name, []).extend(dict(row) for row in rows)
        return {"tables": tables, "opened": list(connection.execute(hosted).scalars()), **other_rows}

    return await database.snapshot(work)


def count_seats_by_guest(connection: Connection) -> dict[str, int]:
    """Return the number of seats of each guest with an account, by guest."""
    query = (
        select(SEATS.c.guest, func.count()).join(ACCOUNTS, ACCOUNTS.c.guest == SEATS.c.guest).group_by(SEATS.c.guest)
    )
    return {row[0]: row[1] for row in connection.execute(query)}
