"""Features of a position of Rurik: the pending effects of a turn, and those of the strategy board."""

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

FEATURES: Final = [
    "points",
    "rule_gain",
    "build_gain",
    "trade_gain",
    "regions_ruled",
    "safely_ruled",
    "capitals",
    "nearly_ruled",
    "adjacent_structures",
    "structures",
    "goods_aboard",
    "goods_on_dock",
    "taxable",
    "war_points",
    "war",
    "occupied",
    "alone",
    "troops",
    "leader_on_map",
    "coins",
    "spare_coins",
    "schemes",
    "rebels",
    "deeds_ready",
    "deeds_open",
    "agenda",
    "helmets",
    "boots",
    "swords",
    "wagons",
    "hammers",
    "draws",
    "marker_space",
    "pushed_down",
    "unplaced",
    "unplaced_power",
    "late_now",
    "late_next",
    "leader",
    "rebellion",
    "rebellion_coins",
    "rebellion_dock",
    "rebellion_locked",
    "rebellion_advisors",
]


class Weights:
    """The weight of each feature as an attribute, which is faster than a lookup."""

    def __init__(self, row: list[float]) -> None:
        """`row`: the weights in the order of `FEATURES`."""
        self.points: Final[float] = row[0]
        self.rule_gain: Final[float] = row[1]
        self.build_gain: Final[float] = row[2]
        self.trade_gain: Final[float] = row[3]
        self.regions_ruled: Final[float] = row[4]
        self.safely_ruled: Final[float] = row[5]
        self.capitals: Final[float] = row[6]
        self.nearly_ruled: Final[float] = row[7]
        self.adjacent_structures: Final[float] = row[8]
        self.structures: Final[float] = row[9]
        self.goods_aboard: Final[float] = row[10]
        self.goods_on_dock: Final[float] = row[11]
        self.taxable: Final[float] = row[12]
        self.war_points: Final[float] = row[13]
        self.war: Final[float] = row[14]
        self.occupied: Final[float] = row[15]
        self.alone: Final[float] = row[16]
        self.troops: Final[float] = row[17]
        self.leader_on_map: Final[float] = row[18]
        self.coins: Final[float] = row[19]
        self.spare_coins: Final[float] = row[20]
        self.schemes: Final[float] = row[21]
        self.rebels: Final[float] = row[22]
        self.deeds_ready: Final[float] = row[23]
        self.deeds_open: Final[float] = row[24]
        self.agenda: Final[float] = row[25]
        self.helmets: Final[float] = row[26]
        self.boots: Final[float] = row[27]
        self.swords: Final[float] = row[28]
        self.wagons: Final[float] = row[29]
        self.hammers: Final[float] = row[30]
        self.draws: Final[float] = row[31]
        self.marker_space: Final[float] = row[32]
        self.pushed_down: Final[float] = row[33]
        self.unplaced: Final[float] = row[34]
        self.unplaced_power: Final[float] = row[35]
        self.late_now: Final[float] = row[36]
        self.late_next: Final[float] = row[37]
        self.leader: Final[float] = row[38]
        self.rebellion: Final[float] = row[39]
        self.rebellion_coins: Final[float] = row[40]
        self.rebellion_dock: Final[float] = row[41]
        self.rebellion_locked: Final[float] = row[42]
        self.rebellion_advisors: Final[float] = row[43]


COLUMN_VALUE: Final = [0.3, 0.3, 0.4, 0.55, 0.8, 0.3]
"""The rough value of a point in each column, to compare spaces in different columns."""
_STRONGEST: Final[int] = max(POWER)
_ABOVE: Final[list[list[int]]] = [
    [
        len([slot for slot, power in enumerate(POWER) if advisors >> slot & 1 and power > strength])
        for strength in range(_STRONGEST)
    ]
    for advisors in range(1 << len(ADVISORS))
]
"""For each set of advisors, the number of those stronger than 0, 1, 2..."""
_PUSH_PROBABILITY: Final[list[float]] = [
    1.0 - (1.0 - 1.0 / len(COLUMNS)) ** others for others in range(3 * len(ADVISORS) + 1)
]
"""The chance that a stronger advisor will be placed in a column, by the number of those still to be placed."""
_LOSS_PROBABILITY: Final[list[float]] = [
    1.0 - (1.0 - LOSS_SCHEMES.bit_count() / len(KIND)) ** cards for cards in range(6)
]
"""The chance of losing a figure, by the number of casualty cards."""


def _space_drops(sides: int) -> list[float]:
    """Return, for each space of the strategy board, how much more it is worth than the space below it."""
    drops: list[float] = []
    for space in range(len(COLUMNS) * ROWS):
        drop = 0.0
        if space % ROWS < ROWS_OF[sides] - 1:
            drop = COLUMN_VALUE[space // ROWS] * (SPACE_POINTS[sides][space] - SPACE_POINTS[sides][space + 1])
            drop += 0.16 * (SPACE_COST[sides][space + 1] - SPACE_COST[sides][space])
        drops.append(drop)
    return drops


_SPACE_DROPS: Final[list[list[float]]] = [_space_drops(sides) for sides in range(len(ROWS_OF))]


POINTS_STRIDE: Final = 7
"""How many numbers `unused_points` returns for each side: the points of six columns, then the costs."""
COSTS: Final = 6
_COUNTED_AS: Final = [ATTACK, MOVE]
"""Guarded attacks count as swords, marches as boots."""


class PendingEffects:
    """The acting player's pending gains and losses until the end of the turn."""

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


def pending_effects(s: RurikState) -> PendingEffects:  # noqa: C901
    """Return the effects of the pending steps until the end of the turn."""
    pending = PendingEffects()
    for at in range(len(s.stack) - 1, -1, -1):
        step = s.stack[at]
        if isinstance(step, Turn):
            pending.player = step.player
            pending.turn = True
            break
        if isinstance(step, EndTurn):
            break
        if isinstance(step, Casualties):
            pending.player = s.players if isinstance(step, CasualtyDeck) else step.player
            pending.figures -= _LOSS_PROBABILITY[min(step.cards, len(_LOSS_PROBABILITY) - 1)]
        elif isinstance(step, (ChooseDeck, KeepScheme)):
            pending.player = step.player
            pending.schemes += 1
        elif isinstance(step, PassMarker):
            pending.marker = 1
        elif isinstance(step, TakeDeed):
            pending.player = step.player
            pending.deeds += 1
            if s.active < 0:
                break
        elif isinstance(step, PayGoods):
            pending.goods -= step.left
        elif isinstance(step, PaySameGoods):
            pending.goods -= step.count
        elif isinstance(step, DiscardScheme):
            pending.schemes -= 1
        elif isinstance(step, Withdraw):
            pending.figures -= step.left
        elif isinstance(step, Demolish):
            pending.structures -= 1
        elif isinstance(step, LoseFigure):
            pending.figures -= 1.0
        elif isinstance(step, Reward):
            pending.reward = step.deed
        elif isinstance(step, SellAtMarket):
            pending.coins += 1
        elif isinstance(step, ReplaceByChurch):
            pending.figures += 1.0
        elif isinstance(step, ReturnToMap):
            pending.player = step.player
            pending.figures += 2.0
            break
        elif s.active < 0:
            break
    return pending


def unused_points(s: RurikState, pending: PendingEffects) -> list[int]:  # noqa: C901
    """Return each side's unused points by column, and the cost of their spaces; see POINTS_STRIDE.

    Rewards of a deed other than points are added to `pending`.
    """
    unused = [0] * (POINTS_STRIDE * s.sides)
    points = SPACE_POINTS[s.sides]
    costs = SPACE_COST[s.sides]
    for space, advisor in enumerate(s.board):
        code: i64 = advisor
        if code >= 0:
            place = (code & 7) * POINTS_STRIDE
            column = place + space // ROWS
            unused[column] = unused[column] + points[space]
            if costs[space]:
                unused[place + COSTS] = unused[place + COSTS] + costs[space]
    if pending.turn:
        place = pending.player * POINTS_STRIDE
        if not s.acted:
            unused[place + s.active // ROWS] += points[s.active]
            unused[place + COSTS] += costs[s.active]
        for kind, amount in enumerate(s.points):
            if amount and not s.put_off >> kind & 1:
                unused[place + (kind if kind < SCHEME else _COUNTED_AS[kind - SCHEME])] += amount
        if pending.reward >= 0:
            card = DEED_CARDS[pending.reward]
            for kind, amount in enumerate(card.reward_points):
                if amount:
                    unused[place + (kind if kind < SCHEME else _COUNTED_AS[kind - SCHEME])] += amount
            pending.coins += card.reward_coins
            if card.reward_schemes:
                pending.schemes += 1
    return unused


def push_down_losses(s: RurikState) -> list[float]:
    """Return each side's expected loss if stronger advisors still to be placed push its advisors down."""
    losses = [0.0] * s.sides
    stronger: list[int] = []
    for strength in range(_STRONGEST):
        stronger_count = 0
        for advisors in s.advisors:
            stronger_count += _ABOVE[advisors][strength]
        stronger.append(stronger_count)
    drops = _SPACE_DROPS[s.sides]
    last = ROWS_OF[s.sides] - 1
    for space, advisor in enumerate(s.board):
        code: i64 = advisor
        if code >= 0:
            strength = (code >> 3 & 7) + (code >> 6)
            if strength < _STRONGEST and drops[space] > 0.0 and s.board[space // ROWS * ROWS + last] < 0:
                side = code & 7
                stronger_count = stronger[strength] - _ABOVE[s.advisors[side]][strength]
                if stronger_count:
                    losses[side] += _PUSH_PROBABILITY[stronger_count] * drops[space]
    return losses
