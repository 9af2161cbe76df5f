"""The log of Khan: reports of events, summaries of turns, and the places that lines are about."""

from collections.abc import Mapping, Sequence
from typing import Final

from regnum.core.rules.action import Param
from regnum.core.rules.note import Line
from regnum.core.text.words import Words, upfirst
from regnum.games.khan.notes import CARD
from regnum.games.khan.view.keys import LOG_KEYS
from regnum.view import LogView, Report

YURT_FAMILIES: Final = frozenset({"station", "settle", "pitch", "occupy"})
RULER_NOTES: Final = frozenset({"flees", "ruler_out"})
"""The keys of the notes about rulers that flee or leave the game."""


def summarize_turn(lines: Sequence[Line], player: int, words: Words, names: Sequence[str]) -> str:
    """Return a turn in one line, or "" if it has nothing worth showing.

    If `player` is -1, the line describes the effects of the card turned up at the beginning of a turn.
    """
    notes = [line.note for line in lines if line.note is not None]
    parts: list[str] = []
    laid_by = next((note.player for note in notes if note.key == "conquered"), player)
    if laid_by != player >= 0:
        parts.append(words.text("turn_summary", "laid_by", {"name": names[laid_by]}))
    for seat in sorted(range(len(names)), key=lambda seat: (seat != player, seat)):
        points = [int(note.params["points"]) for note in notes if note.key == "conquered" and note.player == seat]
        if points:
            key = f"{'points' if seat == player else 'also'}{'_list' if len(points) > 1 else ''}"
            params = {"name": names[seat], "sum": sum(points), "list": " + ".join(map(str, points))}
            parts.append(words.text("turn_summary", key, params))
    for seat, name in enumerate(names):
        cells = [str(note.params["cell"]) for note in notes if note.key == "lost" and note.player == seat]
        if cells:
            parts.append(
                words.text("turn_summary", "lost", {"name": name, "count": len(cells), "cells": ", ".join(cells)})
            )
    parts += _other_events(lines, words, names)
    text = "; ".join(parts)
    if player < 0 and text and any(note.key == CARD.key for note in notes):
        text = words.text("turn_summary", "turned_up", {"line": text})
    return f"{upfirst(text)}." if text else ""


def _other_events(lines: Sequence[Line], words: Words, names: Sequence[str]) -> list[str]:
    """Return the other events, in order; for each ruler that fled, only the final cell."""
    last = {line.note.params["ruler"]: line for line in lines if line.note is not None and line.key in RULER_NOTES}
    yurts = [
        str(line.action.params["cell"])
        for line in lines
        if line.action is not None and line.action.family in YURT_FAMILIES
    ]
    ends = any(line.key == "end_phase" for line in lines)
    parts: list[str] = []
    for line in lines:
        if line.note is not None:
            if line.key == "end_phase" or (line.key == "ruler_out" and not ends):
                parts.append(words.text("turn_summary", line.key, line.note.params))
            elif line.key == "flees" and last[line.note.params["ruler"]] is line:
                parts.append(words.text("turn_summary", "flees", line.note.params))
        elif line.action is not None and line.action.family == "play":
            parts.append(words.text("turn_summary", "play", line.action.params))
        elif line.action is not None and line.action.family == "consent":
            parts.append(f"{names[line.player]} {words.name('answer_verb', line.action.params['answer'])}")
        elif line.action is not None and line.action.family in YURT_FAMILIES and yurts:
            parts.append(words.text("turn_summary", "yurts", {"count": len(yurts), "cells": ", ".join(yurts)}))
            yurts = []
    return parts


class KhanLog(LogView):
    """The log of Khan."""

    def report(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str], side: int) -> Report:
        """Return the rules of the end phase when it begins; an empty report for other events."""
        return Report(rows=[(words.text("board", "ends", {}), [])] if key == "end_phase" else [])

    def places(self, params: Mapping[str, Param]) -> list[str]:
        """Return the cell, ruler or laid tile of a line; without a tile's first cell, which alone would mislead."""
        if "tile" in params and "points" in params:
            return [f"laid-{params['cell']}"]
        places = [f"{name}-{params[name]}" for name in ("cell", "ruler") if name in params and "way" not in params]
        return [place for place in places if place != f"cell-{params.get('cell')}" or "tile" not in params]

    def turn_summary(self, lines: Sequence[Line], player: int, words: Words, names: Sequence[str]) -> str:
        """Return a turn in one line: points and losses first, then the other events in order."""
        return summarize_turn(lines, player, words, names)


LOG: Final = KhanLog(LOG_KEYS)
