"""Records that visitors bring along to look back on: checked first, kept for a while, and for nobody else."""

import asyncio
import json
from collections import OrderedDict
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select

from regnum.core.record.record import OtherFacts, OtherRules, Record, beyond_setup
from regnum.web.db.ids import new_key
from regnum.web.db.schema import UPLOADS
from regnum.web.errors import Unplayable
from regnum.web.http.i18n import Text
from regnum.web.http.limits import Rate
from regnum.web.periodic import repeat
from regnum.web.tables.live_table import FACTS, ORIGINS, START, TRIED, LiveTable
from regnum.web.tables.models import FINISHED, GUEST, SeatRow, TableRow
from regnum.web.tables.store import Store

LIMIT: Final = 200_000
"""Bytes that a file may have: ten times as many as the longest games take."""
ENTRIES: Final = 5_000
"""Entries that a record may have."""
KEPT: Final = timedelta(hours=24)
SWEEP: Final = 1800.0
"""How often what is older is deleted, in seconds."""
OWN: Final = 5
"""So many records of one visitor are kept, the newest."""
LIVE: Final = 10
"""So many are kept in memory."""


class BadFile(Exception):
    """A file cannot be looked at: a key of the page's words, and what goes into it."""

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(key)
        self.key: Final = key
        self.params: Final = params


class UploadedRecord(msgspec.Struct, frozen=True):
    """A record as a table, and whether its seed is the one that was fixed before (None: it does not say)."""

    table: LiveTable
    fits: bool | None


class Uploads:
    """What visitors have brought along. One record is checked at a time, beside everything else."""

    def __init__(self, store: Store, hourly: int) -> None:
        """`hourly`: how many may come from one address in an hour."""
        self._store: Final = store
        self._live: Final[OrderedDict[str, UploadedRecord]] = OrderedDict()
        self._one: Final = asyncio.Lock()
        self._hourly: Final = hourly
        self._rate: Final = Rate(hourly, seconds=3600.0)

    async def take(self, guest: str, content: bytes, text: Text, home: str = "") -> str:
        """Check a file and keep it for a guest; return the key under which they find it. BadFile if it is no good.

        `home`: the address that it comes from.
        """
        if not self._rate.allows(home):
            raise BadFile("too_many", limit=self._hourly)
        if len(content) > LIMIT:
            raise BadFile("too_big", limit=LIMIT // 1000)
        try:
            told = content.decode("utf-8-sig")  # editors write a mark of the order of bytes
        except UnicodeDecodeError:
            raise BadFile("no_record") from None
        async with self._one:
            key = new_key()
            record, brought = await asyncio.to_thread(_played, key, told, text)
            self._keep(key, brought)
        await self._write(key, guest, "\n".join(record.lines()), datetime.now(UTC))  # however it was spaced
        return key

    async def _write(self, key: str, guest: str, told: str, now: datetime) -> None:
        """Keep a record for a guest, and no more than OWN of his; what is too old goes."""
        mine = select(UPLOADS.c.id).where(UPLOADS.c.guest == guest).order_by(UPLOADS.c.at.desc())
        row = {"id": key, "guest": guest, "at": now, "text": told}

        def work(connection: Connection) -> None:
            if connection.execute(select(UPLOADS.c.id).where(UPLOADS.c.id == key)).first() is not None:
                return  # the first try was committed, only its answer was lost
            connection.execute(insert(UPLOADS).values(**row))
            older = list(connection.execute(mine).scalars())[OWN:]
            connection.execute(delete(UPLOADS).where(UPLOADS.c.id.in_(older) | (UPLOADS.c.at < now - KEPT)))

        await self._store.database.write(work)

    async def read(self, key: str, guest: str, since: datetime) -> str | None:
        """Return the text that a guest has brought along since then under a key; None if he has not."""
        if not (key.isascii() and key.isprintable()):  # not every database takes every letter
            return None
        here = (UPLOADS.c.id == key) & (UPLOADS.c.guest == guest) & (UPLOADS.c.at >= since)
        query = select(UPLOADS.c.text).where(here)
        return await self._store.database.read(lambda connection: connection.execute(query).scalar())

    async def forget(self, before: datetime) -> None:
        """Delete what was brought along before then."""
        old = delete(UPLOADS).where(UPLOADS.c.at < before)
        await self._store.database.write(lambda connection: connection.execute(old))

    async def table(self, key: str, guest: str, text: Text) -> UploadedRecord | None:
        """Return what a guest has brought along under a key; None if he has not, or it was too long ago."""
        told = await self.read(key, guest, datetime.now(UTC) - KEPT)
        if told is None:
            return None
        brought = self._live.get(key)
        if brought is None:
            async with self._one:
                brought = self._live.get(key)
                if brought is None:
                    try:
                        brought = (await asyncio.to_thread(_played, key, told, text))[1]
                    except BadFile:  # the rules have changed since
                        return None
        self._keep(key, brought)
        return brought

    def _keep(self, key: str, brought: UploadedRecord) -> None:
        self._live[key] = brought
        self._live.move_to_end(key)
        while len(self._live) > LIVE:
            self._live.popitem(last=False)

    async def work(self) -> None:
        """Delete what is too old, again and again, until this is cancelled."""
        await repeat(lambda: self.forget(datetime.now(UTC) - KEPT), SWEEP, "deleting old uploads", pause_first=True)


def _record(told: str) -> Record:
    """Return the record in the text of a file; BadFile says what is wrong with it, in a line."""
    if told.count("\n") > ENTRIES + 1:
        raise BadFile("too_long", limit=ENTRIES)
    try:
        return Record.parse(told)
    except OtherRules as error:
        raise BadFile("other_rules", game=error.title, theirs=error.theirs, ours=error.ours) from None
    except OtherFacts as error:
        raise BadFile("other_facts", game=error.title, id=error.id) from None
    except ValueError as error:
        line = str(error).removeprefix("line ").partition(":")[0]
        if line.isdecimal() and line != "1":
            raise BadFile("bad_line", line=int(line)) from None
        raise BadFile("no_record") from None


def _played(key: str, told: str, text: Text) -> tuple[Record, UploadedRecord]:
    """Return the record in the text of a file, and a table at which it was played; BadFile if it was not."""
    record = _record(told)
    game = record.game
    more = {FACTS: json.dumps(game.facts)} if game.facts else {}
    if record.start is not None:
        more |= {START: json.dumps(beyond_setup(record.start)), TRIED: ORIGINS[-1]}
    row = TableRow(
        id="",
        game=game.id,
        rules=game.rules_version,
        players=record.players,
        seed=str(record.seed),
        options={**record.options, **more},
        host=key,
        phase=FINISHED,
        made=datetime.now(UTC),
        seats=tuple(SeatRow(seat, GUEST, text("upload.player", number=seat + 1)) for seat in range(record.players)),
    )
    try:
        return record, UploadedRecord(LiveTable(row, record.entries), record.fits_its_commitment)
    except Unplayable:
        misfit = record.verify()
        if misfit is None:
            raise BadFile("no_record") from None
        raise BadFile("misfit", line=misfit.line, action=misfit.text[:60], player=misfit.player + 1) from None
