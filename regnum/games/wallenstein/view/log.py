"""The log of Wallenstein: tables of events, losses, and the places of log lines."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from regnum.core.rules.action import Param
from regnum.core.rules.note import Line, Note
from regnum.core.text.narrator import note_line
from regnum.core.text.words import Words, upfirst
from regnum.games.wallenstein.notes import SCORES
from regnum.games.wallenstein.view.geometry import code_of
from regnum.games.wallenstein.view.keys import LOG_KEYS
from regnum.view import EventOutcome, LogView, Report, Rows

CHANGES: Final = ("coins", "grain", "lands", "points")
"""The rows of a season's changes, in order."""
WON: Final = "won"
LOST: Final = "lost"
"""The numbers of lands that each player won, and lost (negative)."""
FOUGHT: Final = "fought"
"""The change in each player's armies through battles and revolts."""
ENDS: Final = frozenset({"conquers", "holds", "devastated", "stays_neutral"})
"""The possible outcomes of a battle."""
_ROWS: Final = ("thrown", "stuck", "fallen", "fight", "felled")
"""The rows of a battle report: cubes thrown in, the difference to those that fell out, their number, the fighters,
and the cubes lost in the fight.
"""
_TAKES: Final = frozenset({"conquers", "devastated"})
"""The outcomes in which the owner loses the land."""
_HELD: Final = "✓"
_LOST: Final = "✕"
"""The symbols of a revolt's result."""
_PARTS: Final = frozenset({"fed", "unfed", "rises", "face", "revolt", "scores"})
"""The notes that begin a player's part of a winter."""
_COUNTED_NOTES: Final = {
    "gains_coins": ("coins", 1),
    "pays": ("coins", -1),
    "gains_grain": ("grain", 1),
    "gains_points": ("points", 1),
}
_SIDE_NOTES: Final = frozenset({"pays", "fell", "joins", "against", "against_farmers", "farmers_help"})
"""Notes of a player that do not describe their action."""


def season_report(notes: Sequence[Note], words: Words, names: Sequence[str]) -> Rows:
    """Return rows with a season's changes, then its actions in order, with each player's land and result."""
    rows: Rows = []
    totals = possession_changes(notes, len(names))
    for kind in (*CHANGES, *([FOUGHT] if any(totals[FOUGHT]) else [])):
        title = words.text("board", FOUGHT, {}) if kind == FOUGHT else words.title(kind)
        amounts = [_signed(amount) for amount in totals[kind]]
        if kind == "lands":
            pairs = zip(totals[WON], totals[LOST], strict=True)
            amounts = [
                f"{_signed(won)} {_signed(lost)}" if won and lost else _signed(won + lost) for won, lost in pairs
            ]
        rows.append((title, [(amount if amount != "0" else "·", amount, False) for amount in amounts]))
    number = 0
    for at, note in enumerate(notes):
        if note.key == "action_card":
            name = words.name("short", str(note.params["action"]))
            action_notes = _notes_of_action(notes, at + 1)
            cells = [_cell(action_notes, words, names, player) for player in range(len(names))]
            number += 1
            rows.append((f"{number}. {upfirst(name)}", cells))
    return rows


def battle_report(notes: Sequence[Note], words: Words, names: Sequence[str]) -> Rows:  # noqa: C901
    """Return rows with the outcome and cause of a battle or revolt, the cubes in and out of the tower, and fighters.

    The last cell of a row is for the farmers.
    """
    farmers = len(names)
    rows: dict[str, dict[int, str]] = {row: {} for row in _ROWS}
    end: list[str] = []
    side_with_bonus: list[str] = []
    fighters: dict[int, int] = {}
    helped_side = -1
    for note in notes:
        key, params, side = note.key, note.params, note.player if note.player >= 0 else farmers
        if key in ("fell", "fell_farmers"):
            cast, out = int(params["cast"]), int(params["out"])
            rows["thrown"][side], rows["fallen"][side] = str(cast), str(out)
            rows["stuck"][side] = _signed(out - cast)
        elif key in ("against", "against_farmers"):
            defender = farmers if key == "against_farmers" else int(params["defender"])
            fighters[side] = int(params["armies"])
            fighters[defender] = int(params["farmers" if defender == farmers else "others"])
        elif key == "farmers_help":
            helped_side, fighters[farmers] = side, int(params["farmers"])
            side_with_bonus.append(note_line(note, words, names))
        elif key in ENDS:
            end.append(note_line(note, words, names))
            rows["felled"] = {
                fighter: str(count) for fighter, count in _cube_losses(fighters, {helped_side, farmers}).items()
            }
            if "armies" in params:  # the winner's armies
                rows["felled"][side] = str(fighters.get(side, 0) - int(params["armies"]))
        elif key == "farmers_stay":
            side_with_bonus.append(note_line(note, words, names))
    rows["fight"] = {fighter: str(count) for fighter, count in fighters.items()}
    if helped_side >= 0:
        rows["fight"][helped_side] = f"{fighters.get(helped_side, 0)}+{rows['fight'].pop(farmers)}"
    cause = " ".join([note_line(notes[0], words, names), *_cube_origins(notes, words, names)])
    report: Rows = [(sentence, []) for sentence in (*end, cause)]
    for row, cells in rows.items():
        if any(cells.values()):
            texts = [cells.get(side, "") for side in range(farmers + 1)]
            report.append((words.text("throw", row, {}), [(cell, cell or "–", False) for cell in texts]))
    return [*report, *((sentence, []) for sentence in side_with_bonus)]


def _cube_losses(fighters: Mapping[int, int], allies: Collection[int]) -> dict[int, int]:
    """Return the cubes that each side lost in the fight, one for one; the sides in `allies` are allied."""
    losses: dict[int, int] = {}
    for side, count in fighters.items():
        own_side = allies if min(allies) >= 0 and side in allies else {side}
        losses[side] = min(
            count, sum(count_of_other for other, count_of_other in fighters.items() if other not in own_side)
        )
    return losses


def _cube_origins(notes: Sequence[Note], words: Words, names: Sequence[str]) -> list[str]:
    """Return a sentence on the origin of a side's cubes, for each side that threw in more than it had in the land."""
    parts: dict[int, list[str]] = {}
    more: set[int] = set()
    first = notes[0]
    if first.key == "attacks":
        parts[first.player] = [str(first.params["armies"])]
    elif first.key == "revolt":
        parts[-1] = [str(first.params["farmers"])]
    for note in notes:
        if note.key in ("joins", "joins_farmers"):
            source, count = str(note.params["source"]), note.params["armies" if note.key == "joins" else "farmers"]
            if source != "land":
                more.add(note.player)
            parts.setdefault(note.player, []).append(words.text("cube_source", source, {"armies": count}))
    return [
        words.text("throw", "made_of", {"who": names[side] if side >= 0 else words.title("farmers"), "parts": sum_text})
        for side in parts
        if side in more and len(parts[side]) > 1
        for sum_text in [" + ".join(parts[side])]
    ]


def winter_report(notes: Sequence[Note], words: Words, names: Sequence[str]) -> Rows:
    """Return rows with each revolt's result and each player's points by reason, or [] before the scoring."""
    rows: dict[str, list[int]] = {}
    for note in notes:
        if note.key == SCORES.key:
            points, lands, buildings = (int(note.params[name]) for name in ("points", "lands", "buildings"))
            parts = {"lands": lands, "buildings": buildings, "majorities": points - lands - buildings, "sum": points}
            for kind, amount in parts.items():
                rows.setdefault(kind, [0] * len(names))[note.player] = amount
    return [
        *(_revolts(notes, words, names) if rows else []),
        *(
            (words.text("winter", kind, {}), [(str(amount), str(amount), False) for amount in amounts])
            for kind, amounts in rows.items()
        ),
    ]


def _revolts(notes: Sequence[Note], words: Words, names: Sequence[str]) -> Rows:
    """Return a row for each revolt, with whether its player held or lost the land."""
    rows: Rows = []
    owner = -1
    for note in notes:
        if note.key == "revolt":
            owner = note.player
        elif note.key in ENDS:
            is_lost = note.key == "devastated"
            params = {"player": names[owner], "land": note.params["land"]}
            cells = [("", "–", False)] * len(names)
            if is_lost:
                cells[owner] = (_LOST, words.text("winter", "lost", params), True)
            else:
                cells[owner] = (_HELD, note_line(note, words, names), False)
            rows.append((words.text("winter", "revolt", params), cells))
    return rows


def losses_of(lines: Sequence[Line], side: int) -> list[Line]:
    """Return the lines about a side's losses of lands in battles and revolts."""
    losses: list[Line] = []
    owner = -1
    for line in lines:
        note = line.note
        if note is None:
            continue
        if note.key == "revolt":
            owner = note.player
        elif note.key == "attacks":
            owner = int(note.params["defender"])
        elif note.key in _TAKES and owner == side:
            losses.append(line)
    return losses


def own_revolts_first(lines: Sequence[Line], side: int) -> list[Line]:
    """Return a winter's lines reordered: common lines first, then those of the side, then those of other players."""
    common: list[Line] = []
    own_lines: list[Line] = []
    other_lines: list[Line] = []
    part = common
    for line in lines:
        if line.key in _PARTS:
            part = own_lines if line.player == side else other_lines
        part.append(line)
    return [*common, *own_lines, *other_lines]


def _signed(amount: int) -> str:
    return f"{amount:+d}".replace("-", "−") if amount else "0"


def _notes_of_action(notes: Sequence[Note], start: int) -> Sequence[Note]:
    """Return the notes from `start` up to the next action card."""
    end = next((at for at in range(start, len(notes)) if notes[at].key == "action_card"), len(notes))
    return notes[start:end]


def _cell(notes: Sequence[Note], words: Words, names: Sequence[str], player: int) -> tuple[str, str, bool]:
    """Return a player's cell for an action: the code of the land, a full text, and whether it had no effect."""
    own_notes = [note for note in notes if note.player == player and note.key not in _SIDE_NOTES]
    lands = [str(note.params["land"]) for note in own_notes if note.key == "card"]
    if not lands:
        return "–", words.term("empty"), False
    text = " ".join(note_line(note, words, names) for note in own_notes)
    return code_of(words, lands[0]), text, any(note.key == "skips" for note in own_notes)


def possession_changes(notes: Sequence[Note], players: int) -> dict[str, list[int]]:
    """Return the changes of each player's possessions: lists with one number per player."""
    totals = {kind: [0] * players for kind in (*CHANGES, WON, LOST, FOUGHT)}
    defender = -1
    for note in notes:
        key = note.key
        if key in _COUNTED_NOTES:
            kind, sign = _COUNTED_NOTES[key]
            totals[kind][note.player] += sign * int(note.params[kind])
        elif key == "attacks":
            defender = int(note.params["defender"])
            totals[FOUGHT][note.player] -= int(note.params["armies"])
            if defender >= 0:
                totals[FOUGHT][defender] -= int(note.params["others"])
        elif key == "revolt":
            defender = note.player
            totals[FOUGHT][defender] -= int(note.params["armies"])
        elif key in ("conquers", "holds"):
            totals[FOUGHT][note.player] += int(note.params["armies"])
        if key in _TAKES:
            if key == "conquers":
                totals[WON][note.player] += 1
            if defender >= 0:
                totals[LOST][defender] -= 1
    totals["lands"] = [gain + loss for gain, loss in zip(totals[WON], totals[LOST], strict=True)]
    return totals


class WallensteinLog(LogView):
    """The log of Wallenstein."""

    def report(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str], side: int) -> Report:
        """Return the report of a battle (its cubes), a season (actions and changes) or a winter (points by player).

        In a winter, players see their own revolts right after the loss of grain.
        """
        notes = [line.note for line in lines if line.note is not None]
        if key == "battle":
            return Report(rows=battle_report(notes, words, names))
        if key == "winter":
            own_first = own_revolts_first(lines, side) if side >= 0 else ()
            return Report(rows=winter_report(notes, words, names), lines=own_first)
        return Report(rows=season_report(notes, words, names) if key == "season" else [])

    def outcome(self, lines: Sequence[Line], side: int) -> EventOutcome:
        """Return the lines about a side's losses of lands, and whether it conquered or held a land."""
        won = any(line.key in ENDS and line.player == side for line in lines)
        return EventOutcome(losses_of(lines, side), won)

    def places(self, params: Mapping[str, Param]) -> list[str]:
        """Return the ids of the lands in the parameters."""
        return [f"land-{params[name]}" for name in ("land", "from") if name in params]


LOG: Final = WallensteinLog(LOG_KEYS)
