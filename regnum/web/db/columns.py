"""Columns of the database: the type of timestamps, and the values of a row by name."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """A timestamp, read with its time zone UTC, which SQLite does not store."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return a timestamp with its time zone."""
        return value if value is None or value.tzinfo is not None else value.replace(tzinfo=UTC)


def read_values(row: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the values of a row by name, as plain strings: SQLAlchemy's names are of a subclass."""
    return {str(name): value for name, value in row.items()}
