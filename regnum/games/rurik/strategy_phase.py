"""The strategy phase: advisors are placed in the columns of the strategy board, one at a time."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.bitmask import bits
from regnum.core.rules.step import Decision, NextSteps
from regnum.games.rurik.actions import place
from regnum.games.rurik.components import COLUMNS, MAX_BRIBE, POWER, POWERS, ROWS, ROWS_OF, SLOTS_OF
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_board import EMPTY, insert_advisor, open_columns


class PlaceAdvisor(Decision[RurikState]):
    """Place any of your advisors in a column, with a bribe if you like; weaker advisors there move down.

    rurik.strategy.any_advisor, rurik.strategy.bribe, rurik.strategy.bribe_limit
    """

    CLAUSE: ClassVar[str] = "rurik.strategy.place"
    NEXT_STEPS: ClassVar[NextSteps] = ("PlaceAdvisor", "RebelAdvisor", "ActionPhase", "")

    def options(self, s: RurikState) -> list[Action]:
        coins = s.coins[self.player]
        return placements(s.advisors[self.player], open_columns(s.board, s.sides, self.player), min(coins, MAX_BRIBE))

    def take(self, s: RurikState, action: Action) -> None:
        placed = place.of(action)
        player = self.player
        slots = s.advisors[player] & SLOTS_OF[placed.power]
        s.advisors[player] ^= slots & -slots
        s.coins[player] -= placed.bribe
        insert_advisor(s.board, s.sides, player, placed.column, placed.power, placed.bribe)

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        if not place.has(action):
            return self.default_refusal(action)
        wrong = place.of(action)
        if not s.advisors[self.player] & SLOTS_OF[wrong.power]:
            return Refusal("no_such_advisor", "rurik.setup.advisors", {"advisor": wrong.power})
        column = COLUMNS[wrong.column]
        if s.board[wrong.column * ROWS + ROWS_OF[s.sides] - 1] != EMPTY:
            return Refusal("column_full", "rurik.strategy.full", {"column": column})
        if not open_columns(s.board, s.sides, self.player) >> wrong.column & 1:
            return Refusal("other_columns_first", "rurik.strategy.three_columns", {"column": column})
        return Refusal("bribe_too_high", "rurik.strategy.bribe", {"coins": s.coins[self.player]})


def placements(advisors: int, columns: int, bribe: int) -> list[Action]:
    """Return the ways to place any of these advisors in any of these columns with a bribe of at most `bribe` coins.

    Do not change the list: it is cached and shared, because such lists are long and often needed.
    """
    key = (bribe << len(POWER) | advisors) << len(COLUMNS) | columns
    cached = _PLACEMENTS.get(key)
    if cached is not None:
        return cached
    actions: list[Action] = []
    for power in sorted({POWER[slot] for slot in bits(advisors)}):
        for column in bits(columns):
            start = ((power - POWERS[0]) * len(COLUMNS) + column) * (MAX_BRIBE + 1)
            actions += place.members[start : start + bribe + 1]
    _PLACEMENTS[key] = actions
    return actions


_PLACEMENTS: Final[dict[int, list[Action]]] = {}
