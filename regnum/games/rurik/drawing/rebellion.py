"""What lies beside the map for the rebellion of a solo game: its mat, what is known of its cards, what it did last."""

from collections.abc import Sequence
from typing import Any, Final

from regnum.core import narrator
from regnum.core.note import Note
from regnum.core.words import Words, upfirst
from regnum.games.rurik.components import COLUMNS, POWER, REGIONS, STRUCTURES, advisors_in
from regnum.games.rurik.solo import cards as solo
from regnum.games.rurik.solo.table import level
from regnum.games.rurik.state import RurikState

_ICONS: Final = ["cards" if kind == solo.CARD_LESS else name for kind, name in enumerate(solo.BONUS_KINDS)]
_PRIORITY_ICONS: Final = {"attack_move": ["attack", "move"], "build": ["build"], "tax": ["tax"]}


def rebellion(s: RurikState, words: Words) -> dict[str, Any] | None:
    """Return the mat and the cards; None in other games, and before the rebellion is there."""
    if s.sides == s.players or s.priority < 0:
        return None
    chosen = level(s)
    name = words.say("option", f"level.{solo.LEVELS[chosen]}", {})
    unseen = len(solo.CARDS) - s.rebel_known.bit_count()
    return {
        "level": name,
        "dots": [number <= chosen for number in range(len(solo.LEVELS))],
        "level_told": words.say("board", "level", {"name": name, "number": chosen + 1, "most": len(solo.LEVELS)}),
        "columns": [mat_column(s, words, column) for column in range(len(solo.PRIORITIES))],
        "strategy": _strategy(s, words) if s.rebel_rows else None,
        "orders": _orders(s, words) if not s.rebel_rows else None,
        "unseen": words.say("board", "cards_unseen", {"count": unseen, "most": len(solo.CARDS)}),
    }


def mat_column(s: RurikState, words: Words, column: int) -> dict[str, Any]:
    """Return a column of the mat: its priority, and its bonuses from the top down."""
    id_ = solo.PRIORITIES[column]
    bonuses = solo.MATS[level(s)][column]
    free = len(bonuses) - s.mat_coins[column]
    current = column == s.priority
    name = upfirst(words.name("priority", id_))
    return {
        "id": f"mat-{id_}",
        "name": name,
        "icons": _PRIORITY_ICONS[id_],
        "current": current,
        "label": f"{name}, {words.say('board', 'current_priority', {})}" if current else name,
        "bonuses": [_bonus(bonus, place >= free, words) for place, bonus in enumerate(bonuses)],
    }


def _bonus(bonus: solo.Bonus, locked: bool, words: Words) -> dict[str, Any]:
    told = words.name("bonus", bonus.name)
    return {
        "column": COLUMNS[bonus.column],
        "icon": _ICONS[bonus.kind],
        "amount": f"−{bonus.amount}" if bonus.kind == solo.CARD_LESS else f"+{bonus.amount}",
        "locked": locked,
        "label": upfirst(f"{told}, {words.say('board', 'bonus_locked' if locked else 'bonus_free', {})}"),
    }


def _strategy(s: RurikState, words: Words) -> dict[str, Any]:
    """Return the rows of the bottom card that are shown, with the columns of all priorities, and how many are not."""
    card = s.rebel_deck[0]
    here = advisors_in(s.sides, s.round)
    rows: list[dict[str, Any]] = []
    for row in range(s.rebel_rows):
        slot = solo.ROW_ADVISOR[card][row]
        column = COLUMNS[solo.ROW_COLUMN[card][row][s.priority]]
        coin = solo.ROW_COIN[card][row][s.priority]
        joined = bool(here >> slot & 1)
        key = ("row_coin" if coin else "row") if joined else "row_locked"
        told = upfirst(words.say("board", key, {"advisor": solo.ROW_NAME[slot], "column": column}))
        rows.append(
            {
                "power": POWER[slot],
                "star": solo.ROW_NAME[slot].endswith("*"),
                "ways": [
                    {
                        "column": COLUMNS[solo.ROW_COLUMN[card][row][priority]],
                        "coin": solo.ROW_COIN[card][row][priority],
                        "now": joined and priority == s.priority,
                    }
                    for priority in range(len(solo.PRIORITIES))
                ],
                "joined": joined,
                "label": f"{told} ({_ways(words, card, row)})",
            }
        )
    return {
        "rows": rows,
        "hidden": solo.CARD_ROWS - len(rows),
        "hidden_told": words.say("board", "rows_hidden", {"count": solo.CARD_ROWS - len(rows)}),
    }


def _ways(words: Words, card: int, row: int) -> str:
    """Return what a row says for each priority, in words."""
    told: list[str] = []
    for priority, id_ in enumerate(solo.PRIORITIES):
        column = words.name("column", COLUMNS[solo.ROW_COLUMN[card][row][priority]])
        coin = f" + {words.term('bribe')}" if solo.ROW_COIN[card][row][priority] else ""
        told.append(f"{words.name('priority', id_)}: {column}{coin}")
    return ", ".join(told)


def _orders(s: RurikState, words: Words) -> dict[str, Any]:
    """Return what of the top card matters: the order of the regions, and of the structures for the priority."""
    card = s.rebel_deck[-1]
    return {
        "number": solo.CARDS[card],
        "regions": [words.name("region", REGIONS[region]) for region in solo.ORDER[card]],
        "structures": [
            {"kind": STRUCTURES[kind], "name": words.name("structure", STRUCTURES[kind])}
            for kind in solo.BUILD_ORDER[card][s.priority]
        ],
    }


# What it did last.

_BEGINS: Final = ("rebellion_card", "rebellion_strategy")
_ADVISOR: Final = ("rebellion_locked", "rebellion_row")
_CLAIMS: Final = "rebellion_priority"


def last_turn(notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the lines of the rebellion's last turn, or of what it did in the claim phase; None in other games.

    A turn begins with a new card, the strategy phase, a further advisor or a new priority, and ends when the player
    acts; what it does to him is part of it. Which card and which advisor stands above the lines.
    """
    found: list[Note] = []
    going = False
    for note in notes:
        further = note.key in _ADVISOR and any(line.key == "rebellion_places" for line in found)
        if note.key in _BEGINS or further or note.key.startswith(_CLAIMS):
            found = []
            going = True
        elif note.player == solo.HUMAN and note.key == "activates":
            going = False
        if going and (note.player == solo.REBELLION or found[0].key == "rebellion_card"):
            found.append(note)
    if not found:
        return None
    head = ""
    if [note.key for note in found[:2]] == ["rebellion_card", "activates"]:
        card, advisor = found[0], found[1]
        head = words.say("board", "did_turn", {**card.params, **advisor.params})
        found = found[2:]
    return {"head": head, "lines": [narrator.note_line(note, words, names) for note in found]}
