"""The URLs of databases, and the database at a URL."""

from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from regnum.web.db.database import Database
from regnum.web.db.postgres import Postgres
from regnum.web.db.sqlite import Sqlite

DRIVERS: Final = {
    "sqlite": "sqlite",
    "sqlite+aiosqlite": "sqlite",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
"""SQLAlchemy's driver for each scheme of a database URL."""


def sqlite_url(path: Path) -> str:
    """Return the URL of an SQLite file, with its path escaped."""
    return f"sqlite:///{quote(str(path))}"


def database_at(url: str) -> Database:
    """Return the database at a URL such as sqlite:///games.db; raises ValueError if the URL cannot be used."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise ValueError(f"cannot use the database {url!r}: not a URL such as sqlite:///games.db") from None
    driver = DRIVERS.get(parsed.drivername)
    parsed = parsed.set(drivername=driver or parsed.drivername)
    where = parsed.render_as_string(hide_password=True)
    if driver is None:
        raise ValueError(f"cannot use the database {where}: it must be SQLite or PostgreSQL")
    if driver == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise ValueError(f"cannot use the database {where}: give it a file, such as sqlite:///games.db")
    try:
        return Sqlite(parsed) if driver == "sqlite" else Postgres(parsed)
    except ModuleNotFoundError as error:
        raise ValueError(f"PostgreSQL needs one more package ({error.name}): pip install 'regnum[postgres]'") from None
    except (SQLAlchemyError, ImportError) as error:
        raise ValueError(f"cannot use the database {where}: {str(error).splitlines()[0]}") from None
