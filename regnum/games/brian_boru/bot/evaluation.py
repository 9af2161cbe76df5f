"""The evaluation of a state, for bots: features of each player's position, each worth a number of points.

Actions in progress are settled first, so that a state in the middle of a power struggle is compared with one after
it: cards already played bring their gains, and the player in the lead wins with the probability of keeping the lead.
The weights are in data/weights.toml.
"""

from typing import Final

from regnum.core.ai.evaluation import Evaluation, PreparedEvaluation, weights_of
from regnum.core.folder import read_data
from regnum.core.rules.state import State
from regnum.core.rules.step import Event
from regnum.games.brian_boru.action_phase import EndTrick
from regnum.games.brian_boru.bot.features import FEATURES, Shares, Table, Weights, ground_of
from regnum.games.brian_boru.components import (
    CARDS,
    MAIN,
    MATCHING,
    PACKAGE,
    PAY,
    ROUNDS,
    SECONDARY,
    TOWN_COLOUR,
)
from regnum.games.brian_boru.icons import CarryOut, ChooseSecondary, DriveOff, Expand, FallBack
from regnum.games.brian_boru.state import NO_CARDS, BrianBoruState

_FIRST_ROW: Final[list[int]] = [0, 0, 0, 0, ROUNDS[3] + 1, ROUNDS[3] + ROUNDS[4] + 2]
"""For each player count, the row of its last round; the rows of earlier rounds follow."""

_BEATING: Final[list[list[int]]] = [
    [matching & ~((2 << card) - 1) for card in range(len(CARDS))] for matching in MATCHING
]
_HOLDS_BACK: Final = 0.45
"""The chance that a player who could beat a card does not."""


class BrianBoruEvaluation(PreparedEvaluation[Weights]):
    """A row of weights for each player count and for each number of rounds still to come."""

    def looked_at(self, state: State, weights: Weights) -> list[float]:
        assert isinstance(state, BrianBoruState)
        return _weighed(state, weights, self.own[self.row(state)])

    def row(self, state: State) -> int:
        assert isinstance(state, BrianBoruState)
        return _FIRST_ROW[state.players] + ROUNDS[state.players] - state.round

    def certain(self, state: State) -> list[float]:
        assert isinstance(state, BrianBoruState)
        if state.round != ROUNDS[state.players] or state.stage != NO_CARDS:
            return []
        return [float(points) for points in _played_out(state).points]


_LEARNED: Final = read_data(PACKAGE, "weights")
EVALUATION: Final[Evaluation] = BrianBoruEvaluation(
    Weights, FEATURES, weights_of(_LEARNED), weights_of(_LEARNED, "values")
)


def _weighed(s: BrianBoruState, weights: Weights, own: Weights) -> list[float]:
    """Weigh a table; a leader who has yet to play chooses a card by the weights `own`."""
    if s.active < 0:
        return _looked_at(s, weights)
    laid = 0
    for card in s.played:
        if card >= 0:
            laid += 1
    if not laid:
        return _contested(s, weights, own)
    if laid < s.players:
        return _struggle(s, weights)
    table = Table(s)
    _settle(s, table)
    return table.weighed(weights, ground_of(s, table.discs, table.vikings, weights))


def _played_out(s: BrianBoruState) -> BrianBoruState:
    """Return the final state if no player makes another choice: upkeep in the last round is certain."""
    end = s.clone()
    while end.stack:
        step = end.stack.pop()
        end.announcing = len(end.stack)
        if isinstance(step, Event):
            step.happen(end)
    return end


def _looked_at(s: BrianBoruState, weights: Weights) -> list[float]:
    """Weigh a table without a power struggle in progress."""
    return Table(s).weighed(weights, ground_of(s, s.discs, s.vikings, weights))


def _contested(s: BrianBoruState, weights: Weights, own: Weights) -> list[float]:
    """Weigh a table whose leader has yet to play: they play the best card by the weights `own`."""
    leader = s.marker
    cards = s.hand[leader] & MATCHING[TOWN_COLOUR[s.active]] or s.hand[leader]
    if not cards:
        return _looked_at(s, weights)
    grounds = _grounds(s, leader, own)
    best = -1e9
    chosen = 0
    while cards:
        low = cards & -cards
        cards ^= low
        worth = 0.0
        card = low.bit_length() - 1
        wins = leader if MATCHING[TOWN_COLOUR[s.active]] & low else -1
        sure = _sure(s, wins, card)
        if sure > 0.0:
            table = _with_card(s, leader, low)
            table.act(leader, MAIN[card], 0)
            worth += sure * (grounds[1][leader] + table.household(leader, own, Shares(table)))
        if sure < 1.0:
            table = _with_card(s, leader, low)
            table.act(leader, _preferred(card), 0)
            worth += (1.0 - sure) * (grounds[0][leader] + table.household(leader, own, Shares(table)))
        if worth > best:
            best = worth
            chosen = low
    card = chosen.bit_length() - 1
    wins = leader if MATCHING[TOWN_COLOUR[s.active]] & chosen else -1
    sure = _sure(s, wins, card)
    if weights is not own:
        grounds = _grounds(s, leader, weights)
    table = _with_card(s, leader, chosen)
    table.act(leader, MAIN[card] if sure > 0.0 else _preferred(card), 0)
    found = table.weighed(weights, grounds[1] if sure > 0.0 else grounds[0])
    if 0.0 < sure < 1.0:
        table = _with_card(s, leader, chosen)
        table.act(leader, _preferred(card), 0)
        found = _between(sure, found, table.weighed(weights, grounds[0]))
    return found


def _with_card(s: BrianBoruState, leader: int, card: int) -> Table:
    """Return the table after the leader has played a card, given as a mask."""
    table = Table(s)
    table.card_of = leader
    table.card = card
    table.left = min(table.left, s.tricks() - s.spent[leader].bit_count() - 1)
    return table


def _struggle(s: BrianBoruState, weights: Weights) -> list[float]:
    """Weigh an unfinished struggle: a mean of the tables where the player in the lead wins the town and does not."""
    winner = s.winner()
    if winner < 0:
        return _carried_out(s, -1).weighed(weights, ground_of(s, s.discs, s.vikings, weights))
    sure = _sure(s, winner, s.played[winner])
    found = _carried_out(s, winner).weighed(weights, _won_ground(s, winner, weights))
    if sure == 1.0:
        return found
    lost = ground_of(s, s.discs, s.vikings, weights)
    return _between(sure, found, _carried_out(s, -1).weighed(weights, lost))


def _sure(s: BrianBoruState, winner: int, card: int) -> float:
    """Return the probability that `winner`, in the lead with a card, wins the struggle; 0 for no player (-1)."""
    if winner < 0:
        return 0.0
    sure = 1.0
    beating = _BEATING[TOWN_COLOUR[s.active]][card]
    for player in range(s.players):
        if player != winner and s.played[player] < 0 and s.hand[player] & beating:
            sure *= _HOLDS_BACK
    return sure


def _between(sure: float, won: list[float], lost: list[float]) -> list[float]:
    return [sure * won[player] + (1.0 - sure) * lost[player] for player in range(len(won))]


def _carried_out(s: BrianBoruState, winner: int) -> Table:
    """Return the table after the cards played so far, if this player wins (-1: none of those who have played)."""
    after = Table(s)
    for player in range(s.players):
        card = s.played[player]
        if card >= 0:
            after.act(player, MAIN[card] if player == winner else _preferred(card), 0)
    return after


def _preferred(card: int) -> list[int]:
    """Return the secondary action that a card's player is assumed to choose."""
    ways = SECONDARY[card]
    return ways[0] if len(ways) == 1 or ways[1][-1] == PAY else ways[1]


def _settle(s: BrianBoruState, after: Table) -> None:
    """Take the remaining turns of this struggle, and find out which player may still buy a town by road."""
    for at in range(len(s.stack) - 1, -1, -1):
        step = s.stack[at]
        if isinstance(step, CarryOut):
            card = s.played[step.player]
            after.act(step.player, MAIN[card] if step.option == 0 else SECONDARY[card][step.option - 1], step.icon)
        elif isinstance(step, ChooseSecondary):
            after.act(step.player, _preferred(s.played[step.player]), 0)
        elif isinstance(step, FallBack):
            after.fall_back(step.player, step.start)
        elif isinstance(step, Expand):
            after.offered = step.player
        elif isinstance(step, DriveOff):
            own = after.vikings & after.discs[step.player]
            after.vikings ^= own & -own
        elif isinstance(step, EndTrick):
            break


def _grounds(s: BrianBoruState, winner: int, weights: Weights) -> list[list[float]]:
    """Weigh the towns after a struggle without a winner, and after one that this player wins."""
    return [ground_of(s, s.discs, s.vikings, weights), _won_ground(s, winner, weights)]


def _won_ground(s: BrianBoruState, winner: int, weights: Weights) -> list[float]:
    """Weigh the towns after a struggle that this player wins."""
    discs = s.discs[:]
    if s.free() >> s.active & 1:
        discs[winner] |= 1 << s.active
    return ground_of(s, discs, s.vikings, weights)
