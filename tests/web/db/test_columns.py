"""Timestamps, and the values of rows."""

from datetime import UTC, datetime, timedelta, timezone

from sqlalchemy.dialects import sqlite

from regnum.web.db.columns import UtcDateTime

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def test_naive_timestamp_is_utc() -> None:
    stored, dialect = UtcDateTime(), sqlite.dialect()
    assert stored.process_result_value(NOON.replace(tzinfo=None), dialect) == NOON
    elsewhere = NOON.replace(tzinfo=timezone(timedelta(hours=2)))
    assert stored.process_result_value(elsewhere, dialect) is elsewhere
    assert stored.process_result_value(None, dialect) is None
