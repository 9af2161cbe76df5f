"""The strategy board: placing advisors in its columns, pushing others down, and finding the fastest ones."""

from typing import Final

from regnum.core import i64
from regnum.games.rurik.components import COLUMNS, DISTINCT_COLUMNS, ROWS, ROWS_OF

EMPTY: Final = -1
"""A space of the strategy board without an advisor."""
_MORE_THAN_ANY: Final = 8
"""A number higher than that of any advisor, see `advisor_code`."""


def advisor_code(player: int, power: int, bribe: int) -> int:
    """Return an advisor on the strategy board as a number: its player, power and bribe, from the lowest bits up."""
    return bribe << 6 | power << 3 | player


def strength_of(code: int) -> int:
    """Return the power of an advisor on the board, including its bribe."""
    return (code >> 3 & 7) + (code >> 6)


_COLUMN_OF: Final[list[list[int]]] = [
    [1 << space // ROWS if space % ROWS < rows else 0 for space in range(len(COLUMNS) * ROWS)] for rows in ROWS_OF
]
"""For each player count and space of the board, the bit of its column, or 0 for a space that is not in use."""


def open_columns(board: list[int], sides: int, player: int) -> int:
    """Return the columns in which a player may place an advisor.

    rurik.strategy.full, rurik.strategy.three_columns
    """
    seat: i64 = player
    free: i64 = 0
    open_mask: i64 = 0
    for advisor, column in zip(board, _COLUMN_OF[sides]):  # noqa: B905 (slow if strict)
        code: i64 = advisor
        if code == EMPTY:
            free |= column
        elif code & 7 == seat:
            open_mask |= column
    columns: int = open_mask
    return free if columns.bit_count() >= DISTINCT_COLUMNS else free & ~open_mask


def insert_advisor(board: list[int], sides: int, player: int, column: int, power: int, bribe: int) -> None:
    """Insert an advisor above all weaker ones, which move down a space, but below equal ones.

    rurik.strategy.empty, rurik.strategy.push_down, rurik.strategy.equal, rurik.strategy.bribe_lasts
    """
    start = column * ROWS
    row = 0
    while board[start + row] != EMPTY and strength_of(board[start + row]) >= power + bribe:
        row += 1
    for row_below in range(ROWS_OF[sides] - 1, row, -1):
        board[start + row_below] = board[start + row_below - 1]
    board[start + row] = advisor_code(player, power, bribe)


def fastest_spaces(board: list[int], player: int) -> list[int]:
    """Return the spaces of a player's advisors with the lowest number; bribes do not count.

    rurik.action.fastest, rurik.action.bribe
    """
    seat: i64 = player
    best: i64 = _MORE_THAN_ANY
    spaces: list[int] = []
    for space, advisor in enumerate(board):
        code: i64 = advisor
        if code & 7 == seat:  # never true of an empty space
            number = code >> 3 & 7
            if number < best:
                best = number
                spaces = [space]
            elif number == best:
                spaces.append(space)
    return spaces
