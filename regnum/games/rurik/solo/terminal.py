"""The rebellion in the terminal: its known cards, priority and mat."""

from collections.abc import Sequence

from regnum.core.text.narrator import Grid, player_name
from regnum.core.text.words import Words
from regnum.games.rurik.components import COLUMNS, REGIONS, STRUCTURES
from regnum.games.rurik.solo import cards
from regnum.games.rurik.solo.table import level
from regnum.games.rurik.state import RurikState


def rebellion(s: RurikState, words: Words, names: Sequence[str]) -> Grid:
    """Return the rebellion's priority, the orders of the top card, the rows of the bottom one, and the bonuses."""
    top = s.rebel_deck[-1]
    regions = " → ".join(words.name("region", REGIONS[region]) for region in cards.ORDER[top])
    structures = " → ".join(words.name("structure", STRUCTURES[kind]) for kind in cards.BUILD_ORDER[top][s.priority])
    rows = [
        [words.term("priority"), words.name("priority", cards.PRIORITIES[s.priority])],
        [f"{words.term('top_card')}: {cards.CARDS[top]}", f"{regions}; {structures}"],
    ]
    bottom = s.rebel_deck[0]
    if bottom >= 0 and s.rebel_known >> bottom & 1:
        rows.append(
            [
                f"{words.term('bottom_card')}: {cards.CARDS[bottom]}",
                _priority_texts(s, [words.name("priority", p) for p in cards.PRIORITIES]),
            ]
        )
        rows += [
            [cards.ROW_NAME[cards.ROW_ADVISOR[bottom][row]], _row(s, words, bottom, row)] for row in range(s.rebel_rows)
        ]
    for priority, (bonuses, coins) in enumerate(zip(cards.MATS[level(s)], s.mat_coins, strict=True)):
        parts: list[str] = []
        for number, bonus in enumerate(bonuses):
            name = words.name("bonus", bonus.name)
            parts.append(name if number < len(bonuses) - coins else f"({words.term('locked')}: {name})")
        rows.append(
            [f"{words.term('bonuses')}: {words.name('priority', cards.PRIORITIES[priority])}", "; ".join(parts)]
        )
    return Grid(player_name(names, cards.REBELLION), ["", ""], rows)


def _row(s: RurikState, words: Words, card: int, row: int) -> str:
    """Return the columns in a card's row, one for each priority; "+" marks a coin."""
    parts: list[str] = []
    for priority in range(len(cards.PRIORITIES)):
        column = words.name("column", COLUMNS[cards.ROW_COLUMN[card][row][priority]])
        parts.append(f"{column} +" if cards.ROW_COIN[card][row][priority] else column)
    return _priority_texts(s, parts)


def _priority_texts(s: RurikState, names: list[str]) -> str:
    """Return texts, one for each priority, in one line; "[]" marks the current priority's."""
    return " / ".join(f"[{name}]" if priority == s.priority else name for priority, name in enumerate(names))
