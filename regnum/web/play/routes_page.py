"""The table page, and the live stream that keeps it up to date."""

import asyncio
import gzip
import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import litestar
from litestar import MediaType, Response
from litestar.exceptions import ClientException
from litestar.params import FromPath, FromQuery
from litestar.response import Stream, Template
from markupsafe import Markup, escape

from regnum.view import view_of
from regnum.web.accounts.deps import TheAccounts
from regnum.web.board import tutorial
from regnum.web.board.empty_board import board_with_pieces, seat_symbols, symbols
from regnum.web.board.page_texts import aim_of, basics_of, rules_of
from regnum.web.board.render import rendered
from regnum.web.bots import catalog
from regnum.web.chat import routes as chat_routes
from regnum.web.chat.deps import TheChat
from regnum.web.clocks import forms as clock_forms
from regnum.web.db.ids import rematch_id
from regnum.web.errors import Refused
from regnum.web.http.assets import board_file
from regnum.web.http.games import title_of
from regnum.web.http.i18n import Text, game_words
from regnum.web.http.limits import Rate
from regnum.web.http.visitor import Asked, TheSettings, TheVisitor, Visitor, get
from regnum.web.play.catch_up import NOTHING, playback
from regnum.web.play.sse import events, waiting_at
from regnum.web.tables import colours
from regnum.web.tables.deps import TheReviewStore, TheStored, TheTable, TheTables, table_title, why
from regnum.web.tables.invitations import Invitation
from regnum.web.tables.live_table import GUIDED, LiveTable
from regnum.web.tables.models import FINISHED, GUEST, OPEN, OVER, WAITING
from regnum.web.tables.stored_options import stopped_by
from regnum.web.tables.stored_table import StoredTable

HTML: Final = MediaType.HTML
PLAYED_BACK: Final = Rate(60)
"""Maximum number of playbacks rendered per minute for one address; cached ones are not counted."""
_NO_HINT: Final = '<div id="hint" role="status"></div>'
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_GZIP: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", re.I)


@get("/table/{table_id:str}")
async def show(
    visitor: TheVisitor,
    tables: TheTables,
    review_store: TheReviewStore,
    stored: TheStored,
    links: FromQuery[str] = "",
) -> Template:
    """Show the table as this guest may see it; `links`: "new" if the host has just renewed the links to open seats."""
    if not isinstance(stored, LiveTable):
        return _stopped_page(visitor, stored)
    table = stored
    if table.phase == WAITING:
        asked = await tables.invitations.of_table(table.row.id)
        hosting = visitor.guest == table.row.host
        known = await tables.invitations.recent_players(visitor.guest) if hosting else ()
        was_sent_away = await tables.invitations.was_sent_away(visitor.guest, table.row.id)
        message = escape(visitor.text("refused.sent_away")) if was_sent_away else None
        if hosting and links == "new":
            message = escape(visitor.text("wait.new_links"))
        readmits = hosting and await tables.invitations.has_sent_away(table.row.id)
        return table_page(
            visitor, table, message=message, known=known, asked_to=asked, was_sent_away=was_sent_away, readmits=readmits
        )
    if table.phase == FINISHED and (review := await review_store.find(table.row.id)) is not None:
        table.set_chances([(number, chances) for number, chances in review.found.get("curve", ())])
    return table_page(visitor, table)


def _stopped_page(visitor: Visitor, table: StoredTable) -> Template:
    """Return the page of a game stopped by an update or by other facts, with the available options."""
    return visitor.page(
        "play/stopped",
        title=table_title(table.row, visitor.language),
        table=table.row,
        why="ended" if table.phase in OVER else stopped_by(table.row),
        belongs=belongs(table, visitor.guest),
        hosting=visitor.guest == table.row.host,
    )


def belongs(table: StoredTable, guest: str) -> bool:
    """Return whether a guest is the host of a table or has a seat there."""
    return guest == table.row.host or table.seat_of(guest) is not None


def table_page(
    visitor: Visitor,
    table: LiveTable,
    status: int = 200,
    message: Markup | None = None,
    hint: Markup | None = None,
    asked: Markup | None = None,
    known: Sequence[str] = (),
    asked_to: Sequence[Invitation] = (),
    was_sent_away: bool = False,
    readmits: bool = False,
) -> Template:
    """Return the page of a table, or of its waiting room, for a visitor."""
    title = title_of(table.row.game, visitor.language)
    seat = table.seat_of(visitor.guest)
    hosting = visitor.guest == table.row.host
    message = message or _told(table, visitor)
    claimed = table.claimed_seat_of(visitor.guest)
    claim = None if claimed is None else table.row.seats[claimed]
    if table.phase == WAITING:
        return visitor.page(
            "play/waiting_room",
            status,
            colours=colours.style(table.row.seats),
            title=table_title(table.row, visitor.language),
            own_facts=table.game.facts,
            table=table.row,
            since=waiting_at(table),
            seat=seat,
            hosting=hosting,
            origin=visitor.origin,
            here_only=visitor.here_only,
            message=message,
            readmits=readmits,
            claim=claim,
            symbols=symbols(table.game) + seat_symbols(table.game, visitor.language, table.state.options),
            faces=catalog.faces(table.game, table.row.seats),
            known=known,
            asked_by_name={one.seat: one.name for one in asked_to},
            offered={} if was_sent_away else _offered(table, visitor.guest, asked_to),
            timed=clock_forms.clock_sentences(table.row, visitor.text),
            told=[catalog.bot_label(table.game, row, visitor.text) for row in table.row.seats],
        )
    now = rendered(table, seat, visitor.language)
    peopled = any(row.kind == GUEST for row in table.row.seats)
    return visitor.page(
        "play/table",
        status,
        away=".".join(str(absent) for absent in sorted(table.away(seat))),
        roster=table.seats_digest,
        colours=colours.style(table.row.seats),
        title=title,
        called=table_title(table.row, visitor.language),
        aim=aim_of(game_words(table.game, visitor.language)),
        basics=basics_of(game_words(table.game, visitor.language)),
        table=table.row,
        commitment=table.commitment.digest if table.commitment is not None else "",
        game=table.game,
        size=view_of(table.game).board.size,
        places=" ".join(view_of(table.game).explanations.places),
        board=board_with_pieces(table.game, visitor.language, now.pieces, table.state.options),
        board_css=board_file(table.game, "board.css"),
        symbols=symbols(table.game),
        board_script=board_file(table.game, "board.js"),
        panel=Markup(now.panel if hint is None else now.panel.replace(_NO_HINT, f"{_NO_HINT[:-6]}{hint}</div>")),
        number=now.number,
        message=message,
        asked=asked,
        claim=claim,
        tried=table.position_origin,
        hosting_only=hosting and seat is None,
        hosting_rematch=hosting and seat is None and peopled and table.phase == FINISHED and not table.row.rematch,
        seated=seat is not None,
        **chat_routes.parts(table, seat),
    )


def _offered(table: LiveTable, guest: str, asked_to: Sequence[Invitation]) -> dict[int, bool]:
    """Return the open seats that a guest may take here, and whether the guest is invited to each."""
    if table.seat_of(guest) is not None:
        return {}
    asked = {one.seat: one.guest for one in asked_to}
    free = table.row.listed or guest == table.row.host
    return {
        row.seat: asked.get(row.seat) == guest
        for row in table.row.seats
        if row.kind == OPEN and (asked.get(row.seat) == guest or (free and row.seat not in asked))
    }


def _told(table: LiveTable, visitor: Visitor) -> Markup | None:
    """Return a notice about this guest's seat if it is offered to others or was moved to another browser."""
    seat = table.seat_of(visitor.guest)
    if seat is not None:
        return escape(visitor.text("seat.offered_to_you")) if table.row.seats[seat].offer else None
    if table.claimed_seat_of(visitor.guest) is not None:
        return None
    moved = any(row.kind == GUEST and row.former == visitor.guest for row in table.row.seats)
    return escape(visitor.text("seat.moved")) if moved else None


def refusal(refused: Refused, table: LiveTable, visitor: Visitor, live: bool) -> Response[Any] | Template:
    """Return a refusal in words: as a fragment for an open page, or with the whole page."""
    message = _message(refused, table, visitor.text)
    if live:
        kind = "kindly" if refused.key == GUIDED else "error"
        return Response(Markup('<p class="{}">{}</p>').format(kind, message), status_code=409, media_type=HTML)
    return table_page(visitor, table, 409, message)


def _message(refused: Refused, table: LiveTable, text: Text) -> Markup:
    if refused.key == GUIDED:
        return tutorial.wrong_move_answer(table, text.language)
    message = escape(why(refused, table, text))
    if refused.key == "rematch_taken" and table.row.watching:
        again = Markup('<a href="/table/{}">{}</a>').format(rematch_id(table.row.id), text("rematch.watch"))
        return Markup("{} {}").format(message, again)
    if refused.clause in table.game.ledger():
        link = Markup('<a href="{}#{}">{}</a>').format(rules_of(table), refused.clause, text("refused.rule"))
        message = Markup("{} ({})").format(message, link)
    return message


@litestar.get("/table/{table_id:str}/events")  # a stream has no end, so it has no HEAD route
async def stream(
    request: Asked,
    visitor: TheVisitor,
    accounts: TheAccounts,
    tables: TheTables,
    chat: TheChat,
    settings: TheSettings,
    table: TheTable,
    since: FromQuery[int] = 0,
    away: FromQuery[str] = "",
    roster: FromQuery[str] = "",
    rematch: FromQuery[bool] = False,
) -> Stream:
    """Stream updates to a page while it is open.

    The page shows besides the game: `away`, the absent seats, separated by dots; `roster`, the table's;
    `rematch`, whether there is one.
    """
    last = request.headers.get("last-event-id", "")
    known = int(last) if _NUMBER.fullmatch(last) and since >= 0 else since
    shown = frozenset(int(seat) for seat in away.split(".") if _NUMBER.fullmatch(seat))
    zipped = _takes_gzip(request)
    state = (shown, rematch, roster or table.seats_digest)
    lasts = None
    if visitor.signed_in is not None:
        lasts = partial(accounts.sessions.lasts, visitor.signed_in.session)
    told = events(tables, chat, table, visitor.guest, visitor.language, known, settings.heartbeat, zipped, state, lasts)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no", "vary": "accept-encoding"}
    if zipped:
        headers["content-encoding"] = "gzip"
    return Stream(told, media_type="text/event-stream", headers=headers)


@get("/table/{table_id:str}/since/{number:int}")
async def since(request: Asked, visitor: TheVisitor, table: TheTable, number: FromPath[int]) -> Response[bytes]:
    """Return a playback of others' moves since this guest knew `number` entries."""

    def allow() -> None:
        if not PLAYED_BACK.allows(visitor.client_address):
            raise ClientException(status_code=429, extra={"name": "too_many"})

    seat = table.seat_of(visitor.guest)
    played = NOTHING if table.phase == WAITING else await playback(table, seat, visitor.language, number, allow)
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if _takes_gzip(request):
        headers["content-encoding"] = "gzip"
    else:
        played = await asyncio.to_thread(gzip.decompress, played)
    return Response(played, media_type=MediaType.JSON, headers=headers)


def _takes_gzip(request: Asked) -> bool:
    return _GZIP.search(request.headers.get("accept-encoding", "")) is not None


HANDLERS: Final = [show, stream, since]
