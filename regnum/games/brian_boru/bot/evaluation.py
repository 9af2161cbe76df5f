"""The evaluation of states for bots: features of each player's position, each worth a number of points.

Power struggles in progress are resolved first, so that states during a struggle can be compared with states after it.
Cards that have been played bring their gains, and the leading player wins with the probability of keeping the lead.

The weights are in data/weights.toml.
"""

from typing import Final

from regnum.core import i64
from regnum.core.ai.evaluation import Evaluation, PreparedEvaluation, read_weights
from regnum.core.folder import read_data
from regnum.core.packed import Packed, bit, first_bit, packed, popcount
from regnum.core.rules.state import State
from regnum.core.rules.step import Event
from regnum.games.brian_boru.action_phase import EndTrick
from regnum.games.brian_boru.bot.features import FEATURES, SharedTotals, SimulatedTable, Weights, town_values
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

_FIRST_ROWS: Final[Packed] = packed([0, 0, 0, 0, ROUNDS[3] + 1, ROUNDS[3] + ROUNDS[4] + 2])
"""For each player count, the index of the weights for its last round; those for earlier rounds follow."""

_BEATING: Final[list[Packed]] = [
    packed(matching & ~(bit(card + 1) - 1) for card in range(len(CARDS))) for matching in MATCHING
]
_HOLD_BACK_PROBABILITY: Final = 0.45
"""The chance that a player who can beat a card does not do so."""


class BrianBoruEvaluation(PreparedEvaluation[Weights]):
    """An evaluation with a row of weights for each player count and each number of rounds to come."""

    def prepared_sums(self, state: State, weights: Weights) -> list[float]:
        assert isinstance(state, BrianBoruState)
        return _weighted_sums(state, weights, self.prepared_weights[self.row_index(state)])

    def row_index(self, state: State) -> i64:
        assert isinstance(state, BrianBoruState)
        return _FIRST_ROWS[state.players] + ROUNDS[state.players] - state.round

    def decided_scores(self, state: State) -> list[float]:
        assert isinstance(state, BrianBoruState)
        if state.round != ROUNDS[state.players] or state.stage != NO_CARDS:
            return []
        return [float(points) for points in _play_out(state).points]


_TRAINED_WEIGHTS: Final = read_data(PACKAGE, "weights")
EVALUATION: Final[Evaluation] = BrianBoruEvaluation(
    Weights, FEATURES, read_weights(_TRAINED_WEIGHTS), read_weights(_TRAINED_WEIGHTS, "values")
)


def _weighted_sums(s: BrianBoruState, weights: Weights, own_weights: Weights) -> list[float]:
    """Return the weighted sums of each side; a leader who has yet to play chooses a card by `own_weights`."""
    if s.active < 0:
        return _idle_sums(s, weights)
    cards_played = 0
    for card in s.played:
        if card >= 0:
            cards_played += 1
    if not cards_played:
        return _sums_before_lead(s, weights, own_weights)
    if cards_played < s.players:
        return _struggle_sums(s, weights)
    table = SimulatedTable(s)
    _resolve_pending(s, table)
    return table.weighted_sums(weights, town_values(s, table.discs, table.vikings, weights))


def _play_out(s: BrianBoruState) -> BrianBoruState:
    """Return the final state if no player makes another choice; upkeep in the last round has no random events."""
    end = s.clone()
    while end.stack:
        step = end.stack.pop()
        end.schedule_index = len(end.stack)
        if isinstance(step, Event):
            step.happen(end)
    return end


def _idle_sums(s: BrianBoruState, weights: Weights) -> list[float]:
    """Return the weighted sums of each side if no power struggle is in progress."""
    return SimulatedTable(s).weighted_sums(weights, town_values(s, s.discs, s.vikings, weights))


def _sums_before_lead(s: BrianBoruState, weights: Weights, own_weights: Weights) -> list[float]:
    """Return the weighted sums of each side after the leader has played the best card by the weights `own_weights`."""
    leader = s.marker
    cards = s.hand[leader] & MATCHING[TOWN_COLOUR[s.active]] or s.hand[leader]
    if not cards:
        return _idle_sums(s, weights)
    town_values_of = _town_values_by_outcome(s, leader, own_weights)
    best = -1e9
    chosen: i64 = 0
    while cards:
        low = cards & -cards
        cards ^= low
        value = 0.0
        card = first_bit(low)
        wins = leader if MATCHING[TOWN_COLOUR[s.active]] & low else -1
        win_probability = _win_probability(s, wins, card)
        if win_probability > 0.0:
            table = _table_with_card(s, leader, low)
            table.act(leader, MAIN[card], 0)
            value += win_probability * (
                town_values_of[1][leader] + table.possessions_value(leader, own_weights, SharedTotals(table))
            )
        if win_probability < 1.0:
            table = _table_with_card(s, leader, low)
            table.act(leader, _preferred_secondary(card), 0)
            value += (1.0 - win_probability) * (
                town_values_of[0][leader] + table.possessions_value(leader, own_weights, SharedTotals(table))
            )
        if value > best:
            best = value
            chosen = low
    card = first_bit(chosen)
    wins = leader if MATCHING[TOWN_COLOUR[s.active]] & chosen else -1
    win_probability = _win_probability(s, wins, card)
    if weights is not own_weights:
        town_values_of = _town_values_by_outcome(s, leader, weights)
    table = _table_with_card(s, leader, chosen)
    table.act(leader, MAIN[card] if win_probability > 0.0 else _preferred_secondary(card), 0)
    sums = table.weighted_sums(weights, town_values_of[1] if win_probability > 0.0 else town_values_of[0])
    if 0.0 < win_probability < 1.0:
        table = _table_with_card(s, leader, chosen)
        table.act(leader, _preferred_secondary(card), 0)
        sums = _expected_sums(win_probability, sums, table.weighted_sums(weights, town_values_of[0]))
    return sums


def _table_with_card(s: BrianBoruState, leader: i64, card: i64) -> SimulatedTable:
    """Return the table after the leader has played a card, given as a mask."""
    table = SimulatedTable(s)
    table.card_of = leader
    table.card = card
    table.left = min(table.left, s.tricks() - popcount(s.spent[leader]) - 1)
    return table


def _struggle_sums(s: BrianBoruState, weights: Weights) -> list[float]:
    """Return the expected weighted sums of each side, over whether the leading player wins the struggle."""
    winner = s.winner()
    if winner < 0:
        return _table_after_cards(s, -1).weighted_sums(weights, town_values(s, s.discs, s.vikings, weights))
    win_probability = _win_probability(s, winner, s.played[winner])
    sums = _table_after_cards(s, winner).weighted_sums(weights, _town_values_if_won(s, winner, weights))
    if win_probability == 1.0:
        return sums
    lost_values = town_values(s, s.discs, s.vikings, weights)
    return _expected_sums(win_probability, sums, _table_after_cards(s, -1).weighted_sums(weights, lost_values))


def _win_probability(s: BrianBoruState, winner: i64, card: i64) -> float:
    """Return the probability that `winner`, who leads with a card, wins the struggle, or 0 if `winner` is -1."""
    if winner < 0:
        return 0.0
    win_probability = 1.0
    beating = _BEATING[TOWN_COLOUR[s.active]][card]
    for player in range(s.players):
        if player != winner and s.played[player] < 0 and s.hand[player] & beating:
            win_probability *= _HOLD_BACK_PROBABILITY
    return win_probability


def _expected_sums(win_probability: float, sums_if_won: list[float], sums_if_lost: list[float]) -> list[float]:
    return [
        win_probability * sums_if_won[player] + (1.0 - win_probability) * sums_if_lost[player]
        for player in range(len(sums_if_won))
    ]


def _table_after_cards(s: BrianBoruState, winner: i64) -> SimulatedTable:
    """Return the table after the cards played so far, if `winner` wins, or -1 if nobody who has played wins."""
    table = SimulatedTable(s)
    for player in range(s.players):
        card = s.played[player]
        if card >= 0:
            table.act(player, MAIN[card] if player == winner else _preferred_secondary(card), 0)
    return table


def _preferred_secondary(card: i64) -> list[int]:
    """Return the secondary action that a card's player is assumed to choose."""
    options = SECONDARY[card]
    return options[0] if len(options) == 1 or options[1][-1] == PAY else options[1]


def _resolve_pending(s: BrianBoruState, table: SimulatedTable) -> None:
    """Carry out the remaining turns of this struggle and set `offered` to the player who may still expand."""
    for at in range(len(s.stack) - 1, -1, -1):
        step = s.stack[at]
        if isinstance(step, CarryOut):
            card = s.played[step.player]
            table.act(step.player, MAIN[card] if step.option == 0 else SECONDARY[card][step.option - 1], step.icon)
        elif isinstance(step, ChooseSecondary):
            table.act(step.player, _preferred_secondary(s.played[step.player]), 0)
        elif isinstance(step, FallBack):
            table.fall_back(step.player, step.start)
        elif isinstance(step, Expand):
            table.offered = step.player
        elif isinstance(step, DriveOff):
            own_vikings = table.vikings & table.discs[step.player]
            table.vikings ^= own_vikings & -own_vikings
        elif isinstance(step, EndTrick):
            break


def _town_values_by_outcome(s: BrianBoruState, winner: i64, weights: Weights) -> list[list[float]]:
    """Return each side's value of towns in two cases: nobody wins the struggle, or this player wins it."""
    return [town_values(s, s.discs, s.vikings, weights), _town_values_if_won(s, winner, weights)]


def _town_values_if_won(s: BrianBoruState, winner: i64, weights: Weights) -> list[float]:
    """Return each side's value of towns if this player wins the struggle."""
    discs = s.discs[:]
    if s.free_towns() >> s.active & 1:
        discs[winner] |= bit(s.active)
    return town_values(s, discs, s.vikings, weights)
