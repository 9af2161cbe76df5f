"""Presence and absence: what players can do without those who do not return."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.seats.stand_ins import absent_seats
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, Pause, Proposal
from regnum.web.timing.clock import Timing
from regnum.web.timing.wall_clock import HOUR
from tests.support.web.live_tables import live_table_of

MINUTE = timedelta(minutes=1)


@pytest.fixture
def table() -> LiveTable:
    """Return a table of three people, "0" to "2", that began an hour ago."""
    result = live_table_of(find_game("brian_boru"), 3)
    result.began_at = datetime.now(UTC) - 60 * MINUTE
    return result


def change_seat(table: LiveTable, seat: int, **values: Any) -> None:
    seats = list(table.row.seats)
    seats[seat] = replace(seats[seat], **values)
    table.row = replace(table.row, seats=tuple(seats))


def seen_minutes_ago(**guests: float) -> dict[str, datetime]:
    """Return when guests were last seen, in minutes before now: `g1` is guest "1"."""
    return {name[1:]: datetime.now(UTC) - minutes * MINUTE for name, minutes in guests.items()}


def seat_to_act_and_others(table: LiveTable) -> tuple[int, int, int]:
    """Return the seat to act and the two others."""
    seat = table.state.players_to_act[0]
    return seat, (seat + 1) % 3, (seat + 2) % 3


def test_player_to_act_is_absent_after_fifteen_minutes_unseen(table: LiveTable) -> None:
    late, one, _ = seat_to_act_and_others(table)
    assert absent_seats(table, one, {}) == [late]
    assert absent_seats(table, one, seen_minutes_ago(**{f"g{late}": 15.1})) == [late]
    assert absent_seats(table, one, seen_minutes_ago(**{f"g{late}": 14.9})) == []
    table.present = frozenset({late})
    assert absent_seats(table, one, {}) == []
    table.present = frozenset({one})
    assert absent_seats(table, one, {}) == [late]
    change_seat(table, late, bot="greedy")
    assert absent_seats(table, one, {}) == [], "a bot plays already"


def test_player_is_absent_only_after_the_table_waited_fifteen_minutes(table: LiveTable) -> None:
    _, one, _ = seat_to_act_and_others(table)
    table.began_at = datetime.now(UTC) - 14 * MINUTE
    assert absent_seats(table, one, {}) == []
    table.began_at = datetime.now(UTC) - 16 * MINUTE
    assert absent_seats(table, one, {}) != []
    seat = table.state.players_to_act[0]
    text = str(table.view(seat).legal[0])
    table.apply_move(table.propose(seat, text, 0), datetime.now(UTC) - 14 * MINUTE)
    assert absent_seats(table, one, {}) == [], "a player has just moved"
    table.times[1] = datetime.now(UTC) - 16 * MINUTE
    assert absent_seats(table, one, {}) == list(table.state.players_to_act)


def test_running_clocks_pauses_and_the_end_make_nobody_absent(table: LiveTable) -> None:
    _, one, _ = seat_to_act_and_others(table)
    table.row = replace(table.row, timing=Timing(HOUR))
    assert absent_seats(table, one, {}) == []
    table.row = replace(table.row, pause=Pause(datetime.now(UTC)))
    assert absent_seats(table, one, {}) == [], "no move is waited for in a pause"
    table.row = replace(table.row, timing=None, pause=None, phase=ABANDONED)
    assert absent_seats(table, one, {}) == []


def test_player_who_did_not_answer_in_time_is_absent_after_a_day_unseen(table: LiveTable) -> None:
    late, one, two = seat_to_act_and_others(table)
    now = datetime.now(UTC)
    table.row = replace(table.row, timing=Timing(HOUR), pause=Pause(now))
    table.row = replace(table.row, proposal=Proposal("end", until=now, agreed=(one,)))
    day = 24 * 60
    assert absent_seats(table, one, {}) == sorted([late, two])
    assert absent_seats(table, one, seen_minutes_ago(**{f"g{two}": day - 1, f"g{late}": day + 1})) == [late]
    table.row = replace(table.row, proposal=Proposal("end", until=now + MINUTE, agreed=(one,)))
    assert absent_seats(table, one, {}) == [], "there is still time"
    away = Pause(now, now + 60 * MINUTE)
    table.row = replace(table.row, proposal=Proposal("end", until=now, agreed=(one,)), pause=away)
    assert absent_seats(table, one, {}) == [], "players need not return before that day"
