"""Tables as stored: the seats of a guest, who is away, and who may watch."""

from typing import Any

from msgspec.structs import replace

from regnum.web.tables.models import ABANDONED, FINISHED, PLAYING, STOPPED, WAITING
from regnum.web.tables.stored_table import StoredTable, looks_same
from tests.support.store.rows import NOON, table_row


def stored(*guests: str, **seats: dict[str, Any]) -> StoredTable:
    """Return a table with these guests; `seats` has changes of seats: seat1={"claimant": "zoe"}."""
    row = table_row("t", *guests)
    changed = [replace(seat, **seats.get(f"seat{seat.seat}", {})) for seat in row.seats]
    return StoredTable(replace(row, seats=tuple(changed)))


class KnownTable(StoredTable):
    """A table whose game is known, so that its phase is the one in its row."""

    @property
    def phase(self) -> str:
        return self.row.phase


def in_phase(table: StoredTable, phase: str) -> StoredTable:
    return KnownTable(replace(table.row, phase=phase))


def test_guest_has_every_seat_with_their_name() -> None:
    table = stored("ann", "bot", "ann", "", "bob", seat1={"guest": "ann"})
    assert table.guests == {"ann", "bob"}
    assert table.seats_of("ann") == [0, 2], "a bot plays the other seat"
    assert [table.seat_of(guest) for guest in ("ann", "bob", "eve")] == [0, 4, None]
    assert table.names == ["Ann", "Bot", "Ann", "", "Bob"]


def test_people_without_a_page_are_away_except_the_viewer_and_those_a_bot_stands_in_for() -> None:
    table = stored("ann", "bob", "bot", "eve", "zoe", "bob", seat4={"bot": "greedy"})
    assert table.away_seats(None) == {0, 1, 3, 5}
    assert table.away_seats(0) == {1, 3, 5}
    assert table.away_seats(1) == {0, 3}, "both seats are the viewer's"
    table.present = frozenset({3, 5})
    assert table.away_seats(None) == {0}
    assert table.away_seats(0) == frozenset()


def test_claimed_seat_can_be_taken_back_before_the_end_by_a_guest_without_a_seat() -> None:
    table = stored("ann", "bob", "eve", seat1={"claimant": "zoe"}, seat2={"claimant": "ann"})
    found = {phase: in_phase(table, phase).claimed_seat_of("zoe") for phase in (WAITING, PLAYING, FINISHED, ABANDONED)}
    assert found == {WAITING: 1, PLAYING: 1, FINISHED: None, ABANDONED: None}
    assert in_phase(table, PLAYING).claimed_seat_of("ann") is None, "she has a seat"
    assert in_phase(table, PLAYING).claimed_seat_of("nobody") is None
    assert (table.phase, table.claimed_seat_of("zoe")) == (STOPPED, None)


def test_private_table_is_for_its_host_and_those_with_a_seat_or_a_claim() -> None:
    table = stored("ann", "bob", seat1={"claimant": "eve"})
    guests = ("host", "ann", "bob", "eve", "zoe")
    assert [table.may_watch(guest) for guest in guests] == [True] * 5
    table.row = replace(table.row, spectators_allowed=False)
    assert [table.may_watch(guest) for guest in guests] == [True, True, True, True, False]


def test_pages_show_neither_the_version_nor_the_work_to_do() -> None:
    row = table_row("t", "ann", "bob")
    assert looks_same(row, row)
    assert looks_same(row, replace(row, version=7, awaits_bot=True, next_check_at=NOON, fingerprint="f"))
    assert not looks_same(row, replace(row, title="Ours"))
    assert not looks_same(row, replace(row, version=7, phase=FINISHED))


def test_change_wakes_those_who_listen_until_then() -> None:
    table = stored("ann")
    assert (table.watchers, table.is_removed) == (0, False)
    first = table.next_change()
    assert not first.is_set()
    table.announce_change()
    second = table.next_change()
    assert (first.is_set(), second.is_set()) == (True, False)
    table.notify_listeners()
    assert second.is_set()
