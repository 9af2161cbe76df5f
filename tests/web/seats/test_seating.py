"""Who is there and who has gone: what people at a table may do without those who do not come back."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.presence.last_seen import ABSENT_AFTER
from regnum.web.seats.seating import INVITATIONS_PER_HOUR, NOTIFIED_BY_HOST, NOTIFIED_BY_STRANGERS, Seating
from regnum.web.tables.clock import HOUR, Timing
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, Pause, Proposal
from tests.support.live_tables import table_of

MINUTE = timedelta(minutes=1)


@pytest.fixture
def table() -> LiveTable:
    """A table of three people, "0" to "2", that began an hour ago."""
    found = table_of(find_game("brian_boru"), 3)
    found.began = datetime.now(UTC) - 60 * MINUTE
    return found


def change(table: LiveTable, seat: int, **values: Any) -> None:
    seats = list(table.row.seats)
    seats[seat] = replace(seats[seat], **values)
    table.row = replace(table.row, seats=tuple(seats))


def ago(**guests: float) -> dict[str, datetime]:
    """When guests were last seen, in minutes before now: `g1` is guest "1"."""
    return {name[1:]: datetime.now(UTC) - minutes * MINUTE for name, minutes in guests.items()}


def gone(table: LiveTable, asking: int, seen: dict[str, datetime]) -> list[int]:
    nobody: Any = None
    return Seating.absent_seats(nobody, table, asking, seen)


def others(table: LiveTable) -> tuple[int, int, int]:
    """Return who is to act, and the two others."""
    seat = table.state.players_to_act[0]
    return seat, (seat + 1) % 3, (seat + 2) % 3


def test_bounds_are_as_documented() -> None:
    assert timedelta(minutes=15) == ABSENT_AFTER
    assert (INVITATIONS_PER_HOUR, NOTIFIED_BY_HOST, NOTIFIED_BY_STRANGERS) == (30, 6, 12)


def test_whoever_is_to_act_and_was_not_seen_for_a_quarter_of_an_hour_is_gone(table: LiveTable) -> None:
    late, one, _ = others(table)
    assert gone(table, one, {}) == [late]
    assert gone(table, one, ago(**{f"g{late}": 15.1})) == [late]
    assert gone(table, one, ago(**{f"g{late}": 14.9})) == []
    table.present = frozenset({late})
    assert gone(table, one, {}) == []
    table.present = frozenset({one})
    assert gone(table, one, {}) == [late]
    change(table, late, bot="greedy")
    assert gone(table, one, {}) == [], "a bot plays already"


def test_nobody_is_gone_before_the_table_has_waited_for_a_quarter_of_an_hour(table: LiveTable) -> None:
    _, one, _ = others(table)
    table.began = datetime.now(UTC) - 14 * MINUTE
    assert gone(table, one, {}) == []
    table.began = datetime.now(UTC) - 16 * MINUTE
    assert gone(table, one, {}) != []
    seat = table.state.players_to_act[0]
    text = str(table.view(seat).legal[0])
    table.apply_move(table.propose(seat, text, 0), datetime.now(UTC) - 14 * MINUTE)
    assert gone(table, one, {}) == [], "somebody has just moved"
    table.times[1] = datetime.now(UTC) - 16 * MINUTE
    assert gone(table, one, {}) == list(table.state.players_to_act)


def test_where_clocks_run_they_decide_and_after_the_end_nobody(table: LiveTable) -> None:
    _, one, _ = others(table)
    table.row = replace(table.row, timing=Timing(HOUR))
    assert gone(table, one, {}) == []
    table.row = replace(table.row, pause=Pause(datetime.now(UTC)))
    assert gone(table, one, {}) == [], "no move is waited for in a pause"
    table.row = replace(table.row, timing=None, pause=None, phase=ABANDONED)
    assert gone(table, one, {}) == []


def test_whoever_has_not_answered_in_time_is_gone_if_not_seen_for_a_day(table: LiveTable) -> None:
    late, one, two = others(table)
    now = datetime.now(UTC)
    table.row = replace(table.row, timing=Timing(HOUR), pause=Pause(now))
    table.row = replace(table.row, proposal=Proposal("end", until=now, agreed=(one,)))
    day = 24 * 60
    assert gone(table, one, {}) == sorted([late, two])
    assert gone(table, one, ago(**{f"g{two}": day - 1, f"g{late}": day + 1})) == [late]
    table.row = replace(table.row, proposal=Proposal("end", until=now + MINUTE, agreed=(one,)))
    assert gone(table, one, {}) == [], "there is still time"
    away = Pause(now, now + 60 * MINUTE)
    table.row = replace(table.row, proposal=Proposal("end", until=now, agreed=(one,)), pause=away)
    assert gone(table, one, {}) == [], "nobody need come before that day"
