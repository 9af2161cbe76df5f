"""Which seat a guest gets by a link, and which limits apply."""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.exceptions import ClientException
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.errors import RefusedError
from regnum.web.seats import joining
from regnum.web.seats.joining import JoinLink, find_join_link, find_seat, take_seat
from regnum.web.tables.invitation_store import Invitation
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST, OPEN
from tests.support.web.live_tables import live_table_of

ANN, BOB = "ann", "bob"


class Tables:
    """Tables with invitations, of which some seats were just taken; everything that was asked of them."""

    def __init__(self, table: LiveTable, invited: Sequence[tuple[int, str]] = (), taken: Sequence[int] = ()) -> None:
        self.invitation_store = self.table_limits = self
        self._table, self._taken = table, taken
        self._invitations = [Invitation("t", seat, guest, guest) for seat, guest in invited]
        self.joined: list[tuple[int, str]] = []
        self.counted: list[tuple[str, str]] = []
        self.declined: list[str] = []

    async def of_table(self, table_id: str) -> list[Invitation]:
        assert table_id == "t"
        return self._invitations

    def check_seat(self, guest: str, client_address: str) -> None:
        self.counted.append((guest, client_address))

    async def join(self, table: LiveTable, seat: int, guest: str, name: str, colour: int | None) -> None:
        self.joined.append((seat, guest))
        if seat in self._taken:
            change(table, seat, kind=GUEST, guest="faster")
            raise RefusedError("seat_taken")
        if name == "":
            raise RefusedError("name")

    async def decline(self, table: LiveTable, guest: str) -> None:
        self.declined.append(guest)


def change(table: LiveTable, seat: int, **values: Any) -> None:
    seats = list(table.row.seats)
    seats[seat] = replace(seats[seat], **values)
    table.row = replace(table.row, seats=tuple(seats))


@pytest.fixture
def table() -> LiveTable:
    """Return a table of the guest "0", with three open seats."""
    result = live_table_of(find_game("khan"), 4)
    for seat in (1, 2, 3):
        change(result, seat, kind=OPEN, guest=None)
    return result


def seat_for(table: LiveTable, guest: str, *invited: tuple[int, str]) -> int:
    tables: Any = Tables(table, invited)
    return asyncio.run(find_seat(tables, table, guest))


def take(tables: Tables, table: LiveTable, seat: int, any_seat: bool = False, name: str = "Ann") -> None:
    everything: Any = tables
    asyncio.run(
        take_seat(everything, everything, everything, JoinLink("", table, seat, any_seat), ANN, "address", name)
    )


def test_guest_gets_the_own_seat_then_the_reserved_one_then_the_first_free_one(table: LiveTable) -> None:
    assert seat_for(table, ANN) == 1
    assert seat_for(table, ANN, (1, BOB)) == 2
    assert seat_for(table, ANN, (1, BOB), (3, ANN)) == 3
    assert seat_for(table, ANN, (1, BOB), (2, BOB), (3, BOB)) == 1, "joining there is refused"
    assert seat_for(table, "0", (3, "0")) == 0
    change(table, 2, kind=GUEST, guest=ANN)
    assert seat_for(table, ANN, (3, ANN)) == 2
    for seat in (1, 3):
        change(table, seat, kind=GUEST, guest="other")
    assert seat_for(table, BOB) == 0, "no seat is open"


def test_link_is_to_its_seat_or_to_any_seat(table: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    async def table_of(_tables: object, table_id: str) -> LiveTable:
        assert table_id == "t"
        return table

    async def seat_of_invitation(token: str) -> tuple[str, int] | None:
        return ("t", 2) if token == "seat" else None

    async def table_of_invitation(token: str) -> str | None:
        return "t" if token == "any" else None

    monkeypatch.setattr(joining, "table_of", table_of)
    tables: Any = Tables(table, [(1, BOB)])
    seats = SimpleNamespace(seat_of_invitation=seat_of_invitation, table_of_invitation=table_of_invitation)
    tables.store = SimpleNamespace(seats=seats)

    def link(token: str) -> JoinLink:
        return asyncio.run(find_join_link(tables, token, BOB))

    assert link("seat") == JoinLink("seat", table, 2, any_seat=False)
    assert link("any") == JoinLink("any", table, 1, any_seat=True)
    with pytest.raises(ClientException) as error:
        link("other")
    assert error.value.status_code == 404


def test_strangers_at_tables_in_the_lobby_are_counted(table: LiveTable) -> None:
    for listed, invited, counted in ((False, [], 0), (True, [], 1), (True, [(2, ANN)], 0), (True, [(2, BOB)], 1)):
        table.row = replace(table.row, is_listed=listed)
        tables = Tables(table, invited)
        take(tables, table, 1)
        assert tables.counted == [(ANN, "address")] * counted
        assert (tables.joined, tables.declined) == ([(1, ANN)], [ANN])


def test_link_to_any_seat_leads_to_the_next_if_one_was_just_taken(table: LiveTable) -> None:
    tables = Tables(table, taken=[1, 2])
    take(tables, table, 1, any_seat=True)
    assert tables.joined == [(1, ANN), (2, ANN), (3, ANN)]
    assert tables.declined == [ANN]


def test_refusal_is_final_for_a_link_to_one_seat_and_when_no_seat_is_left(table: LiveTable) -> None:
    with pytest.raises(RefusedError, match="seat_taken"):
        take(Tables(table, taken=[1]), table, 1)
    with pytest.raises(RefusedError, match="name"):
        take(Tables(table), table, 2, any_seat=True, name="")
    tables = Tables(table, taken=[2, 3])
    with pytest.raises(RefusedError, match="seat_taken"):
        take(tables, table, 2, any_seat=True)
    assert tables.joined == [(2, ANN), (3, ANN)]
    assert tables.declined == []
