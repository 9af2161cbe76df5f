"""The values on the pages for joining and leaving a table, and for moving a seat to another browser."""

import asyncio
from typing import Any

import pytest
from litestar.exceptions import ClientException
from litestar.response import Redirect
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.errors import RefusedError
from regnum.web.http.i18n import Text, page_text
from regnum.web.seats.joining import JoinLink
from regnum.web.seats.routes import join, leave, transfer
from regnum.web.seats.transfer import TransferLink
from regnum.web.tables.invitation_store import Invitation
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, BOT, GUEST, OPEN, PLAYING
from tests.support.web.live_tables import live_table_of

TEXT = page_text("en")


class Visitor:
    """A visitor whose pages are their values."""

    name, language, origin, is_loopback_only = "Eve", "en", "https://games.example", True

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.text: Text = TEXT

    def page(self, name: str, status: int = 200, **values: Any) -> dict[str, Any]:
        return {"name": name, "status": status, **values}


def change(table: LiveTable, seat: int, **values: Any) -> None:
    seats = list(table.row.seats)
    seats[seat] = replace(seats[seat], **values)
    table.row = replace(table.row, seats=tuple(seats))


@pytest.fixture
def table() -> LiveTable:
    """Return a running table of the guests "0" to "2", hosted by "0"."""
    result = live_table_of(find_game("khan"), 3)
    result.row = replace(result.row, title="Evening")
    return result


@pytest.fixture
def waiting(table: LiveTable) -> LiveTable:
    """Return the same table while seat 1 is open."""
    change(table, 1, kind=OPEN, guest=None, name="")
    return table


# Joining.


def join_page(
    table: LiveTable, guest: str, seat: int = 1, key: str = "", any_seat: bool = False, invited: bool = False
) -> Any:
    visitor: Any = Visitor(guest)
    refused = RefusedError(key) if key else None
    link = JoinLink("token", table, seat, any_seat)
    return join._join_page(visitor, link, join.JoinForm("Eve", "3"), refused, invited)


def test_open_seat_is_offered_to_a_guest_without_one(waiting: LiveTable) -> None:
    page = join_page(waiting, "eve")
    assert (page["status"], page["error"], page["open"], page["seated"]) == (200, None, True, False)
    assert (page["seat"], page["host"], page["typed"], page["colour"]) == (1, waiting.row.seats[0].name, "Eve", 3)
    assert (page["watching"], page["invited"]) == (True, False)
    waiting.row = replace(waiting.row, host="host")
    assert join_page(waiting, "eve")["host"] == "Regnum", "the host has no seat"


def test_guest_with_a_seat_gets_no_other(waiting: LiveTable) -> None:
    page = join_page(waiting, "2")
    assert (page["status"], page["open"], page["seated"]) == (409, False, True)
    assert page["error"] == TEXT("refusal.already_seated_at", seat=3)
    assert isinstance(join_page(waiting, "2", seat=2), Redirect)
    assert join_page(waiting, "2", seat=2, key="bad_form")["status"] == 409


def test_refusal_hides_the_seat_if_it_cannot_be_taken(waiting: LiveTable) -> None:
    for key, is_open in (("seat_kept", False), ("guest_removed", False), ("too_many_seats", True)):
        page = join_page(waiting, "eve", key=key)
        assert (page["status"], page["open"], page["seated"]) == (409, is_open, False)
    taken = [join_page(waiting, "eve", seat=2, any_seat=any_seat) for any_seat in (False, True)]
    assert [(page["status"], page["open"]) for page in taken] == [(409, False)] * 2
    assert [page["error"] for page in taken] == [TEXT("refusal.seat_taken"), TEXT("refusal.table_full")]


def test_link_to_a_taken_seat_does_not_name_a_private_table(waiting: LiveTable) -> None:
    waiting.row = replace(waiting.row, spectators_allowed=False)
    pages = [
        join_page(waiting, "eve"),
        join_page(waiting, "eve", seat=2),
        join_page(waiting, "eve", seat=2, invited=True),
    ]
    assert ["Evening" in page["title"] for page in pages] == [True, False, True]
    assert [page["watching"] for page in pages] == [False, False, True]
    assert [page["invited"] for page in pages] == [False, False, True]


def test_seat_is_kept_for_the_person_invited_to_it(waiting: LiveTable) -> None:
    change(waiting, 2, kind=OPEN, guest=None, name="")

    class Tables:
        def __init__(self) -> None:
            self.invitation_store = self

        async def of_table(self, table_id: str) -> list[Invitation]:
            return [Invitation(table_id, 1, "bob", "Bob")]

        async def was_removed(self, guest: str, table_id: str) -> bool:
            return guest == "dan"

    def page(guest: str, seat: int) -> tuple[bool, bool, str | None]:
        function: Any = join.show_join_page.fn
        values = asyncio.run(function(Visitor(guest), Tables(), JoinLink("token", waiting, seat)))
        return values["open"], values["invited"], values["error"]

    kept, sent_away = TEXT("refusal.seat_kept"), TEXT("refusal.guest_removed")
    assert [page("bob", 1), page("bob", 2)] == [(True, True, None)] * 2
    assert [page("eve", 1), page("eve", 2)] == [(False, False, kept), (True, False, None)]
    assert [page("dan", 1), page("dan", 2)] == [(False, False, sent_away)] * 2
    assert page("0", 1) == (False, False, TEXT("refusal.already_seated_at", seat=1))


# Leaving.


@pytest.fixture
def two_absent_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leave, "absent_seats", lambda table, seat, seen: [1, 2])


def leave_page(table: LiveTable, guest: str) -> dict[str, Any]:
    class LastSeen:
        async def times_of(self, guests: Any) -> dict[str, Any]:
            return {}

    function: Any = leave.show_leave_page.fn
    values: dict[str, Any] = asyncio.run(function(Visitor(guest), LastSeen(), table))
    return values


@pytest.mark.usefixtures("two_absent_seats")
def test_leave_page_depends_on_the_visitor_and_the_phase(table: LiveTable) -> None:
    flags = ("waiting", "playing", "seated", "is_host", "alone", "absent")

    def set_flags(guest: str) -> set[str]:
        page = leave_page(table, guest)
        return {flag for flag in flags if page[flag]}

    table.row = replace(table.row, host="host")
    assert set_flags("1") == {"playing", "seated"}
    assert set_flags("host") == {"playing", "is_host"}
    assert [row.seat for row in leave_page(table, "1")["absent_players"]] == [2], "not the visitor"
    assert leave_page(table, "host")["absent_players"] == []
    with pytest.raises(ClientException) as error:
        leave_page(table, "eve")
    assert error.value.status_code == 409
    table.row = replace(table.row, phase=ABANDONED)
    assert set_flags("1") == {"seated"}
    table.row = replace(table.row, phase=PLAYING)
    change(table, 2, kind=OPEN, guest=None)
    assert set_flags("1") == {"waiting", "seated"}
    change(table, 1, bot="greedy")
    for seat in (0, 2):
        change(table, seat, kind=BOT, guest=None, bot="greedy")
    table.row = replace(table.row, host="1")
    assert set_flags("1") == {"playing", "seated", "is_host", "alone", "absent"}


# Moving a seat to another browser.


def transfer_page(table: LiveTable, guest: str, personal: bool = False) -> dict[str, Any]:
    visitor: Any = Visitor(guest)
    values: Any = transfer._transfer_page(visitor, TransferLink("token", table, 1, personal), "Eve")
    return dict(values)


def test_seat_moves_only_to_a_browser_without_one(table: LiveTable) -> None:
    for personal in (False, True):
        page = transfer_page(table, "eve", personal)
        assert (page["status"], page["error"], page["possible"], page["personal"]) == (200, None, True, personal)
        assert (page["seat"], page["holder"], page["typed"]) == (1, table.row.seats[1].name, "Eve")
    here, elsewhere = transfer_page(table, "1"), transfer_page(table, "2")
    assert [(page["status"], page["possible"]) for page in (here, elsewhere)] == [(409, False)] * 2
    assert here["error"] == TEXT("refusal.already_seated_here", seat=2)
    assert elsewhere["error"] == TEXT("refusal.already_seated_at", seat=3)


def test_links_of_other_seats_are_shown_to_the_host_only(table: LiveTable) -> None:
    class Tables:
        def __init__(self) -> None:
            self.store = self.seats = self

        async def personal_link(self, table_id: str, guest: str) -> str | None:
            return "mine" if guest == "0" else None

    def page(guest: str) -> dict[str, Any]:
        function: Any = transfer.show_seat_links.fn
        values: dict[str, Any] = asyncio.run(function(Visitor(guest), Tables(), table))
        return values

    change(table, 1, offer_token="offer")
    start, names = "https://games.example/seat/", [seat.name for seat in table.row.seats]
    host, other = page("0"), page("1")
    assert host["others"] == [
        {"seat": 1, "name": names[1], "link": f"{start}offer"},
        {"seat": 2, "name": names[2], "link": ""},
    ]
    assert (host["is_host"], host["seat"], host["mine"]) == (True, 0, f"{start}mine")
    assert (other["is_host"], other["seat"], other["mine"], other["others"]) == (False, 1, "", [])
    change(table, 2, kind=BOT, guest=None, bot="greedy")
    assert [seat["seat"] for seat in page("0")["others"]] == [1], "bots need none"
    change(table, 2, kind=GUEST, guest="1")
    for guest in ("eve", "1"):
        with pytest.raises(ClientException) as error:
            page(guest)
        assert error.value.status_code == 409
