"""The values on the page of a review: whose decisions are shown, and which of them were costly."""

import asyncio
import random
from datetime import UTC, datetime
from typing import Any

import pytest
from litestar.exceptions import ClientException
from msgspec.structs import replace

from regnum.games import find_game
from regnum.players.review import JudgedDecision
from regnum.web.analysis import routes
from regnum.web.analysis.store import ReviewRow
from regnum.web.http.i18n import Text, page_text
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT
from tests.support.web.live_tables import live_table_of, move_randomly

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def finished() -> LiveTable:
    """Return a finished table of a bot and the guests "1" and "2"."""
    table, dice = live_table_of(find_game("brian_boru"), 3), random.Random(3)
    while not table.state.is_terminal:
        move_randomly(table, dice)
    seats = list(table.row.seats)
    seats[0] = replace(seats[0], kind=BOT, guest=None, bot="greedy")
    table.row = replace(table.row, seats=tuple(seats), host="host")
    return table


class Visitor:
    """A visitor whose pages are their values."""

    language = "en"
    client_address = "here"

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.text: Text = page_text("en")

    def page(self, name: str, **values: Any) -> dict[str, Any]:
        return {"name": name, **values}


class ReviewService:
    """Reviews of which one is stored."""

    def __init__(self, row: ReviewRow | None) -> None:
        self.store = self
        self._row = row
        self.requested: list[tuple[str, str]] = []

    async def request(self, table: LiveTable, guest: str, client_address: str) -> None:
        self.requested.append((guest, client_address))

    async def find(self, table_id: str) -> ReviewRow | None:
        assert table_id == "t"
        return self._row


def page(table: LiveTable, guest: str, seat: int = 0, row: ReviewRow | None = None) -> dict[str, Any]:
    handler: Any = routes.show_review
    found: dict[str, Any] = asyncio.run(handler.fn(Visitor(guest), ReviewService(row), table, seat))
    return found


@pytest.mark.parametrize(
    ("guest", "seat", "shown", "own"),
    [
        ("1", 0, 1, True),
        ("2", 0, 2, True),
        ("2", 2, 1, False),
        ("2", 3, 2, True),
        ("2", 1, 2, True),  # a bot's seat
        ("2", 4, 2, True),
        ("x", 0, 1, False),
        ("x", 3, 2, False),
        ("x", -9, 1, False),
    ],
)
def test_page_shows_the_chosen_seat_or_the_own_one(
    finished: LiveTable, guest: str, seat: int, shown: int, own: bool
) -> None:
    values = page(finished, guest, seat)
    assert (values["seat"], values["own"]) == (shown, own)
    assert values["people"] == [(1, finished.names[1]), (2, finished.names[2])]
    assert (values["is_requested"], values["is_pending"], values["failed"]) == (False, False, False)
    assert (values["done"], values["count"], values["decisions"], values["dearest"]) == (0, 1, [], [])
    assert (values["levels"], values["lines"], values["rows"], values["turns"]) == ([], [], [], [])
    assert (values["same"], values["costly"]) == (0, 0)
    assert values["moment"](0).startswith(f"/table/t/replay?seat={shown + 1}&at=")


@pytest.mark.parametrize(("guest", "may_ask"), [("1", True), ("host", True), ("x", False)])
def test_players_and_the_host_may_ask_for_a_review(finished: LiveTable, guest: str, may_ask: bool) -> None:
    assert page(finished, guest)["may_ask"] is may_ask


def test_table_of_bots_shows_nobody(finished: LiveTable) -> None:
    table = live_table_of(find_game("brian_boru"), 3)
    table.play, table.row = finished.play, finished.row
    table.row = replace(
        table.row, seats=tuple(replace(seat, kind=BOT, guest=None, bot="greedy") for seat in table.row.seats)
    )
    values = page(table, "host")
    assert (values["seat"], values["own"], values["people"]) == (None, False, [])
    assert values["moment"](0).startswith("/table/t/replay?seat=1&at="), "the first seat"


def test_progress_and_curve_of_a_review(finished: LiveTable) -> None:
    curve = [[0, [0.5, 0.25, 0.25]], [3, [0.25, 0.5, 0.25]]]
    values = page(finished, "1", row=ReviewRow("t", 1, True, {"count": 7, "curve": curve}))
    assert (values["is_requested"], values["is_pending"], values["failed"], values["count"]) == (True, True, False, 7)
    assert [label for label, _ in values["levels"]] == ["0%", "25%", "50%", "75%", "100%"]
    assert (len(values["lines"]), [number for number, _ in values["rows"]]) == (3, [0, 3])
    assert values["rows"][0][1] == ["50%", "25%", "25%"]
    failed = page(finished, "1", row=ReviewRow("t", 2, False, {"failed": True}))
    assert (failed["is_requested"], failed["is_pending"], failed["failed"], failed["count"]) == (True, False, True, 1)


def test_most_costly_decisions_of_the_shown_seat_come_first(finished: LiveTable) -> None:
    entries = finished.play.record.entries
    numbers = [number for number, (player, _) in enumerate(entries) if player == 1][:8]
    costs = [0.1, 0.0, 0.3, 0.1, 0.2, 0.05, 0.4, 0.0]
    other, later = [number for number, (player, _) in enumerate(entries) if player == 2][:2]
    judged = [
        JudgedDecision(number, 1, entries[number][1], entries[number if cost == 0 else other][1], cost, [])
        for number, cost in zip(numbers, costs, strict=True)
    ]
    for number, cost in ((other, 0.9), (later, 0.0)):
        judged.append(JudgedDecision(number, 2, entries[number][1], entries[number][1], cost, []))
    results = {"count": 12, "decisions": [decision.to_dict() for decision in judged]}
    values = page(finished, "1", row=ReviewRow("t", 1, False, results))
    assert (values["done"], values["count"]) == (10, 12)
    assert [decision.number for decision in values["decisions"]] == numbers
    costly = [numbers[at] for at in (6, 2, 4, 0, 3)]
    assert [decision.number for decision in values["dearest"]] == costly, "equal costs stay in order"
    assert values["costly"] == 6
    assert values["same"] == sum(decision.played == decision.best for decision in judged[:-2])
    assert [decision.cost for decision in values["dearest"]] == ["−40%", "−30%", "−20%", "−10%", "−10%"]
    others = page(finished, "2", row=ReviewRow("t", 1, False, results))
    assert [decision.number for decision in others["decisions"]] == [other, later]
    assert ([decision.number for decision in others["dearest"]], others["costly"]) == ([other], 1)


def test_only_players_and_the_host_request_a_review(finished: LiveTable) -> None:
    handler, reviews = routes.request_review, ReviewService(None)
    function: Any = handler.fn
    for guest in ("1", "host"):
        response = asyncio.run(function(Visitor(guest), reviews, finished))
        assert (response.status_code, response.url) == (303, "/table/t/review")
    assert reviews.requested == [("1", "here"), ("host", "here")]
    with pytest.raises(ClientException) as error:
        asyncio.run(function(Visitor("x"), reviews, finished))
    assert error.value.status_code == 403
    assert len(reviews.requested) == 2


def test_progress_is_shown_until_the_review_is_complete(finished: LiveTable) -> None:
    def progress(row: ReviewRow | None) -> Any:
        handler: Any = routes.show_progress
        return asyncio.run(handler.fn(Visitor("1"), ReviewService(row), finished))

    for complete in (None, ReviewRow("t", 3, False, {"count": 7})):
        assert progress(complete).headers == {"hx-refresh": "true"}
    waiting = progress(ReviewRow("t", 0, True, {}))
    assert (waiting["done"], waiting["count"]) == (0, 1), "the number of decisions is unknown"
    assert (progress(ReviewRow("t", 1, True, {"count": 7, "decisions": [{}, {}]}))["done"]) == 2
    assert (progress(ReviewRow("t", 1, True, {"count": 7}))["count"]) == 7
