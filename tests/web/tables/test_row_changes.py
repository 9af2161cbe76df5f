"""Changed rows of a table: its phase, whether a bot has to act, its clocks, and when they are checked next."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.tables.cache import _is_next
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, BOT, OPEN, PLAYING, WAITING, Entry, Pause, Proposal, SeatRow
from regnum.web.tables.proposal_rules import END
from regnum.web.tables.row_changes import with_current_clocks, with_seats
from regnum.web.timing.clock import Clock, Timing
from regnum.web.timing.wall_clock import HOUR
from tests.support.web.live_tables import live_table_of

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TIMING = Timing(24 * HOUR, 2 * HOUR)
REMINDER = NOON + timedelta(hours=26 - 6)
"""A quarter of a turn before the turn and the reserve are over."""


@pytest.fixture
def table() -> LiveTable:
    """Return a running table of three people, "0" to "2", without clocks."""
    return live_table_of(find_game("brian_boru"), 3)


def acting(table: LiveTable) -> int:
    return table.state.players_to_act[0]


def bot(table: LiveTable, seat: int) -> SeatRow:
    return replace(table.row.seats[seat], kind=BOT, bot="greedy", guest=None)


def test_bot_is_due_only_if_it_is_to_act_in_a_running_game(table: LiveTable) -> None:
    seat = acting(table)
    other, third = (seat + 1) % 3, (seat + 2) % 3
    assert not with_seats(table, [], NOON).awaits_bot, "only people play"
    assert not with_seats(table, [bot(table, other)], NOON).awaits_bot
    changed = with_seats(table, [bot(table, seat)], NOON)
    assert (changed.awaits_bot, changed.phase, changed.seats[seat].kind) == (True, PLAYING, BOT)
    assert [changed.seats[place] for place in (other, third)] == [table.row.seats[place] for place in (other, third)]
    opened = replace(table.row.seats[other], kind=OPEN, guest=None)
    table.row = with_seats(table, [opened, bot(table, seat)], NOON, table.row)
    waiting = with_seats(table, [], NOON)
    assert (waiting.awaits_bot, waiting.phase) == (False, WAITING)
    table.row = replace(table.row, phase=ABANDONED)
    over = with_seats(table, [bot(table, seat)], NOON)
    assert (over.awaits_bot, over.phase) == (False, ABANDONED)


def test_other_changes_of_the_row_are_kept(table: LiveTable) -> None:
    changed = with_seats(table, [], NOON, replace(table.row, title="Other", version=7))
    assert (changed.title, changed.version) == ("Other", 7)


def test_agreed_proposal_is_carried_out_with_the_change_of_a_seat(table: LiveTable) -> None:
    until = NOON + timedelta(days=3)
    row = replace(table.row, proposal=Proposal(END, "id", 0, until, agreed=(0, 1)))
    assert with_seats(table, [], NOON, row).phase == PLAYING
    ended = with_seats(table, [bot(table, 2)], NOON, row)
    assert (ended.phase, ended.awaits_bot) == (ABANDONED, False)


def clocks(table: LiveTable, at: datetime = NOON, **changes: Any) -> tuple[list[bool], datetime | None]:
    """Return for each seat whether its clock runs, and the time of the next check, after changes of the row."""
    row = with_current_clocks(replace(table.row, **changes), table.state, at)
    return [clock.started_at is not None for clock in row.clocks], row.next_check_at


def test_clock_of_the_player_to_act_runs(table: LiveTable) -> None:
    running = [seat == acting(table) for seat in range(3)]
    assert clocks(table, timing=TIMING) == (running, REMINDER)
    stopped = [False] * 3
    absent = tuple(replace(seat, bot="greedy") for seat in table.row.seats)
    assert clocks(table, timing=TIMING, seats=absent) == (stopped, None)
    bots = tuple(bot(table, seat) for seat in range(3))
    assert clocks(table, timing=TIMING, seats=bots) == (stopped, None)
    assert clocks(table, timing=TIMING, phase=ABANDONED) == (stopped, None)
    kept = tuple(Clock(5.0) for _ in range(3))
    row = with_current_clocks(replace(table.row, timing=TIMING, clocks=kept), table.state, NOON)
    assert [clock.reserve for clock in row.clocks] == [5.0] * 3


def test_waiting_table_is_not_changed(table: LiveTable) -> None:
    row = replace(table.row, phase=WAITING, timing=TIMING, next_check_at=NOON)
    assert with_current_clocks(row, table.state, NOON) is row


def test_table_without_limits_has_no_clocks(table: LiveTable) -> None:
    row = replace(table.row, clocks=(Clock(5.0),) * 3, next_check_at=NOON)
    changed = with_current_clocks(row, table.state, NOON)
    assert (changed.clocks, changed.next_check_at) == ((), None)


def test_next_check_is_the_first_of_all(table: LiveTable) -> None:
    early, late = NOON + timedelta(hours=1), NOON + timedelta(days=9)
    for until, expected in ((early, early), (late, REMINDER)):
        assert clocks(table, timing=TIMING, proposal=Proposal(END, "id", 0, until, agreed=(0,)))[1] == expected
        untimed = replace(table.row, proposal=Proposal(END, "id", 0, until, agreed=(0,)))
        assert with_current_clocks(untimed, table.state, NOON).next_check_at == until
    assert clocks(table, timing=TIMING, pause=Pause(NOON))[1] is None, "paused clocks are not checked"
    assert clocks(table, timing=TIMING, pause=Pause(NOON, early))[1] == early


@pytest.mark.parametrize(("version", "number", "expected"), [(1, 1, True), (2, 1, False), (1, 2, False), (0, 0, False)])
def test_news_is_applied_only_if_nothing_is_missing(
    table: LiveTable, version: int, number: int, expected: bool
) -> None:
    assert (table.version, table.entry_count) == (0, 0)
    assert _is_next(table, version, Entry(number, 0, "pass")) is expected
    table.version = 4
    assert _is_next(table, 4 + version, Entry(number, 0, "pass")) is expected
