"""The strategy phase: advisors are placed in the columns of the strategy board, one at a time."""

from typing import ClassVar, Final

from regnum.core.action import Action
from regnum.core.step import Decision, Event, Refusal
from regnum.games.rurik.actions import place
from regnum.games.rurik.codecs import EMPTY, advisor_code, strength_of
from regnum.games.rurik.components import (
    COLUMNS,
    DISTINCT_COLUMNS,
    MOST_BRIBE,
    POWER,
    POWERS,
    ROWS,
    ROWS_OF,
)
from regnum.games.rurik.state import RurikState

_BRIBES: Final = MOST_BRIBE + 1


class StrategyPhase(Event[RurikState]):
    """In turn order everybody places one advisor at a time, until all are placed."""

    CLAUSE: ClassVar[str] = "rurik.strategy.order"

    def happen(self, s: RurikState) -> None:
        order = s.clockwise()
        for _ in range(s.advisors[s.first].bit_count()):
            for player in order:
                s.next(PlaceAdvisor(player))


class PlaceAdvisor(Decision[RurikState]):
    """Place any of your advisors in a column, with a bribe if you like; weaker advisors there move down.

    rurik.strategy.any_advisor, rurik.strategy.bribe, rurik.strategy.bribe_limit
    """

    CLAUSE: ClassVar[str] = "rurik.strategy.place"

    def options(self, s: RurikState) -> list[Action]:
        columns = open_columns(s, self.player)
        most = min(s.coins[self.player], MOST_BRIBE) + 1
        advisors = s.advisors[self.player]
        members = place.members
        found: list[Action] = []
        last = 0
        for slot, power in enumerate(POWER):
            if not advisors >> slot & 1 or power == last:
                continue
            last = power
            for column in columns:
                start = ((power - POWERS[0]) * len(COLUMNS) + column) * _BRIBES
                found += members[start : start + most]
        return found

    def take(self, s: RurikState, action: Action) -> None:
        placed = place.of(action)
        player = self.player
        for slot, power in enumerate(POWER):
            if power == placed.power and s.advisors[player] >> slot & 1:
                s.advisors[player] ^= 1 << slot
                break
        s.coins[player] -= placed.bribe
        insert(s, player, placed.column, placed.power, placed.bribe)

    def why_not(self, s: RurikState, action: Action) -> Refusal:
        if not place.has(action):
            return Refusal("not_now", self.CLAUSE)
        wrong = place.of(action)
        if not any(POWER[slot] == wrong.power and s.advisors[self.player] >> slot & 1 for slot in range(len(POWER))):
            return Refusal("no_such_advisor", "rurik.setup.advisors", {"advisor": wrong.power})
        column = COLUMNS[wrong.column]
        if s.board[wrong.column * ROWS + ROWS_OF[s.sides] - 1] != EMPTY:
            return Refusal("column_full", "rurik.strategy.full", {"column": column})
        if wrong.column not in open_columns(s, self.player):
            return Refusal("other_columns_first", "rurik.strategy.three_columns", {"column": column})
        return Refusal("bribe_too_high", "rurik.strategy.bribe", {"coins": s.coins[self.player]})


def open_columns(s: RurikState, player: int) -> list[int]:
    """Return the columns in which a player may place an advisor.

    rurik.strategy.full, rurik.strategy.three_columns
    """
    board = s.board
    rows = ROWS_OF[s.sides]
    free: list[int] = []
    others: list[int] = []
    used = 0
    for column in range(len(COLUMNS)):
        space = column * ROWS
        end = space + rows
        mine = False
        while space < end and board[space] != EMPTY:
            if board[space] & 7 == player:
                mine = True
            space += 1
        if mine:
            used += 1
        if space < end:
            free.append(column)
            if not mine:
                others.append(column)
    return free if used >= DISTINCT_COLUMNS else others


def insert(s: RurikState, player: int, column: int, power: int, bribe: int) -> None:
    """Put an advisor above all that are weaker; they move down a space, equal ones do not.

    rurik.strategy.empty, rurik.strategy.push_down, rurik.strategy.equal, rurik.strategy.bribe_lasts
    """
    start = column * ROWS
    row = 0
    while s.board[start + row] != EMPTY and strength_of(s.board[start + row]) >= power + bribe:
        row += 1
    for below in range(ROWS_OF[s.sides] - 1, row, -1):
        s.board[start + below] = s.board[start + below - 1]
    s.board[start + row] = advisor_code(player, power, bribe)
