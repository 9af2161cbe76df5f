"""Rendering of a seat's view as SVG and HTML, cached by seat, number of entries and language."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec
from markupsafe import Markup

from regnum.core.text import narrator
from regnum.core.text.words import Words
from regnum.view import GameView, LogView, ScoreView, view_of
from regnum.web.board import seat_notices, unavailable_actions
from regnum.web.board.changes import TableRendering
from regnum.web.board.choices import choices, combined_choices, is_grouped, split_choices
from regnum.web.board.event_summaries import Event, event_summaries, find_events
from regnum.web.board.final_scoring import ending
from regnum.web.board.log_lines import is_shown
from regnum.web.board.log_view import NOBODY, Group, Section, log_sections
from regnum.web.board.playback_entries import playback_start
from regnum.web.board.players_strip import players_strip
from regnum.web.board.recap import brief_recap, recap
from regnum.web.board.render_cache import RenderCache
from regnum.web.board.turn_texts import aim_of, heading, prompt, rules_of, status
from regnum.web.board.tutorial import TutorialStep, tutorial_step
from regnum.web.board.undo import count_undone_together, undoable_actions
from regnum.web.bots import catalog
from regnum.web.clocks.countdown import Countdown, countdown_of
from regnum.web.clocks.sentences import clock_sentences, pause_notice
from regnum.web.http.i18n import Text, game_words, page_text
from regnum.web.proposals.view import ProposalView, proposal_view
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, FINISHED, PLAYING
from regnum.web.tables.seat_view import SeatView
from regnum.web.ui.templates import ENVIRONMENT, fill

_RENDER_CACHES: Final[WeakKeyDictionary[LiveTable, dict[tuple[int | None, str], RenderCache]]] = WeakKeyDictionary()


class RenderContext(msgspec.Struct, frozen=True):
    """What is rendered: a view of a table in a language, with the names of the game's sides."""

    table: LiveTable
    view: SeatView
    game_view: GameView[Any]
    words: Words
    text: Text
    names: Sequence[str]
    faces: Sequence[str]
    bots: Sequence[str]
    """The label of each side's bot, or "" for people."""


def render_for_seat(table: LiveTable, seat: int | None, language: str) -> TableRendering:
    """Return the current rendering for a seat (None: spectators), cached until the table changes."""
    seat_cache, key = table.render_cache_for(seat), ("page", language)
    cached: TableRendering | None = seat_cache.get(key)
    if cached is None:
        cache = _RENDER_CACHES.setdefault(table, {}).setdefault((seat, language), RenderCache())
        cached = seat_cache[key] = render_view(table, table.view(seat), language, cache)
    return cached


def render_view(table: LiveTable, view: SeatView, language: str, cache: RenderCache) -> TableRendering:
    """Return the pieces and the panel of a table for a view; `cache` holds templates and texts."""
    game_view, words = view_of(table.game), game_words(table.game, language)
    names = narrator.side_names(view.seen, words, table.names)
    text, nobody = page_text(language), [""] * (len(names) - len(table.row.seats))
    render_context = RenderContext(
        table=table,
        view=view,
        game_view=game_view,
        words=words,
        text=text,
        names=names,
        faces=[*catalog.faces(table.game, table.row.seats), *nobody],
        bots=[*(catalog.bot_label(table.game, row, text) for row in table.row.seats), *nobody],
    )
    log_context = game_view.board.log_context([line.note for line in view.log if line.note is not None], words, names)
    panel = ENVIRONMENT.get_template("board/panel.html.jinja")
    context = {
        **_players(render_context),
        **_game_parts(render_context, log_context, cache),
        **_question(render_context),
        **_log_parts(render_context, cache),
        **msgspec.structs.asdict(LiveValues() if view.is_past else _live_values(render_context)),
    }
    shared = panel.new_context(context)
    parts = {name: "".join(render(shared)) for name, render in panel.blocks.items()}
    return TableRendering(view.entry_count, _pieces(table, view, words, names, log_context), parts)


def _players(context: RenderContext) -> dict[str, Any]:
    """Return the panel's values for the table and its players."""
    table, view, names = context.table, context.view, context.names
    awaited = _players_to_wait_for(table, view) if table.phase == PLAYING else []
    return {
        "text": context.text,
        "names": names,
        "faces": context.faces,
        "view": view,
        "table": table.row,
        "playing": table.phase == PLAYING,
        "abandoned": table.phase == ABANDONED,
        "strip": players_strip(table, view, context.game_view.scores, context.words, names, context.text),
        "resigned": [row.seat for row in table.row.seats if row.resigned],
        "waiting": [names[player] for player in awaited],
        "others": {player: names[player] for player in view.seen.players_to_act if player != view.seat},
        "has_bot_delays": table.has_bot_delays,
        "final": ending(table, view, context.words, names) if table.phase == FINISHED else None,
    }


def _game_parts(context: RenderContext, log_context: Mapping[str, Any], cache: RenderCache) -> dict[str, Any]:
    """Return the game's own parts of the panel: the viewer's hand, and what is next to the board."""
    game_id = context.table.game.id
    values = {
        **context.game_view.board.panel(context.view.seen, context.words, context.names, context.view.legal),
        **log_context,
        "words": context.words,
        "names": context.names,
        "faces": context.faces,
        "bots": context.bots,
        "text": context.text,
    }
    return {
        "hand": Markup(cache.render(f"{game_id}/hand.html.jinja", values)),
        "game_panel": Markup(cache.render(f"{game_id}/panel.html.jinja", values)),
    }


def _question(context: RenderContext) -> dict[str, Any]:
    """Return the panel's values for the viewer's decision: the question, and buttons to answer it or undo actions."""
    view, words, names = context.view, context.words, context.names
    actions_view = context.game_view.actions
    plain, listed = split_choices(view.legal, actions_view)
    undoable = [] if view.is_past else context.table.undoable_actions(view.seat)
    return {
        "status": status(view.seen, words, context.text),
        "acting": view.seat is not None and bool(view.legal),
        "prompt": prompt(view, words, names),
        "heading": heading(view.seen, words) if view.legal else "",
        "clause": narrator.clause(view.seen),
        "rules": rules_of(context.table),
        "choices": [
            *combined_choices(view.seen, view.legal, words),
            *choices(plain, view.seen, actions_view, words, names),
        ],
        "grouped": is_grouped(plain, actions_view),
        "listed": choices(listed, view.seen, actions_view, words, names),
        "listed_count": len(listed),
        "listed_grouped": is_grouped(listed, actions_view),
        "undoable": undoable_actions(undoable, context.game_view, words, names),
        "undo_count": count_undone_together(undoable, actions_view),
    }


def _log_parts(context: RenderContext, cache: RenderCache) -> dict[str, Any]:
    """Return the panel's values for the short log, its recap and the event summaries."""
    view, log_view, words, names = context.view, context.game_view.log, context.words, context.names
    sections = log_sections(
        view, log_view, names, cache.line_writer(words, context.text, names, view.viewer), newest=True
    )
    return {
        "log": sections,
        "recap": [] if view.is_past else _recap(sections, view, log_view, words, names),
        "aim": aim_of(words),
        "event_summaries": event_summaries(view, _events(context.table, view), log_view, words, names),
    }


class LiveValues(msgspec.Struct, frozen=True):
    """The panel's values that exist only for the current moment; the defaults are for past moments."""

    time_limits: Sequence[str] = ()
    """The sentences about the time limits."""
    own_clock: Countdown | None = None
    stand_in_level: str = ""
    """The kind of bot that plays for the viewer, or "" if none does."""
    has_standings: bool = False
    """Whether the game has a table of standings."""
    has_unavailable: bool = False
    """Whether some of the viewer's actions are unavailable."""
    notices: Sequence[str] = ()
    proposal: ProposalView | None = None
    pause_notice: str = ""
    """The sentence that the clocks are paused, or "" if they are not."""
    may_propose: bool = False
    """Whether the viewer may make proposals."""
    may_skip_delays: bool = False
    """Whether the viewer may skip the bots' pauses."""
    playback_start: int = 0
    """The number of entries at which the playback of automatic parts starts, or 0 if there is none."""
    tutorial: TutorialStep | None = None
    has_public_decision: bool = False
    """Whether the viewer has a decision that is announced to others."""
    follows_own_action: bool = False
    """Whether that decision directly follows the viewer's last action; see `_follows_own_action`."""


def _live_values(context: RenderContext) -> LiveValues:
    """Return the panel's values that exist only for the current moment."""
    table, view, row, text = context.table, context.view, context.table.row, context.text
    acting = view.seat is not None and bool(view.legal)
    return LiveValues(
        time_limits=clock_sentences(row, text),
        own_clock=None if view.seat is None else countdown_of(row, view.seat, text),
        stand_in_level="" if view.seat is None else seat_notices.stand_in_level(row, view.seat, text),
        has_standings=type(context.game_view.scores).standings is not ScoreView.standings,
        has_unavailable=view.seat is not None
        and acting
        and unavailable_actions.has_unavailable_actions(view, view.seat),
        notices=seat_notices.table_notices(row, view.seat, table.last_entry_time(view.seat), text),
        proposal=proposal_view(row, view.seat, text),
        pause_notice=pause_notice(row, text),
        may_propose=table.phase == PLAYING and view.seat is not None,
        may_skip_delays=bool(table.bots_to_act()) and table.has_bot_delays and table.may_skip_delays(view.seat),
        playback_start=playback_start(view, context.game_view.log),
        tutorial=tutorial_step(table, view.seat, text.language),
        has_public_decision=any(action.family not in table.game.unlogged_families for action in view.legal),
        follows_own_action=bool(view.legal) and _follows_own_action(view),
    )


def _players_to_wait_for(table: LiveTable, view: SeatView) -> list[int]:
    """Return the players to act, without the viewer while a tutorial is running."""
    return [player for player in view.seen.players_to_act if player != view.seat or table.next_script_entry() is None]


def _follows_own_action(view: SeatView) -> bool:
    """Return whether the viewer acted last, with no other player mentioned since, and has no convenience actions."""
    if any(action.convenience for action in view.legal):
        return False
    alone, unlogged_families = (NOBODY, view.seat), view.seen.game.unlogged_families
    shown_lines = (line for line in reversed(view.log) if line.player == view.seat or is_shown(line, unlogged_families))
    last = next((line for line in shown_lines if line.action is not None or line.player not in alone), None)
    return last is not None and last.action is not None and last.player == view.seat


def _recap(
    sections: Sequence[Section], view: SeatView, log_view: LogView, words: Words, names: Sequence[str]
) -> list[Group]:
    """Return the new turns of the log."""
    if type(log_view).turn_summary is LogView.turn_summary:
        return recap(sections, view.viewer, log_view.keys.full_log_only, log_view.keys.news, log_view.outcome)
    return brief_recap(sections, lambda lines, player: log_view.turn_summary(lines, player, words, names))


def _events(table: LiveTable, view: SeatView) -> list[Event]:
    """Return the events of a table, which are the same for all viewers.

    They contain positions in the log, so they are recomputed after every entry, even an unannounced one.
    """
    seat_cache, key = table.render_cache_for(None), "events"
    cached: tuple[int, list[Event]] | None = seat_cache.get(key)
    if cached is None or cached[0] != table.entry_count:
        cached = seat_cache[key] = (table.entry_count, find_events(view.log, view_of(table.game).log.keys.event_kinds))
    return cached[1]


def _pieces(
    table: LiveTable, view: SeatView, words: Words, names: Sequence[str], log_context: Mapping[str, Any]
) -> str:
    """Return the layer of pieces as SVG; viewers who cannot act share it if the game shows all viewers the same."""
    board_view = view_of(table.game).board
    shared = board_view.same_to_all and not view.legal and not view.is_revealed
    seat_cache, key = table.render_cache_for(None), ("pieces", words.language)
    cached: str | None = seat_cache.get(key) if shared else None
    if cached is None:
        seen = table.view(None).seen if shared else view.seen
        context = {**board_view.pieces(seen, words, names, view.legal), **log_context, "words": words}
        layer = fill(f"{table.game.id}/pieces.svg.jinja", context)
        width, height = board_view.size
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        cached = f'<svg id="pieces" {size} overflow="visible">{layer}</svg>'
        if shared:
            seat_cache[key] = cached
    return cached
