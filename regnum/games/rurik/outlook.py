"""What is under way in Rurik, for the estimate: what a turn will still bring, and what the strategy board promises."""

from typing import Final

from regnum.core import i64
from regnum.games.rurik.action_phase import EndTurn, ReturnToMap, Turn
from regnum.games.rurik.components import (
    ADVISORS,
    ATTACK,
    COLUMNS,
    KIND,
    LOSS_SCHEMES,
    MOVE,
    POWER,
    ROWS,
    ROWS_OF,
    SCHEME,
    SPACE_COST,
    SPACE_POINTS,
)
from regnum.games.rurik.deeds.accomplish import Demolish, DiscardScheme, PayGoods, PaySameGoods, Reward, Withdraw
from regnum.games.rurik.deeds.cards import DEED_CARDS
from regnum.games.rurik.deeds.row import TakeDeed
from regnum.games.rurik.main_actions.attack import Casualties, CasualtyDeck, LoseFigure
from regnum.games.rurik.main_actions.build import ReplaceByChurch
from regnum.games.rurik.main_actions.scheme import ChooseDeck, KeepScheme, PassMarker
from regnum.games.rurik.main_actions.tax import SellAtMarket
from regnum.games.rurik.state import RurikState

COLUMN_GUESS: Final = [0.3, 0.3, 0.4, 0.55, 0.8, 0.3]
"""About what a point of each column brings, to weigh spaces of different columns together."""
_STRONGEST: Final[int] = max(POWER)
_ABOVE: Final[list[list[int]]] = [
    [
        len([slot for slot, power in enumerate(POWER) if advisors >> slot & 1 and power > strength])
        for strength in range(_STRONGEST)
    ]
    for advisors in range(1 << len(ADVISORS))
]
"""For each set of advisors, how many are stronger than 0, 1, 2..."""
_PUSHED: Final[list[float]] = [1.0 - (1.0 - 1.0 / len(COLUMNS)) ** others for others in range(3 * len(ADVISORS) + 1)]
"""By how many stronger advisors are still to be placed, the chance that one of them comes into a column."""
_LOST: Final[list[float]] = [1.0 - (1.0 - LOSS_SCHEMES.bit_count() / len(KIND)) ** cards for cards in range(6)]
"""By how many casualty cards are turned up, the chance to lose a figure."""


def _drops(sides: int) -> list[float]:
    """Return what each space of the strategy board brings more than the one below it."""
    found: list[float] = []
    for space in range(len(COLUMNS) * ROWS):
        drop = 0.0
        if space % ROWS < ROWS_OF[sides] - 1:
            drop = COLUMN_GUESS[space // ROWS] * (SPACE_POINTS[sides][space] - SPACE_POINTS[sides][space + 1])
            drop += 0.16 * (SPACE_COST[sides][space + 1] - SPACE_COST[sides][space])
        found.append(drop)
    return found


_DROPS: Final[list[list[float]]] = [_drops(sides) for sides in range(len(ROWS_OF))]


WORK: Final = 7
"""Numbers for each side in what `_columns` returns: the points of six columns, then the costs."""
COSTS: Final = 6
_SAME_AS: Final = [ATTACK, MOVE]
"""Guarded attacks count as swords, marches as boots."""


class Due:
    """What is under way for the player whose turn it is: how much more or less of things he has when it is over."""

    def __init__(self) -> None:
        self.player: int = -1
        self.turn: bool = False
        self.schemes: int = 0
        self.coins: int = 0
        self.goods: int = 0
        self.deeds: int = 0
        self.structures: int = 0
        self.figures: float = 0.0
        self.marker: int = 0
        self.reward: int = -1


def due_of(s: RurikState) -> Due:  # noqa: C901
    """Return what the steps until the end of a turn will bring."""
    due = Due()
    for at in range(len(s.stack) - 1, -1, -1):
        step = s.stack[at]
        if isinstance(step, Turn):
            due.player = step.player
            due.turn = True
            break
        if isinstance(step, EndTurn):
            break
        if isinstance(step, Casualties):
            due.player = s.players if isinstance(step, CasualtyDeck) else step.player
            due.figures -= _LOST[min(step.cards, len(_LOST) - 1)]
        elif isinstance(step, (ChooseDeck, KeepScheme)):
            due.player = step.player
            due.schemes += 1
        elif isinstance(step, PassMarker):
            due.marker = 1
        elif isinstance(step, TakeDeed):
            due.player = step.player
            due.deeds += 1
            if s.active < 0:
                break
        elif isinstance(step, PayGoods):
            due.goods -= step.left
        elif isinstance(step, PaySameGoods):
            due.goods -= step.count
        elif isinstance(step, DiscardScheme):
            due.schemes -= 1
        elif isinstance(step, Withdraw):
            due.figures -= step.left
        elif isinstance(step, Demolish):
            due.structures -= 1
        elif isinstance(step, LoseFigure):
            due.figures -= 1.0
        elif isinstance(step, Reward):
            due.reward = step.deed
        elif isinstance(step, SellAtMarket):
            due.coins += 1
        elif isinstance(step, ReplaceByChurch):
            due.figures += 1.0
        elif isinstance(step, ReturnToMap):
            due.player = step.player
            due.figures += 2.0
            break
        elif s.active < 0:
            break
    return due


def columns_of(s: RurikState, due: Due) -> list[int]:  # noqa: C901
    """Return how many points of each column each side may still use, and what their spaces cost."""
    found = [0] * (WORK * s.sides)
    points = SPACE_POINTS[s.sides]
    costs = SPACE_COST[s.sides]
    for space, advisor in enumerate(s.board):
        code: i64 = advisor
        if code >= 0:
            place = (code & 7) * WORK
            column = place + space // ROWS
            found[column] = found[column] + points[space]
            if costs[space]:
                found[place + COSTS] = found[place + COSTS] + costs[space]
    if due.turn:
        place = due.player * WORK
        if not s.acted:
            found[place + s.active // ROWS] += points[s.active]
            found[place + COSTS] += costs[s.active]
        for kind, amount in enumerate(s.points):
            if amount and not s.put_off >> kind & 1:
                found[place + (kind if kind < SCHEME else _SAME_AS[kind - SCHEME])] += amount
        if due.reward >= 0:
            card = DEED_CARDS[due.reward]
            for kind, amount in enumerate(card.reward_points):
                if amount:
                    found[place + (kind if kind < SCHEME else _SAME_AS[kind - SCHEME])] += amount
            due.coins += card.reward_coins
            if card.reward_schemes:
                due.schemes += 1
    return found


def pushed_down(s: RurikState) -> list[float]:
    """Return what each side may lose on the strategy board by stronger advisors that are still to be placed."""
    found = [0.0] * s.sides
    stronger: list[int] = []
    for strength in range(_STRONGEST):
        others = 0
        for advisors in s.advisors:
            others += _ABOVE[advisors][strength]
        stronger.append(others)
    drops = _DROPS[s.sides]
    last = ROWS_OF[s.sides] - 1
    for space, advisor in enumerate(s.board):
        code: i64 = advisor
        if code >= 0:
            strength = (code >> 3 & 7) + (code >> 6)
            if strength < _STRONGEST and drops[space] > 0.0 and s.board[space // ROWS * ROWS + last] < 0:
                side = code & 7
                others = stronger[strength] - _ABOVE[s.advisors[side]][strength]
                if others:
                    found[side] += _PUSHED[others] * drops[space]
    return found
