"""Routes for the log, the record, the commitment and the picture of a game."""

from typing import Any, Final

from litestar import Response
from litestar.exceptions import ClientException
from litestar.response import Template

from regnum.core.record.record import Record
from regnum.core.text.narrator import side_names
from regnum.web.board.empty_board import seat_symbols, symbols
from regnum.web.board.timeline import stops, timeline_of
from regnum.web.board.timeline import whole_log as log_sections
from regnum.web.board.turn_texts import rules_of
from regnum.web.bots import catalog
from regnum.web.http.deps import VisitorDep
from regnum.web.http.games import title_of
from regnum.web.http.i18n import game_words
from regnum.web.http.request_limits import LIGHT, SLOW_PAGE
from regnum.web.http.visitor import WebRequest, get
from regnum.web.play import share_card
from regnum.web.tables import colours
from regnum.web.tables.access import belongs_to
from regnum.web.tables.deps import BegunTableDep, StoredTableDep, TableDep, TablesDep, unplayable_error
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ENDED_PHASES, FINISHED
from regnum.web.tables.rules_upgrade import record_lines
from regnum.web.ui.templates import ENVIRONMENT


@get("/table/{table_id:str}/log", cost=SLOW_PAGE)
async def show_log(request: WebRequest, visitor: VisitorDep, begun_table: BegunTableDep) -> Template:
    """Show the whole log: as a page, or as a fragment with the newest entries first."""
    words = game_words(begun_table.game, visitor.language)
    view = begun_table.view(begun_table.seat_of(visitor.guest))
    names = side_names(view.seen, words, begun_table.names)
    faces = [*catalog.faces(begun_table.game, begun_table.row.seats), *[""] * (len(names) - len(begun_table.names))]
    context: dict[str, Any] = {
        "log": log_sections(begun_table, view, visitor.language),
        "rules": rules_of(begun_table),
        "faces": faces,
    }
    if "hx-request" in request.headers:
        return visitor.page("play/log_parts", **context)
    return visitor.page(
        "play/log",
        **context,
        table=begun_table.row.id,
        colours=colours.seat_colour_css(begun_table.row.seats),
        symbols=symbols(begun_table.game) + seat_symbols(begun_table.game, visitor.language, begun_table.state.options),
        moments=stops(timeline_of(begun_table, view.seat), view.log),
    )


@get("/table/{table_id:str}/record", cost=LIGHT)
async def download_record(visitor: VisitorDep, tables: TablesDep, stored: StoredTableDep) -> Response[str]:
    """Return the record of a finished game; that of a running one would reveal hidden information.

    If the game is over but this version can't replay it, its players and host get the entries as they were played.
    """
    name = f"{stored.row.game}-{stored.row.id}.jsonl"
    if isinstance(stored, LiveTable):
        if stored.phase != FINISHED:
            raise ClientException(status_code=409, extra={"text_key": "not_finished"})
        played = stored.play.record
        setup = (played.game.id, played.players, played.seed, played.options)
        lines = Record(*setup, played.entries, stored.commitment, played.start).lines()
    elif stored.phase in ENDED_PHASES and belongs_to(stored, visitor.guest):
        lines = record_lines(stored.row, await tables.store.entries.of_table(stored.row.id))
    else:
        raise unplayable_error(stored)
    return Response(
        "\n".join(lines) + "\n",
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@get("/table/{table_id:str}/shuffle", cost=LIGHT)
async def show_commitment(visitor: VisitorDep, table: TableDep) -> Template:
    """Show the commitment to the seed, and after the game the seed itself, so that anyone can check it."""
    over, commitment = table.phase == FINISHED, table.commitment
    return visitor.page(
        "play/shuffle",
        table_id=table.row.id,
        over=over,
        commitment="" if commitment is None else commitment.digest,
        seed=table.row.seed if over else "",
        salt=table.row.salt if over else "",
    )


@get("/table/{table_id:str}/picture.svg", cost=SLOW_PAGE)
async def show_share_card(visitor: VisitorDep, table: TableDep) -> Response[str]:
    """Return the final result as a picture to share."""
    if table.phase != FINISHED:
        raise ClientException(status_code=409, extra={"text_key": "not_over"})
    words = game_words(table.game, visitor.language)
    context = share_card.card_values(
        table,
        title_of(table.row.game, visitor.language),
        words,
        visitor.text,
        side_names(table.state, words, table.names),
    )
    return Response(
        ENVIRONMENT.get_template("play/share_card.svg.jinja").render(context).strip(),
        media_type="image/svg+xml",
        headers={"cache-control": "no-store", "vary": "cookie, accept-language"},
    )


HANDLERS: Final = [show_log, download_record, show_commitment, show_share_card]
