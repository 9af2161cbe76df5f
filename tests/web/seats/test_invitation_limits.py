"""The limits of invitations and their notifications, with made-up tables."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.errors import ConflictError, RefusedError
from regnum.web.seats.invitations import (
    INVITATIONS_PER_HOUR,
    NOTIFIED_BY_HOST,
    NOTIFIED_BY_STRANGERS,
    InvitationService,
)
from regnum.web.tables.events import INVITED
from regnum.web.tables.invitation_store import Invitation
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST, OPEN, SeatRow
from tests.support.web.live_tables import live_table_of


class Fakes:
    """Tables, events and invitations that remember what they were asked to do; `met`: who has met the host."""

    def __init__(self, *met: str) -> None:
        self.met = set(met)
        self.invitation_store = self
        self.published: list[tuple[int | None, str]] = []
        self.stored: list[Invitation] = []
        self.renewed: list[list[int]] = []
        self.conflict = False
        anything: Any = self
        self.service = InvitationService(anything, anything)
        for rate in (self.service._invitation_rate, self.service._host_rate, self.service._stranger_rate):
            rate._clock = lambda: 0.0  # type: ignore[misc]

    async def change_table(self, table: LiveTable, decide: Any) -> bool:
        changed = decide()
        if changed is not None:
            rows: list[SeatRow] = changed[1]
            self.renewed.append([row.seat for row in rows])
        return changed is not None

    def publish(self, table: LiveTable, kind: str, seat: int | None, by: str) -> None:
        assert kind == INVITED
        self.published.append((seat, by))

    async def have_met(self, one: str, other: str) -> bool:
        return other in self.met

    async def of_table(self, table_id: str) -> list[Invitation]:
        return list(self.stored)

    async def invite(self, invitation: Invitation) -> None:
        if self.conflict:
            raise ConflictError
        self.stored.append(invitation)

    async def withdraw(self, table_id: str, seat: int) -> None:
        self.stored = [one for one in self.stored if one.seat != seat]


@pytest.fixture
def table() -> LiveTable:
    """Return a waiting table of the host "0" and "Ben", with an open seat 2."""
    found = live_table_of(find_game("khan"), 3)
    seats = list(found.row.seats)
    seats[1] = replace(seats[1], name="Ben")
    seats[2] = replace(seats[2], kind=OPEN, name="", guest=None, invitation_token="t")
    found.row = replace(found.row, seats=tuple(seats))
    return found


async def find(name: str) -> str | None:
    """Return the guest with a name: its lower case, unless it begins with X."""
    return None if name.startswith("X") else name.lower()


def invite(fakes: Fakes, table: LiveTable, name: str, seat: int = 2, host: str = "0", address: str = "home") -> str:
    """Return why an invitation was refused, "" if it was not."""
    try:
        asyncio.run(fakes.service.invite_player(table, seat, host, find, name, address))
    except RefusedError as refused:
        return refused.key
    return ""


def test_invitation_needs_an_open_seat_and_a_known_free_name(table: LiveTable) -> None:
    fakes = Fakes()
    assert invite(fakes, table, "Cleo", host="1") == "not_host"
    assert [invite(fakes, table, "Cleo", seat) for seat in (-1, 0, 1, 3)] == ["seat_taken"] * 4
    assert invite(fakes, table, "Ben") == "name_taken"
    assert [invite(fakes, table, name) for name in ("Xaver", "0")] == ["no_companion", "no_companion"]
    assert fakes.stored == []
    assert invite(fakes, table, "Cleo") == ""
    assert fakes.stored == [Invitation("t", 2, "cleo", "Cleo")]
    assert (fakes.published, fakes.renewed) == ([(2, "cleo")], [[]]), "its link was not known before"
    assert invite(fakes, table, "Cleo") == "already_invited"
    assert invite(fakes, table, "Dan") == ""
    assert fakes.renewed == [[], [2]], "the first guest knows the old link"
    fakes.conflict = True
    assert invite(fakes, table, "Eve") == "already_invited"
    assert len(fakes.published) == 2
    begun = replace(table.row.seats[2], kind=GUEST, name="Finn", guest="finn")
    table.row = replace(table.row, seats=(*table.row.seats[:2], begun))
    assert invite(fakes, table, "Gus") == "seat_taken"


def test_host_and_address_may_invite_thirty_people_in_an_hour(table: LiveTable) -> None:
    fakes = Fakes()
    assert [invite(fakes, table, f"X{number}") for number in range(31)] == ["no_companion"] * 30 + [
        "too_many_invitations"
    ]
    other = replace(table.row, host="1")
    table.row = other
    assert invite(fakes, table, "Xaver", host="1") == "too_many_invitations", "the address has"
    assert invite(fakes, table, "Xaver", host="1", address="elsewhere") == "no_companion"


@pytest.mark.parametrize(("met", "hosts", "notified"), [(True, 1, 6), (False, 1, 6), (False, 3, 12), (True, 3, 18)])
def test_person_is_notified_a_limited_number_of_times(table: LiveTable, met: bool, hosts: int, notified: int) -> None:
    fakes = Fakes(*(["cleo"] if met else []))
    invitation = Invitation("t", 2, "cleo", "Cleo")
    for host in range(hosts):
        for _ in range(8):
            asyncio.run(fakes.service.notify_invited(table, [invitation], f"host {host}"))
    assert fakes.published == [(2, "cleo")] * notified


def test_withdrawn_or_declined_invitation_renews_the_link(table: LiveTable) -> None:
    fakes = Fakes()
    fakes.stored = [Invitation("t", 2, "cleo", "Cleo")]
    asyncio.run(fakes.service.cancel_invitation(table, 1, "0"))
    asyncio.run(fakes.service.decline(table, "dan"))
    assert (len(fakes.stored), fakes.renewed) == (1, [])
    with pytest.raises(RefusedError, match="not_host"):
        asyncio.run(fakes.service.cancel_invitation(table, 2, "1"))
    asyncio.run(fakes.service.decline(table, "cleo"))
    assert (fakes.stored, fakes.renewed) == ([], [[2]])
    fakes.stored = [Invitation("t", 2, "cleo", "Cleo")]
    asyncio.run(fakes.service.cancel_invitation(table, 2, "0"))
    assert (fakes.stored, fakes.renewed) == ([], [[2], [2]])


def test_invitation_limits_match_the_documentation() -> None:
    assert (INVITATIONS_PER_HOUR, NOTIFIED_BY_HOST, NOTIFIED_BY_STRANGERS) == (30, 6, 12)
