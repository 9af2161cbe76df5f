"""Tokens, with which a program plays for a guest at one table or at all of their tables.

Each token is shown once, when it is created; only its hash is stored.
"""

import secrets
from collections import Counter
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from regnum.web.db.database import Database
from regnum.web.db.schema import TOKENS
from regnum.web.db.single_flight import SingleFlight
from regnum.web.errors import RefusedError
from regnum.web.tables.limits import RowLimits

PREFIX: Final = "regnum_"
"""The prefix of every token, so that leaked tokens can be recognized."""
MAX_TOKENS: Final = 20
"""The maximum number of tokens of one guest."""
MAX_STREAMS_PER_TOKEN: Final = 8
"""The maximum number of open streams for one token at one table."""
NAME_LIMIT: Final = 40


class Token(msgspec.Struct, frozen=True):
    """A token without its key: the guest for whom a program plays, and the table (None: all their tables)."""

    id: str
    guest: str
    table_id: str | None
    name: str
    created_at: datetime


class TokenService:
    """The tokens of all guests; raises BusyError if the store is unavailable."""

    def __init__(self, database: Database, row_limits: RowLimits) -> None:
        self._database: Final = database
        self._by_id: Final = SingleFlight(lambda id_: self._find(TOKENS.c.id == id_))
        self._streams: Final[Counter[tuple[str, str]]] = Counter()
        self._row_limits: Final = row_limits

    async def create(self, guest: str, table_id: str | None, name: str, client_address: str) -> str:
        """Create a token and return its key, which cannot be retrieved later.

        Raises RefusedError if there are too many. `client_address`: the address of the request.
        """
        self._row_limits.check("tokens", client_address)
        key = PREFIX + secrets.token_urlsafe(32)
        own_count = select(func.count()).select_from(TOKENS).where(TOKENS.c.guest == guest)
        row = {
            "id": secrets.token_urlsafe(9),
            "hash": _hash(key),
            "guest": guest,
            "table_id": table_id,
            "name": clean_name(name),
            "created_at": datetime.now(UTC),
        }

        def work(connection: Connection) -> None:
            if connection.execute(own_count).scalar_one() >= MAX_TOKENS:
                raise RefusedError("too_many_tokens", {"most": MAX_TOKENS})
            connection.execute(insert(TOKENS).values(**row))

        await self._database.write(work)
        return key

    async def find(self, key: str) -> Token | None:
        """Return the token with a key, or None if the key is unknown or was revoked."""
        if not key.startswith(PREFIX) or len(key) > 100:
            return None
        tokens = await self._find(TOKENS.c.hash == _hash(key))
        return tokens[0] if tokens else None

    async def is_valid(self, id_: str) -> bool:
        """Return whether a token still exists. Concurrent checks of a token share one query."""
        return bool(await self._by_id(id_))

    def has_too_many_streams(self, token: Token, table_id: str) -> bool:
        """Return whether a token has reached its limit of streams at a table."""
        return self._streams[token.id, table_id] >= MAX_STREAMS_PER_TOKEN

    def open_stream(self, token: Token, table_id: str) -> None:
        """Count a new stream of a token at a table."""
        self._streams[token.id, table_id] += 1

    def close_stream(self, token: Token, table_id: str) -> None:
        """Count the end of a stream of a token at a table."""
        self._streams[token.id, table_id] -= 1
        if not self._streams[token.id, table_id]:
            del self._streams[token.id, table_id]

    async def of_guest(self, guest: str) -> list[Token]:
        """Return a guest's tokens, the newest first."""
        return await self._find(TOKENS.c.guest == guest)

    async def revoke(self, id_: str, guest: str) -> None:
        """Revoke a guest's token; do nothing if the guest has no such token."""
        change = delete(TOKENS).where((TOKENS.c.id == id_) & (TOKENS.c.guest == guest))
        await self._database.write(lambda connection: connection.execute(change))

    async def _find(self, where: object) -> list[Token]:
        columns = [TOKENS.c[field] for field in Token.__struct_fields__]
        query = select(*columns).where(where).order_by(TOKENS.c.created_at.desc())  # type: ignore[arg-type]
        return await self._database.read(lambda connection: [Token(*row) for row in connection.execute(query)])


def clean_name(name: str) -> str:
    """Return a token's name on one line, with printable characters only."""
    return "".join(letter for letter in " ".join(name.split()) if letter.isprintable())[:NAME_LIMIT]


def _hash(key: str) -> str:
    return sha256(key.encode()).hexdigest()
