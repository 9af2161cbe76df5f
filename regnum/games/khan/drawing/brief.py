"""What came of a turn in one line: points first, then special cards and rulers who left, then the rest."""

from collections.abc import Sequence
from typing import Final

from regnum.core.play import Line
from regnum.core.words import Words, upfirst
from regnum.games.khan.notes import CARD

YURTS: Final = frozenset({"station", "settle", "pitch", "occupy"})


def in_brief(lines: Sequence[Line], player: int, words: Words, names: Sequence[str]) -> str:
    """Return the line; "" if there is nothing in it worth telling.

    Without a player it is what the card did that begins a turn.
    """
    notes = [line.note for line in lines if line.note is not None]
    actions = [line.action for line in lines if line.action is not None]
    told: list[str] = []
    laid_by = next((note.player for note in notes if note.key == "conquered"), player)
    if laid_by != player >= 0:
        told.append(words.say("brief", "laid_by", {"name": names[laid_by]}))
    for seat in sorted(range(len(names)), key=lambda seat: (seat != player, seat)):
        points = [int(note.params["points"]) for note in notes if note.key == "conquered" and note.player == seat]
        if points:
            key = f"{'points' if seat == player else 'also'}{'_list' if len(points) > 1 else ''}"
            given = {"name": names[seat], "sum": sum(points), "list": " + ".join(map(str, points))}
            told.append(words.say("brief", key, given))
    told += [words.say("brief", "play", action.params) for action in actions if action.family == "play"]
    ends = [words.say("brief", "end_phase", {}) for note in notes if note.key == "end_phase"]
    told += ends or [words.say("brief", "ruler_out", note.params) for note in notes if note.key == "ruler_out"]
    for line in lines:
        if line.action is not None and line.action.family == "consent":
            told.append(f"{names[line.player]} {words.name('answer_told', line.action.params['answer'])}")
    for seat, name in enumerate(names):
        cells = [str(note.params["cell"]) for note in notes if note.key == "lost" and note.player == seat]
        if cells:
            told.append(words.say("brief", "lost", {"name": name, "count": len(cells), "cells": ", ".join(cells)}))
    left = {note.params["ruler"] for note in notes if note.key == "ruler_out"}
    fled = {note.params["ruler"]: note.params for note in notes if note.key == "flees"}
    told += [words.say("brief", "flees", params) for ruler, params in fled.items() if ruler not in left]
    yurts = [str(action.params["cell"]) for action in actions if action.family in YURTS]
    if yurts:
        told.append(words.say("brief", "yurts", {"count": len(yurts), "cells": ", ".join(yurts)}))
    text = "; ".join(told)
    if player < 0 and text and any(note.key == CARD.key for note in notes):
        text = words.say("brief", "turned_up", {"line": text})
    return f"{upfirst(text)}." if text else ""
