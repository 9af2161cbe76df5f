"""Replays of running and finished games: any moment, from any permitted viewpoint."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from litestar import MediaType, Response, post
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from markupsafe import Markup

from regnum.core.text import narrator
from regnum.players.review import JudgedDecision
from regnum.view import view_of
from regnum.web.board.changes import Change, changes
from regnum.web.board.final_scoring import done_at, turning_points
from regnum.web.board.render import RenderCache, Rendered, board, render, rules_of, symbols
from regnum.web.bots import catalog
from regnum.web.chat.deps import TheChat
from regnum.web.chat.view import ChatLine, heard_by
from regnum.web.http.assets import board_file
from regnum.web.http.csrf import FILES, file_in
from regnum.web.http.i18n import game_words
from regnum.web.http.visitor import Asked, TheVisitor, Visitor, get
from regnum.web.replay import fork
from regnum.web.replay import timeline as timelines
from regnum.web.replay.chat_lines import interleaved, replay_chat
from regnum.web.replay.decisions import decision, only_when_over
from regnum.web.replay.deps import TheSnapshots, TheUploads
from regnum.web.replay.snapshots import Snapshots, past
from regnum.web.replay.timeline import Timeline
from regnum.web.replay.uploads import LIMIT, BadFile, Uploads
from regnum.web.tables import colours
from regnum.web.tables.deps import TheTable, TheTables, table_title
from regnum.web.tables.live_table import LiveTable, View
from regnum.web.tables.models import FINISHED, WAITING
from regnum.web.tables.service import Tables
from regnum.web.ui.templates import ENVIRONMENT

TALK: Final = 2000
"""Maximum number of chat lines in the log; the newest are kept."""
OWN: Final = -1
"""The default value for a seat: the guest's own seat, or a spectator."""
_EMPTY_LOG: Final = '<section id="log" class="block log"></section>'
"""The placeholder for the log in a scene; the page keeps its own log."""


class ReplaySource(msgspec.Struct, frozen=True):
    """A game to replay: its table, the address of its pages, the visitor's seat and the review.

    `over`: it may be seen from every seat, and with nothing hidden. `fits`: whether the seed of a record matches its
    commitment; None if there is none, or for a table, which has a page for that.
    """

    table: LiveTable
    base: str
    own: int | None
    over: bool
    review: dict[str, Any] = {}
    fits: bool | None = None


class Viewpoint(msgspec.Struct, frozen=True):
    """A viewpoint: a seat (None: a spectator), and whether nothing is hidden."""

    source: ReplaySource
    seat: int | None
    bare: bool

    @property
    def query(self) -> str:
        """The query of this viewpoint's moments, up to the moment itself.

        While a game runs, an address shows each visitor only what they may see.
        """
        if not self.source.over:
            return "?seat=0&at=" if self.seat is None and self.source.own is not None else "?at="
        return f"?seat={0 if self.seat is None else self.seat + 1}{'&bare=1' if self.bare else ''}&at="

    @property
    def address(self) -> str:
        """The address of this viewpoint's moments, without the moment."""
        return self.source.base + self.query

    @property
    def timeline(self) -> Timeline:
        """The stops of this viewpoint."""
        return timelines.timeline_of(self.source.table, self.seat, self.bare)


class SceneUpdate(msgspec.Struct, frozen=True):
    """A moment for a page that shows another moment of the same game."""

    said: str
    changes: Sequence[Change]


def viewpoint_of(source: ReplaySource, seat: int, bare: int) -> Viewpoint:
    """Return the permitted viewpoint for a requested seat, counted from 1 (0: a spectator)."""
    if source.over:
        chosen = source.own if seat == OWN else seat - 1 if 1 <= seat <= source.table.row.players else None
        return Viewpoint(source, chosen, bool(bare))
    return Viewpoint(source, None if seat == 0 else source.own, False)


async def rendered_moment(
    moments: Snapshots, side: Viewpoint, number: int, visitor: Visitor
) -> tuple[LiveTable, View, Rendered]:
    """Return a moment, its view, and its rendered page without the log."""
    then = await moments.at(side.source.table, number)
    view = past(then, side.seat, side.bare)
    return then, view, render(then, view, visitor.language, RenderCache()).with_part("log", _EMPTY_LOG)


def moment_html(side: Viewpoint, timeline: Timeline, index: int, then: LiveTable, view: View, visitor: Visitor) -> str:
    """Return the action at a stop and, in a reviewed game, a strong player's next choice."""
    table, words = side.source.table, game_words(side.source.table.game, visitor.language)
    names = narrator.side_names(table.state, words, table.names)
    found = [JudgedDecision.from_dict(one) for one in side.source.review.get("decisions", ())]
    judged = [one for one in found if one.seat == side.seat and timeline.after(one.number) == index]
    its = [line for line in view.log if line.number == timeline.numbers[index]]
    return ENVIRONMENT.get_template("replay/decision.html.jinja").render(
        text=visitor.text,
        said=Markup(timelines.moment_text(then, view, visitor.language, its) if index else ""),
        next=done_at(table, judged[0].number, words, names, view.viewer) if judged else "",
        judged=decision(judged[0], table, words, names, visitor.text) if judged else None,
    )


async def page(
    moments: Snapshots,
    visitor: Visitor,
    side: Viewpoint,
    at: str,
    stop: int = -1,
    heard: Sequence[ChatLine] = (),
    **more: Any,
) -> Template:
    """Return the page of a moment, given by its address, the index of a stop, or by default the initial stop.

    `heard`: the chat lines that the visitor may read.
    """
    source, timeline = side.source, side.timeline
    table, game = source.table, source.table.game
    found = timeline.find(at) if at else stop if 0 <= stop <= timeline.last else None
    index = found if found is not None else 0 if source.over else timeline.last
    then, view, picture = await rendered_moment(moments, side, timeline.numbers[index], visitor)
    words = game_words(game, visitor.language)
    names = narrator.side_names(view.seen, words, table.names)
    now = table.revealed(side.seat) if side.bare else table.view(side.seat)
    now = msgspec.structs.replace(now, fresh=len(now.log))  # the moment itself is marked, not new lines
    log = ENVIRONMENT.get_template("replay/log.html.jinja").render(
        text=visitor.text,
        log=interleaved(
            timelines.whole_log(table, now, visitor.language), replay_chat(heard, table.times, timeline), table.times
        ),
        faces=[*catalog.faces(game, table.row.seats), *[""] * (len(names) - len(table.names))],
        rules=rules_of(table),
        moments=timelines.stops(timeline, now.log),
        link=side.address,
        here=index,
    )
    addresses = timeline.addresses
    title = table_title(table.row, visitor.language)
    return visitor.page(
        "replay/page",
        here=f"{side.address}{addresses[index]}",
        colours=colours.style(table.row.seats),
        title=title,
        table=table.row,
        game=game,
        size=view_of(game).board.size,
        symbols=symbols(game),
        board=board(game, visitor.language, picture.pieces, then.state.options),
        board_css=board_file(game, "board.css"),
        panel=Markup(picture.with_part("log", log).panel),
        said=Markup(moment_html(side, timeline, index, then, view, visitor)),
        base=source.base,
        link=side.address,
        scenes=f"{source.base}/scene{side.query}",
        addresses=addresses,
        turns=timeline.turns,
        rounds=timeline.rounds,
        index=index,
        last=timeline.last,
        goals=_goals(timeline, index),
        seat=side.seat,
        bare=side.bare,
        sides=_sides(side, addresses[index]),
        over=source.over,
        turning=_marks(side, timeline, visitor),
        reviewed=bool(source.review),
        fits=source.fits,
        may_try=fork.may_be_tried(table, source.over),
        seats=fork.proposed(table.names, side.seat),
        kinds=fork.kinds(visitor.text),
        replay_chat=bool(heard),
        **more,
    )


def _goals(timeline: Timeline, index: int) -> dict[str, tuple[str, str]]:
    """Return the addresses of the previous and next stops, by moves, turns and rounds."""
    addresses = timeline.addresses
    found: dict[str, tuple[str, str]] = {}
    for name, stops in (("round", timeline.rounds), ("turn", timeline.turns), ("move", range(timeline.last + 1))):
        before, after = bisect_left(stops, index) - 1, bisect_right(stops, index)
        found[name] = (
            addresses[stops[before]] if before >= 0 else "",
            addresses[stops[after]] if after < len(stops) else "",
        )
    return found


def _sides(side: Viewpoint, address: str) -> list[tuple[int | None, str, str]]:
    """Return the possible viewpoints: the seat (None: a spectator), the name, and the link to the same moment."""
    source = side.source
    names = source.table.names
    seats = range(len(names)) if source.over else [] if source.own is None else [source.own]
    views = [*((seat, names[seat]) for seat in seats), (None, "")]
    return [(seat, name, f"{Viewpoint(source, seat, side.bare).address}{address}") for seat, name in views]


def _marks(side: Viewpoint, timeline: Timeline, visitor: Visitor) -> list[tuple[int, str, str]]:
    """Return the turning points from the review: the stop, its address, the action and its effect."""
    table, words = side.source.table, game_words(side.source.table.game, visitor.language)
    addresses, names = timeline.addresses, narrator.side_names(table.state, words, table.names)
    turns = turning_points(table, side.source.review.get("curve", ()), words, names) if side.source.over else []
    stops = [(timeline.after(turn.number), f"{turn.done} {turn.changes}") for turn in turns]
    return [(stop, addresses[stop], said) for stop, said in stops]


async def scene(moments: Snapshots, visitor: Visitor, side: Viewpoint, at: str) -> Response[SceneUpdate]:
    """Return a moment for a page that shows another one."""
    timeline = side.timeline
    index = timeline.find(at) or 0
    then, view, picture = await rendered_moment(moments, side, timeline.numbers[index], visitor)
    update = SceneUpdate(moment_html(side, timeline, index, then, view, visitor), changes(picture, None))
    return Response(update, media_type=MediaType.JSON, headers={"cache-control": "no-store"})


async def source_of(tables: Tables, table: LiveTable, visitor: Visitor) -> ReplaySource:
    """Return a table's replay as this visitor may see it."""
    over = table.phase == FINISHED
    row = await tables.reviews.find(table.row.id) if over else None
    review = row.found if row is not None else {}
    return ReplaySource(table, f"/table/{table.row.id}/replay", table.seat_of(visitor.guest), over, review)


@get("/table/{table_id:str}/replay")
async def replay(
    visitor: TheVisitor,
    tables: TheTables,
    snapshots: TheSnapshots,
    chat: TheChat,
    table: TheTable,
    at: FromQuery[str] = "",
    seat: FromQuery[int] = OWN,
    bare: FromQuery[int] = 0,
    stop: FromQuery[int] = -1,
) -> Template | Redirect:
    """Show a moment of a game: from the guest's own viewpoint, or in a finished game from any."""
    if table.phase == WAITING:
        return Redirect(f"/table/{table.row.id}", status_code=303)
    side = viewpoint_of(await source_of(tables, table, visitor), seat, bare)
    heard, _ = await heard_by(chat, table, visitor.guest, visitor.language, TALK)
    return await page(snapshots, visitor, side, at, stop, heard, back=f"/table/{table.row.id}")


@get("/table/{table_id:str}/replay/scene")
async def replay_scene(
    visitor: TheVisitor,
    tables: TheTables,
    snapshots: TheSnapshots,
    table: TheTable,
    at: FromQuery[str] = "",
    seat: FromQuery[int] = OWN,
    bare: FromQuery[int] = 0,
) -> Response[SceneUpdate]:
    """Return another moment for an open page."""
    return await scene(snapshots, visitor, viewpoint_of(await source_of(tables, table, visitor), seat, bare), at)


@get("/table/{table_id:str}/moment/{seat:int}/{number:int}")
async def moment(visitor: TheVisitor, table: TheTable, seat: FromPath[int], number: FromPath[int]) -> Redirect:
    """Redirect an address of earlier versions, which has an entry number, to the current address of that moment."""
    only_when_over(table)
    if not (1 <= seat <= table.row.players and 0 <= number <= table.number):
        raise NotFoundException
    side = viewpoint_of(
        ReplaySource(table, f"/table/{table.row.id}/replay", table.seat_of(visitor.guest), True), seat, 0
    )
    timeline = side.timeline
    return Redirect(f"{side.address}{timeline.addresses[timeline.after(number)]}", status_code=301)


# Uploaded records.


@get("/replay")
async def bring(visitor: TheVisitor) -> Template:
    """Show the upload form for a record."""
    return _bring(visitor)


def _bring(visitor: Visitor, bad: BadFile | None = None) -> Template:
    text = visitor.text
    error = "" if bad is None else text(f"upload.{bad.key}", **bad.params)
    return visitor.page("replay/upload", 200 if bad is None else 422, error=error, limit=LIMIT // 1000)


@post("/replay", request_max_body_size=10 * LIMIT, opt={FILES: True})
async def brought(request: Asked, visitor: TheVisitor, uploads: TheUploads) -> Redirect | Template:
    """Accept a record for replay, or show its fault in one line."""
    content = await file_in(request)
    try:
        if not content:
            raise BadFile("no_file")
        key = await uploads.take(visitor.guest, content, visitor.text, visitor.home)
    except BadFile as bad:
        return _bring(visitor, bad)
    return Redirect(f"/replay/{key}", status_code=303)


async def uploaded_source(uploads: Uploads, key: str, visitor: Visitor) -> ReplaySource:
    """Return this visitor's upload by its key; respond with "not found" if it does not exist or has expired."""
    brought = await uploads.table(key, visitor.guest, visitor.text)
    if brought is None:
        raise ClientException(status_code=404, extra={"name": "not_found", "say": "upload_gone"})
    return ReplaySource(brought.table, f"/replay/{key}", None, True, fits=brought.fits)


@get("/replay/{key:str}")
async def look_at(
    visitor: TheVisitor,
    uploads: TheUploads,
    snapshots: TheSnapshots,
    key: FromPath[str],
    at: FromQuery[str] = "",
    seat: FromQuery[int] = OWN,
    bare: FromQuery[int] = 0,
    stop: FromQuery[int] = -1,
) -> Template:
    """Show a moment of an uploaded game."""
    side = viewpoint_of(await uploaded_source(uploads, key, visitor), seat, bare)
    return await page(snapshots, visitor, side, at, stop, back="/replay", back_says="upload.another")


@get("/replay/{key:str}/scene")
async def look_at_scene(
    visitor: TheVisitor,
    uploads: TheUploads,
    snapshots: TheSnapshots,
    key: FromPath[str],
    at: FromQuery[str] = "",
    seat: FromQuery[int] = OWN,
    bare: FromQuery[int] = 0,
) -> Response[SceneUpdate]:
    """Return another moment for an open page."""
    return await scene(snapshots, visitor, viewpoint_of(await uploaded_source(uploads, key, visitor), seat, bare), at)


HANDLERS = [replay, replay_scene, moment, bring, brought, look_at, look_at_scene]
