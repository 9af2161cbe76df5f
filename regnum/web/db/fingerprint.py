"""The fingerprint of the server's key in the database: it tells a later start whether the key is still the same."""

import hmac
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, insert, inspect, select

from regnum.web.db.schema import KEYS, TABLES

SIGNING: Final = "signing"
"""How the fingerprint of the server's key is called."""


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
