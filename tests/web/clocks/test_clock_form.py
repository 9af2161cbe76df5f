"""Clocks in the form for a new table: proposals, refusals, and descriptions."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from regnum.web.clocks.countdown import countdown_of, first_countdown
from regnum.web.clocks.forms import MAX_SECONDS, ClockForm, form_of_row, read_clock_form, seconds, timing_from_form
from regnum.web.clocks.sentences import (
    clock_sentences,
    describe_clocks,
    duration_text,
    format_local_time,
    pause_notice,
    short_description,
)
from regnum.web.errors import RefusedError
from regnum.web.http.i18n import page_text
from regnum.web.tables.models import FINISHED, GUEST, PLAYING, Pause, SeatRow, TableRow
from regnum.web.timing.clock import Clock, Timing
from regnum.web.timing.wall_clock import DAY, HOUR, MINUTE, minutes_of

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TEXT = page_text("en")
NIGHT = ClockForm(preset="daily", night="yes", zone="Europe/Kyiv")
OWN = ClockForm(preset="own", turn="2", turn_unit="hours", reserve="1", reserve_unit="days")


def a_row(timing: Timing | None, *clocks: Clock, phase: str = PLAYING) -> TableRow:
    seats = tuple(SeatRow(seat, GUEST, f"P{seat}", guest=f"g{seat}") for seat in range(3))
    return TableRow("t", "khan", 1, 3, "1", {}, "g0", phase, NOON, seats, timing=timing, clocks=clocks)


def changed_form(chosen: ClockForm, **more: str) -> ClockForm:
    return msgspec.structs.replace(chosen, **more)


def refusal_of(chosen: ClockForm) -> RefusedError:
    with pytest.raises(RefusedError) as error:
        timing_from_form(chosen)
    return error.value


def test_empty_form_is_a_live_game_with_sensible_defaults() -> None:
    assert read_clock_form({}) == ClockForm()
    assert timing_from_form(ClockForm()) is None
    own_timing = timing_from_form(ClockForm(preset="own", night="yes", zone="UTC"))
    assert own_timing == Timing(DAY, 3 * DAY, (23 * 60, 7 * 60), "UTC")
    sent = {"clock_preset": "own", "clock_turn": "5", "clock_turn_unit": "days", "preset": "calm", "clock_other": "1"}
    assert read_clock_form(sent) == ClockForm(preset="own", turn="5", turn_unit="days")


@pytest.mark.parametrize(
    ("preset", "turn", "reserve"), [("brisk", 8 * HOUR, DAY), ("daily", DAY, 3 * DAY), ("calm", 3 * DAY, 7 * DAY)]
)
def test_preset_determines_turn_and_reserve_and_is_proposed_again(preset: str, turn: int, reserve: int) -> None:
    timing = timing_from_form(ClockForm(preset=preset))
    assert timing == Timing(turn, reserve)
    assert form_of_row(a_row(timing)).preset == preset
    assert form_of_row(a_row(Timing(turn, reserve + HOUR))).preset == "own"


@pytest.mark.parametrize(
    ("amount", "unit", "found"),
    [
        ("1", "minutes", MINUTE),
        (" 1,5 ", "hours", 90 * MINUTE),
        ("2.5", "days", 60 * HOUR),
        ("60", "days", MAX_SECONDS),
        ("1440", "hours", 60 * DAY),
        ("0.99999", "minutes", None),
        ("0.5", "minutes", None),
        ("60.001", "days", None),
        ("-1", "hours", None),
        ("nan", "hours", None),
        ("inf", "hours", None),
        ("two", "hours", None),
        ("", "hours", None),
        ("2", "weeks", None),
    ],
)
def test_turn_lasts_from_one_minute_to_sixty_days(amount: str, unit: str, found: int | None) -> None:
    if found is not None:
        assert seconds(amount, unit, MINUTE) == found
        return
    with pytest.raises(RefusedError) as error:
        seconds(amount, unit, MINUTE)
    assert error.value.key == "invalid_duration"
    assert error.value.params == {"value": amount or "?", "days": 60}


def test_reserve_may_be_zero() -> None:
    assert timing_from_form(changed_form(OWN, reserve="0")) == Timing(2 * HOUR, 0)
    assert refusal_of(changed_form(OWN, turn="0")).key == "invalid_duration"
    assert refusal_of(changed_form(OWN, reserve="-0.1")).key == "invalid_duration"
    assert refusal_of(changed_form(OWN, turn="9" * 30)).params["value"] == "9" * 20, "no page is filled with it"


@pytest.mark.parametrize(
    ("begins", "ends", "right"),
    [
        ("23:00", "07:00", True),
        ("00:00", "16:00", True),
        ("00:00", "16:01", False),
        ("08:00", "00:00", True),
        ("07:59", "00:00", False),
        ("22:00", "22:00", False),
        ("22:00", "22:01", True),
    ],
)
def test_night_is_limited_to_sixteen_hours_and_not_empty(begins: str, ends: str, right: bool) -> None:
    chosen = changed_form(NIGHT, night_from=begins, night_to=ends)
    if right:
        assert timing_from_form(chosen) == Timing(DAY, 3 * DAY, (minutes_of(begins), minutes_of(ends)), "Europe/Kyiv")
    else:
        assert (refusal_of(chosen).key, refusal_of(chosen).params) == ("invalid_night", {"hours": 16})


def test_invalid_clock_forms_are_refused() -> None:
    assert refusal_of(ClockForm(preset="fast")).key == "bad_form"
    assert refusal_of(ClockForm(substitute="nobody")).key == "bad_form"
    assert refusal_of(changed_form(NIGHT, zone="")).params == {"zone": "?"}
    assert refusal_of(changed_form(NIGHT, zone="Middle/Earth" * 9)).params == {"zone": ("Middle/Earth" * 9)[:40]}
    for wall in ("24:00", "7:00", "12:60", "noon", ""):
        assert refusal_of(changed_form(NIGHT, night_from=wall)).params == {"value": wall or "?"}
    assert refusal_of(changed_form(NIGHT, night_to="1" * 30)).params == {"value": "1" * 20}


@pytest.mark.parametrize(
    ("timing", "proposed"),
    [
        (None, ClockForm(substitute="strong")),
        (Timing(30 * MINUTE), ClockForm("own", "30", "minutes", "0", "minutes")),
        (Timing(HOUR, 59 * MINUTE), ClockForm("own", "1", "hours", "59", "minutes")),
        (Timing(90 * MINUTE, DAY), ClockForm("own", "1.5", "hours", "1", "days")),
        (
            Timing(DAY, 3 * DAY, (1, 2), "Europe/Kyiv"),
            ClockForm("daily", "1", "days", "3", "days", "yes", "00:01", "00:02"),
        ),
        (Timing(DAY, 3 * DAY, (5, 5), "Europe/Kyiv"), ClockForm("daily", "1", "days", "3", "days")),
    ],
)
def test_next_form_proposes_the_last_choice(timing: Timing | None, proposed: ClockForm) -> None:
    row = msgspec.structs.replace(a_row(timing), substitute="strong")
    zone = timing.zone if timing and timing.night[0] != timing.night[1] else ""
    assert form_of_row(row) == changed_form(proposed, substitute="strong", zone=zone)
    if timing is not None and timing.night != (5, 5):
        assert timing_from_form(form_of_row(row)) == timing


def test_table_describes_its_pace_night_and_substitute() -> None:
    assert clock_sentences(a_row(None), TEXT) == []
    assert short_description(None, TEXT) == TEXT("clock.live")
    level = TEXT("clock.after_timeout", level=TEXT("bot.greedy"))
    assert clock_sentences(a_row(Timing(HOUR)), TEXT) == [TEXT("clock.turn_limit", turn="1 hour"), level]
    night = clock_sentences(a_row(Timing(HOUR, DAY, (22 * 60, 5), "UTC")), TEXT)
    assert night == [
        TEXT("clock.turn_limit", turn="1 hour"),
        TEXT("clock.reserve_limit", reserve="1 day"),
        TEXT("clock.night_hours", begins="22:00", ends="00:05", zone="UTC"),
        level,
    ]
    assert short_description(Timing(2 * HOUR), TEXT) == TEXT("clock.per_turn", turn="2 hours")


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (29, "0 minutes"),
        (31, "1 minute"),
        (59 * MINUTE, "59 minutes"),
        (HOUR, "1 hour"),
        (HOUR + 2 * MINUTE, "1 hour 2 minutes"),
        (DAY - MINUTE, "23 hours 59 minutes"),
        (DAY + 2 * HOUR + 5 * MINUTE, "1 day 2 hours"),
        (DAY + 5 * MINUTE, "1 day"),
        (2 * DAY, "2 days"),
    ],
)
def test_duration_has_its_two_largest_units(seconds: float, expected: str) -> None:
    assert duration_text(seconds, TEXT) == expected


def test_pause_of_a_running_game_is_told_with_its_end() -> None:
    row = a_row(Timing(HOUR, zone="Europe/Kyiv"))
    assert pause_notice(row, TEXT) == ""
    assert describe_clocks(row, TEXT) == TEXT("proposal.running", limits=short_description(row.timing, TEXT))
    for pause, notice in (
        (Pause(NOON), TEXT("proposal.paused")),
        (Pause(NOON, NOON), TEXT("proposal.paused_until", at="2026-06-01 15:00 (Europe/Kyiv)")),
    ):
        paused = msgspec.structs.replace(row, pause=pause)
        assert pause_notice(paused, TEXT) == notice
        assert describe_clocks(paused, TEXT).startswith(f"{notice} ")
        assert pause_notice(msgspec.structs.replace(paused, phase=FINISHED), TEXT) == ""
    assert describe_clocks(a_row(None), TEXT) == TEXT("proposal.without_clocks")


def test_midnight_in_the_zone_of_a_table_is_a_date() -> None:
    midnight = NOON - timedelta(hours=12)
    assert format_local_time(a_row(None), midnight) == "2026-06-01 (UTC)"
    assert format_local_time(a_row(Timing(HOUR)), NOON) == "2026-06-01 12:00 (UTC)"
    kyiv = a_row(Timing(HOUR, zone="Europe/Kyiv"))
    assert format_local_time(kyiv, midnight) == "2026-06-01 03:00 (Europe/Kyiv)"
    assert format_local_time(kyiv, midnight - timedelta(hours=3)) == "2026-06-01 (Europe/Kyiv)"


RUNNING = (Clock(DAY, started_at=NOON), Clock(59.0), Clock(60.0, 1800.0, NOON))
TIMED = a_row(Timing(HOUR, DAY), *RUNNING)


def test_clock_runs_while_its_player_is_to_act() -> None:
    assert countdown_of(TIMED, 0, TEXT) is not None
    assert countdown_of(TIMED, 1, TEXT) is None, "another is to act"
    assert countdown_of(msgspec.structs.replace(TIMED, pause=Pause(NOON)), 0, TEXT) is None
    assert countdown_of(msgspec.structs.replace(TIMED, phase=FINISHED), 0, TEXT) is None
    assert countdown_of(msgspec.structs.replace(TIMED, timing=None), 0, TEXT) is None
    assert countdown_of(msgspec.structs.replace(TIMED, clocks=()), 0, TEXT) is None


def test_clock_shows_the_end_of_the_turn_and_of_the_reserve() -> None:
    first = countdown_of(TIMED, 0, TEXT)
    assert first is not None
    assert (first.turn_deadline, first.deadline) == ("2026-06-01T13:00:00+00:00", "2026-06-02T13:00:00+00:00")
    assert (first.date, first.reserve) == ("2026-06-01 13:00 UTC", "1 day"), "the reserve begins then"
    third = countdown_of(TIMED, 2, TEXT)
    assert third is not None
    assert (third.turn_deadline, third.deadline) == ("2026-06-01T12:30:00+00:00", "2026-06-01T12:31:00+00:00")
    assert third.reserve == "1 minute"
    little = countdown_of(a_row(Timing(HOUR), Clock(59.0, started_at=NOON)), 0, TEXT)
    assert little is not None
    assert little.reserve == "", "less than a minute is none"
    assert first_countdown(TIMED, [0, 1, 2], TEXT) == third
    assert first_countdown(TIMED, [1], TEXT) is None
