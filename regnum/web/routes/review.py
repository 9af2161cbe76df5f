"""After a game: how the chances went, what a strong player would have done, and the table as it stood at any moment."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from litestar import Response, post
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from markupsafe import Markup

from regnum.core import narrator
from regnum.core.play import UNDO
from regnum.core.state import FULL
from regnum.core.words import Words
from regnum.players.review import Judged
from regnum.players.saying import signed, why
from regnum.web import colours, curve
from regnum.web.assets import board_file
from regnum.web.i18n import Text, game_words
from regnum.web.live import LiveTable
from regnum.web.moments import shown
from regnum.web.render import board, symbols
from regnum.web.routes.common import TheTable, TheTables, TheVisitor, Visitor, get, title_of
from regnum.web.store import FINISHED, GUEST, ReviewRow

DEAREST: Final = 5
"""So many decisions are shown first: those that cost most."""


class Told(msgspec.Struct, frozen=True):
    """A decision in words: after how many entries, what was done, what was better and why ("": nothing), its cost."""

    number: int
    done: str
    better: str
    why: str
    cost: str


def _over(table: LiveTable) -> None:
    """Refuse what would betray something while the game goes on."""
    if table.phase != FINISHED:
        raise ClientException(status_code=409, extra={"say": "not_over"})


def _percent(share: float, text: Text, sign: bool = False) -> str:
    """Return a share in per cent, as it is written in a language."""
    number = signed(100 * share, text.language, 0) if sign else f"{100 * share:.0f}"
    return f"{number}%" if text.language == "en" else f"{number}\u00a0%"


def _people(table: LiveTable) -> list[int]:
    """Return the seats of people."""
    return [seat.seat for seat in table.row.seats if seat.kind == GUEST]


def _names(table: LiveTable, words: Words) -> list[str]:
    return narrator.side_names(table.state, words, table.names)


def _line(table: LiveTable, number: int, words: Words, names: Sequence[str], viewer: int = FULL) -> str:
    """Return what was done in the position after so many entries, as the viewer may know it; "" for nothing."""
    player, text = (table.play.record.entries[number : number + 1] or [(0, UNDO)])[0]
    return "" if text == UNDO else narrator.action_line(table.game.actions.parse(text), player, words, names, viewer)


@get("/table/{table_id:str}/review")
async def review(visitor: TheVisitor, tables: TheTables, table: TheTable, seat: FromQuery[int] = 0) -> Template:
    """Show what was found of a game; `seat`, from 1: whose decisions, one's own by default."""
    _over(table)
    people = _people(table)
    own = table.seat_of(visitor.guest)
    chosen = seat - 1 if seat - 1 in people else own if own is not None else people[0] if people else None
    row = await tables.store.review(table.row.id)
    return visitor.page(
        "review",
        colours=colours.style(table.row.seats),
        table=table.row.id,
        title=title_of(table.row.game, visitor.language),
        **_found(table, row, chosen, visitor),
        asked=row is not None,
        may_ask=own is not None or visitor.guest == table.row.host,
        seat=chosen,
        own=chosen is not None and chosen == own,
        people=[(person, table.names[person]) for person in people],
        board_css=board_file(table.game, "board.css"),
    )


def _found(table: LiveTable, row: ReviewRow | None, seat: int | None, visitor: Visitor) -> dict[str, Any]:
    """Return what the page says of what was found until now."""
    text, words = visitor.text, game_words(table.game, visitor.language)
    names = _names(table, words)
    found = row.found if row is not None else {}
    points: list[curve.Point] = [(number, chances) for number, chances in found.get("curve", ())]
    judged = [Judged.read(one) for one in found.get("decisions", ())]
    mine = [one for one in judged if one.seat == seat]
    dear = sorted((one for one in mine if one.cost > 0), key=lambda one: (-one.cost, one.number))[:DEAREST]
    return {
        "names": names,
        "failed": "failed" in found,
        "due": row is not None and row.due,
        "done": len(judged),
        "count": max(found.get("count", 0), 1),
        "size": (curve.WIDTH, curve.HEIGHT, curve.LEFT, curve.RIGHT, curve.TOP, curve.BOTTOM),
        "levels": curve.levels(),
        "lines": curve.lines(points) if points else [],
        "rows": [(number, [_percent(chance, text) for chance in chances]) for number, chances in curve.rows(points)]
        if points
        else [],
        "turns": [
            {
                "x": turn.x,
                "number": turn.before,
                "done": _line(table, turn.before, words, names),
                "changes": ", ".join(
                    f"{names[side]}\u00a0{_percent(change, text, sign=True)}"
                    for side, change in enumerate(turn.changes)
                    if abs(change) >= curve.SWING / 2
                ),
            }
            for turn in (curve.turns(points) if points else ())
        ],
        "decisions": [_told(one, table, words, names, text) for one in mine],
        "dearest": [_told(one, table, words, names, text) for one in dear],
        "same": sum(1 for one in mine if one.played == one.best),
        "costly": sum(1 for one in mine if one.cost > 0),
    }


def _told(one: Judged, table: LiveTable, words: Words, names: Sequence[str], text: Text) -> Told:
    better = one.best != one.played
    action = table.game.actions.parse(one.best)
    return Told(
        one.number,
        _line(table, one.number, words, names),
        narrator.label(action, words, names) if better else "",
        why(one.reasons, words, mean=False) if better else "",
        _percent(-one.cost, text, sign=True) if one.cost > 0 else "",
    )


@post("/table/{table_id:str}/review")
async def ask(visitor: TheVisitor, tables: TheTables, table: TheTable) -> Redirect:
    """Let a game be looked at again: for those who played it."""
    _over(table)
    if table.seat_of(visitor.guest) is None and visitor.guest != table.row.host:
        raise ClientException(status_code=403, extra={"say": "no_seat"})
    await tables.reviews.ask(table)
    return Redirect(f"/table/{table.row.id}/review", status_code=303)


@get("/table/{table_id:str}/review/progress")
async def progress(visitor: TheVisitor, tables: TheTables, table: TheTable) -> Response[Any] | Template:
    """Tell how far a review is; when it is ready, the page is to be loaded anew."""
    _over(table)
    row = await tables.store.review(table.row.id)
    if row is None or not row.due:
        return Response("", headers={"hx-refresh": "true"}, media_type="text/html")
    done, count = len(row.found.get("decisions", ())), max(row.found.get("count", 0), 1)
    return visitor.page("progress", table=table.row.id, done=done, count=count)


@get("/table/{table_id:str}/moment/{seat:int}/{number:int}")
async def moment(
    visitor: TheVisitor, tables: TheTables, table: TheTable, seat: FromPath[int], number: FromPath[int]
) -> Template:
    """Show the table of a finished game as a seat (from 1) saw it after so many entries."""
    _over(table)
    if not (1 <= seat <= table.row.players and 0 <= number <= table.number):
        raise NotFoundException
    words = game_words(table.game, visitor.language)
    names = _names(table, words)
    then = await tables.moments.at(table, number)
    now = shown(then, seat - 1, visitor.language)
    row = await tables.store.review(table.row.id)
    found = [Judged.read(one) for one in row.found.get("decisions", ())] if row is not None else []
    judged = [
        _told(one, table, words, names, visitor.text) for one in found if (one.number, one.seat) == (number, seat - 1)
    ]
    return visitor.page(
        "moment",
        colours=colours.style(table.row.seats),
        title=title_of(table.row.game, visitor.language),
        table=table.row,
        game=table.game,
        size=table.game.drawing.SIZE,
        symbols=symbols(table.game),
        board=board(table.game, visitor.language, now.pieces, then.state.options),
        board_css=board_file(table.game, "board.css"),
        panel=Markup(now.panel),
        seat=seat,
        number=number,
        last=table.number,
        who=names[seat - 1],
        done=_line(table, number, words, names, seat - 1),
        judged=judged[0] if judged else None,
        names=table.names,
    )


HANDLERS = [review, ask, progress, moment]
