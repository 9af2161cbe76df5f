"""Timestamps, and the names of columns in rows."""

from datetime import UTC, datetime, timedelta, timezone

from sqlalchemy import Column, Integer, MetaData, Table, create_engine, insert, select
from sqlalchemy.dialects import sqlite

from regnum.web.db.columns import UtcDateTime, label_columns

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def test_naive_timestamp_is_utc() -> None:
    stored, dialect = UtcDateTime(), sqlite.dialect()
    assert stored.process_result_value(NOON.replace(tzinfo=None), dialect) == NOON
    elsewhere = NOON.replace(tzinfo=timezone(timedelta(hours=2)))
    assert stored.process_result_value(elsewhere, dialect) is elsewhere
    assert stored.process_result_value(None, dialect) is None


def test_rows_use_names_of_the_code() -> None:
    metadata = MetaData()
    table = Table("a", metadata, Column("id", Integer), Column("made", UtcDateTime, key="created_at"))
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(insert(table).values(id=1, created_at=NOON))
        query = select(*label_columns(table)).where(table.c.created_at == NOON)
        assert connection.execute(query).mappings().one() == {"id": 1, "created_at": NOON}
        assert connection.execute(select(*label_columns(table.c.created_at))).one()._fields == ("created_at",)
        assert connection.execute(select(table)).mappings().one() == {"id": 1, "made": NOON}
    engine.dispose()
