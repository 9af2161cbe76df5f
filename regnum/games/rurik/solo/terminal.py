"""What the terminal shows of the rebellion: its cards as far as they are known, its priority, its mat."""

from collections.abc import Sequence

from regnum.core.narrator import Table, player_name
from regnum.core.words import Words
from regnum.games.rurik.components import COLUMNS, REGIONS, STRUCTURES
from regnum.games.rurik.solo.cards import (
    BUILD_ORDER,
    CARDS,
    MATS,
    ORDER,
    PRIORITIES,
    REBELLION,
    ROW_ADVISOR,
    ROW_COIN,
    ROW_COLUMN,
    ROW_NAME,
)
from regnum.games.rurik.solo.table import level
from regnum.games.rurik.state import RurikState


def rebellion(s: RurikState, words: Words, names: Sequence[str]) -> Table:
    """Return the rebellion's priority, the orders of the top card, what the bottom one shows, and the bonuses."""

    def term(key: str) -> str:
        return words.term(key)

    top = s.rebel_deck[-1]
    regions = " → ".join(words.name("region", REGIONS[region]) for region in ORDER[top])
    structures = " → ".join(words.name("structure", STRUCTURES[kind]) for kind in BUILD_ORDER[top][s.priority])
    rows = [
        [term("priority"), words.name("priority", PRIORITIES[s.priority])],
        [f"{term('top_card')}: {CARDS[top]}", f"{regions}; {structures}"],
    ]
    bottom = s.rebel_deck[0]
    if bottom >= 0 and s.rebel_known >> bottom & 1:
        rows.append([f"{term('bottom_card')}: {CARDS[bottom]}", "; ".join(_rows(s, words, bottom))])
    for priority, (bonuses, coins) in enumerate(zip(MATS[level(s)], s.mat_coins, strict=True)):
        told: list[str] = []
        for number, bonus in enumerate(bonuses):
            name = words.name("bonus", bonus.name)
            told.append(name if number < len(bonuses) - coins else f"({term('locked')}: {name})")
        rows.append([f"{term('bonuses')}: {words.name('priority', PRIORITIES[priority])}", "; ".join(told)])
    return Table(player_name(names, REBELLION), ["", ""], rows)


def _rows(s: RurikState, words: Words, card: int) -> list[str]:
    """Return the rows of the bottom card that are shown, for the priority; "+" marks a coin."""
    shown: list[str] = []
    for row in range(s.rebel_rows):
        coin = " +" if ROW_COIN[card][row][s.priority] else ""
        column = words.name("column", COLUMNS[ROW_COLUMN[card][row][s.priority]])
        shown.append(f"{ROW_NAME[ROW_ADVISOR[card][row]]}: {column}{coin}")
    return shown
