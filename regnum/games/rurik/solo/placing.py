"""Placing the rebellion's advisors according to the rows of its bottom card."""

from typing import ClassVar

from regnum.core.rules.bitmask import bits, mask_of
from regnum.core.rules.step import NextSteps
from regnum.games.rurik import notes
from regnum.games.rurik.components import COLUMNS, POWER, ROWS, ROWS_OF
from regnum.games.rurik.solo.cards import HUMAN, PRIORITIES, REBELLION, ROW_ADVISOR, ROW_COIN, ROW_COLUMN, ROW_NAME
from regnum.games.rurik.solo.table import RebelEvent, absence_error
from regnum.games.rurik.solo.watch import pause
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_board import EMPTY, insert_advisor, strength_of


class RebelAdvisor(RebelEvent):
    """Show the next advisor on the bottom card, and place it in the column for the current priority.

    rurik.solo.bottom_card, rurik.solo.reveal, rurik.solo.starred, rurik.solo.priority_column, rurik.solo.three_columns,
    rurik.solo.bribe_top
    """

    CLAUSE: ClassVar[str] = "rurik.solo.place"
    NEXT_STEPS: ClassVar[NextSteps] = ("PlaceAdvisor", "RebelAdvisor", "Watch", "ActionPhase", "")

    def happen(self, s: RurikState) -> None:
        card = s.rebel_deck[0]
        row = show_row(s, card)
        slot = ROW_ADVISOR[card][row]
        column = ROW_COLUMN[card][row][s.priority]
        s.add_note(notes.REBELLION_ROW, REBELLION, ROW_NAME[slot], COLUMNS[column])
        target_column = free_column(s, column)
        if target_column != column:
            s.add_note(notes.REBELLION_FULL, REBELLION, COLUMNS[column], COLUMNS[target_column])
        marked = target_column == column or s.variant.rebellion_coin_mark == "carried"
        bribe = bribe_for(s, target_column, POWER[slot], marked and ROW_COIN[card][row][s.priority])
        s.coins[REBELLION] -= bribe
        s.advisors[REBELLION] ^= 1 << slot
        insert_advisor(s.board, s.sides, REBELLION, target_column, POWER[slot], bribe)
        s.add_note(notes.REBELLION_PLACES, REBELLION, POWER[slot], COLUMNS[target_column])
        pause(s, 0)

    def position_error(self, s: RurikState) -> str:
        passed = (
            0 if absence_error(s) else mask_of(ROW_ADVISOR[s.rebel_deck[0]][: s.rebel_rows]) & s.advisors[REBELLION]
        )
        return absence_error(s) or (
            f"the row of advisor {ROW_NAME[next(bits(passed))]} has been passed" if passed else ""
        )


def show_row(s: RurikState, card: int) -> int:
    """Pull the bottom card out until it shows an advisor that may be placed and return the number of the row.

    rurik.solo.reveal, rurik.solo.starred
    """
    if s.rebel_rows == 0:
        s.add_note(notes.REBELLION_STRATEGY, REBELLION, PRIORITIES[s.priority])
    s.rebel_known |= 1 << card
    s.reveal()
    row = s.rebel_rows
    while not s.advisors[REBELLION] >> ROW_ADVISOR[card][row] & 1:
        s.add_note(notes.REBELLION_LOCKED, REBELLION, ROW_NAME[ROW_ADVISOR[card][row]])
        row += 1
    s.rebel_rows = row + 1
    return row


def free_column(s: RurikState, column: int) -> int:
    """Return the column or, if it is full, the next one with room to the right, wrapping around [rurik.solo.full].

    Raises ValueError if every column is full.
    """
    last = ROWS_OF[s.sides] - 1
    for step in range(len(COLUMNS)):
        target_column = (column + step) % len(COLUMNS)
        if s.board[target_column * ROWS + last] == EMPTY:
            return target_column
    raise ValueError("every column is full")


def bribe_for(s: RurikState, column: int, power: int, coin: bool) -> int:
    """Return the number of coins in the bribe for an advisor of the rebellion; `coin`: whether the card shows a coin.

    rurik.solo.bribe_top, rurik.solo.bribe_equal, rurik.solo.bribe_poor
    """
    coins = s.coins[REBELLION]
    advisor_codes = [code for code in s.board[column * ROWS : column * ROWS + ROWS] if code != EMPTY]
    if coin:
        needed = strength_of(advisor_codes[0]) + 1 - power if advisor_codes else 0
        if needed <= 0:
            s.add_note(notes.REBELLION_TOP_FREE, REBELLION, COLUMNS[column])
            return 0
        if needed <= coins:
            s.add_note(notes.REBELLION_BRIBES_TOP, REBELLION, needed, COLUMNS[column])
            return needed
        s.add_note(notes.REBELLION_CANNOT_BRIBE, REBELLION, needed, COLUMNS[column])
    for code in advisor_codes:
        if code & 7 == HUMAN and strength_of(code) == power:
            if coins:
                s.add_note(notes.REBELLION_BRIBES_EQUAL, REBELLION, 1, COLUMNS[column])
                return 1
            s.add_note(notes.REBELLION_CANNOT_BRIBE, REBELLION, 1, COLUMNS[column])
            break
    return 0
