"""The review page of a finished game: a chart of the chances, and decisions compared with those of a strong bot."""

from typing import Any, Final

from litestar import Response, post
from litestar.exceptions import ClientException
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from regnum.core.text import narrator
from regnum.core.text.words import Words
from regnum.players.review import JudgedDecision
from regnum.web.analysis.decisions import check_finished, describe_decision
from regnum.web.analysis.deps import ReviewsDep
from regnum.web.analysis.store import ReviewRow
from regnum.web.board.final_scoring import percent, turning_points
from regnum.web.board.timeline import timeline_of
from regnum.web.errors import RefusedError
from regnum.web.http.assets import board_styles
from regnum.web.http.deps import VisitorDep
from regnum.web.http.i18n import game_words
from regnum.web.http.request_limits import LIGHT
from regnum.web.http.visitor import Visitor, get, refusal_page
from regnum.web.tables import colours
from regnum.web.tables.deps import TableDep, table_title
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST
from regnum.web.ui import line_chart

MAX_COSTLY_DECISIONS: Final = 5
"""How many of the most costly decisions are shown first."""


def _people(table: LiveTable) -> list[int]:
    """Return the numbers of the seats held by people."""
    return [seat.seat for seat in table.row.seats if seat.kind == GUEST]


def _names(table: LiveTable, words: Words) -> list[str]:
    return narrator.side_names(table.state, words, table.names)


@get("/table/{table_id:str}/review", cost=LIGHT)
async def show_review(visitor: VisitorDep, reviews: ReviewsDep, table: TableDep, seat: FromQuery[int] = 0) -> Template:
    """Show the review of a game; `seat` (from 1): whose decisions are shown, by default the visitor's own."""
    check_finished(table)
    people = _people(table)
    own = table.seat_of(visitor.guest)
    chosen = seat - 1 if seat - 1 in people else own if own is not None else people[0] if people else None
    row = await reviews.store.find(table.row.id)
    side = chosen or 0
    stops = timeline_of(table, side)

    def moment(number: int) -> str:
        """Return the address of the moment after `number` entries, as the seat saw it."""
        return f"/table/{table.row.id}/replay?seat={side + 1}&at={stops.addresses[stops.stop_after(number)]}"

    return visitor.page(
        "analysis/review",
        moment=moment,
        colours=colours.seat_colour_css(table.row.seats),
        table=table.row.id,
        title=table_title(table.row, visitor.language),
        **_result_values(table, row, chosen, visitor),
        is_requested=row is not None,
        may_ask=own is not None or visitor.guest == table.row.host,
        seat=chosen,
        own=chosen is not None and chosen == own,
        people=[(person, table.names[person]) for person in people],
        board_css=board_styles(table.game),
    )


def _result_values(table: LiveTable, row: ReviewRow | None, seat: int | None, visitor: Visitor) -> dict[str, Any]:
    """Return the template values for the results so far."""
    text, words = visitor.text, game_words(table.game, visitor.language)
    names = _names(table, words)
    results = row.results if row is not None else {}
    points: list[line_chart.Point] = [(number, chances) for number, chances in results.get("curve", ())]
    judged = [JudgedDecision.from_dict(decision) for decision in results.get("decisions", ())]
    own_decisions = [decision for decision in judged if decision.seat == seat]
    costly = sorted(
        (decision for decision in own_decisions if decision.cost > 0),
        key=lambda decision: (-decision.cost, decision.number),
    )[:MAX_COSTLY_DECISIONS]
    return {
        "names": names,
        "failed": "failed" in results,
        "is_pending": row is not None and row.is_pending,
        "done": len(judged),
        "count": max(results.get("count", 0), 1),
        "size": line_chart.CHANCES_CHART,
        "levels": [
            (percent(level / 100, text.language), y)
            for level, y in line_chart.labelled_values(line_chart.chance_scale(points))
        ]
        if points
        else [],
        "lines": line_chart.chart_lines(points, line_chart.chance_scale(points)) if points else [],
        "rows": [
            (number, [percent(chance, text.language) for chance in chances])
            for number, chances in line_chart.sample_points(points)
        ]
        if points
        else [],
        "turns": turning_points(table, points, words, names),
        "decisions": [describe_decision(decision, table, words, names, text) for decision in own_decisions],
        "dearest": [describe_decision(decision, table, words, names, text) for decision in costly],
        "same": sum(1 for decision in own_decisions if decision.played == decision.best),
        "costly": sum(1 for decision in own_decisions if decision.cost > 0),
    }


@post("/table/{table_id:str}/review")
async def request_review(visitor: VisitorDep, reviews: ReviewsDep, table: TableDep) -> Redirect:
    """Request a review of a game; only its players and its host may do so."""
    check_finished(table)
    if table.seat_of(visitor.guest) is None and visitor.guest != table.row.host:
        raise ClientException(status_code=403, extra={"text_key": "no_seat"})
    try:
        await reviews.request(table, visitor.guest, visitor.client_address)
    except RefusedError as refused:
        raise refusal_page(refused, visitor.text) from None
    return Redirect(f"/table/{table.row.id}/review", status_code=303)


@get("/table/{table_id:str}/review/progress", cost=LIGHT)
async def show_progress(visitor: VisitorDep, reviews: ReviewsDep, table: TableDep) -> Response[Any] | Template:
    """Show the progress of a review; reload the page when the review is complete."""
    check_finished(table)
    row = await reviews.store.find(table.row.id)
    if row is None or not row.is_pending:
        return Response("", headers={"hx-refresh": "true"}, media_type="text/html")
    done, count = len(row.results.get("decisions", ())), max(row.results.get("count", 0), 1)
    return visitor.page("analysis/progress", table=table.row.id, done=done, count=count)


HANDLERS: Final = [show_review, request_review, show_progress]
