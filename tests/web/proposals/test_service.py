"""Who counts as present when a proposal is made, and how long the others have to answer."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.proposals.service import PROPOSALS_PER_HOUR, are_all_present, time_to_answer
from regnum.web.tables.clock import HOUR, Timing
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT
from tests.support.store.rows import table_row
from tests.support.web.live_tables import live_table_of

MINUTE = timedelta(minutes=1)


@pytest.fixture
def table() -> LiveTable:
    """Return a table of three people, "0" to "2"."""
    return live_table_of(find_game("brian_boru"), 3)


def change_seat(table: LiveTable, seat: int, **values: Any) -> None:
    seats = list(table.row.seats)
    seats[seat] = replace(seats[seat], **values)
    table.row = replace(table.row, seats=tuple(seats))


def seen_minutes_ago(**guests: float) -> dict[str, datetime]:
    """Return when guests were last seen, in minutes before now: `g1` is guest "1"."""
    return {name[1:]: datetime.now(UTC) - minutes * MINUTE for name, minutes in guests.items()}


def test_player_makes_twelve_proposals_per_hour() -> None:
    assert PROPOSALS_PER_HOUR == 12


def test_people_are_present_if_seen_within_fifteen_minutes(table: LiveTable) -> None:
    assert not are_all_present(table, 0, {})
    assert not are_all_present(table, 0, seen_minutes_ago(g1=1))
    assert are_all_present(table, 0, seen_minutes_ago(g1=14.9, g2=1))
    assert not are_all_present(table, 0, seen_minutes_ago(g1=15.1, g2=1))
    table.present = frozenset({1, 2})
    assert are_all_present(table, 0, {})
    assert not are_all_present(table, 1, seen_minutes_ago(g2=1)), "the claimant is present, and the first player is not"
    change_seat(table, 2, bot="greedy")
    assert not are_all_present(table, 0, seen_minutes_ago(g2=1)), "a bot plays for them"
    change_seat(table, 2, kind=BOT, guest=None)
    assert are_all_present(table, 0, {})
    change_seat(table, 1, claimant="9")
    assert not are_all_present(table, 0, {}), "the presence of the claimant is unknown"


@pytest.mark.parametrize(
    ("timing", "together", "span"),
    [
        (None, True, timedelta(minutes=5)),
        (None, False, timedelta(days=3)),
        (Timing(HOUR - 1), False, timedelta(minutes=5)),
        (Timing(HOUR), True, timedelta(days=3)),
    ],
)
def test_answers_take_five_minutes_at_a_live_table_and_three_days_elsewhere(
    timing: Timing | None, together: bool, span: timedelta
) -> None:
    assert time_to_answer(replace(table_row("one", "ann", "bob"), timing=timing), together) == span
