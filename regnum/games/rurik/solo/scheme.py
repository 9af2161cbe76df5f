"""Unlocking: coins are removed from the rebellion's mat, which makes the bonuses below them available."""

from typing import ClassVar

from regnum.games.rurik.notes import REBELLION_ALL_UNLOCKED, REBELLION_COLUMN_EMPTY, REBELLION_UNLOCKS
from regnum.games.rurik.solo.cards import MATS, PRIORITIES, REBELLION
from regnum.games.rurik.solo.table import RebelEvent, level
from regnum.games.rurik.solo.watch import pause
from regnum.games.rurik.state import RurikState


class RebelScheme(RebelEvent):
    """Unlock a bonus of the rebellion, which draws no schemes and never passes the first player marker.

    rurik.solo.scheme_none
    """

    CLAUSE: ClassVar[str] = "rurik.solo.scheme"

    def happen(self, s: RurikState) -> None:
        unlock(s)
        pause(s)


def unlock(s: RurikState) -> None:
    """Move the top coin of the priority's column to the dock; if it has none, that of the leftmost column with one.

    rurik.solo.unlock, rurik.solo.unlock_left, rurik.solo.unlock_none
    """
    column = s.priority
    if not s.mat_coins[column]:
        column = next((other for other, coins in enumerate(s.mat_coins) if coins), -1)
        if column < 0:
            s.add_note(REBELLION_ALL_UNLOCKED, REBELLION)
            return
        s.add_note(REBELLION_COLUMN_EMPTY, REBELLION, PRIORITIES[s.priority], PRIORITIES[column])
    coins = list(s.mat_coins)
    bonuses = MATS[level(s)][column]
    bonus = bonuses[len(bonuses) - coins[column]]
    coins[column] -= 1
    s.mat_coins = tuple(coins)
    s.coins[REBELLION] += 1
    s.add_note(REBELLION_UNLOCKS, REBELLION, bonus.name, PRIORITIES[column])
