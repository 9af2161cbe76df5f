"""The stored seats: taking them, and the links that lead to them."""

import msgspec
import pytest
from msgspec.structs import replace

from regnum.web.errors import ConflictError
from regnum.web.tables.invitation_store import Invitation, InvitationStore
from regnum.web.tables.models import (
    GUEST,
    OPEN,
    PLAYING,
    WAITING,
    SeatRow,
)
from regnum.web.tables.store import TableStore
from tests.support.store.rows import add_rows, table_row, waiting_row
from tests.support.store.stores import with_store


def test_link_leads_to_its_seat_while_it_is_open(sqlite_database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(store, table_row("one", "ann", "", "", phase=WAITING, invitation_token="any"))
        assert await store.seats.seat_of_invitation("one 1") == ("one", 1)
        assert await store.seats.table_of_invitation("any") == "one"
        assert [await store.seats.seat_of_invitation(wrong) for wrong in ("one 9", "", "ünknown", "\n")] == [None] * 4
        assert [await store.seats.table_of_invitation(wrong) for wrong in ("one 1", "ünknown")] == [None] * 2
        assert await store.table("ünknown") is None
        bob = SeatRow(1, GUEST, "Bob", guest="bob")
        one = await store.table("one")
        assert one is not None
        with pytest.raises(ConflictError):
            await store.seats.take_seat(one, 5, bob)
        await store.seats.take_seat(one, 0, bob)
        assert await store.seats.seat_of_invitation("one 1") is None
        with pytest.raises(ConflictError, match="seat 1 is taken"):
            await store.seats.take_seat(one, 1, bob)
        actual = await store.table("one")
        assert actual is not None
        assert [seat.kind for seat in actual.seats] == [GUEST, GUEST, OPEN]

    with_store(sqlite_database, work)


def test_sitting_down_removes_invitations_of_the_person_and_the_seat(sqlite_database: str) -> None:
    async def work(store: TableStore) -> None:
        for id_ in ("one", "two"):
            row = table_row(id_, "ann", "", "", "", phase=WAITING)
            asked = [
                Invitation(id_, seat, guest, guest.title()) for seat, guest in ((1, "eve"), (2, "bob"), (3, "zoe"))
            ]
            await store.add_table(row, invitations=asked)
        one = await store.table("one")
        assert one is not None
        await store.seats.take_seat(one, 0, SeatRow(1, GUEST, "Bob", guest="bob"))
        invitations = InvitationStore(store.database)
        assert [asked.guest for asked in await invitations.of_table("one")] == ["zoe"]
        assert [asked.guest for asked in await invitations.of_table("two")] == ["eve", "bob", "zoe"]
        assert [asked.table_id for asked in await invitations.of_guest("bob")] == ["two"]

    with_store(sqlite_database, work)


def test_seat_moves_by_its_link_and_can_be_claimed_back(sqlite_database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(store, table_row("one", "ann", "bob", host="ann"))
        token = await store.seats.personal_link("one", "ann")
        assert token is not None
        assert await store.seats.personal_link("one", "ann") == token
        assert await store.seats.personal_link("one", "eve") is None
        assert await store.seats.seat_of_link(token) == ("one", 0, True)
        one = await store.table("one")
        assert one is not None
        assert one.version == 1
        await store.seats.transfer_seat(one, 1, token, "ann2", None)
        one = await store.table("one")
        assert one is not None
        assert (one.host, one.seats[0].guest, one.seats[0].name, one.seats[0].former_guest) == (
            "ann2",
            "ann2",
            "Ann",
            "ann",
        )
        assert (one.seats[0].claimant, one.seats[0].personal_token) == (None, None), "it is the same person"
        with pytest.raises(ConflictError):
            await store.seats.transfer_seat(one, 2, token, "eve", None)
        await store.seats.offer_seat("one", 2, 1, "offer")
        assert await store.seats.seat_of_link("offer") == ("one", 1, False)
        await store.seats.transfer_seat(one, 3, "offer", "eve", "Eve")
        one = await store.table("one")
        assert one is not None
        seat = one.seats[1]
        assert (seat.guest, seat.name, seat.claimant, seat.claimant_name, one.host) == (
            "eve",
            "Eve",
            "bob",
            "Bob",
            "ann2",
        )
        await store.seats.offer_seat("one", 4, 1, "again")
        await store.seats.transfer_seat(one, 5, "again", "zoe", "Zoe")
        one = await store.table("one")
        assert one is not None
        assert (one.seats[1].claimant, one.seats[1].claimant_name) == ("bob", "Bob"), "this player had the seat first"
        await store.seats.offer_seat("one", 6, 1, "back")
        await store.seats.transfer_seat(one, 7, "back", "bob", "Bob")
        one = await store.table("one")
        assert one is not None
        assert (one.seats[1].guest, one.seats[1].claimant, one.seats[1].former_guest) == ("bob", None, "zoe")
        with pytest.raises(ConflictError):
            await store.seats.offer_seat("one", 7, 1, None)

    with_store(sqlite_database, work)


def test_claim_without_a_name_stays_with_the_first_player(sqlite_database: str) -> None:
    async def work(store: TableStore) -> None:
        row = table_row("one", "ann", "bob")
        row = replace(row, seats=(row.seats[0], replace(row.seats[1], claimant="eve", offer_token="offer")))
        await add_rows(store, row)
        await store.seats.transfer_seat(row, 0, "offer", "zoe", None)
        one = await store.table("one")
        assert one is not None
        seat = one.seats[1]
        assert (seat.guest, seat.name, seat.claimant, seat.claimant_name) == ("zoe", "Bob", "eve", None)
        assert one.seats[0] == row.seats[0]

    with_store(sqlite_database, work)


def test_seat_is_assigned_once_and_the_last_one_begins_the_game(database: str) -> None:
    table = waiting_row()
    token = table.seats[1].invitation_token or ""

    async def work(store: TableStore) -> None:
        await store.add_table(table)
        assert await store.seats.seat_of_invitation(token) == (table.id, 1)
        assert await store.seats.seat_of_invitation("nonsense") is None
        begun = msgspec.structs.replace(table, phase=PLAYING)
        await store.seats.take_seat(begun, 0, SeatRow(1, GUEST, "Ben", guest="b" * 32))
        for version in (0, 1):
            with pytest.raises(ConflictError):
                await store.seats.take_seat(begun, version, SeatRow(1, GUEST, "Cat", guest="c" * 32))
        actual = await store.table(table.id)
        assert actual is not None
        assert actual.phase == PLAYING
        assert (actual.seats[1].kind, actual.seats[1].name) == (GUEST, "Ben")

    with_store(database, work)
