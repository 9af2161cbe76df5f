"""Database checks before a server starts, outside its event loop."""

import asyncio
from pathlib import Path

from regnum.web.db.upgrade import UpgradableDatabase
from regnum.web.settings import describe_wrong_key


async def _has_tables(url: str) -> bool:
    database = UpgradableDatabase(url)
    try:
        return await database.has_tables()
    finally:
        await database.close()


def has_tables_now(url: str) -> bool:
    """Return the result of `UpgradableDatabase.has_tables`, called outside an event loop."""
    return asyncio.run(_has_tables(url))


async def probe(url: str, copies: Path | None = None, key: str = "", new_key: bool = False) -> list[str]:
    """Open and close a database, so that faults appear before the server starts; return its `messages`.

    Raises ValueError if it cannot be used, or if its tables were played with another key and `new_key` is false.
    """
    database = UpgradableDatabase(url, copies, key)
    try:
        if not new_key and await database.has_other_key(key):
            raise ValueError(": ".join(describe_wrong_key()))
        await database.open()
        if key:
            await database.keep_key()
    finally:
        await database.close()
    return database.messages


def probe_now(url: str, copies: Path | None = None, key: str = "", new_key: bool = False) -> list[str]:
    """Return the result of `probe`, called outside an event loop."""
    return asyncio.run(probe(url, copies, key, new_key))
