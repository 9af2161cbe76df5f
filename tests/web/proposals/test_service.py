"""Proposals without a server: making and answering them, who counts as present, and how long the others have."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.errors import RefusedError
from regnum.web.proposals.service import PROPOSALS_PER_HOUR, ProposalService, are_all_present, time_to_answer
from regnum.web.tables.events import ENDED_BY_AGREEMENT, PROPOSED
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, BOT, PLAYING, Proposal
from regnum.web.tables.proposal_rules import CLOCKS, END, MORE_TIME, PAUSE
from regnum.web.tables.row_changes import RowChange
from regnum.web.timing.clock import Clock, Timing
from regnum.web.timing.wall_clock import HOUR
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


class Tables:
    """Changes tables in memory; `changes` counts the changes. It also notes the published events."""

    def __init__(self) -> None:
        self.changes = 0
        self.events: list[tuple[str, int | None, str]] = []

    async def change_table(self, table: LiveTable, decide: Callable[[], RowChange]) -> bool:
        decided = decide()
        if decided is not None:
            table.row = decided[0]
            self.changes += 1
        return decided is not None

    def publish(self, table: LiveTable, kind: str, seat: int | None, by: str = "") -> None:
        self.events.append((kind, seat, by))


class Agreement:
    """Proposals at a table, without a server."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.tables = Tables()
        tables: Any = self.tables
        self.proposals = ProposalService(tables, tables)

    def propose(self, guest: str, kind: str = END, **more: Any) -> Proposal | None:
        seen = more.pop("seen", {})
        asyncio.run(self.proposals.propose(self.table, guest, Proposal(kind, **more), seen))
        return self.table.row.proposal

    def answer(self, guest: str, agrees: bool, proposal: str | None = None) -> Proposal | None:
        last = self.table.row.proposal
        id_ = proposal if proposal is not None else last.id if last is not None else ""
        asyncio.run(self.proposals.answer(self.table, guest, id_, agrees))
        return self.table.row.proposal


@pytest.fixture
def agreement(table: LiveTable) -> Agreement:
    return Agreement(table)


def test_end_is_agreed_when_everybody_has_agreed(agreement: Agreement) -> None:
    proposal = agreement.propose("1")
    assert proposal is not None
    assert (proposal.seat, proposal.agreed, bool(proposal.id)) == (1, (1,), True)
    assert agreement.tables.events == [(PROPOSED, 1, "1")]
    for _ in range(2):
        proposal = agreement.answer("0", True)
        assert proposal is not None
        assert proposal.agreed == (1, 0)
        assert agreement.table.phase == PLAYING
    proposal = agreement.propose("2")
    assert proposal is not None
    assert (proposal.agreed, proposal.is_carried_out, agreement.table.phase) == ((1, 0, 2), True, ABANDONED)
    assert agreement.tables.events[1:] == [(ENDED_BY_AGREEMENT, 2, "2")]
    changes = agreement.tables.changes
    agreement.answer("0", True)
    assert agreement.tables.changes == changes, "the answer is a repetition"
    with pytest.raises(RefusedError, match="game_over"):
        agreement.answer("0", False)


def test_refusal_ends_a_proposal_and_its_author_withdraws_it(agreement: Agreement) -> None:
    with pytest.raises(RefusedError, match="not_asked"):
        agreement.answer("0", True, "no proposal yet")
    agreement.propose("1")
    proposal = agreement.answer("2", False)
    assert proposal is not None
    assert (proposal.refused_by, proposal.agreed) == (2, (1,))
    assert abs(proposal.until - datetime.now(UTC)) < MINUTE
    changes = agreement.tables.changes
    agreement.answer("2", False)
    assert agreement.tables.changes == changes, "the answer is a repetition"
    for guest, agrees in (("0", False), ("0", True), ("1", False)):
        with pytest.raises(RefusedError, match="not_asked"):
            agreement.answer(guest, agrees)
    agreement.propose("0")
    with pytest.raises(RefusedError, match="not_asked"):
        agreement.answer("1", True, "another")
    assert agreement.answer("0", False) is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"timing": Timing(HOUR)}, {}),
        ({"substitute": "strong"}, {}),
        ({}, {"kind": END}),
    ],
)
def test_only_one_proposal_is_open_at_a_time(
    agreement: Agreement, first: dict[str, Any], second: dict[str, Any]
) -> None:
    agreement.propose("0", **{"kind": CLOCKS, **first})
    with pytest.raises(RefusedError, match="proposal_open"):
        agreement.propose("1", **{"kind": CLOCKS, **second})
    proposal = agreement.propose("1", **{"kind": CLOCKS, **first})
    assert proposal is not None
    assert proposal.agreed == (0, 1), "the same proposal is an agreement"


def test_amount_and_end_of_a_proposal_belong_to_it(agreement: Agreement) -> None:
    noon = datetime(2026, 6, 1, 12, tzinfo=UTC)
    agreement.table.row = replace(agreement.table.row, timing=Timing(HOUR), clocks=(Clock(5.0),) * 3)
    agreement.propose("0", MORE_TIME, seconds=60)
    with pytest.raises(RefusedError, match="proposal_open"):
        agreement.propose("1", MORE_TIME, seconds=61)
    agreement.answer("0", False)
    agreement.propose("0", PAUSE, pause_ends_at=noon)
    with pytest.raises(RefusedError, match="proposal_open"):
        agreement.propose("1", PAUSE)


def test_impossible_proposals_are_refused(agreement: Agreement, table: LiveTable) -> None:
    with pytest.raises(RefusedError, match="not_seated"):
        agreement.propose("9")
    with pytest.raises(RefusedError, match="not_possible"):
        agreement.propose("0", PAUSE)
    change_seat(table, 0, bot="greedy")
    with pytest.raises(RefusedError, match="replaced"):
        agreement.propose("0")
    for seat in (0, 1):
        change_seat(table, seat, kind=BOT, guest=None, bot="greedy")
    with pytest.raises(RefusedError, match="resign_instead"):
        agreement.propose("2")
    assert (agreement.tables.changes, agreement.tables.events) == (0, [])


def test_players_who_are_present_have_less_time_to_answer(agreement: Agreement) -> None:
    now = datetime.now(UTC)
    short = agreement.propose("0", seen=seen_minutes_ago(g1=1, g2=1))
    agreement.answer("0", False)
    long = agreement.propose("0", seen=seen_minutes_ago(g1=1))
    assert short is not None
    assert long is not None
    assert now < short.until < long.until


def test_only_new_proposals_count_towards_the_limit(agreement: Agreement) -> None:
    for _ in range(PROPOSALS_PER_HOUR):
        agreement.propose("0")
        agreement.answer("0", False)
    with pytest.raises(RefusedError, match="too_many_proposals"):
        agreement.propose("0")
    agreement.propose("1")
    proposal = agreement.propose("0")
    assert proposal is not None
    assert proposal.agreed == (1, 0)
