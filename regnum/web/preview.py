"""What a choice would change in what everybody can see: points, majorities, what one has; as far as one can know."""

from typing import Final

from regnum.core.action import Action
from regnum.core.drawing import Standing
from regnum.core.narrator import side_names
from regnum.core.state import State
from regnum.core.words import Words, upfirst
from regnum.web.i18n import Text, game_words, page_text
from regnum.web.live import LiveTable, View

WORLDS: Final = 4
"""In so many worlds that fit what the seat sees a choice is tried: told is what it changes in all of them."""


def table_of_standings(seen: State, words: Words) -> list[Standing]:
    """Return the points, if everybody can see them, and a game's own rows."""
    drawing = seen.game.drawing
    points = drawing.points(seen)
    first = [Standing(words.title("points"), points)] if points and words.has("term", "points") else []
    return [*first, *drawing.standings(seen, words)]


def effects(table: LiveTable, view: View, action: str, language: str) -> list[str]:
    """Return what an action of a view's seat would change. What is up to chance or to hidden things is not told."""
    key = ("effects", view.seat, language, action)
    kept: list[str] | None = table.renders.get(key)
    if kept is None:
        kept = table.renders[key] = _effects(table, view, action, language)
    return kept


def _effects(table: LiveTable, view: View, action: str, language: str) -> list[str]:
    words, text = game_words(table.game, language), page_text(language)
    names = side_names(view.seen, words, table.names)
    assert view.seat is not None
    before = table_of_standings(view.seen, words)
    common: list[str] | None = None
    for world in range(WORLDS):
        after, settled = _after(view.seen.determinized(world), view.seen.game.actions.parse(action), view.seat)
        told = _changes(before, table_of_standings(after.observed_by(view.seat), words), view.seat, names, text)
        told += [] if settled else [text("preview.open")]
        common = told if common is None else [line for line in common if line in told]
    return common or []


def _after(state: State, action: Action, seat: int) -> tuple[State, bool]:
    """Return where an action leads, and whether that is all: with chance, it is only what the action itself does."""
    whole = state.clone()
    whole.apply(action, seat)
    if whole.draws == state.draws:
        return whole, True
    itself = state.clone()
    itself.stack[-1].answer(itself, action, seat)
    return (itself if itself.draws == state.draws else state), False


def _changes(before: list[Standing], after: list[Standing], seat: int, names: list[str], text: Text) -> list[str]:
    """Return a sentence for each row in which the counts differ, or who leads."""
    found: list[str] = []
    for was, now in zip(before, after, strict=True):
        sides = [side for side, (old, new) in enumerate(zip(was.counts, now.counts, strict=True)) if old != new]
        moved = [f"{was.counts[side]} → {now.counts[side]}" for side in sides]
        own = sides == [seat] and now.leaders is None
        parts = moved if own else [f"{names[side]} {move}" for side, move in zip(sides, moved, strict=True)]
        if now.leaders is not None and now.leaders != was.leaders:
            leading = [names[side] for side in now.leaders]
            said = text("preview.lead", names=text.listing(leading), count=len(leading))
            parts.append(said if leading else text("preview.nobody"))
        if parts:
            found.append(f"{upfirst(now.title)}: {', '.join(parts)}")
    return found
