"""The page for a moment of a game, and the update with which an open page moves to another moment."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from litestar import MediaType, Response
from litestar.response import Template
from markupsafe import Markup

from regnum.core.text import narrator
from regnum.players.review import JudgedDecision
from regnum.view import view_of
from regnum.web.analysis.decisions import describe_decision
from regnum.web.board import timeline as timelines
from regnum.web.board.changes import PageUpdate, TableRendering, changes
from regnum.web.board.empty_board import board_with_pieces, symbols
from regnum.web.board.final_scoring import action_text_at, turning_points
from regnum.web.board.render import render_view
from regnum.web.board.render_cache import RenderCache
from regnum.web.board.timeline import Timeline
from regnum.web.board.turn_texts import rules_of
from regnum.web.bots import catalog
from regnum.web.chat.view import VisibleMessage
from regnum.web.http.assets import board_styles
from regnum.web.http.i18n import game_words
from regnum.web.http.visitor import Visitor
from regnum.web.replay import fork
from regnum.web.replay.chat_messages import interleave_chat, replay_chat
from regnum.web.replay.snapshots import SnapshotCache, past_view
from regnum.web.replay.viewpoint import Viewpoint
from regnum.web.tables import colours
from regnum.web.tables.deps import table_title
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.seat_view import SeatView
from regnum.web.ui.templates import ENVIRONMENT

_EMPTY_LOG: Final = '<section id="log" class="block log"></section>'
"""The placeholder for the log in a scene; the page keeps its own log."""


class SceneUpdate(msgspec.Struct, frozen=True):
    """The update with which an open page moves to another moment of the same game."""

    text: str
    changes: Sequence[PageUpdate]


async def render_moment(
    snapshots: SnapshotCache, viewpoint: Viewpoint, number: int, visitor: Visitor
) -> tuple[LiveTable, SeatView, TableRendering]:
    """Return a snapshot, its view, and the rendered view without the log."""
    snapshot = await snapshots.load(viewpoint.source.table, number)
    view = past_view(snapshot, viewpoint.seat, viewpoint.is_revealed)
    return snapshot, view, render_view(snapshot, view, visitor.language, RenderCache()).with_part("log", _EMPTY_LOG)


def moment_html(
    viewpoint: Viewpoint, timeline: Timeline, index: int, snapshot: LiveTable, view: SeatView, visitor: Visitor
) -> str:
    """Return the action at a stop and, in a reviewed game, the next decision and how it was judged."""
    table, words = viewpoint.source.table, game_words(viewpoint.source.table.game, visitor.language)
    names = narrator.side_names(table.state, words, table.names)
    decisions = [JudgedDecision.from_dict(decision) for decision in viewpoint.source.review.get("decisions", ())]
    judged = [
        decision
        for decision in decisions
        if decision.seat == viewpoint.seat and timeline.stop_after(decision.number) == index
    ]
    lines = [line for line in view.log if line.number == timeline.numbers[index]]
    return ENVIRONMENT.get_template("replay/decision.html.jinja").render(
        text=visitor.text,
        move_text=Markup(timelines.moment_text(snapshot, view, visitor.language, lines) if index else ""),
        next=action_text_at(table, judged[0].number, words, names, view.viewer) if judged else "",
        judged=describe_decision(judged[0], table, words, names, visitor.text) if judged else None,
    )


async def moment_page(
    snapshots: SnapshotCache,
    visitor: Visitor,
    viewpoint: Viewpoint,
    at: str,
    stop: int = -1,
    chat_messages: Sequence[VisibleMessage] = (),
    **context: Any,
) -> Template:
    """Return the page for a moment, given by its address or the index of a stop.

    The default is the first stop of a finished game or the last stop of a running one. `chat_messages`: those that
    the visitor may read.
    """
    source, timeline = viewpoint.source, viewpoint.timeline
    table, game = source.table, source.table.game
    requested = timeline.find(at) if at else stop if 0 <= stop <= timeline.last else None
    index = requested if requested is not None else 0 if source.is_over else timeline.last
    snapshot, view, picture = await render_moment(snapshots, viewpoint, timeline.numbers[index], visitor)
    words = game_words(game, visitor.language)
    names = narrator.side_names(view.seen, words, table.names)
    now = table.revealed_view(viewpoint.seat) if viewpoint.is_revealed else table.view(viewpoint.seat)
    now = msgspec.structs.replace(now, first_new_line=len(now.log))  # the moment itself is marked, not new lines
    log = ENVIRONMENT.get_template("replay/log.html.jinja").render(
        text=visitor.text,
        log=interleave_chat(
            timelines.whole_log(table, now, visitor.language),
            replay_chat(chat_messages, table.times, timeline),
            table.times,
        ),
        faces=[*catalog.faces(game, table.row.seats), *[""] * (len(names) - len(table.names))],
        rules=rules_of(table),
        moments=timelines.stops(timeline, now.log),
        link=viewpoint.address,
        here=index,
    )
    addresses = timeline.addresses
    title = table_title(table.row, visitor.language)
    return visitor.page(
        "replay/page",
        here=f"{viewpoint.address}{addresses[index]}",
        colours=colours.seat_colour_css(table.row.seats),
        title=title,
        table=table.row,
        game=game,
        size=view_of(game).board.size,
        symbols=symbols(game),
        board=board_with_pieces(game, visitor.language, picture.pieces, snapshot.state.options),
        board_css=board_styles(game),
        panel=Markup(picture.with_part("log", log).panel),
        moment=Markup(moment_html(viewpoint, timeline, index, snapshot, view, visitor)),
        base=source.base,
        link=viewpoint.address,
        scenes=f"{source.base}/scene{viewpoint.query}",
        addresses=addresses,
        turns=timeline.turns,
        rounds=timeline.rounds,
        index=index,
        last=timeline.last,
        destinations=_step_addresses(timeline, index),
        seat=viewpoint.seat,
        is_revealed=viewpoint.is_revealed,
        sides=_viewpoints(viewpoint, addresses[index]),
        is_over=source.is_over,
        turning=_marks(viewpoint, timeline, visitor),
        reviewed=bool(source.review),
        matches_commitment=source.matches_commitment,
        can_fork=fork.can_fork(table, source.is_over),
        seats=fork.default_seats(table.names, viewpoint.seat),
        kinds=fork.seat_kinds(visitor.text),
        replay_chat=bool(chat_messages),
        **context,
    )


def _step_addresses(timeline: Timeline, index: int) -> dict[str, tuple[str, str]]:
    """Return the addresses of the previous and next stops, by moves, turns and rounds."""
    addresses = timeline.addresses
    step_addresses: dict[str, tuple[str, str]] = {}
    for name, stops in (("round", timeline.rounds), ("turn", timeline.turns), ("move", range(timeline.last + 1))):
        before, after = bisect_left(stops, index) - 1, bisect_right(stops, index)
        step_addresses[name] = (
            addresses[stops[before]] if before >= 0 else "",
            addresses[stops[after]] if after < len(stops) else "",
        )
    return step_addresses


def _viewpoints(viewpoint: Viewpoint, address: str) -> list[tuple[int | None, str, str]]:
    """Return the possible viewpoints: the seat (None: a spectator), the name, and the link to the same moment."""
    source = viewpoint.source
    names = source.table.names
    seats = range(len(names)) if source.is_over else [] if source.own_seat is None else [source.own_seat]
    views = [*((seat, names[seat]) for seat in seats), (None, "")]
    return [(seat, name, f"{Viewpoint(source, seat, viewpoint.is_revealed).address}{address}") for seat, name in views]


def _marks(viewpoint: Viewpoint, timeline: Timeline, visitor: Visitor) -> list[tuple[int, str, str]]:
    """Return the turning points from the review: the stop, its address, and a sentence with the action and effect."""
    table, words = viewpoint.source.table, game_words(viewpoint.source.table.game, visitor.language)
    addresses, names = timeline.addresses, narrator.side_names(table.state, words, table.names)
    turns = (
        turning_points(table, viewpoint.source.review.get("curve", ()), words, names)
        if viewpoint.source.is_over
        else []
    )
    stops = [(timeline.stop_after(turn.number), f"{turn.action} {turn.changes}") for turn in turns]
    return [(stop, addresses[stop], label) for stop, label in stops]


async def scene_update(
    snapshots: SnapshotCache, visitor: Visitor, viewpoint: Viewpoint, at: str
) -> Response[SceneUpdate]:
    """Return the update with which an open page moves to another moment."""
    timeline = viewpoint.timeline
    index = timeline.find(at) or 0
    snapshot, view, picture = await render_moment(snapshots, viewpoint, timeline.numbers[index], visitor)
    update = SceneUpdate(moment_html(viewpoint, timeline, index, snapshot, view, visitor), changes(picture, None))
    return Response(update, media_type=MediaType.JSON, headers={"cache-control": "no-store"})
