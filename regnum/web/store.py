"""The store: tables, seats and the append-only log of actions, in SQLite or another database."""

import asyncio
import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from regnum.core.option import Options
from regnum.web.schema import ENTRIES, SEATS, TABLES

GUEST: Final = "guest"
OPEN: Final = "open"
BOT: Final = "bot"

DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
"""What to use where a URL names a database without a driver: ours are asynchronous."""

WAITING: Final = "waiting"
PLAYING: Final = "playing"
FINISHED: Final = "finished"


class SeatRow(msgspec.Struct, frozen=True):
    """Who has a seat: a guest, nobody yet (`token` invites), or a bot.

    `personal` and `offer` are links by which the seat goes on in another browser: its holder's own, and one that the
    host gives to somebody else. `former` is the guest who had the seat before.
    """

    seat: int
    kind: str
    name: str
    guest: str | None = None
    bot: str | None = None
    token: str | None = None
    personal: str | None = None
    offer: str | None = None
    former: str | None = None


class TableRow(msgspec.Struct, frozen=True):
    """A table as it is stored; the entries come apart."""

    id: str
    game: str
    rules: int
    players: int
    seed: str
    options: Options
    host: str
    phase: str
    made: datetime
    seats: tuple[SeatRow, ...]


S = TypeVar("S", bound=msgspec.Struct)


class Taken(Exception):
    """Somebody else was faster: the seat is taken, or the log has gone on."""


class Store:
    """The database behind all tables."""

    def __init__(self, url: str) -> None:
        """Prepare to use the database at this SQLAlchemy URL; ValueError if it is not one that can be used."""
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise ValueError(f"cannot use the database {url!r}: not a URL such as sqlite:///games.db") from None
        parsed = parsed.set(drivername=DRIVERS.get(parsed.drivername, parsed.drivername))
        self.where: Final = parsed.render_as_string(hide_password=True)
        try:
            self._engine: Final[AsyncEngine] = create_async_engine(parsed, pool_pre_ping=True, hide_parameters=True)
        except (SQLAlchemyError, ImportError) as error:  # a driver that is not there, or not asynchronous
            raise ValueError(f"cannot use the database {self.where}: {str(error).splitlines()[0]}") from None
        if parsed.get_backend_name() == "sqlite":
            event.listen(self._engine.sync_engine, "connect", _sqlite_manners)

    async def open(self) -> None:
        """Bring the database to today's shape; ValueError if it cannot be reached."""
        try:
            async with self._engine.begin() as connection:
                await connection.run_sync(_migrate)
        except (DBAPIError, OSError) as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise ValueError(f"cannot use the database {self.where}: {reason}") from None

    async def close(self) -> None:
        """Let go of all connections."""
        await self._engine.dispose()

    # Tables and seats.

    async def add_table(self, table: TableRow) -> None:
        """Store a new table with its seats."""
        async with self._engine.begin() as connection:
            values = {**msgspec.to_builtins(table, builtin_types=(datetime,)), "options": json.dumps(table.options)}
            del values["seats"]
            await connection.execute(insert(TABLES).values(**values))
            rows = [{"table_id": table.id, **msgspec.to_builtins(seat)} for seat in table.seats]
            await connection.execute(insert(SEATS), rows)

    async def table(self, table_id: str) -> TableRow | None:
        """Return a table, or None if there is none of this id."""
        found = await self._tables(TABLES.c.id == table_id)
        return found[0] if found else None

    async def tables_of(self, guest: str, limit: int = 100) -> list[TableRow]:
        """Return the tables at which a guest sits or that he opened, the newest first."""
        seated = select(SEATS.c.table_id).where(SEATS.c.guest == guest)
        return await self._tables(TABLES.c.id.in_(seated) | (TABLES.c.host == guest), limit)

    async def played_by_bots(self, limit: int) -> list[str]:
        """Return the ids of tables that are in play and have a bot, the newest first."""
        with_bots = select(SEATS.c.table_id).where(SEATS.c.kind == BOT)
        query = select(TABLES.c.id).where((TABLES.c.phase == PLAYING) & TABLES.c.id.in_(with_bots))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query.order_by(TABLES.c.made.desc()).limit(limit))).all()
        return [row[0] for row in rows]

    async def invited(self, token: str) -> tuple[str, int] | None:
        """Return table and seat of an invitation, or None if there is none such."""
        query = select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.token == token)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return (row[0], row[1]) if row is not None else None

    async def take_seat(self, table_id: str, seat: int, guest: str, name: str) -> None:
        """Give an open seat to a guest; Taken if it is not open any more."""
        here = (SEATS.c.table_id == table_id) & (SEATS.c.seat == seat)
        async with self._engine.begin() as connection:
            change = update(SEATS).where(here & (SEATS.c.kind == OPEN)).values(kind=GUEST, guest=guest, name=name)
            done = await connection.execute(change)
            if done.rowcount != 1:
                raise Taken(f"seat {seat} is taken")
            still = select(SEATS.c.seat).where((SEATS.c.table_id == table_id) & (SEATS.c.kind == OPEN)).limit(1)
            if (await connection.execute(still)).first() is None:
                await connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(phase=PLAYING))

    async def personal_link(self, table_id: str, guest: str) -> str | None:
        """Return the token of a guest's personal link, made when it is first asked for; None if he has no seat."""
        here = (SEATS.c.table_id == table_id) & (SEATS.c.guest == guest)
        async with self._engine.begin() as connection:
            fresh = update(SEATS).where(here & SEATS.c.personal.is_(None)).values(personal=new_key())
            await connection.execute(fresh)
            row = (await connection.execute(select(SEATS.c.personal).where(here))).first()
        return row[0] if row is not None else None

    async def offer_seat(self, table_id: str, seat: int, token: str | None) -> None:
        """Give a seat that a guest has a link for somebody else; None withdraws it."""
        here = (SEATS.c.table_id == table_id) & (SEATS.c.seat == seat) & (SEATS.c.kind == GUEST)
        async with self._engine.begin() as connection:
            await connection.execute(update(SEATS).where(here).values(offer=token))

    async def linked(self, token: str) -> tuple[str, int, bool] | None:
        """Return table and seat of a personal link (True) or an offer (False), or None if there is none such."""
        query = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.personal).where(_has_link(token))
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return (row[0], row[1], row[2] == token) if row is not None else None

    async def take_over(self, token: str, guest: str, name: str | None) -> None:
        """Hand the seat of a link to a guest (`name`: under another name); Taken if the link was used already.

        All links of the seat end with it. Whoever moves to another browser stays the host.
        """
        async with self._engine.begin() as connection:
            query = select(SEATS.c.table_id, SEATS.c.guest, SEATS.c.personal).where(_has_link(token))
            row = (await connection.execute(query)).first()
            values = {"guest": guest, "former": row[1] if row else None, "personal": None, "offer": None}
            if name is not None:
                values["name"] = name
            done = await connection.execute(update(SEATS).where(_has_link(token)).values(**values))
            if row is None or done.rowcount != 1:
                raise Taken("the link was used")
            if row[2] == token:
                hosted = (TABLES.c.id == row[0]) & (TABLES.c.host == row[1])
                await connection.execute(update(TABLES).where(hosted).values(host=guest))

    async def _tables(self, where: Any, limit: int = 1) -> list[TableRow]:
        query = select(TABLES).where(where).order_by(TABLES.c.made.desc()).limit(limit)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
            ids = [row["id"] for row in rows]
            seats = select(SEATS).where(SEATS.c.table_id.in_(ids)).order_by(SEATS.c.seat)
            seated: dict[str, list[SeatRow]] = {id_: [] for id_ in ids}
            for seat in (await connection.execute(seats)).mappings():
                seated[seat["table_id"]].append(_read(seat, SeatRow))
        return [
            _read(row, TableRow, options=json.loads(row["options"]), made=_utc(row["made"]), seats=seated[row["id"]])
            for row in rows
        ]

    # The log.

    async def entries(self, table_id: str) -> list[tuple[int, str]]:
        """Return the entries of a table's record, in order."""
        query = select(ENTRIES.c.player, ENTRIES.c.text).where(ENTRIES.c.table_id == table_id)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query.order_by(ENTRIES.c.number))).all()
        return [(row[0], row[1]) for row in rows]

    async def append(self, table_id: str, number: int, player: int, text: str, last: bool) -> None:
        """Commit entry number `number` (`last`: the game is over with it); Taken if there is one of this number."""
        values = {"table_id": table_id, "number": number, "player": player, "text": text, "at": datetime.now(UTC)}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(ENTRIES).values(**values))
                if last:
                    await connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(phase=FINISHED))
        except IntegrityError:
            raise Taken(f"entry {number} is there already") from None


def _read(row: Mapping[Any, Any], kind: type[S], **changed: object) -> S:
    """Return a row of the database, checked."""
    return msgspec.convert({**{str(name): value for name, value in row.items()}, **changed}, kind)


def _utc(moment: datetime) -> datetime:
    """Return a moment with its time zone: SQLite forgets it."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def new_id() -> str:
    """Return an id that cannot be guessed."""
    return secrets.token_urlsafe(9)


def new_key() -> str:
    """Return a token that opens a seat."""
    return secrets.token_urlsafe(24)


def _has_link(token: str) -> Any:
    return (SEATS.c.personal == token) | (SEATS.c.offer == token)


def _sqlite_manners(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


async def probe(url: str) -> None:
    """Open and close a database once, so that a wrong one is known before the server starts."""
    store = Store(url)
    try:
        await store.open()
    except ValueError:
        await asyncio.sleep(0.1)  # aiosqlite's thread still has something to tell a loop that must not be closed yet
        raise
    finally:
        await store.close()


def probe_now(url: str) -> None:
    """Do what `probe` does, outside an event loop."""
    asyncio.run(probe(url))
