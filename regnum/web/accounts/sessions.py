"""Sessions: browsers in which a person has signed in. Only the hashes of their keys are stored.

Every request looks up its session, so a session that was ended on any server is refused immediately.
"""

import re
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from regnum.web.db.database import Database
from regnum.web.db.ids import new_key
from regnum.web.db.schema import ACCOUNTS, SESSIONS
from regnum.web.db.single_flight import SingleFlight
from regnum.web.errors import BusyError
from regnum.web.http.identity import Account, SignedIn

SESSION_LIFETIME: Final = timedelta(days=90)
"""How long a session lasts after its last use."""
COOKIE_RENEWAL: Final = timedelta(days=31)
"""How old a browser's cookies can become before they are renewed: they are renewed once a month."""
SESSION_COOKIE_SECONDS: Final = int((SESSION_LIFETIME + COOKIE_RENEWAL).total_seconds())
"""How long a browser keeps the cookie of a session, which must not expire before the session."""
SEEN_PRECISION: Final = timedelta(hours=1)
"""The precision with which the last use of a session is stored."""
MAX_SESSIONS: Final = 50
"""The maximum number of sessions of one person; the least recently used ones are removed first."""

_BROWSERS: Final = (
    ("Firefox", "Firefox"),
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)
_AGENT: Final = re.compile(r"[A-Za-z]+")


class Session(msgspec.Struct, frozen=True):
    """A session: when it began, when it was last used, and a short name of its browser."""

    id: str
    created_at: datetime
    seen_at: datetime
    browser: str


def hash_key(key: str) -> str:
    """Return the hash of a key, as stored."""
    return sha256(key.encode()).hexdigest()


def browser_of(agent: str) -> str:
    """Return a short name of a browser from its user agent."""
    names = [next((name for sign, name in signs if sign in agent), "") for signs in (_BROWSERS, _SYSTEMS)]
    return ", ".join(filter(None, names)) or "".join(_AGENT.findall(agent)[:1])[:30]


class SessionStore:
    """The sessions in the store."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database
        self._lasting: Final = SingleFlight(self._exists)

    async def begin(self, guest: str, agent: str) -> str:
        """Start a session and return its key; only the newest MAX_SESSIONS of a person are kept."""
        key, now = new_key(), datetime.now(UTC)
        row = {"id": hash_key(key), "guest": guest, "created_at": now, "seen_at": now, "browser": browser_of(agent)}
        own = select(SESSIONS.c.id).where(SESSIONS.c.guest == guest).order_by(SESSIONS.c.seen_at.desc())

        def work(connection: Connection) -> None:
            if connection.execute(select(SESSIONS.c.id).where(SESSIONS.c.id == row["id"])).first() is not None:
                return  # the first attempt was committed, but its response was lost
            connection.execute(insert(SESSIONS).values(**row))
            excess = list(connection.execute(own).scalars())[MAX_SESSIONS:]
            connection.execute(
                delete(SESSIONS).where(SESSIONS.c.id.in_(excess) | (SESSIONS.c.seen_at < now - SESSION_LIFETIME))
            )

        await self._database.write(work)
        return key

    async def find(self, key: str) -> SignedIn | None:
        """Return the person and session of a key, and record its use, or None if there is no such session."""
        id_, now = hash_key(key), datetime.now(UTC)
        columns = (
            ACCOUNTS.c.guest,
            ACCOUNTS.c.name,
            ACCOUNTS.c.created_at,
            ACCOUNTS.c.language,
            ACCOUNTS.c.email,
            SESSIONS.c.seen_at,
        )
        query = (
            select(*columns)
            .join(SESSIONS, SESSIONS.c.guest == ACCOUNTS.c.guest)
            .where((SESSIONS.c.id == id_) & (SESSIONS.c.seen_at >= now - SESSION_LIFETIME))
        )
        row = await self._database.read(lambda connection: connection.execute(query).first())
        if row is None:
            return None
        if now - row.seen_at > SEEN_PRECISION:
            change = update(SESSIONS).where(SESSIONS.c.id == id_).values(seen_at=now)
            with suppress(BusyError):
                await self._database.write(lambda connection: connection.execute(change))
        return SignedIn(Account(row.guest, row.name, row.created_at, row.language, row.email), id_)

    async def is_valid(self, session: str) -> bool:
        """Return whether a session still exists. Concurrent checks of a session share one query."""
        return await self._lasting(session)

    async def _exists(self, session: str) -> bool:
        query = select(SESSIONS.c.id).where(SESSIONS.c.id == session)
        return await self._database.read(lambda connection: connection.execute(query).first()) is not None

    async def of_account(self, guest: str) -> list[Session]:
        """Return a person's sessions, the most recently used first."""
        is_active = (SESSIONS.c.guest == guest) & (SESSIONS.c.seen_at >= datetime.now(UTC) - SESSION_LIFETIME)
        query = select(SESSIONS).where(is_active).order_by(SESSIONS.c.seen_at.desc())
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [Session(row.id, row.created_at, row.seen_at, row.browser) for row in rows]

    async def end(self, guest: str, session: str | None = None, except_session: str | None = None) -> None:
        """End a session of a person, or all of them if `session` is None; `except_session`: a session that is kept."""
        sessions = SESSIONS.c.guest == guest
        if session is not None:
            sessions &= SESSIONS.c.id == session
        if except_session is not None:
            sessions &= SESSIONS.c.id != except_session
        await self._database.write(lambda connection: connection.execute(delete(SESSIONS).where(sessions)))
