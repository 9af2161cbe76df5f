"""Arithmetic of clocks: nights, daylight saving time, turns, reserves and reminders."""

import random
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from regnum.web.timing.clock import (
    Clock,
    Timing,
    advance_clock,
    counted_seconds,
    instant_after,
    instant_with_left,
    new_clocks,
    next_clock_event,
    seconds_left,
    with_new_turn,
    with_turns,
)
from regnum.web.timing.wall_clock import DAY, HOUR, is_night, night_minutes

MONDAY = datetime(2026, 6, 1, 10, tzinfo=UTC)
PLACES = ("UTC", "Europe/Berlin", "Europe/Kyiv", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
CHANGES = (  # shortly before clocks on the wall are changed, in one of these places or another
    datetime(2026, 3, 28, 20, tzinfo=UTC),
    datetime(2026, 10, 24, 20, tzinfo=UTC),
    datetime(2026, 3, 8, 3, tzinfo=UTC),
    datetime(2026, 11, 1, 2, tzinfo=UTC),
    datetime(2026, 4, 4, 10, tzinfo=UTC),
    datetime(2026, 10, 3, 10, tzinfo=UTC),
    MONDAY,
)


def some_timing(dice: random.Random) -> Timing:
    begin = dice.choice([0, 90, 120, 150, 22 * 60, dice.randrange(24 * 60)])
    end = (begin + dice.choice([0, 1, 45, 60, 8 * 60, 16 * 60])) % (24 * 60)
    return Timing(dice.randint(60, 3 * DAY), dice.choice([0, 600, 2 * DAY]), (begin, end), dice.choice(PLACES))


def later(at: datetime, seconds: float) -> datetime:
    return at + timedelta(seconds=seconds)


@pytest.mark.parametrize("seed", range(40))
def test_counts_minutes_outside_the_night(seed: int) -> None:
    dice = random.Random(seed)
    timing = some_timing(dice)
    start = later(dice.choice(CHANGES), 60 * dice.randrange(600))
    minutes = dice.randrange(3 * 24 * 60)
    slowly = sum(60 for at in range(minutes) if not is_night(timing.night, timing.zone, later(start, 60 * at)))
    assert counted_seconds(timing, start, later(start, 60 * minutes)) == slowly


@pytest.mark.parametrize("seed", range(40))
def test_deadline_is_the_sum_of_counted_time(seed: int) -> None:
    dice = random.Random(seed)
    timing = some_timing(dice)
    start = later(dice.choice(CHANGES), dice.uniform(0, DAY))
    middle, end = (later(start, seconds) for seconds in sorted(dice.uniform(0, 4 * DAY) for _ in range(2)))
    total_seconds = counted_seconds(timing, start, end)
    assert counted_seconds(timing, start, middle) + counted_seconds(timing, middle, end) == pytest.approx(
        total_seconds, abs=1e-3
    )
    assert counted_seconds(timing, end, start) == 0
    deadline = instant_after(timing, start, total_seconds)
    assert deadline <= later(end, 0.001)
    assert counted_seconds(timing, start, deadline) == pytest.approx(total_seconds, abs=1e-3)
    assert total_seconds == 0 or not is_night(timing.night, timing.zone, later(deadline, -0.01)), "time runs out by day"


def test_night_is_shorter_in_spring_and_longer_in_autumn() -> None:
    timing = Timing(DAY, 0, (22 * 60, 7 * 60), "Europe/Berlin")
    noon = datetime(2026, 3, 28, 11, tzinfo=UTC)
    assert counted_seconds(timing, noon, later(noon, DAY)) == 16 * HOUR
    autumn = datetime(2026, 10, 24, 10, tzinfo=UTC)
    assert counted_seconds(timing, autumn, later(autumn, DAY)) == 14 * HOUR, "the day has 25 hours, the night ten"
    assert instant_after(timing, datetime(2026, 3, 28, 20, 30, tzinfo=UTC), 3600) == datetime(
        2026, 3, 29, 5, 30, tzinfo=UTC
    )


def test_every_second_counts_without_a_night() -> None:
    timing = Timing(DAY, night=(120, 120), zone="Europe/Kyiv")
    assert night_minutes(timing.night) == 0
    assert not is_night(timing.night, timing.zone, MONDAY)
    assert counted_seconds(timing, MONDAY, later(MONDAY, 5)) == 5
    assert instant_after(timing, MONDAY, 5) == later(MONDAY, 5)


def test_turn_lasts_while_its_player_is_to_act() -> None:
    timing = Timing(HOUR, DAY)
    clocks = with_turns(timing, new_clocks(timing, 3), [0], MONDAY)
    assert [clock.started_at is not None for clock in clocks] == [True, False, False]
    same = with_turns(timing, clocks, [0, 2], later(MONDAY, 600))
    assert same[0] is clocks[0]
    assert seconds_left(timing, same[0], later(MONDAY, 900)) == DAY + HOUR - 900
    assert seconds_left(timing, same[2], later(MONDAY, 900)) == DAY + HOUR - 300
    after_it = with_turns(timing, same, [2], later(MONDAY, 900))
    assert seconds_left(timing, after_it[0], later(MONDAY, DAY)) == DAY + HOUR - 900, "it is stopped"


def test_only_time_beyond_the_turn_limit_costs_reserve() -> None:
    timing = Timing(HOUR, 5 * HOUR)
    quick = with_turns(timing, with_turns(timing, new_clocks(timing, 1), [0], MONDAY), [], later(MONDAY, HOUR))
    assert with_turns(timing, quick, [0], later(MONDAY, DAY))[0] == Clock(5 * HOUR, started_at=later(MONDAY, DAY))
    slow = with_turns(timing, with_turns(timing, new_clocks(timing, 1), [0], MONDAY), [], later(MONDAY, 3 * HOUR))
    assert with_turns(timing, slow, [0], later(MONDAY, DAY))[0] == Clock(3 * HOUR, started_at=later(MONDAY, DAY))
    late = with_new_turn(timing, Clock(0.0, 9 * HOUR), MONDAY)
    assert late == Clock(0.0, started_at=MONDAY), "it is never negative"


def test_undo_returns_no_time() -> None:
    timing = Timing(HOUR, DAY)
    done = with_turns(timing, with_turns(timing, new_clocks(timing, 2), [0, 1], MONDAY), [1], later(MONDAY, 1000))
    undone = with_turns(timing, done, [0, 1], later(MONDAY, 5000), resumed=0)
    assert seconds_left(timing, undone[0], later(MONDAY, 5000)) == DAY + HOUR - 1000
    assert undone[1].started_at == MONDAY


def test_player_is_reminded_when_the_reserve_begins_and_before_the_end() -> None:
    timing = Timing(4 * HOUR, DAY)
    clock = Clock(DAY, started_at=MONDAY)
    seen_values = []
    for hour in range(30):
        clock, out = advance_clock(timing, clock, later(MONDAY, hour * HOUR))
        seen_values.append((clock.reminders_sent, out))
        if out:
            break
    assert seen_values.index((1, False)) == 4
    assert seen_values.index((2, False)) == 27
    assert seen_values[-1] == (2, True)
    assert len(seen_values) == 29
    short = Timing(4 * HOUR)
    assert [
        advance_clock(short, Clock(0, started_at=MONDAY), later(MONDAY, hour * HOUR))[0].reminders_sent
        for hour in (2.9, 3)
    ] == [
        0,
        1,
    ]


def test_time_does_not_run_out_before_the_reminder() -> None:
    timing = Timing(4 * HOUR, DAY)
    now = later(MONDAY, 9 * DAY)  # servers stood still
    clock, out = advance_clock(timing, Clock(DAY, started_at=MONDAY), now)
    assert (clock.reminders_sent, out) == (2, False)
    assert seconds_left(timing, clock, now) == HOUR
    assert advance_clock(timing, clock, later(now, HOUR - 1)) == (clock, False)
    assert advance_clock(timing, clock, later(now, HOUR)) == (clock, True)


@pytest.mark.parametrize("seed", range(20))
def test_alarm_is_set_for_the_next_reminder(seed: int) -> None:
    """Of several players to act, the first deadline is notified first and none is lost."""
    dice = random.Random(seed)
    timing = some_timing(dice)
    now = dice.choice(CHANGES)
    clocks = list(with_turns(timing, new_clocks(timing, 4), range(4), now))
    for seat, clock in enumerate(clocks):
        clocks[seat] = msgspec.structs.replace(clock, spent=dice.uniform(0, timing.turn))
    out: set[int] = set()
    while alarm := next_clock_event(timing, clocks):
        assert alarm >= now
        now = later(alarm, 0.01)
        rang = False
        for seat, clock in enumerate(clocks):
            if clock.started_at is not None:
                assert not advance_clock(timing, clock, later(alarm, -0.1 if clock.reminders_sent else -1e6))[1]
                clocks[seat], done = advance_clock(timing, clock, now)
                rang = rang or done or clocks[seat].reminders_sent > clock.reminders_sent
                if done:
                    out.add(seat)
                    assert seconds_left(timing, clocks[seat], now) <= 0.01
        clocks = list(with_turns(timing, clocks, [seat for seat in range(4) if seat not in out], now))
        assert rang, "the alarm meant something"
    assert out == {0, 1, 2, 3}


def test_clock_knows_when_a_given_time_is_left() -> None:
    timing = Timing(DAY, DAY, (22 * 60, 6 * 60), "UTC")
    clock = Clock(DAY, 4 * HOUR, MONDAY)
    assert instant_with_left(timing, clock, timing.reserve) == later(MONDAY, 28 * HOUR), (
        "twelve hours, a night, eight hours"
    )
    assert seconds_left(timing, clock, instant_with_left(timing, clock, 1000.0)) == 1000.0
