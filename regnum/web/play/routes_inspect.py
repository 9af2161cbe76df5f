"""Fragments of the table page on request: explanations, previews, standings and unavailable actions."""

from typing import Final

from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from regnum.core.text.narrator import side_names
from regnum.view import view_of
from regnum.web.board.inspect import inspect_card, preview_card
from regnum.web.board.page_texts import rules_of
from regnum.web.board.preview import table_of_standings
from regnum.web.board.unavailable import unavailable_actions
from regnum.web.http.i18n import game_words
from regnum.web.http.visitor import TheVisitor, get
from regnum.web.tables.deps import TheTable
from regnum.web.tables.models import PLAYING, WAITING


@get("/table/{table_id:str}/place/{place:str}")
async def about(visitor: TheVisitor, table: TheTable, place: FromPath[str]) -> Template:
    """Return a fragment that explains a place on the table and why it has no action now."""
    looked = (
        inspect_card(table, table.seat_of(visitor.guest), place, visitor.language) if table.phase != WAITING else None
    )
    if looked is None:
        raise NotFoundException
    link = f"{rules_of(table)}#{looked.clause}" if looked.clause in table.game.ledger() else ""
    return visitor.page("board/explanation", looked=looked, link=link)


@get("/table/{table_id:str}/choice/{action:str}")
async def choice(visitor: TheVisitor, table: TheTable, action: FromPath[str]) -> Template:
    """Return a fragment with the preview of an action for the player to move."""
    seat = table.seat_of(visitor.guest)
    looked = (
        preview_card(table, seat, action, visitor.language) if seat is not None and table.phase == PLAYING else None
    )
    if looked is None:
        raise NotFoundException
    return visitor.page("board/explanation", looked=looked, link="")


@get("/table/{table_id:str}/standings")
async def standings(visitor: TheVisitor, table: TheTable) -> Template:
    """Return a fragment with the standings, as this guest may see them."""
    if table.phase == WAITING:
        raise NotFoundException
    words = game_words(table.game, visitor.language)
    seen = table.view(table.seat_of(visitor.guest)).seen
    names = side_names(seen, words, table.names)
    rows = table_of_standings(seen, words)
    points = rows[:1] if view_of(table.game).scores.points(seen) and rows else []
    rest = [row for row in rows[len(points) :] if any(row.counts) and not (row.total or row.part)]
    totals = [row for row in rows if row.total]
    if points and seen.is_terminal:  # these totals are the points
        totals = [row for row in totals if list(row.counts) != list(points[0].counts)]
    once = [] if any(list(row.counts) == list(one.counts) for row in totals for one in points) else points
    groups = [
        ("", [*once, *totals, *(row for row in rows if row.part and any(row.counts))]),
        (visitor.text("standings.majorities"), [row for row in rest if row.leaders is not None]),
        (visitor.text("standings.others"), [row for row in rest if row.leaders is None]),
    ]
    total = next(iter([*totals, *points]), None)
    ahead = []
    if total is not None:
        ahead = [name for name, count in zip(names, total.counts, strict=True) if count == max(total.counts)]
    return visitor.page(
        "board/standings",
        groups=groups,
        worth=any(row.worth for row in rest),
        keeps=any(row.keeper >= 0 for row in rest),
        names=names,
        total=total,
        ahead=ahead if len(ahead) < len(names) else [],
    )


@get("/table/{table_id:str}/barred")
async def what_else(visitor: TheVisitor, table: TheTable) -> Template:
    """Return a fragment with the unavailable actions of the player to move, and the reasons."""
    seat = table.seat_of(visitor.guest)
    if seat is None or table.phase != PLAYING:
        raise NotFoundException
    found = unavailable_actions(table, seat, visitor.language)
    return visitor.page(
        "board/unavailable", actions=found, ledger=table.game.ledger(), game=table.game.id, table_id=table.row.id
    )


HANDLERS: Final = [about, choice, standings, what_else]
