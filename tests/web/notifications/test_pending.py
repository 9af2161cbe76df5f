"""Pending notifications in the database: each occasion once, and no move that was made."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, create_engine, insert, select

from regnum.web.db.schema import LAST_SEEN, METADATA, NOTIFICATIONS
from regnum.web.notifications.derivation import has_other_entries_since
from regnum.web.notifications.messages import CHAT, MOVE, START, TIME
from regnum.web.notifications.pending import (
    NOTIFICATION_RETENTION,
    PendingNotification,
    claim_pending,
    delete_seen_news,
    send_time,
    store_pending,
)

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
CALL = PendingNotification("one", MOVE, "ann", 7, NOON, NOON)
OTHERS = [replace(CALL, table_id="two"), replace(CALL, kind=TIME), replace(CALL, guest="bob")]


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    METADATA.create_all(engine)
    with engine.begin() as result:
        yield result
    engine.dispose()


def stored(connection: Connection) -> list[PendingNotification]:
    rows = connection.execute(select(NOTIFICATIONS)).mappings()
    return sorted((PendingNotification(**row) for row in rows), key=lambda item: (item.table_id, item.kind, item.guest))


def by_key(*items: PendingNotification) -> list[PendingNotification]:
    return sorted(items, key=lambda item: (item.table_id, item.kind, item.guest))


def test_news_for_a_guest_wait_until_they_have_been_away() -> None:
    assert send_time(START, "ann", NOON, HOUR) == NOON + HOUR
    assert send_time(START, "", NOON, HOUR) == NOON, "a webhook has no pages to look at"
    assert send_time(TIME, "ann", NOON, HOUR) == NOON, "a reminder is no news"


def test_moves_that_are_no_longer_pending_are_deleted_at_the_examined_tables(connection: Connection) -> None:
    store_pending(connection, [CALL, *OTHERS], set())
    assert stored(connection) == by_key(CALL, *OTHERS)
    store_pending(connection, [OTHERS[2]], set())
    assert stored(connection) == by_key(CALL, *OTHERS), "no table was examined"
    store_pending(connection, [OTHERS[2]], {"one"})
    assert stored(connection) == by_key(*OTHERS)
    store_pending(connection, [], {"two"})
    assert stored(connection) == by_key(*OTHERS[1:])


def test_only_another_occasion_is_notified_again(connection: Connection) -> None:
    sent = replace(CALL, send_at=None)
    store_pending(connection, [sent, *OTHERS], set())
    store_pending(connection, [replace(CALL, created_at=NOON + HOUR)], {"one", "two"})
    assert sent in stored(connection), "it was sent"
    store_pending(connection, OTHERS, set())
    later = replace(CALL, occasion=8, created_at=NOON + HOUR, send_at=NOON + 2 * HOUR)
    store_pending(connection, [later], set())
    assert stored(connection) == by_key(later, *OTHERS), "the others stay as they are"


def test_sent_notifications_are_deleted_after_their_retention_except_moves(connection: Connection) -> None:
    now = datetime.now(UTC)
    old, young = now - NOTIFICATION_RETENTION - HOUR, now - NOTIFICATION_RETENTION + HOUR
    sent = PendingNotification("one", START, "ann", 1, old)
    kept = [
        replace(sent, kind=MOVE),
        replace(sent, guest="bob", created_at=young),
        replace(sent, guest="eve", send_at=now),
    ]
    store_pending(connection, [sent, *kept], set())
    assert stored(connection) == by_key(sent, *kept), "nothing is deleted while no table is examined"
    store_pending(connection, [], {"three"})
    assert stored(connection) == by_key(*kept)


def test_news_are_deleted_for_guests_who_were_seen_since(connection: Connection) -> None:
    for guest, seen_at in (("ann", NOON), ("bob", NOON - HOUR), ("eve", NOON)):
        connection.execute(insert(LAST_SEEN).values(guest=guest, seen_at=seen_at))
    seen = PendingNotification("one", CHAT, "ann", 1, NOON)
    kept = [
        replace(seen, kind=MOVE),
        replace(seen, guest="bob"),
        replace(seen, guest="eve"),
        replace(seen, guest="dan"),
        replace(seen, table_id="two", created_at=NOON + HOUR),
    ]
    store_pending(connection, [seen, *kept], set())
    delete_seen_news(connection, ["ann", "bob", "dan"])
    assert stored(connection) == by_key(*kept)


def test_notification_is_claimed_once(connection: Connection) -> None:
    store_pending(connection, [CALL, *OTHERS], set())
    assert not claim_pending(connection, replace(CALL, occasion=8)), "there has been another occasion"
    assert not claim_pending(connection, replace(CALL, guest="eve"))
    assert claim_pending(connection, CALL)
    assert not claim_pending(connection, CALL)
    assert stored(connection) == by_key(replace(CALL, send_at=None), *OTHERS)


def test_only_later_entries_that_a_seat_knows_renew_its_turn() -> None:
    play = SimpleNamespace(unknown_entries=lambda seat: (3, 4) if seat == 0 else ())
    table: Any = SimpleNamespace(play=play, entry_count=4)
    assert [has_other_entries_since(table, 0, number) for number in range(5)] == [True, True, False, False, False]
    assert [has_other_entries_since(table, 1, number) for number in range(5)] == [True, True, True, True, False]
