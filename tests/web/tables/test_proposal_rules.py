"""Rules of proposals: who is awaited, for how long, and what is carried out."""

from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from regnum.web.tables import proposal_rules as rules
from regnum.web.tables.models import (
    ABANDONED,
    BOT,
    FINISHED,
    GUEST,
    PLAYING,
    Pause,
    Proposal,
    SeatRow,
    TableRow,
)
from regnum.web.tables.proposal_rules import CLOCKS, END, MORE_TIME, PAUSE, RESUME
from regnum.web.timing.clock import Clock, Timing, seconds_left
from regnum.web.timing.wall_clock import DAY, HOUR

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
SLOW = Timing(DAY, DAY)
PEOPLE = tuple(SeatRow(seat, GUEST, f"P{seat}", guest=f"g{seat}") for seat in range(3))
PLAIN = TableRow("t", "khan", 1, 4, "1", {}, "g0", PLAYING, NOON, (*PEOPLE, SeatRow(3, BOT, "B", bot="random")))
TIMED = replace(PLAIN, timing=SLOW, clocks=(Clock(DAY, started_at=NOON), *[Clock(DAY)] * 3))
SECOND = timedelta(seconds=1)


def later(**span: int) -> datetime:
    return NOON + timedelta(**span)


def row_with_proposal(row: TableRow, kind: str = END, agreed: tuple[int, ...] = (0,), **more: Any) -> TableRow:
    """Return a row with a proposal that is open until noon by default."""
    return replace(row, proposal=Proposal(kind, until=more.pop("until", NOON), agreed=agreed, **more))


def row_with_seat(row: TableRow, seat: int, **more: Any) -> TableRow:
    seats = list(row.seats)
    seats[seat] = replace(seats[seat], **more)
    return replace(row, seats=tuple(seats))


def test_refused_or_finished_proposal_is_not_open() -> None:
    row = row_with_proposal(PLAIN)
    assert rules.open_proposal(row) == row.proposal
    assert rules.open_proposal(PLAIN) is None
    assert rules.open_proposal(row_with_proposal(PLAIN, refused_by=0)) is None, "seat 0 may refuse"
    assert rules.open_proposal(row_with_proposal(PLAIN, is_carried_out=True)) is None
    assert rules.open_proposal(replace(row, phase=FINISHED)) is None


def test_unanswered_seats_are_awaited_unless_a_stand_in_plays_after_the_time() -> None:
    row = row_with_seat(row_with_proposal(PLAIN), 1, bot="greedy")
    assert rules.awaited_seats(row, NOON - SECOND) == [1, 2]
    assert rules.awaited_seats(row, NOON) == [2], "the time is over at its very end"
    away = replace(row, pause=Pause(NOON, until=later(days=1)))
    assert rules.awaited_seats(away, later(hours=23)) == [1, 2], "players need not return before that day"
    assert rules.awaited_seats(away, later(days=1)) == [2]
    assert rules.awaited_seats(PLAIN, NOON) == []


def test_claimant_is_asked_besides_the_holder() -> None:
    row = row_with_seat(row_with_proposal(PLAIN, agreed=(0, 1, 2)), 2, claimant="g9")
    assert rules.awaited_seats(row, NOON - SECOND) == [2]
    assert rules.awaited_seats(row, NOON) == []
    assert rules.overdue_guests(row, NOON) == ["g9"]
    assert rules.overdue_guests(row, NOON - SECOND) == []


def test_indefinite_pause_can_be_ended_after_a_week() -> None:
    paused = replace(TIMED, pause=Pause(NOON))
    assert not rules.may_resume_alone(paused, later(days=7) - SECOND)
    assert rules.may_resume_alone(paused, later(days=7))
    assert not rules.may_resume_alone(replace(TIMED, pause=Pause(NOON, until=later(days=1))), later(days=9))
    assert not rules.may_resume_alone(TIMED, later(days=9))
    row = row_with_proposal(paused, RESUME, until=later(days=3))
    assert rules.unanswered(row, row.proposal, later(days=6)) != []  # type: ignore[arg-type]
    assert rules.unanswered(row, row.proposal, later(days=7)) == []  # type: ignore[arg-type]
    assert rules.with_agreed_proposal(row, later(days=7)).pause is None


def test_new_holder_of_a_seat_has_not_answered() -> None:
    row = rules.row_without_consent(row_with_proposal(PLAIN, agreed=(0, 1, 2)), 1)
    assert row.proposal is not None
    assert row.proposal.agreed == (0, 2)
    assert rules.row_without_consent(PLAIN, 1) == PLAIN


def test_proposal_is_carried_out_when_all_agree() -> None:
    assert rules.with_agreed_proposal(row_with_proposal(PLAIN, agreed=(0, 1)), NOON - SECOND).phase == PLAYING
    ended = rules.with_agreed_proposal(
        replace(row_with_proposal(PLAIN, agreed=(0, 1, 2)), awaits_bot=True), NOON - SECOND
    )
    assert (ended.phase, ended.awaits_bot) == (ABANDONED, False)
    assert ended.proposal is not None
    assert ended.proposal.is_carried_out
    assert rules.with_agreed_proposal(PLAIN, NOON) == PLAIN


def test_proposal_without_people_is_not_carried_out() -> None:
    row = row_with_proposal(row_with_seat(PLAIN, 0, kind=BOT, guest=None, bot="random"), agreed=(0,))
    row = replace(row, seats=tuple(replace(seat, bot="greedy") for seat in row.seats))
    assert rules.awaited_seats(row, NOON) == []
    assert rules.overdue_guests(row, NOON) == []
    assert rules.with_agreed_proposal(row, NOON) == row


def test_proposal_passes_absent_players_after_a_day_unseen() -> None:
    row = row_with_proposal(row_with_seat(PLAIN, 1, bot="greedy"), agreed=(0, 2))
    assert rules.overdue_guests(row, NOON) == ["g1"]
    assert rules.with_agreed_proposal(row, NOON) == row, "not by those who agreed"
    waits = rules.with_overdue_proposal(row, NOON, {"g1": NOON - timedelta(hours=23), "g2": NOON})
    assert waits.phase == PLAYING
    assert waits.proposal is not None
    assert waits.proposal.until == later(hours=1)
    assert rules.with_overdue_proposal(row, NOON, {"g1": NOON - timedelta(days=1)}).phase == ABANDONED
    assert rules.with_overdue_proposal(row, NOON, {}).phase == ABANDONED
    all_agree = row_with_proposal(PLAIN, agreed=(0, 1, 2))
    assert rules.with_overdue_proposal(all_agree, NOON, {}) == all_agree
    assert rules.with_overdue_proposal(PLAIN, NOON, {}) == PLAIN


def test_proposal_is_checked_again_when_its_time_or_a_pause_is_over() -> None:
    assert rules.next_check_at(PLAIN, NOON) is None
    row = row_with_proposal(TIMED, until=later(days=1))
    assert rules.next_check_at(row, NOON) == later(days=1)
    assert rules.next_check_at(row, later(days=1)) is None, "present players are awaited"
    late = row_with_proposal(row_with_seat(PLAIN, 1, bot="greedy"), agreed=(0, 2))
    assert rules.next_check_at(late, later(hours=2)) == later(hours=2)
    until = replace(TIMED, pause=Pause(NOON, until=later(days=2)))
    assert rules.next_check_at(until, NOON) == later(days=2)
    assert rules.next_check_at(replace(until, phase=FINISHED), NOON) is None
    assert rules.next_check_at(row_with_proposal(until, until=later(days=1)), NOON) == later(days=1), "what comes first"
    paused = replace(TIMED, pause=Pause(NOON))
    assert rules.next_check_at(paused, NOON) is None
    resuming = row_with_proposal(paused, RESUME, until=later(days=30))
    assert rules.next_check_at(resuming, NOON) == later(days=7)
    assert rules.next_check_at(resuming, later(days=7)) == later(days=30)
    assert rules.next_check_at(row_with_proposal(paused, END, until=later(days=30)), NOON) == later(days=30)


def test_clocks_stop_in_a_pause_and_resume_with_the_rest() -> None:
    agreed = row_with_proposal(TIMED, PAUSE, (0, 1, 2), until=later(days=1), pause_ends_at=later(days=2))
    paused = rules.with_agreed_proposal(agreed, later(hours=1))
    assert paused.pause == Pause(later(hours=1), later(days=2))
    assert rules.clock_time(paused, later(hours=9)) == later(hours=1)
    assert rules.clock_time(TIMED, later(hours=9)) == later(hours=9)
    again = rules.with_clocks_resumed(paused, later(days=2))
    assert again.pause is None
    assert seconds_left(SLOW, again.clocks[0], later(days=2)) == 2 * DAY - HOUR
    assert rules.with_clocks_resumed(replace(PLAIN, pause=Pause(NOON)), NOON) == PLAIN


def test_pause_cannot_begin_on_its_last_day_or_twice() -> None:
    over = row_with_proposal(TIMED, PAUSE, (0, 1, 2), until=later(days=3), pause_ends_at=later(days=2))
    assert rules.with_agreed_proposal(over, later(days=2) - SECOND).pause is not None
    assert rules.with_agreed_proposal(over, later(days=2)).pause is None
    paused = replace(row_with_proposal(TIMED, PAUSE, (0, 1, 2)), pause=Pause(NOON))
    assert rules.with_agreed_proposal(paused, NOON).pause == Pause(NOON)
    for kind in (PAUSE, MORE_TIME, RESUME):
        unclocked = rules.with_agreed_proposal(row_with_proposal(PLAIN, kind, (0, 1, 2)), NOON)
        assert (unclocked.pause, unclocked.clocks, unclocked.phase) == (None, (), PLAYING)


def test_extra_time_is_added_to_reserves_and_new_clocks_start_fresh() -> None:
    more = rules.with_agreed_proposal(row_with_proposal(TIMED, MORE_TIME, (0, 1, 2), seconds=HOUR), NOON)
    assert [clock.reserve for clock in more.clocks] == [DAY + HOUR] * 4
    fresh = rules.with_agreed_proposal(
        row_with_proposal(TIMED, CLOCKS, (0, 1, 2), timing=Timing(HOUR), substitute="strong"), NOON
    )
    assert (fresh.timing, fresh.substitute, fresh.clocks) == (Timing(HOUR), "strong", ())
    paused = replace(row_with_proposal(TIMED, CLOCKS, (0, 1, 2)), pause=Pause(NOON))
    assert rules.with_agreed_proposal(paused, NOON).pause is None, "without clocks there is nothing to pause"
    timed = replace(row_with_proposal(TIMED, CLOCKS, (0, 1, 2), timing=SLOW), pause=Pause(NOON))
    assert rules.with_agreed_proposal(timed, NOON).pause == Pause(NOON)


def test_deadlines_change_with_pauses_clocks_and_extra_time_only() -> None:
    clocks = TIMED.clocks
    assert not rules.clocks_changed(TIMED, TIMED)
    assert rules.clocks_changed(TIMED, replace(TIMED, pause=Pause(NOON)))
    assert rules.clocks_changed(TIMED, replace(TIMED, timing=Timing(HOUR)))
    assert rules.clocks_changed(TIMED, replace(TIMED, clocks=(Clock(DAY + 1, started_at=NOON), *clocks[1:])))
    assert rules.clocks_changed(TIMED, replace(TIMED, clocks=(Clock(DAY, started_at=later(hours=1)), *clocks[1:])))
    assert not rules.clocks_changed(
        TIMED, replace(TIMED, clocks=(Clock(DAY), Clock(DAY, started_at=NOON), *clocks[2:]))
    )
    assert not rules.clocks_changed(TIMED, replace(TIMED, clocks=(Clock(HOUR, started_at=NOON), *clocks[1:])))
    assert not rules.clocks_changed(TIMED, replace(TIMED, pause=Pause(NOON), phase=FINISHED))


def test_person_who_plays_with_bots_only_is_alone() -> None:
    alone, two = replace(PLAIN, seats=(PEOPLE[0], PLAIN.seats[3])), replace(PLAIN, seats=PEOPLE[:2])
    assert (rules.is_solo(alone), rules.is_solo(two)) == (True, False)
