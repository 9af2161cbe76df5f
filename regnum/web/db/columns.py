"""Columns of the database: the type of timestamps, and columns in queries under their names in the code."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, ColumnElement, DateTime, Dialect, Table, TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """A timestamp, read with its time zone UTC, which SQLite does not store."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return a timestamp with its time zone."""
        return value if value is None or value.tzinfo is not None else value.replace(tzinfo=UTC)


def label_columns(*sources: Table | Column[Any]) -> list[ColumnElement[Any]]:
    """Return the columns of tables, and single columns, for a SELECT whose rows have the names in the code.

    Without these labels, rows have the names in the database, which differ for columns with a `key`.
    """
    columns = [column for source in sources for column in (source.c if isinstance(source, Table) else [source])]
    return [column.label(column.key) for column in columns]


def read_values(row: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the values of a row by name, as plain strings: SQLAlchemy's names are of a subclass."""
    return {str(name): value for name, value in row.items()}
