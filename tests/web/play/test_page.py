"""Values on the page of a table: offered seats, notices about seats, and the picture of the result."""

import asyncio
import random
from dataclasses import dataclass
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from markupsafe import Markup
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.http.i18n import Text, game_words, page_text
from regnum.web.play import page, share_card
from regnum.web.play.page import _seat_notice, _seats_on_offer, stopped_page, table_page, waiting_room_page
from regnum.web.play.routes.page import PLAYBACK_LIMIT
from regnum.web.tables.invitation_store import Invitation
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, BOT, GUEST, OPEN
from tests.support.web.live_tables import live_table_of, move_randomly


@pytest.fixture
def table() -> LiveTable:
    """Return a table of the guest "0", who is its host, with two open seats."""
    found = live_table_of(find_game("khan"), 3)
    change(found, 1, kind=OPEN, guest=None)
    change(found, 2, kind=OPEN, guest=None)
    return found


def change(table: LiveTable, seat: int, **values: Any) -> None:
    seats = list(table.row.seats)
    seats[seat] = replace(seats[seat], **values)
    table.row = replace(table.row, seats=tuple(seats))


def test_open_seats_are_offered_to_invited_people_and_in_the_lobby(table: LiveTable) -> None:
    invited = [Invitation("t", 1, "ann", "Ann")]
    assert _seats_on_offer(table, "ann", invited) == {1: True}
    assert _seats_on_offer(table, "eve", invited) == {}
    assert _seats_on_offer(table, "0", invited) == {}, "the host has a seat"
    table.row = replace(table.row, is_listed=True)
    assert _seats_on_offer(table, "ann", invited) == {1: True, 2: False}
    assert _seats_on_offer(table, "eve", invited) == {2: False}
    assert _seats_on_offer(table, "eve", []) == {1: False, 2: False}
    table.row = replace(table.row, is_listed=False, host="host")
    assert _seats_on_offer(table, "host", invited) == {2: False}
    change(table, 2, kind=GUEST, guest="bob")
    assert _seats_on_offer(table, "host", invited) == {}
    assert _seats_on_offer(table, "bob", [Invitation("t", 1, "bob", "Bob")]) == {}, "they have a seat"


@dataclass
class Reader:
    """A visitor, as far as notices need it."""

    guest: str
    text: Text


def test_notice_tells_of_an_offered_or_moved_seat(table: LiveTable) -> None:
    text = page_text("en")

    def notice(guest: str) -> str | None:
        reader: Any = Reader(guest, text)
        return _seat_notice(table, reader)

    assert [notice(guest) for guest in ("0", "x")] == [None, None]
    change(table, 0, offer_token="link", former_guest="x")
    assert notice("0") == text("seat_link.seat_offered")
    assert notice("x") == text("seat_link.seat_moved")
    change(table, 0, claimant="x")
    assert notice("x") is None, "the page says that they may take it back"
    change(table, 1, former_guest="y")
    assert notice("y") is None, "nobody has that seat"


def test_playbacks_are_limited_to_twelve_per_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PLAYBACK_LIMIT, "_clock", lambda: 0.0)
    PLAYBACK_LIMIT.forget("an address")
    assert [PLAYBACK_LIMIT.allows("an address") for _ in range(13)] == [True] * 12 + [False]
    PLAYBACK_LIMIT.forget("an address")


def finished(name: str, players: int) -> LiveTable:
    table, dice = live_table_of(find_game(name), players), random.Random(3)
    while not table.state.is_terminal:
        move_randomly(table, dice)
    return table


def values_of(table: LiveTable, names: list[str]) -> dict[str, Any]:
    words = game_words(table.game, "en")
    return share_card.card_values(table, "Title", words, page_text("en"), names)


def test_result_picture_has_a_row_for_each_side_and_a_legend_in_three_columns() -> None:
    table = finished("brian_boru", 3)
    values = values_of(table, ["Ann", "B" * 20, "C" * 21])
    places = table.state.ranking()
    order = sorted(range(3), key=lambda side: places[side])
    assert [(row["y"], row["side"]) for row in values["rows"]] == [
        (218, order[0]),
        (282, order[1]),
        (346, order[2]),
    ]
    assert {row["side"]: row["name"] for row in values["rows"]} == {0: "Ann", 1: "B" * 20, 2: f"{'C' * 19}…"}
    assert {row["side"]: row["hue"] for row in values["rows"]} == dict(enumerate(share_card.HUES[:3]))
    legend = [(x, y) for x, y, _ in values["reasons"]]
    assert legend == [(60 + 370 * (at % 3), 416 + 30 * (at // 3)) for at in range(len(legend))]
    assert (values["width"], values["height"]) == (1200, 630)
    assert values["date"] == "2026-01-01"
    best = [name for name, place in zip(["Ann", "B" * 20, f"{'C' * 19}…"], places, strict=True) if place == 1]
    assert values["won"] == page_text("en")(
        "final_scoring.winners", count=len(best), names=page_text("en").listing(best)
    )
    assert values["described"].startswith("1. ")
    table.times[table.entry_count] = datetime(2026, 2, 3, tzinfo=UTC)
    assert values_of(table, ["Ann", "Ben", "Cleo"])["date"] == "2026-02-03"


@pytest.mark.parametrize(("lines", "height"), [(9, 630), (10, 646), (12, 646), (13, 676), (15, 676), (16, 706)])
def test_result_picture_grows_with_its_legend(lines: int, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished("brian_boru", 4)
    monkeypatch.setattr(share_card, "points_by_reason", lambda *_: [(f"reason {at} (more)", []) for at in range(lines)])
    values = values_of(table, ["Ann", "Ben", "Cleo", "Dan"])
    assert values["height"] == height
    assert [label for _, _, label in values["reasons"]] == [f"reason {at}" for at in range(lines)]


class PageVisitor(Reader):
    """A visitor whose pages are their values."""

    language = "en"
    origin = "https://a.example"
    is_loopback_only = False

    def page(self, name: str, status: int = 200, **values: Any) -> dict[str, Any]:
        return {"name": name, "status": status, **values}


@pytest.fixture
def plain_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages have a panel with room for a hint, and nothing of the game."""
    shown = SimpleNamespace(pieces="", panel='before <div id="hint" role="status"></div> after', entry_count=7)
    monkeypatch.setattr(page, "render_for_seat", lambda *_: shown)
    for name in ("board_with_pieces", "symbols", "seat_symbols", "board_styles", "board_script"):
        monkeypatch.setattr(page, name, lambda *_: "")


def page_of(table: LiveTable, guest: str, **more: Any) -> dict[str, Any]:
    visitor: Any = PageVisitor(guest, page_text("en"))
    values: Any = table_page(visitor, table, **more)
    return dict(values)


@pytest.mark.usefixtures("plain_board")
def test_page_of_a_running_game_knows_the_visitor_and_who_is_away() -> None:
    table = live_table_of(find_game("khan"), 3)
    table.present = frozenset({2})
    own, other, second = page_of(table, "0"), page_of(table, "x"), page_of(table, "1")
    assert [one["name"] for one in (own, other)] == ["play/table"] * 2
    assert [one["seated"] for one in (own, other)] == [True, False]
    assert [one["away"] for one in (own, other, second)] == ["1", "0.1", "0"]
    assert [one["is_host_only"] for one in (own, other)] == [False, False]
    assert (own["status"], own["message"], own["confirmation"], own["claim"], own["commitment"]) == (
        200,
        None,
        None,
        None,
        "",
    )
    change(table, 1, claimant="x")
    claim = page_of(table, "x")["claim"]
    assert claim is not None
    assert claim.seat == 1


@pytest.mark.usefixtures("plain_board")
def test_waiting_room_replaces_the_page_until_the_game_begins(table: LiveTable) -> None:
    values = page_of(table, "0", status=409)
    assert (values["name"], values["status"], values["is_host"], values["seat"]) == ("play/waiting_room", 409, True, 0)
    assert values["offered"] == {}
    table.row = replace(table.row, is_listed=True)
    other = page_of(table, "x")
    assert (other["is_host"], other["seat"], other["offered"]) == (False, None, {1: False, 2: False})


@pytest.mark.usefixtures("plain_board")
def test_page_shows_a_hint_and_a_message() -> None:
    table = live_table_of(find_game("khan"), 3)
    plain = page_of(table, "0")
    assert (plain["panel"], plain["entry_count"]) == ('before <div id="hint" role="status"></div> after', 7)
    values = page_of(table, "0", hint=Markup("<b>advice</b>"), message=Markup("no"), status=409)
    assert values["panel"] == 'before <div id="hint" role="status"><b>advice</b></div> after'
    assert (values["message"], values["status"]) == ("no", 409)


@pytest.mark.usefixtures("plain_board")
def test_host_without_a_seat_may_open_the_rematch_of_people() -> None:
    table = finished("brian_boru", 3)
    assert not page_of(table, "0")["host_may_rematch"], "they have a seat"
    table.row = replace(table.row, host="host")
    assert (page_of(table, "host")["is_host_only"], page_of(table, "host")["host_may_rematch"]) == (True, True)
    assert not page_of(table, "x")["host_may_rematch"]
    table.row = replace(table.row, has_rematch=True)
    assert not page_of(table, "host")["host_may_rematch"]
    table.row = replace(table.row, has_rematch=False)
    for seat in range(3):
        change(table, seat, kind=BOT, guest=None, bot="greedy")
    assert not page_of(table, "host")["host_may_rematch"], "nobody could be asked"
    running = live_table_of(find_game("khan"), 3)
    running.row = replace(running.row, host="host")
    assert (page_of(running, "host")["is_host_only"], page_of(running, "host")["host_may_rematch"]) == (True, False)


def test_page_of_a_stopped_game_says_why_and_who_may_end_it() -> None:
    def stopped(guest: str, **row: Any) -> dict[str, Any]:
        table = live_table_of(find_game("khan"), 3)
        table.row = replace(table.row, host="host", **row)
        visitor: Any = PageVisitor(guest, page_text("en"))
        values: Any = stopped_page(visitor, table)
        return dict(values)

    assert [stopped(guest)["belongs"] for guest in ("0", "host", "x")] == [True, True, False]
    assert [stopped(guest)["is_host"] for guest in ("0", "host")] == [False, True]
    assert stopped("0")["why"] == "rules"
    assert stopped("0", phase=ABANDONED)["why"] == "ended"


class Invitations:
    """Ann is invited to seat 1, and "gone" was removed."""

    async def of_table(self, table_id: str) -> list[Invitation]:
        return [Invitation(table_id, 1, "ann", "Ann")]

    async def recent_players(self, guest: str) -> list[str]:
        return [f"friend of {guest}"]

    async def was_removed(self, guest: str, table_id: str) -> bool:
        return guest == "gone"

    async def has_removed_guests(self, table_id: str) -> bool:
        return True


def room_of(table: LiveTable, guest: str, renewed: bool = False) -> dict[str, Any]:
    visitor: Any = PageVisitor(guest, page_text("en"))
    tables: Any = SimpleNamespace(invitation_store=Invitations())
    values: Any = asyncio.run(waiting_room_page(visitor, tables, table, renewed))
    return dict(values)


@pytest.mark.usefixtures("plain_board")
def test_waiting_room_shows_links_and_people_to_the_host(table: LiveTable) -> None:
    host, other = room_of(table, "0"), room_of(table, "x")
    assert (host["status"], other["status"]) == (200, 200)
    assert (host["companion_names"], other["companion_names"]) == (["friend of 0"], ())
    assert (host["has_removed_guests"], other["has_removed_guests"]) == (True, False)
    assert (host["message"], other["message"]) == (None, None)
    assert host["invited_by_name"] == other["invited_by_name"] == {1: "Ann"}
    assert room_of(table, "ann")["offered"] == {1: True}
    text = page_text("en")
    assert room_of(table, "0", renewed=True)["message"] == text("waiting_room.new_links")
    assert room_of(table, "x", renewed=True)["message"] is None


@pytest.mark.usefixtures("plain_board")
def test_guest_who_was_removed_is_told_so_and_offered_no_seat(table: LiveTable) -> None:
    table.row = replace(table.row, is_listed=True)
    assert room_of(table, "x")["offered"] == {2: False}
    gone = room_of(table, "gone")
    assert (gone["message"], gone["offered"]) == (page_text("en")("refusal.guest_removed"), {})
    change(table, 0, offer_token="link")
    assert room_of(table, "0")["message"] == page_text("en")("seat_link.seat_offered")
    for seat in (1, 2):
        change(table, seat, kind=GUEST, guest=str(seat))
    begun = room_of(table, "gone")
    assert (begun["name"], begun["message"]) == ("play/table", page_text("en")("refusal.guest_removed"))
