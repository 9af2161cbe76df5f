"""Records uploaded for replay, which are validated, kept for a day, and visible only to their owner."""

import asyncio
import json
from collections import OrderedDict
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select

from regnum.core.record.record import FactsMismatchError, Record, RulesMismatchError, position_without_setup
from regnum.web.db.database import Database
from regnum.web.db.ids import new_key
from regnum.web.db.schema import UPLOADS
from regnum.web.errors import UnplayableError
from regnum.web.http.i18n import Text
from regnum.web.periodic import repeat
from regnum.web.rate_limit import RateLimit
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import FINISHED, GUEST, SeatRow, TableRow
from regnum.web.tables.stored_options import FACTS, POSITION_ORIGIN, SET_UP, START

MAX_UPLOAD_BYTES: Final = 200_000
"""The maximum size of a file in bytes: ten times that of the longest games."""
MAX_ENTRIES: Final = 5_000
"""The maximum number of entries of a record."""
UPLOAD_LIFETIME: Final = timedelta(hours=24)
UPLOAD_SWEEP_INTERVAL: Final = 1800.0
"""Seconds between two deletions of expired records."""
MAX_PER_GUEST: Final = 5
"""The maximum number of records kept per visitor; older ones are deleted."""
MAX_CACHED_UPLOADS: Final = 10
"""The maximum number of records cached in memory."""


class UploadError(Exception):
    """Raised if a file cannot be replayed, with the key of the text to show, and its parameters."""

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(key)
        self.key: Final = key
        self.params: Final = params


class UploadedRecord(msgspec.Struct, frozen=True):
    """A record as a table, and whether its seed matches its commitment (None: it has none)."""

    table: LiveTable
    matches_commitment: bool | None


class UploadService:
    """The uploads of visitors. Records are validated one at a time, in a background thread."""

    def __init__(self, database: Database, hourly: int) -> None:
        """`hourly`: the maximum number of uploads per hour from one address."""
        self._database: Final = database
        self._live: Final[OrderedDict[str, UploadedRecord]] = OrderedDict()
        self._one: Final = asyncio.Lock()
        self._hourly: Final = hourly
        self._rate: Final = RateLimit(hourly, seconds=3600.0)

    async def add(self, guest: str, content: bytes, text: Text, client_address: str = "") -> str:
        """Validate and store a file for a guest, and return its key.

        Raises UploadError if it is invalid, or if too many files have come from `client_address`.
        """
        if not self._rate.allows(client_address):
            raise UploadError("too_many", limit=self._hourly)
        if len(content) > MAX_UPLOAD_BYTES:
            raise UploadError("too_big", limit=MAX_UPLOAD_BYTES // 1000)
        try:
            record_text = content.decode("utf-8-sig")  # editors write a byte order mark
        except UnicodeDecodeError:
            raise UploadError("not_a_record") from None
        async with self._one:
            key = new_key()
            record, upload = await asyncio.to_thread(_play_record, key, record_text, text)
            self._cache(key, upload)
        await self._write(key, guest, "\n".join(record.lines()), datetime.now(UTC))  # in canonical form
        return key

    async def _write(self, key: str, guest: str, record_text: str, now: datetime) -> None:
        """Store a guest's record, and delete their records beyond the newest MAX_PER_GUEST and all expired ones."""
        own_uploads = select(UPLOADS.c.id).where(UPLOADS.c.guest == guest).order_by(UPLOADS.c.created_at.desc())
        row = {"id": key, "guest": guest, "created_at": now, "text": record_text}

        def work(connection: Connection) -> None:
            if connection.execute(select(UPLOADS.c.id).where(UPLOADS.c.id == key)).first() is not None:
                return  # a retry after a commit whose response was lost
            connection.execute(insert(UPLOADS).values(**row))
            older = list(connection.execute(own_uploads).scalars())[MAX_PER_GUEST:]
            connection.execute(
                delete(UPLOADS).where(UPLOADS.c.id.in_(older) | (UPLOADS.c.created_at < now - UPLOAD_LIFETIME))
            )

        await self._database.write(work)

    async def read(self, key: str, guest: str, since: datetime) -> str | None:
        """Return the text of a guest's upload by its key, or None if it does not exist or is older than `since`."""
        if not (key.isascii() and key.isprintable()):  # not every database accepts every character
            return None
        this_upload = (UPLOADS.c.id == key) & (UPLOADS.c.guest == guest) & (UPLOADS.c.created_at >= since)
        query = select(UPLOADS.c.text).where(this_upload)
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def forget(self, before: datetime) -> None:
        """Delete the uploads that are older than `before`."""
        old = delete(UPLOADS).where(UPLOADS.c.created_at < before)
        await self._database.write(lambda connection: connection.execute(old))

    async def table(self, key: str, guest: str, text: Text) -> UploadedRecord | None:
        """Return a guest's upload by its key; None if it does not exist, has expired, or no longer fits the rules."""
        record_text = await self.read(key, guest, datetime.now(UTC) - UPLOAD_LIFETIME)
        if record_text is None:
            return None
        upload = self._live.get(key)
        if upload is None:
            async with self._one:
                upload = self._live.get(key)
                if upload is None:
                    try:
                        upload = (await asyncio.to_thread(_play_record, key, record_text, text))[1]
                    except UploadError:  # the rules have changed since
                        return None
        self._cache(key, upload)
        return upload

    def _cache(self, key: str, upload: UploadedRecord) -> None:
        self._live[key] = upload
        self._live.move_to_end(key)
        while len(self._live) > MAX_CACHED_UPLOADS:
            self._live.popitem(last=False)

    async def run(self) -> None:
        """Delete expired uploads periodically until cancelled."""
        await repeat(
            lambda: self.forget(datetime.now(UTC) - UPLOAD_LIFETIME),
            UPLOAD_SWEEP_INTERVAL,
            "deleting old uploads",
            pause_first=True,
        )


def _record(record_text: str) -> Record:
    """Return the record in the text of a file; raises UploadError if it is invalid."""
    if len(record_text.splitlines()) > MAX_ENTRIES + 1:
        raise UploadError("too_long", limit=MAX_ENTRIES)
    try:
        return Record.parse(record_text)
    except RulesMismatchError as error:
        raise UploadError(
            "other_rules", game=error.title, theirs=error.record_version, ours=error.own_version
        ) from None
    except FactsMismatchError as error:
        raise UploadError("other_facts", game=error.title, id=error.id) from None
    except ValueError as error:
        line = str(error).removeprefix("line ").partition(":")[0]
        if line.isdecimal() and line != "1":
            raise UploadError("bad_line", line=int(line)) from None
        raise UploadError("not_a_record") from None


def _play_record(key: str, record_text: str, text: Text) -> tuple[Record, UploadedRecord]:
    """Return the record in the text of a file, and a table with its game; raises UploadError if it is invalid."""
    record = _record(record_text)
    game = record.game
    more = {FACTS: json.dumps(game.facts)} if game.facts else {}
    if record.start is not None:
        more |= {START: json.dumps(position_without_setup(record.start)), POSITION_ORIGIN: SET_UP}
    row = TableRow(
        id="",
        game=game.id,
        rules_version=game.rules_version,
        players=record.players,
        seed=str(record.seed),
        options={**record.options, **more},
        host=key,
        phase=FINISHED,
        created_at=datetime.now(UTC),
        seats=tuple(
            SeatRow(seat, GUEST, text("upload.numbered_player", number=seat + 1)) for seat in range(record.players)
        ),
    )
    try:
        return record, UploadedRecord(LiveTable(row, record.entries), record.matches_commitment)
    except UnplayableError:
        mismatch = record.verify()
        if mismatch is None:
            raise UploadError("not_a_record") from None
        raise UploadError(
            "illegal_action", line=mismatch.line, action=mismatch.text[:60], player=mismatch.player + 1
        ) from None
