"""Previews of a choice: its foreseeable effects on public values such as points, majorities and possessions."""

import logging
from collections.abc import Sequence
from typing import Final

from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.core.text.narrator import side_names
from regnum.core.text.words import Words, upfirst
from regnum.view import Standing, view_of
from regnum.web.http.i18n import Text, game_words, page_text
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.seat_view import SeatView

LOG: Final = logging.getLogger("regnum.web")

DETERMINIZATIONS: Final = 4
"""The number of determinizations in which a choice is tried; only effects common to all are shown."""

MIN_FOR_SHARED_EFFECTS: Final = 10
"""If there are fewer other choices than this, effects that all choices share are listed separately."""
_OPEN: Final = ""
"""The row that marks that other effects are unknown."""
StandingsChange = tuple[str, str]
"""The title of a row of the standings, and a change in it."""


def table_of_standings(seen: State, words: Words) -> list[Standing]:
    """Return the rows of the standings: the points, if they are public, and the game's own rows."""
    scores = view_of(game_of(seen)).scores
    points = scores.points(seen)
    first = [Standing(words.title("points"), points)] if points and words.has("term", "points") else []
    return [*first, *scores.standings(seen, words)]


def effects(table: LiveTable, view: SeatView, action: str, language: str) -> list[str]:
    """Return sentences about the foreseeable effects of an action of a view's seat.

    Effects that depend on chance or hidden information are left out. The game's own forecast comes first; without one,
    a note says if other effects are unknown.
    """
    seat_cache, key = table.render_cache_for(view.seat), ("effects", language, action)
    cached: list[str] | None = seat_cache.get(key)
    if cached is None:
        try:
            cached = _effects(table, view, action, language)
        except (RuntimeError, ValueError) as error:  # a page without a preview is better than none
            LOG.error("a choice at table %s has no preview: %s", table.row.id, type(error).__name__)
            cached = []
        seat_cache[key] = cached
    return cached


def _effects(table: LiveTable, view: SeatView, action: str, language: str) -> list[str]:
    words, text = game_words(table.game, language), page_text(language)
    names = side_names(view.seen, words, table.names)
    assert view.seat is not None
    chosen = view.seen.game.actions.parse(action)
    changes = _certain_changes(view, chosen, words, names, text)
    others = [other for other in view.legal if other.text != action]
    common_effects = (
        [change for change in changes if change != (_OPEN, "")] if 0 < len(others) < MIN_FOR_SHARED_EFFECTS else []
    )
    for other in others if common_effects else []:
        other_changes = _certain_changes(view, other, words, names, text)
        common_effects = [change for change in common_effects if change in other_changes]
    expected_effects = view_of(game_of(view.seen)).explanations.expected_effects(chosen, view.seen, words, names)
    own = _sentences([change for change in changes if change not in common_effects and change[0] != _OPEN])
    is_open = (_OPEN, "") in changes and not expected_effects
    after = [text("preview.happens_anyway"), *_sentences(common_effects)] if common_effects else []
    return [*expected_effects, *own, *after, *([text("preview.unknown_outcome")] if is_open else [])]


def _certain_changes(
    view: SeatView, action: Action, words: Words, names: list[str], text: Text
) -> list[StandingsChange]:
    """Return the changes by an action of the view's seat that are equal in all determinizations."""
    assert view.seat is not None
    before = table_of_standings(view.seen, words)
    common: list[StandingsChange] | None = None
    for number in range(DETERMINIZATIONS):
        after, is_certain = _state_after(view.seen.determinized(number), action, view.seat)
        changes = _changes(before, table_of_standings(after.observed_by(view.seat), words), view.seat, names, text)
        changes += [] if is_certain else [(_OPEN, "")]
        common = changes if common is None else [change for change in common if change in changes]
    return common or []


def _sentences(changes: Sequence[StandingsChange]) -> list[str]:
    """Return a sentence for each row that changes."""
    rows: dict[str, list[str]] = {}
    for row, change in changes:
        rows.setdefault(row, []).append(change)
    return [f"{upfirst(row)}: {', '.join(parts)}" for row, parts in rows.items()]


def _state_after(state: State, action: Action, seat: int) -> tuple[State, bool]:
    """Return the state after an action and True; if chance follows, one with the action's own effects, and False."""
    whole = state.clone()
    whole.apply(action, seat)
    if whole.draws == state.draws + action.reveals:
        return whole, True
    itself = state.clone()
    itself.stack[-1].handle_action(itself, action, seat)
    return (itself if itself.draws == state.draws + action.reveals else state), False


def _changes(
    before: list[Standing], after: list[Standing], seat: int, names: list[str], text: Text
) -> list[StandingsChange]:
    """Return the changed counts of each row of the standings, and its leaders if they changed."""
    changes: list[StandingsChange] = []
    for was, now in zip(before, after, strict=True):
        sides = [side for side, (old, new) in enumerate(zip(was.counts, now.counts, strict=True)) if old != new]
        moved = [f"{was.counts[side]} → {now.counts[side]}" for side in sides]
        own = sides == [seat] and now.leaders is None
        parts = moved if own else [f"{names[side]} {move}" for side, move in zip(sides, moved, strict=True)]
        if now.leaders is not None and now.leaders != was.leaders:
            leading = [names[side] for side in now.leaders]
            leaders = text("preview.new_leaders", names=text.listing(leading), count=len(leading))
            parts.append(leaders if leading else text("preview.no_leader"))
        changes += [(now.title, part) for part in parts]
    return changes
