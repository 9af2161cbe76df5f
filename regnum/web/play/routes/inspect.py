"""The routes for fragments of the table page: explanations, previews, standings and unavailable actions."""

from typing import Final

from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from regnum.core.text.narrator import side_names
from regnum.view import view_of
from regnum.web.board.inspect import inspect_card, preview_card
from regnum.web.board.preview import table_of_standings
from regnum.web.board.turn_texts import rules_of
from regnum.web.board.unavailable_actions import unavailable_actions
from regnum.web.http.deps import VisitorDep
from regnum.web.http.i18n import game_words
from regnum.web.http.request_limits import SLOW_FRAGMENT
from regnum.web.http.visitor import get
from regnum.web.tables.deps import BegunTableDep
from regnum.web.tables.models import PLAYING


@get("/table/{table_id:str}/place/{place:str}", cost=SLOW_FRAGMENT)
async def inspect_place(visitor: VisitorDep, begun_table: BegunTableDep, place: FromPath[str]) -> Template:
    """Return a fragment that explains a place on the table, and why no action is available there."""
    card = inspect_card(begun_table, begun_table.seat_of(visitor.guest), place, visitor.language)
    if card is None:
        raise NotFoundException
    link = f"{rules_of(begun_table)}#{card.clause}" if card.clause in begun_table.game.ledger() else ""
    return visitor.page("board/explanation", card=card, link=link)


@get("/table/{table_id:str}/choice/{action:str}", cost=SLOW_FRAGMENT)
async def preview_action(visitor: VisitorDep, begun_table: BegunTableDep, action: FromPath[str]) -> Template:
    """Return a fragment with the preview of an action for the player to move."""
    seat = begun_table.seat_of(visitor.guest)
    card = (
        preview_card(begun_table, seat, action, visitor.language)
        if seat is not None and begun_table.phase == PLAYING
        else None
    )
    if card is None:
        raise NotFoundException
    return visitor.page("board/explanation", card=card, link="")


@get("/table/{table_id:str}/standings", cost=SLOW_FRAGMENT)
async def show_standings(visitor: VisitorDep, begun_table: BegunTableDep) -> Template:
    """Return a fragment with the standings, as this guest may see them."""
    words = game_words(begun_table.game, visitor.language)
    seen = begun_table.view(begun_table.seat_of(visitor.guest)).seen
    names = side_names(seen, words, begun_table.names)
    rows = table_of_standings(seen, words)
    points = rows[:1] if view_of(begun_table.game).scores.points(seen) and rows else []
    other_rows = [row for row in rows[len(points) :] if any(row.counts) and not (row.total or row.part)]
    totals = [row for row in rows if row.total]
    if points and seen.is_terminal:  # these totals are the points
        totals = [row for row in totals if list(row.counts) != list(points[0].counts)]
    points_rows = [] if any(list(row.counts) == list(other.counts) for row in totals for other in points) else points
    groups = [
        ("", [*points_rows, *totals, *(row for row in rows if row.part and any(row.counts))]),
        (visitor.text("standings.majorities"), [row for row in other_rows if row.leaders is not None]),
        (visitor.text("standings.possessions"), [row for row in other_rows if row.leaders is None]),
    ]
    total = next(iter([*totals, *points]), None)
    ahead = []
    if total is not None:
        ahead = [name for name, count in zip(names, total.counts, strict=True) if count == max(total.counts)]
    return visitor.page(
        "board/standings",
        groups=groups,
        worth=any(row.leader_points for row in other_rows),
        keeps=any(row.holder >= 0 for row in other_rows),
        names=names,
        total=total,
        ahead=ahead if len(ahead) < len(names) else [],
    )


@get("/table/{table_id:str}/unavailable", cost=SLOW_FRAGMENT)
async def show_unavailable_actions(visitor: VisitorDep, begun_table: BegunTableDep) -> Template:
    """Return a fragment with the unavailable actions of the player to move, and the reasons."""
    seat = begun_table.seat_of(visitor.guest)
    if seat is None or begun_table.phase != PLAYING:
        raise NotFoundException
    actions = unavailable_actions(begun_table, seat, visitor.language)
    return visitor.page(
        "board/unavailable",
        actions=actions,
        ledger=begun_table.game.ledger(),
        game=begun_table.game.id,
        table_id=begun_table.row.id,
    )


HANDLERS: Final = [inspect_place, preview_action, show_standings, show_unavailable_actions]
