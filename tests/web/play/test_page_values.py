"""Values on the page of a table: offered seats, notices about seats, and the picture of the result."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from regnum.games import find_game
from regnum.web.http.i18n import Text, game_words, page_text
from regnum.web.play import share_card
from regnum.web.play.page import _seat_notice, _seats_on_offer
from regnum.web.play.routes.page import PLAYBACK_LIMIT
from regnum.web.tables.invitations import Invitation
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST, OPEN
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
    table.row = replace(table.row, listed=True)
    assert _seats_on_offer(table, "ann", invited) == {1: True, 2: False}
    assert _seats_on_offer(table, "eve", invited) == {2: False}
    assert _seats_on_offer(table, "eve", []) == {1: False, 2: False}
    table.row = replace(table.row, listed=False, host="host")
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
