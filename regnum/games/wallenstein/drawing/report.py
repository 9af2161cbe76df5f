"""The report of a season: who did which action where, in their order, and what the season changed for everybody."""

from collections.abc import Sequence
from typing import Final

from regnum.core.drawing import Report
from regnum.core.narrator import note_line
from regnum.core.note import Note
from regnum.core.words import Words, upfirst
from regnum.games.wallenstein.drawing.boards import code_of

CHANGES: Final = ("coins", "grain", "lands", "points")
"""What may change in a season, in the order of the rows."""
_COUNTED: Final = {
    "gains_coins": ("coins", 1),
    "pays": ("coins", -1),
    "gains_grain": ("grain", 1),
    "gains_points": ("points", 1),
}
_BESIDE: Final = frozenset({"pays", "fell"})
"""Notes of a player that do not say what his action did."""


def season_report(notes: Sequence[Note], words: Words, names: Sequence[str]) -> Report:
    """Return the actions of a season in their order, for each player the land and what came of it; then the changes."""
    rows: Report = []
    for at, note in enumerate(notes):
        if note.key == "action_card":
            name = words.name("short", str(note.params["action"]))
            its = _until_the_next(notes, at + 1)
            cells = [_cell(its, words, names, player) for player in range(len(names))]
            rows.append((f"{len(rows) + 1}. {upfirst(name)}", cells))
    changed = changes(notes, len(names))
    for what in CHANGES:
        told = [f"{amount:+d}".replace("-", "−") if amount else "0" for amount in changed[what]]
        rows.append((words.title(what), [(amount if amount != "0" else "·", amount, False) for amount in told]))
    return rows


def _until_the_next(notes: Sequence[Note], start: int) -> Sequence[Note]:
    """Return the notes of one action: those up to the next action card."""
    end = next((at for at in range(start, len(notes)) if notes[at].key == "action_card"), len(notes))
    return notes[start:end]


def _cell(notes: Sequence[Note], words: Words, names: Sequence[str], player: int) -> tuple[str, str, bool]:
    """Return what a player did in an action: the land in letters, all in words, whether nothing came of it."""
    own = [note for note in notes if note.player == player and note.key not in _BESIDE]
    lands = [str(note.params["land"]) for note in own if note.key == "card"]
    if not lands:
        return "–", words.term("empty"), False
    told = " ".join(note_line(note, words, names) for note in own)
    return code_of(words, lands[0]), told, any(note.key == "skips" for note in own)


def changes(notes: Sequence[Note], players: int) -> dict[str, list[int]]:
    """Return by how much what each player has has changed."""
    found = {what: [0] * players for what in CHANGES}
    defender = -1
    for note in notes:
        key = note.key
        if key in _COUNTED:
            what, sign = _COUNTED[key]
            found[what][note.player] += sign * int(note.params[what])
        elif key == "attacks":
            defender = int(note.params["defender"])
        elif key == "revolt":
            defender = note.player
        elif key in ("conquers", "devastated"):
            if key == "conquers":
                found["lands"][note.player] += 1
            if defender >= 0:
                found["lands"][defender] -= 1
    return found
