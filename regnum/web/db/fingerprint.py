"""The fingerprint of the server's key, stored in the database so that a later start can detect another key."""

import hmac
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, insert, inspect, select

from regnum.web.db.schema import KEYS, TABLES

SIGNING: Final = "signing"
"""The name of the fingerprint's row."""


def fingerprint(key: str) -> str:
    """Return a one-way fingerprint of a key."""
    return hmac.new(key.encode(), b"fingerprint", sha256).hexdigest()


def fingerprint_in(connection: Connection) -> str | None:
    """Return the fingerprint stored in a database of any revision, or None if there is none."""
    if not inspect(connection).has_table(KEYS.name):
        return None
    return connection.execute(select(KEYS.c.value).where(KEYS.c.name == SIGNING)).scalar()


def store_fingerprint(connection: Connection, key: str) -> None:
    """Store the fingerprint of a key."""
    connection.execute(KEYS.delete().where(KEYS.c.name == SIGNING))
    connection.execute(insert(KEYS).values(name=SIGNING, value=fingerprint(key)))


def is_other_key(connection: Connection, key: str) -> bool:
    """Return whether a database has tables and the fingerprint of another key, or False for "", an unknown key."""
    return bool(key) and fingerprint_in(connection) not in (None, fingerprint(key)) and has_tables_in(connection)


def has_tables_in(connection: Connection) -> bool:
    """Return whether any game table is stored in a database of any revision."""
    exists = inspect(connection).has_table(TABLES.name)
    return exists and connection.execute(select(TABLES.c.id).limit(1)).first() is not None
