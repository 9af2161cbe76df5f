"""What programs are told of a table, from its row and made-up entries."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.api.serializers import TableInfo, find_repeated_action, observation_of, table_info
from regnum.web.tables import proposal_rules
from regnum.web.tables.models import ABANDONED, BOT, OPEN, PLAYING, WAITING, Pause, Proposal, TableRow
from tests.support.web.live_tables import live_table_of

SOON = datetime.now(UTC).replace(microsecond=0) + timedelta(hours=1)


@pytest.fixture
def row() -> TableRow:
    """Return a running table of "0", who is its host, "1" and "2"."""
    return replace(live_table_of(find_game("khan"), 3).row, invitation_token="any seat")


def with_seat(row: TableRow, seat: int, **values: Any) -> TableRow:
    seats = list(row.seats)
    seats[seat] = replace(seats[seat], **values)
    return replace(row, seats=tuple(seats))


def test_only_the_host_of_a_waiting_table_sees_its_invitations(row: TableRow) -> None:
    open_row = with_seat(replace(row, phase=WAITING), 2, kind=OPEN, guest=None, invitation_token="seat 2")
    open_row = with_seat(open_row, 1, invitation_token="old")

    def invitations(info: TableInfo) -> list[str | None]:
        return [info.invitation, *(seat.invitation for seat in info.seats)]

    assert invitations(table_info(open_row, "0", [])) == ["any seat", None, None, "seat 2"]
    assert invitations(table_info(open_row, "1", [])) == [None] * 4
    assert invitations(table_info(replace(open_row, phase=PLAYING), "0", [])) == [None] * 4


def test_seat_of_a_running_game_is_to_act(row: TableRow) -> None:
    info = table_info(row, "1", [1, 2])
    assert (info.seat, info.to_act) == (1, True)
    assert not table_info(row, "0", [1, 2]).to_act
    assert not table_info(replace(row, phase=ABANDONED), "1", [1]).to_act
    stranger = table_info(row, "9", [1])
    assert (stranger.seat, stranger.to_act) == (None, False)


def test_seat_may_ask_for_hints_alone_or_if_the_table_allows_them(row: TableRow) -> None:
    def hinted(table: TableRow) -> list[bool]:
        return [table_info(table, guest, []).hints for guest in ("0", "9")]

    assert hinted(row) == [False, False]
    assert hinted(replace(row, hints_allowed=True)) == [True, False]
    two = with_seat(row, 1, kind=BOT, guest=None)
    assert hinted(two) == [False, False]
    assert hinted(with_seat(two, 2, kind=BOT, guest=None)) == [True, False]


def test_only_a_running_game_is_paused(row: TableRow) -> None:
    paused = replace(row, pause=Pause(SOON))
    assert [table_info(one, "0", []).paused for one in (row, paused)] == [False, True]
    assert not table_info(replace(paused, phase=ABANDONED), "0", []).paused


def test_proposal_says_whether_the_seat_still_has_to_answer(row: TableRow) -> None:
    assert table_info(row, "0", []).proposal is None
    proposed = replace(row, proposal=Proposal(proposal_rules.END, "id", 1, SOON, (1,)))
    for guest, asked in (("0", True), ("1", False), ("9", False)):
        info = table_info(proposed, guest, []).proposal
        assert info is not None
        assert (info.id, info.kind, info.seat, info.until, info.asked) == ("id", "end", 1, SOON.isoformat(), asked)


def test_observation_is_empty_while_the_table_waits() -> None:
    table = live_table_of(find_game("khan"), 3)
    (acting,) = table.state.players_to_act
    seen = observation_of(table, acting)
    assert (seen.phase, seen.seat, seen.entry, seen.players_to_act, seen.undo) == (PLAYING, acting, 0, [acting], 0)
    assert len(seen.legal) == len(table.state.legal_actions(acting))
    assert seen.state == table.state.observed_by(acting).to_dict()
    assert seen.result is None
    assert observation_of(table, None).legal == []
    table.row = with_seat(table.row, 2, kind=OPEN, guest=None)
    waiting = observation_of(table, acting)
    assert (waiting.phase, waiting.entry, waiting.players_to_act, waiting.undo) == (WAITING, 0, [], 0)
    assert (waiting.legal, waiting.state, waiting.result) == ([], None, None)


def test_repeated_action_is_the_first_of_its_seat_since_the_known_entries() -> None:
    entries = [(0, "a"), (1, "secret"), (0, "b c"), (0, "d")]
    play = SimpleNamespace(
        record=SimpleNamespace(entries=entries), unknown_entries=lambda seat: [2] if seat == 0 else []
    )
    table: Any = SimpleNamespace(play=play)

    def repeated(seat: int, action: str, number: int) -> int | None:
        return find_repeated_action(table, seat, action, number)

    assert [repeated(0, "a", number) for number in (0, 1)] == [1, None]
    assert repeated(0, " b  c ", 1) == 2, "the secret entry does not count"
    assert repeated(0, "d", 1) is None, "another action came first"
    assert [repeated(0, "d", number) for number in (2, 3)] == [3, None]
    assert [repeated(1, "secret", number) for number in (0, 1, 2)] == [2, 2, None]
    assert repeated(2, "a", 0) is None
