"""The store: tables, seats and the append-only log of actions, in SQLite or PostgreSQL.

Every table has a version that each change raises, in the transaction of the change. Whoever changes a table names the
version that he has seen: so what was checked against it (who has the seat, what was played) still holds.
"""

import asyncio
import hmac
import json
import logging
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, case, func, insert, inspect, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from regnum.web.backup_file import write_backup
from regnum.web.database import CHANNEL, Hearer, Unwritable, database_at, tighten
from regnum.web.errors import Busy, Refused, Taken
from regnum.web.rows import (
    BOT,
    FINISHED,
    GUEST,
    OPEN,
    OVER,
    PHASES,
    PLAYING,
    Entry,
    News,
    ReviewDue,
    ReviewRow,
    SeatRow,
    TableRow,
)
from regnum.web.schema import ENTRIES, INVITATIONS, KEYS, PUT_AWAY, REVIEWS, SEATS, TABLES
from regnum.web.settings import other_key
from regnum.web.talk_moves import move_talk

LOG: Final = logging.getLogger("regnum.web")

S = TypeVar("S", bound=msgspec.Struct)


SIGNING: Final = "signing"
"""How the fingerprint of the server's key is called."""
RECENT: Final = 5.0
"""Seconds for which it is known whether the database can be written."""


class Store:
    """The database behind all tables. Every method may raise Busy; then nothing has changed."""

    def __init__(self, url: str, copies: Path | None = None, key: str = "") -> None:
        """Prepare to use the database at this URL; ValueError if it is not one that can be used.

        Before an older database is brought to today's shape, a copy of it is kept in the folder of its file, or where
        it has none in that of `copies` (None: no copy). `key`: the server's key, which such a copy holds.
        """
        self.database: Final = database_at(url)
        self.where: Final = self.database.where
        self.said: Final[list[str]] = []
        """What `open` has to say to whoever runs the server, in one line each."""
        self._copies: Final = self.database.folder or copies
        self._key: Final = key
        self.alembic: Final = Config()
        migrations = str(Path(__file__).parent / "migrations")
        self.alembic.set_main_option("script_location", migrations.replace("%", "%%"))  # it goes through configparser
        self.alembic.set_main_option("path_separator", "os")
        self._pinging: Final = asyncio.Lock()
        self._pinged = -RECENT
        self._fault: Busy | None = None
        self._steps: Final = ScriptDirectory.from_config(self.alembic)

    async def open(self) -> None:
        """Bring the database to today's shape; ValueError if it cannot be used, or not be written.

        A database of an older shape is copied first, see `write_backup`; if that fails nothing has changed.
        """
        with self._usable():
            if remark := self.database.create():
                self.said.append(remark)
            found = await self.database.read(self.known_revision)
            self.database.secure()
            if found != self._head:
                await self.database.prepare(self._bring_up)
            try:
                await self.database.write(self.database.probe)
            except Unwritable:
                raise
            except Busy:
                LOG.warning("the database is locked by another program")  # which can write it

    async def has_tables(self) -> bool:
        """Tell whether there are tables in the database, of whatever shape; ValueError if it cannot be used."""
        return await self._holds(has_tables_in)

    async def has_other_key(self, key: str) -> bool:
        """Tell whether there are tables that were played with another key; ValueError if it cannot be used."""
        return await self._holds(lambda connection: is_other_key(connection, key))

    async def keep_key(self) -> None:
        """Note the fingerprint of the server's key, by which a later start knows it."""
        with self._usable():
            if await self.database.read(fingerprint_in) != fingerprint(self._key):
                await self.database.prepare(lambda connection: note_key(connection, self._key))

    async def _holds(self, work: Callable[[Connection], bool]) -> bool:
        with self._usable():
            try:
                self.database.must_exist()
            except (FileNotFoundError, NotADirectoryError):
                return False
            return await self.database.read(work)

    @contextmanager
    def _usable(self) -> Iterator[None]:
        """Say what is wrong with a database that cannot be used, as a ValueError."""
        try:
            yield
        except Exception as error:
            if not isinstance(error, Busy | SQLAlchemyError | OSError | TimeoutError | CommandError) and not hasattr(
                error, "sqlstate"
            ):
                raise
            raise ValueError(f"cannot use the database {self.where}: {self.database.reason(error)}") from None

    def own_files(self, data: Path) -> list[Path]:
        """Return the files of the server: those of the database, the keys in the data folder, and earlier copies."""
        kept = [data / "secret", *data.glob("secret-*")]
        copies = [] if self._copies is None else self._copies.glob("before-upgrade-*.backup")
        return [*self.database.files, *kept, *copies]

    @property
    def _head(self) -> str:
        """Today's shape."""
        return str(self._steps.get_current_head())

    def known_revision(self, connection: Connection) -> str | None:
        """Return what `revision` says; ValueError if it is not one of ours, or the tables are not."""
        found = self.revision(connection)
        if found is None and (names := self.database.strangers(connection)) and self.revision(connection) is None:
            raise ValueError(
                f"cannot use the database {self.where}: it has tables ({', '.join(names[:3])}), but does not say which "
                f"version of Regnum made them: another program did, or it is damaged; name another database"
            )
        if found is not None and found not in self.revisions:
            raise ValueError(
                f"cannot use the database {self.where}: a newer version of Regnum made it (its shape is {found}, "
                f"this version knows {self._head}): update Regnum, or name another database"
            )
        return found

    def _bring_up(self, connection: Connection) -> None:
        """Copy an older database, then go the steps that are left; another server may just have done so."""
        found = self.known_revision(connection)
        if found == self._head:
            return
        copy = None
        if found is not None and self._copies is not None:
            self.database.hold(connection)
            self._copies.mkdir(mode=0o700, parents=True, exist_ok=True)
            copy = self._copies / f"before-upgrade-{found}-{datetime.now(UTC):%Y-%m-%dT%H%M%S}.backup"
            write_backup(connection, copy, self._copies / "before-upgrade.part", found, self._key)
            tighten(copy)
        try:
            self.upgrade(connection)
        except BaseException:
            if copy is not None:
                copy.unlink(missing_ok=True)  # nothing has changed: the next start makes another one
            raise
        if copy is not None:
            self.said.append(f"the database was brought from shape {found} to {self._head}; a copy is in {copy}")

    @property
    def revisions(self) -> set[str]:
        """The steps that this version knows, by which it brings a database to today's shape."""
        return {step.revision for step in self._steps.walk_revisions()}

    @staticmethod
    def revision(connection: Connection) -> str | None:
        """Return the last step that a database has gone; None for an empty one."""
        return MigrationContext.configure(connection).get_current_revision()

    def upgrade(self, connection: Connection, revision: str = "head") -> None:
        """Go the steps that are left up to one; another server may just have done so."""
        self.alembic.attributes["connection"] = connection
        command.upgrade(self.alembic, revision)

    async def ping(self) -> None:
        """Read something, and write something unless that was tried within RECENT seconds; Busy if either fails."""
        await self.database.read(lambda connection: connection.execute(select(1)))
        async with self._pinging:
            if time.monotonic() - self._pinged > RECENT:
                try:
                    await self.database.write(self.database.probe)
                    self._fault = None
                except Busy as fault:
                    self._fault = fault
                self._pinged = time.monotonic()
        if self._fault is not None:
            raise self._fault

    async def follow(self, hearer: Hearer) -> None:
        """Tell `hearer` what is announced, until this is cancelled."""
        await self.database.follow(hearer)

    async def close(self) -> None:
        """Let go of all connections."""
        await self.database.close()

    # Tables and seats.

    async def add_table(
        self, table: TableRow, after: tuple[str, int] | None = None, asked: Sequence[msgspec.Struct] = ()
    ) -> bool:
        """Store a new table with its seats, unless there is one of this id; tell whether it is this one that is there.

        `after`: the finished table whose rematch it is, which is told of it; Taken if that is not at this version.
        `asked`: who is asked to its open seats, as `lobby.Asked`.
        """
        values = {**msgspec.to_builtins(table, builtin_types=(datetime,)), "options": json.dumps(table.options)}
        values.update(_settled(table))
        del values["seats"], values["rematch"]
        rows = [{"table_id": table.id, **msgspec.to_builtins(seat)} for seat in table.seats]

        def work(connection: Connection) -> bool:
            there = connection.execute(select(TABLES.c.seed).where(TABLES.c.id == table.id)).scalar()
            if there is not None:
                return bool(there == table.seed)  # if so, the first try was committed, only its answer was lost
            if after is not None:
                self.advance(connection, *after)
            connection.execute(insert(TABLES).values(**values))
            connection.execute(insert(SEATS), rows)
            for one in asked:
                connection.execute(insert(INVITATIONS).values(**msgspec.to_builtins(one)))
            self._announce(connection, News(table.id, table.version, table.due))
            return True

        return await self.database.write(work)

    async def table(self, table_id: str) -> TableRow | None:
        """Return a table, or None if there is none of this id."""
        if not _can_be_key(table_id):
            return None
        found = await self._tables(TABLES.c.id == table_id)
        return found[0] if found else None

    async def version(self, table_id: str) -> int | None:
        """Return the version of a table, or None if there is none of this id."""
        query = select(TABLES.c.version).where(TABLES.c.id == table_id)
        return await self.database.read(lambda connection: connection.execute(query).scalar())

    async def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """Return the versions of many tables."""
        query = select(TABLES.c.id, TABLES.c.version).where(TABLES.c.id.in_(list(table_ids)))
        return await self.database.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    async def tables_of(self, guest: str, limit: int = 100) -> list[TableRow]:
        """Return the tables at which a guest sits, could again or is asked to, or that they opened, the newest first.

        Those that they play at come first, and those to which they are only asked last, however many these are.
        """
        seated = select(SEATS.c.table_id).where(SEATS.c.guest == guest)
        hosted = select(TABLES.c.id).where(TABLES.c.host == guest)
        claimed = select(SEATS.c.table_id).where(SEATS.c.claim == guest)
        asked = select(INVITATIONS.c.table_id).where(INVITATIONS.c.guest == guest)
        away = select(PUT_AWAY.c.table_id).where(PUT_AWAY.c.guest == guest)
        kept = TABLES.c.id.in_(seated.union(hosted, claimed, asked)) & TABLES.c.id.not_in(away)
        playing = (TABLES.c.phase == PLAYING) & TABLES.c.id.in_(seated)
        own = TABLES.c.id.in_(seated.union(hosted, claimed))
        return await self._tables(kept, limit, first=case((playing, 0), (own, 1), else_=2))

    async def open_tables_of(self, guest: str) -> int:
        """Return how many tables that a guest has opened are not over."""
        query = select(func.count()).where((TABLES.c.host == guest) & TABLES.c.phase.not_in(OVER))
        return await self.database.read(lambda connection: int(connection.execute(query).scalar_one()))

    async def bot_tables_at(self, home: str) -> int:
        """Return how many tables with only bots are being played that were opened from an address (disguised)."""
        seated = select(SEATS.c.table_id).where((SEATS.c.table_id == TABLES.c.id) & (SEATS.c.kind != BOT))
        query = select(func.count()).where((TABLES.c.home == home) & (TABLES.c.phase == PLAYING) & ~seated.exists())
        return await self.database.read(lambda connection: int(connection.execute(query).scalar_one()))

    async def forget_homes(self) -> None:
        """Forget from which addresses tables were opened whose games are over."""
        change = update(TABLES).where((TABLES.c.home != "") & TABLES.c.phase.in_(OVER)).values(home="")
        await self.database.write(lambda connection: connection.execute(change))

    async def rows(self, where: Any, limit: int, offset: int = 0) -> list[TableRow]:
        """Return the tables for which something holds, the newest first, without the first `offset`."""
        return await self._tables(where, limit, offset)

    async def due(self, limit: int) -> list[str]:
        """Return the ids of tables at which a bot has to act, the newest first."""
        query = select(TABLES.c.id).where(TABLES.c.due).order_by(TABLES.c.made.desc()).limit(limit)
        return await self.database.read(lambda connection: list(connection.execute(query).scalars()))

    async def not_due(self, table_id: str, version: int) -> None:
        """Note that no bot has to act at this version of a table."""
        change = update(TABLES).where((TABLES.c.id == table_id) & (TABLES.c.version == version)).values(due=False)
        await self.database.write(lambda connection: connection.execute(change))

    async def invited(self, token: str) -> tuple[str, int] | None:
        """Return table and seat of an invitation, or None if there is none such."""
        query = select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.token == token)
        row = await self._first(query) if _can_be_key(token) else None
        return (row[0], row[1]) if row is not None else None

    async def invited_to(self, token: str) -> str | None:
        """Return the table whose link to any open seat this is, or None if there is none such."""
        row = await self._first(select(TABLES.c.id).where(TABLES.c.invite == token)) if _can_be_key(token) else None
        return str(row[0]) if row is not None else None

    async def carry_over(self, table: TableRow, version: int) -> None:
        """Write the rules and options by which a table goes on; Taken if it is not at this version any more."""
        options = json.dumps(table.options)
        await self.database.write(
            lambda connection: self.advance(connection, table.id, version, rules=table.rules, options=options)
        )

    async def take_seat(self, table: TableRow, version: int, row: SeatRow) -> None:
        """Give an open seat to whom `row` says; store phase and `due` of `table`. Taken if it is not at `version`."""
        seat = row.seat
        here = (SEATS.c.table_id == table.id) & (SEATS.c.seat == seat) & (SEATS.c.kind == OPEN)

        def work(connection: Connection) -> None:
            change = update(SEATS).where(here).values(**msgspec.to_builtins(row))
            self.advance(connection, table.id, version, phase=table.phase, due=table.due, **_ticking(table))
            if connection.execute(change).rowcount != 1:
                raise Taken(f"seat {seat} is taken")

        await self.database.write(work)

    async def personal_link(self, table_id: str, guest: str) -> str | None:
        """Return the token of a guest's personal link, made when it is first asked for; None if he has no seat."""
        here = (SEATS.c.table_id == table_id) & (SEATS.c.guest == guest)
        query = select(SEATS.c.personal).where(here)
        row = await self._first(query)
        if row is not None and row[0] is None:
            fresh = update(SEATS).where(here & SEATS.c.personal.is_(None)).values(personal=new_key())
            await self.database.write(lambda connection: self._reseat(connection, table_id, fresh))
            row = await self._first(query)
        return row[0] if row is not None else None

    async def offer_seat(self, table_id: str, version: int, seat: int, token: str | None) -> None:
        """Give a seat that a guest has a link for somebody else (None withdraws it); Taken as in `take_seat`."""
        here = (SEATS.c.table_id == table_id) & (SEATS.c.seat == seat) & (SEATS.c.kind == GUEST)
        change = update(SEATS).where(here).values(offer=token)
        await self.database.write(lambda connection: self._reseat(connection, table_id, change, version))

    async def linked(self, token: str) -> tuple[str, int, bool] | None:
        """Return table and seat of a personal link (True) or an offer (False), or None if there is none such."""
        query = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.personal).where(_has_link(token))
        row = await self._first(query) if _can_be_key(token) else None
        return (row[0], row[1], row[2] == token) if row is not None else None

    async def take_over(self, table: TableRow, version: int, token: str, guest: str, name: str | None) -> None:
        """Hand the seat of a link to a guest (`name`: under another name); Taken if the table has changed.

        All links of the seat end with it. Whoever moves to another browser stays the host; who loses his seat by an
        offer may take it back, if nobody has that right already. `table`: with what its people are asked after it.
        """
        here = (SEATS.c.table_id == table.id) & _has_link(token)
        values = {"guest": guest, "personal": None, "offer": None} | ({} if name is None else {"name": name})

        def work(connection: Connection) -> None:
            row = connection.execute(select(SEATS).where(here)).mappings().first()
            if row is None:
                raise Taken("the link was used")
            claim = row["claim"], row["claim_name"]
            if claim[0] is None and row["personal"] != token:
                claim = row["guest"], row["name"]
            if claim[0] == guest:
                claim = None, None
            values.update(former=row["guest"], claim=claim[0], claim_name=claim[1])
            self.advance(connection, table.id, version, proposal=_json(table.proposal))
            connection.execute(update(SEATS).where(here).values(**values))
            if row["personal"] == token:
                hosted = (TABLES.c.id == table.id) & (TABLES.c.host == row["guest"])
                connection.execute(update(TABLES).where(hosted).values(host=guest))
                move_talk(connection, str(row["guest"]), guest, table.id)

        await self.database.write(work)

    async def settle(self, table: TableRow, version: int, seats: Sequence[SeatRow] = ()) -> None:
        """Write what may change of a table beside its entries, and who has these seats now; Taken as in `take_seat`."""
        values: dict[str, Any] = {"phase": table.phase, "due": table.due, "invite": table.invite}
        values.update(title=table.title, **_settled(table))

        def work(connection: Connection) -> None:
            self.advance(connection, table.id, version, **values)
            for row in seats:
                here = (SEATS.c.table_id == table.id) & (SEATS.c.seat == row.seat)
                connection.execute(update(SEATS).where(here).values(**msgspec.to_builtins(row)))

        await self.database.write(work)

    async def alarms(self, now: datetime, limit: int) -> list[str]:
        """Return the ids of tables at which a clock is to be looked at now, those first that wait for the longest."""
        query = select(TABLES.c.id).where(TABLES.c.alarm <= now).order_by(TABLES.c.alarm).limit(limit)
        return await self.database.read(lambda connection: list(connection.execute(query).scalars()))

    async def hurry(self, table_id: str, version: int, number: int) -> None:
        """Let the bots of a table play without pauses until a person has made another entry than this last one.

        Taken if the table has changed.
        """
        await self.database.write(lambda connection: self.advance(connection, table_id, version, hurry=number))

    async def _first(self, query: Any) -> Any:
        return await self.database.read(lambda connection: connection.execute(query).first())

    async def _tables(self, where: Any, limit: int = 1, offset: int = 0, first: Any = None) -> list[TableRow]:
        order = [first] if first is not None else []
        query = select(TABLES).where(where).order_by(*order, TABLES.c.made.desc()).limit(limit).offset(offset)

        def work(connection: Connection) -> list[TableRow]:
            rows = _rows(connection, query)  # the version first: the seats are not older than it
            ids = [row["id"] for row in rows]
            seats = select(SEATS).where(SEATS.c.table_id.in_(ids)).order_by(SEATS.c.seat)
            seats_of: dict[str, list[Any]] = {id_: [] for id_ in ids}
            for seat in connection.execute(seats).mappings() if ids else ():
                seats_of[seat["table_id"]].append(seat)
            ends = [row["id"] for row in rows if row["phase"] == FINISHED]
            again = select(TABLES.c.id).where(TABLES.c.id.in_([rematch_id(id_) for id_ in ends]))
            there = set(connection.execute(again).scalars()) if ends else set()
            found = [_table(row, seats_of[row["id"]], rematch_id(row["id"]) in there) for row in rows]
            return [row for row in found if row is not None]

        return await self.database.read(work)

    # The log.

    async def last_moved(self, table_ids: Iterable[str]) -> dict[str, datetime]:
        """Return when the last entries of many tables were made; of those that have any."""
        query = (
            select(ENTRIES.c.table_id, func.max(ENTRIES.c.at))
            .where(ENTRIES.c.table_id.in_(list(table_ids)))
            .group_by(ENTRIES.c.table_id)
        )
        return await self.database.read(lambda connection: {row[0]: utc(row[1]) for row in connection.execute(query)})

    async def entries(self, table_id: str, after: int = 0) -> list[tuple[int, str]]:
        """Return the entries of a table's record in order, without the first `after`, as a record has them."""
        return [(entry.player, entry.text) for entry in await self.dated(table_id, after)]

    async def dated(self, table_id: str, after: int = 0) -> list[Entry]:
        """Return the entries of a table's record in order, without the first `after`."""
        here = (ENTRIES.c.table_id == table_id) & (ENTRIES.c.number > after)
        columns = (ENTRIES.c.number, ENTRIES.c.player, ENTRIES.c.text, ENTRIES.c.at)
        query = select(*columns).where(here).order_by(ENTRIES.c.number)
        return await self.database.read(
            lambda connection: [Entry(row[0], row[1], row[2], utc(row[3])) for row in connection.execute(query)]
        )

    async def append(
        self, table_id: str, version: int, entry: Entry, phase: str, due: bool, ticking: TableRow | None = None
    ) -> None:
        """Commit an entry with the phase that follows and whether a bot is to act; Taken as in `take_seat`.

        `ticking`: the table with its clocks after it, where they run.
        """
        clocks = {"clocks": None, "alarm": None} if ticking is None else _ticking(ticking)
        key = {"table_id": table_id, "number": entry.number}
        values = {**key, "player": entry.player, "text": entry.text, "at": entry.at or datetime.now(UTC)}

        def work(connection: Connection) -> None:
            try:
                if connection.dialect.name == "postgresql":
                    news = News(table_id, version + 1, due, entry)
                    more = {"version": version, "phase": phase, "due": due, "channel": CHANNEL, "news": _spelled(news)}
                    if connection.execute(_APPEND, {**values, **more, **clocks}).first() is None:
                        raise Taken(f"the table is not at version {version}")
                else:
                    self.advance(connection, table_id, version, entry, phase=phase, due=due, **clocks)
                    connection.execute(insert(ENTRIES).values(**values))
            except Taken:
                row = connection.execute(select(ENTRIES).filter_by(**key)).mappings().first()
                if row is None or {**row, "at": utc(row["at"])} != values:
                    raise
                # It is ours: the first try was committed, only its answer was lost.

        await self.database.write(work, alone=True)

    # Reviews of finished games. They belong to a table, but do not change it.

    async def review(self, table_id: str) -> ReviewRow | None:
        """Return what was found of a game until now; None if nobody has asked."""
        row = await self._first(select(REVIEWS).where(REVIEWS.c.table_id == table_id))
        return None if row is None else ReviewRow(table_id, row.done, row.due, json.loads(row.found))

    async def ask_review(self, wanted: ReviewDue, own: int = 0, at_home: int = 0) -> None:
        """Note that somebody wants a game to be looked at again; nothing happens where that is known.

        Refused if they have `own` games waiting already, or their address has `at_home` (0: no limit).
        """
        limits = (
            ("reviews_own", REVIEWS.c.asker, wanted.asker, own),
            ("reviews_at_home", REVIEWS.c.home, wanted.home, at_home),
        )

        def work(connection: Connection) -> None:
            known = select(REVIEWS.c.table_id).where(REVIEWS.c.table_id == wanted.table_id)
            if connection.execute(known).first() is not None:
                return
            for key, column, whose, most in limits:
                waiting = select(func.count()).where(REVIEWS.c.due & (column == whose))
                if most and whose and connection.execute(waiting).scalar_one() >= most:
                    raise Refused(key, {"limit": most})
            row = {"asked": datetime.now(UTC), "done": 0, "due": True, "found": "{}"}
            connection.execute(insert(REVIEWS).values(**row, **msgspec.structs.asdict(wanted)))

        with suppress(IntegrityError):  # somebody else was just as quick
            await self.database.write(work)

    async def keep_review(self, row: ReviewRow) -> None:
        """Keep the next part of what was found, and who asked until the last; Taken if it is not the next one."""
        here = (REVIEWS.c.table_id == row.table_id) & (REVIEWS.c.done == row.done - 1)
        values: dict[str, Any] = {"done": row.done, "due": row.due, "found": json.dumps(row.found)}
        change = update(REVIEWS).where(here).values(**values, **({} if row.due else {"home": "", "asker": ""}))

        def work(connection: Connection) -> None:
            if connection.execute(change).rowcount != 1:
                raise Taken(f"part {row.done} of a review is not the next one")

        await self.database.write(work)

    async def reviews_due(self, limit: int) -> list[ReviewDue]:
        """Return the games that wait for a review in the order in which they were asked for, the late ones last."""
        columns = (REVIEWS.c.table_id, REVIEWS.c.home, REVIEWS.c.asker, REVIEWS.c.late)
        query = select(*columns).where(REVIEWS.c.due).order_by(REVIEWS.c.late, REVIEWS.c.asked).limit(limit)
        return await self.database.read(lambda connection: [ReviewDue(*row) for row in connection.execute(query)])

    # Every change of a table.

    def advance(
        self, connection: Connection, table_id: str, version: int, entry: Entry | None = None, **values: object
    ) -> None:
        """Raise a table's version and announce it; Taken if it is not `version` any more."""
        here = (TABLES.c.id == table_id) & (TABLES.c.version == version)
        if entry is None:
            values["changed"] = datetime.now(UTC)
        change = update(TABLES).where(here).values(version=version + 1, **values)
        if connection.execute(change).rowcount != 1:
            raise Taken(f"the table is not at version {version}")
        self._announce(connection, News(table_id, version + 1, bool(values.get("due")), entry))

    def _reseat(self, connection: Connection, table_id: str, change: Any, version: int | None = None) -> None:
        """Change seats without a change of the game; `version`: Taken if the table is not at it any more."""
        if version is None:
            query = select(TABLES.c.version).where(TABLES.c.id == table_id)
            version = int(connection.execute(query.with_for_update()).scalar_one() or 0)
        self.advance(connection, table_id, version)
        connection.execute(change)

    def touch(self, connection: Connection, table_ids: Sequence[str]) -> None:
        """Raise the versions of tables, whatever they are, for changes of seats that follow in this transaction."""
        here = TABLES.c.id.in_(table_ids)
        connection.execute(update(TABLES).where(here).values(version=TABLES.c.version + 1))
        for table_id, version in connection.execute(select(TABLES.c.id, TABLES.c.version).where(here)).all():
            self._announce(connection, News(table_id, version, False))

    def _announce(self, connection: Connection, news: News) -> None:
        self.database.announce(connection, _spelled(news))


def _spelled(news: News) -> str:
    return msgspec.json.encode(news).decode()


_APPEND: Final = text("""
    WITH advanced AS (
        UPDATE tables SET version = version + 1, phase = :phase, due = :due, clocks = CAST(:clocks AS text),
            alarm = CAST(:alarm AS timestamptz)
        WHERE id = :table_id AND version = :version RETURNING id
    ), entered AS (
        INSERT INTO entries (table_id, number, player, text, at)
        SELECT id, CAST(:number AS integer), CAST(:player AS integer), :text, CAST(:at AS timestamptz) FROM advanced
    )
    SELECT pg_notify(:channel, :news) FROM advanced
""")
"""What `_advance` and an insert do, in one way to the server and back: PostgreSQL writes in a WITH."""


def _json(value: object) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def _ticking(table: TableRow) -> dict[str, Any]:
    """Return the columns in which a table's clocks are."""
    return {"clocks": _json(table.clocks) if table.clocks else None, "alarm": table.alarm}


def _settled(table: TableRow) -> dict[str, Any]:
    """Return the columns for what people agree on: those of the clocks, and what they are asked."""
    return {
        **_ticking(table),
        "timing": _json(table.timing),
        "substitute": table.substitute,
        "pause": _json(table.pause),
        "proposal": _json(table.proposal),
    }


def _can_be_key(text: str) -> bool:
    """Tell whether an id or a token could look like this: not every database takes every letter."""
    return text.isascii() and text.isprintable()


def _read(row: Mapping[Any, Any], kind: type[S], **changed: object) -> S:
    """Return a row of the database, checked."""
    return msgspec.convert({**{str(name): value for name, value in row.items()}, **changed}, kind)


def _rows(connection: Connection, query: Any) -> Sequence[Any]:
    """Return the rows of tables that a query finds; without those, and with a line in the log, of no readable moment.

    Only SQLite has such: it keeps whatever is written.
    """
    try:
        return connection.execute(query).mappings().all()
    except ValueError:
        ids = connection.execute(query.with_only_columns(TABLES.c.id)).scalars().all()
    found: list[Any] = []
    for id_ in ids:
        try:
            found += connection.execute(select(TABLES).where(TABLES.c.id == id_)).mappings().all()
        except ValueError:
            LOG.error("the row of table %s is damaged: a moment cannot be read; see regnum doctor", id_)
    return found


def _table(row: Any, seats: Sequence[Any], again: bool) -> TableRow | None:
    """Return a table, checked; None, and a line in the log, if its row is damaged: nobody else is to be held up."""
    try:
        table = _read(
            row,
            TableRow,
            options=json.loads(row["options"]),
            made=utc(row["made"]),
            timing=json.loads(row["timing"] or "null"),
            clocks=json.loads(row["clocks"] or "[]"),
            alarm=row["alarm"] and utc(row["alarm"]),
            pause=json.loads(row["pause"] or "null"),
            proposal=json.loads(row["proposal"] or "null"),
            seats=[_read(seat, SeatRow) for seat in seats],
            rematch=row["phase"] == FINISHED and again,
        )
        if table.phase not in PHASES or not table.seed.isdecimal() or not table.seats:
            raise ValueError("its phase, seed or seats are none")
        return table
    except (ValueError, TypeError, RecursionError) as error:  # no JSON, or another shape
        LOG.error("the row of table %s is damaged: %s; see regnum doctor", row["id"], type(error).__name__)
        return None


def utc(moment: datetime) -> datetime:
    """Return a moment with its time zone: SQLite forgets it."""
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def once_id(guest: str, key: str, what: object) -> str | None:
    """Return the id of the one table that somebody's request makes, however often it is sent; None without a key.

    `key`: the number of the form, or of a program's request; `what`: all that it says.
    """
    if not key:
        return None
    told = json.dumps([guest, key, what], sort_keys=True)
    return urlsafe_b64encode(sha256(f"once {told}".encode()).digest()[:9]).decode()


def new_id() -> str:
    """Return an id that cannot be guessed."""
    return secrets.token_urlsafe(9)


def rematch_id(table_id: str) -> str:
    """Return the id of a table's rematch: whoever knows the table may know it, and there cannot be two."""
    return urlsafe_b64encode(sha256(f"rematch of {table_id}".encode()).digest()[:9]).decode()


def new_key() -> str:
    """Return a token that opens a seat."""
    return secrets.token_urlsafe(24)


def _has_link(token: str) -> Any:
    return (SEATS.c.personal == token) | (SEATS.c.offer == token)


def fingerprint(key: str) -> str:
    """Return what tells whether a key is the same, and nothing else about it."""
    return hmac.new(key.encode(), b"fingerprint", sha256).hexdigest()


def fingerprint_in(connection: Connection) -> str | None:
    """Return the fingerprint of the key of a database, of whatever shape; None if it has none."""
    if not inspect(connection).has_table(KEYS.name):
        return None
    return connection.execute(select(KEYS.c.value).where(KEYS.c.name == SIGNING)).scalar()


def note_key(connection: Connection, key: str) -> None:
    """Note the fingerprint of a key."""
    connection.execute(KEYS.delete().where(KEYS.c.name == SIGNING))
    connection.execute(insert(KEYS).values(name=SIGNING, value=fingerprint(key)))


def is_other_key(connection: Connection, key: str) -> bool:
    """Tell whether there are tables that were played with another key than this one ("": it is not known)."""
    return bool(key) and fingerprint_in(connection) not in (None, fingerprint(key)) and has_tables_in(connection)


def has_tables_in(connection: Connection) -> bool:
    """Tell whether there are tables."""
    known = inspect(connection).has_table(TABLES.name)
    return known and connection.execute(select(TABLES.c.id).limit(1)).first() is not None


async def _has_tables(url: str) -> bool:
    store = Store(url)
    try:
        return await store.has_tables()
    finally:
        await store.close()


def has_tables_now(url: str) -> bool:
    """Do what `Store.has_tables` does, outside an event loop."""
    return asyncio.run(_has_tables(url))


async def probe(url: str, copies: Path | None = None, key: str = "", new_key: bool = False) -> list[str]:
    """Open and close a database once, so that a wrong one is known before the server starts; return what it `said`.

    ValueError as well if its tables were played with another key, unless that is to be the `new_key`.
    """
    store = Store(url, copies, key)
    try:
        if not new_key and await store.has_other_key(key):
            raise ValueError(": ".join(other_key()))
        await store.open()
        if key:
            await store.keep_key()
    finally:
        await store.close()
    return store.said


def probe_now(url: str, copies: Path | None = None, key: str = "", new_key: bool = False) -> list[str]:
    """Do what `probe` does, outside an event loop."""
    return asyncio.run(probe(url, copies, key, new_key))
