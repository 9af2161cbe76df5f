"""The evaluation of states for bots: features of each player's position, each worth a number of points.

Planned actions that the player can pay for count as done, weighted by their probability. A field without a card
counts as if it had the best remaining card. `features` computes the features of the map; data/weights.toml has the
weights.
"""

from math import ceil
from typing import Final

from regnum.core.ai.evaluation import Evaluation, PreparedEvaluation, read_weights
from regnum.core.folder import read_data
from regnum.core.packed import bit
from regnum.core.rules.state import State
from regnum.games.wallenstein.action_phase import (
    armies_of,
    income,
    least_taxes,
)
from regnum.games.wallenstein.bot.features import (
    FEATURES,
    LAST_YEAR,
    ROUNDS,
    FeatureVector,
    MapAnalysis,
    PlannedFeatures,
)
from regnum.games.wallenstein.components import (
    BID,
    BUILD_HOUSE,
    COIN_0,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    COMBAT_A,
    CONVERT_1,
    COSTS,
    COURTIERS,
    DEPLOY_1,
    FIELDS,
    GRAIN,
    LANDS,
    NEIGHBOURS,
    NO_PLAN,
    PACKAGE,
    SITES,
    TAX,
    TOWER_CARD,
    UNSET,
    WINTER,
    coins_on,
)
from regnum.games.wallenstein.move import SendArmies
from regnum.games.wallenstein.planning import FILL_ORDER
from regnum.games.wallenstein.setup import PlaceGroup
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import needed_grain, revolt_numbers

_BID_VALUES: Final = [0.0, 0.35, 0.55, 0.65, 0.7]
_LAND_BID_VALUE: Final = 0.2
_TOWER_CUBE_WEIGHT: Final = 0.3
_ALLY_CUBE_WEIGHT: Final = 0.6
"""The weight of a cube in the tower, or of a defender's cube in the tray, relative to an army, in the estimate of an
attack."""
_DEFENDER_ADVANTAGE: Final = 4.0
"""The factor for the defender's cubed strength in the chance of victory, fitted to seven battles fought 300 times."""
_DEFEAT_COST: Final = 0.35
"""The cost of a defeat, as a share of the gain of a victory: an action is wasted, and the border is weakened."""
_UNPLANNED_SHARE: Final = 0.8
"""The share of the best remaining card's value that counts on a field without a card."""
_UNREST_PROBABILITY: Final = 0.6
"""The chance that unrest from a planned collection lasts until it matters."""
_COURTIER_VALUE: Final = 0.35
_UNREST_COST: Final = 0.35
_UNFED_COST: Final = 0.35
"""The cost of each land without grain, in addition to the revolts that it causes."""
_REVOLTS: Final = [revolt_numbers(unfed) for unfed in range(len(LANDS) + 1)]
"""The number of revolts and of additional farmers, by the number of lands without grain."""
_MAX_USEFUL_COINS: Final = 10.0
_FINAL_COIN_VALUE: Final = 0.001
"""The value of a coin at the end, where coins only break ties."""


class WallensteinEvaluation(PreparedEvaluation[FeatureVector]):
    """An evaluation with a row of weights for each player count and each round of the two years."""

    _last_analysis: MapAnalysis | None = None
    """The analysis from the last call, reused for states that differ only in plans."""

    def prepared_sums(self, state: State, weights: FeatureVector) -> list[float]:
        assert isinstance(state, WallensteinState)
        return self._player_sums(state, weights)

    def _player_sums(self, s: WallensteinState, weights: FeatureVector) -> list[float]:
        analysis = self._last_analysis
        if analysis is None or not analysis.is_current(s):
            analysis = MapAnalysis(s, analysis)
            self._last_analysis = analysis
        sums: list[float] = []
        for player in range(s.players):
            sums.append(_features_with_plan(s, analysis, player).weighted_sum(weights))
        if s.stack:
            top = s.stack[-1]
            if isinstance(top, PlaceGroup):
                first, second = s.open_lands
                if s.offered[top.player] == 1 << first | 1 << second:
                    sums[top.player] = _features_with_average_land(s, analysis, top.player).weighted_sum(weights)
            elif isinstance(top, SendArmies):
                sums[top.player] = _features_with_plan(s, analysis, top.player).weighted_sum(
                    weights, _movement_value(s, analysis, top)
                )
        return sums

    def row_index(self, state: State) -> int:
        assert isinstance(state, WallensteinState)
        year = max(state.year, 1)
        season = min(state.season, ROUNDS - 1) if state.year else 0
        return ((state.players - ROUNDS) * LAST_YEAR + year - 1) * ROUNDS + season

    def decided_scores(self, state: State) -> list[float]:
        assert isinstance(state, WallensteinState)
        if not state.is_terminal:
            return []
        return [points + _FINAL_COIN_VALUE * state.coins[player] for player, points in enumerate(state.points)]


_TRAINED_WEIGHTS: Final = read_data(PACKAGE, "weights")
EVALUATION: Final[Evaluation] = WallensteinEvaluation(
    FeatureVector, FEATURES, read_weights(_TRAINED_WEIGHTS), read_weights(_TRAINED_WEIGHTS, "values")
)


def _features_with_plan(s: WallensteinState, analysis: MapAnalysis, player: int) -> FeatureVector:
    """Return a player's features with their plan carried out. The result is cached and must not be modified."""
    plan = s.plan[player]
    face_up = s.shown[player]
    cached = analysis.plan_cache[player]
    if cached is not None and cached.plan is plan and cached.shown == face_up:
        if cached.order is s.order and cached.turned == s.turned:
            return cached.features
    features = _features_after_plan(s, analysis, player)
    analysis.plan_cache[player] = PlannedFeatures(plan, face_up, s.order, s.turned, features)
    return features


def _features_with_average_land(s: WallensteinState, analysis: MapAnalysis, player: int) -> FeatureVector:
    """Return a player's features with the deck's average in place of the land that they have just drawn.

    A player who considers drawing does not know the land, and a few samples would leave the decision to luck. The open
    cards are still those that were offered only after a draw.
    """
    features = _features_after_plan(s, analysis, player)
    lands = s.lands[player] & ~bit(s.drafted)
    share = 1.0 / (len(s.land_deck) + 1)
    for land in s.land_deck:
        _add_land(analysis, lands, land, features, share)
    _add_land(analysis, lands, s.drafted, features, share)
    _add_land(analysis, lands, s.drafted, features, -1.0)
    return features


def _add_land(analysis: MapAnalysis, lands: int, land: int, features: FeatureVector, share: float) -> None:
    features.taxes += share * TAX[land]
    features.grain += share * GRAIN[land]
    features.sites += share * SITES[land]
    features.borders += share * 2 * (NEIGHBOURS[land] & lands).bit_count()
    features.danger += share * analysis.danger(land, 0) * analysis.land_value(land)


def _movement_value(s: WallensteinState, analysis: MapAnalysis, top: SendArmies) -> float:
    """Return the value in points of sending armies into the land chosen, where they move or attack."""
    armies = s.armies[top.source] - 1
    if s.lands[top.player] >> top.target & 1:
        need = analysis.threat[top.target] - s.armies[top.target]
        spare = analysis.threat[top.source] - s.armies[top.source]
        return 0.1 * min(armies, 3) if need > max(spare + armies, 0) else -0.05
    return _attack_value(s, analysis, _battle_strength(s, top.player, armies), top.target, armies)


# The value of a plan.


def _features_after_plan(s: WallensteinState, analysis: MapAnalysis, player: int) -> FeatureVector:  # noqa: C901
    """Return a player's features as if they had carried out the rest of their plan."""
    features = FeatureVector(analysis.base_features[player])
    plan = s.plan[player]
    face_up = s.shown[player]
    coins = float(s.coins[player])
    grain = 0.0
    if s.turned and plan != NO_PLAN:
        budget = s.coins[player]
        card = plan[BID]
        if not face_up >> BID & 1 and card >= 0:
            if card < COIN_0:
                features.bid = _LAND_BID_VALUE
            elif card < TOWER_CARD:
                bid = coins_on(card)
                features.bid = _BID_VALUES[bid]
                budget -= bid
                coins -= bid
        free = -1
        last = s.field_count()
        filled_fields = face_up | 1 << BID
        for at in range(s.turned + len(FILL_ORDER)):
            field = s.order[at] if at < s.turned else FILL_ORDER[at - s.turned]
            if field < 0 or field >= last or filled_fields >> field & 1:
                continue
            filled_fields |= 1 << field
            card = plan[field]
            share = 1.0
            if card == UNSET:
                if free < 0:
                    free = s.hand(player)
                card = _best_card(s, analysis, player, field, free, budget)
                if card < 0:
                    continue
                share = _UNPLANNED_SHARE
                free &= ~(1 << card)
            elif card < 0 or card > TOWER_CARD:
                continue
            if field >= CONVERT_1:
                _convert_to_courtiers(s, analysis, player, field - CONVERT_1 + 1, card, features, share)
                continue
            if card >= len(LANDS) or not s.lands[player] >> card & 1:
                continue
            cost = COSTS[field]
            if cost > budget:
                features.idle += 1.0
                continue
            budget -= cost
            coins -= share * cost
            if field <= BUILD_HOUSE:
                if s.can_build(field, card):
                    safe = share * (1.0 - analysis.danger(card, s.armies[card]))
                    features.buildings += safe
                    features.sites -= share
                    features.majorities += 0.85 * safe * analysis.majority_gain(player, field, card)
                else:
                    coins += share * cost
                    features.idle += 1.0
            elif field <= COLLECT_TAXES:
                amount = income(s, player, field, card)
                features.unrest += share * _UNREST_PROBABILITY
                unrest = s.unrest[card]
                if unrest:
                    risk = min(1.0, 0.75 * unrest / max(1, s.armies[card]))
                    features.revolts += share * risk * (analysis.land_value(card) + 0.2)
                if field == COLLECT_GRAIN:
                    grain += share * amount
                else:
                    coins += share * amount
                    budget += _guaranteed_taxes(s, player, card) if share == 1.0 else 0
            elif field <= DEPLOY_1:
                count = armies_of(s, field)
                if s.supply[player] < count:
                    coins += share * cost
                    features.idle += 1.0
                else:
                    front = 1.5 if analysis.threat[card] or NEIGHBOURS[card] & s.neutral_lands() else 0.9
                    features.armies += share * count * front
                    armies_here = s.armies[card]
                    prevented_loss = (
                        analysis.danger(card, armies_here) * analysis.land_value(card) * count / (count + armies_here)
                    )
                    features.danger -= share * prevented_loss
            else:
                features.attacks += share * _best_attack_value(s, analysis, player, card, field)
    if s.stack:
        features.coins = min(coins, _MAX_USEFUL_COINS)
        features.spare_coins = max(0.0, coins - _MAX_USEFUL_COINS)
        if s.season != WINTER:
            features.hunger = hunger_cost(s, analysis, player, grain)
    return features


def hunger_cost(s: WallensteinState, analysis: MapAnalysis, player: int, planned: float) -> float:
    """Return the expected cost of revolts in winter, counting the planned grain; negative if there is a surplus."""
    stock = s.grain[player] + planned + analysis.expected_grain - analysis.expected_grain_loss
    unfed = needed_grain(len(analysis.territories[player].each)) - max(0.0, stock)
    if unfed <= 0:
        return -0.04 * min(-unfed, 3.0)
    revolts, farmers = _REVOLTS[ceil(unfed)]
    return min(unfed, 1.0) * revolts * (0.5 + 0.25 * farmers) + _UNFED_COST * unfed


def _guaranteed_taxes(s: WallensteinState, player: int, land: int) -> int:
    """Return the taxes that later actions can rely on: 0 while the action card for taxes is face down."""
    for at in range(s.turned):
        if s.order[at] == COLLECT_TAXES:
            break
    else:
        return 0
    if s.event >= 0:
        return income(s, player, COLLECT_TAXES, land)
    return least_taxes(s, land)


def _best_card(s: WallensteinState, analysis: MapAnalysis, player: int, field: int, free: int, budget: int) -> int:
    """Return the land card with the highest value on a field, or -1 if no card is worthwhile."""
    cost = COSTS[field]
    if cost > budget:
        return -1
    card_values = analysis.card_values[player * len(FIELDS) + field]
    if card_values is None:
        card_values = _card_values(s, analysis, player, field)
        analysis.card_values[player * len(FIELDS) + field] = card_values
    best = cost * analysis.coin_value
    best_land = -1
    lands = free & s.lands[player]
    while lands:
        low = lands & -lands
        lands ^= low
        land = low.bit_length() - 1
        value = card_values[land]
        if value > best:
            best = value
            best_land = land
    return best_land


def _card_values(s: WallensteinState, analysis: MapAnalysis, player: int, field: int) -> list[float]:
    """Return the value of each of a player's land cards on a field, or 0 for all other lands."""
    values = [0.0] * len(LANDS)
    for land in analysis.territories[player].each:
        if field >= CONVERT_1:
            count = field - CONVERT_1 + 1
            armies_left = s.armies[land] - count
            if armies_left > 0 and s.hall[player] + count <= COURTIERS:
                values[land] = count * (_COURTIER_VALUE - analysis.army_value) - (
                    0.3 if analysis.threat[land] > armies_left else 0.0
                )
        else:
            values[land] = _action_value(s, analysis, player, field, land)
    return values


def _convert_to_courtiers(
    s: WallensteinState,
    analysis: MapAnalysis,
    player: int,
    count: int,
    card: int,
    features: FeatureVector,
    share: float,
) -> None:
    """Add the effect of a card on the supplementary board to the features, unless it can't be carried out."""
    if s.hall[player] + count > COURTIERS:
        return
    if card < len(LANDS) and s.lands[player] >> card & 1:
        armies_here = s.armies[card]
        if armies_here > count:
            features.courtiers += share * count
            features.armies -= share * count
            added_danger = analysis.danger(card, armies_here - count) - analysis.danger(card, armies_here)
            features.danger += share * (
                added_danger * analysis.land_value(card) + (0.3 if analysis.threat[card] > armies_here - count else 0.0)
            )
    elif card == TOWER_CARD and s.tray[player] >= count:
        features.courtiers += share * count
        features.tray -= share * count


def _action_value(s: WallensteinState, analysis: MapAnalysis, player: int, action: int, land: int) -> float:
    """Return the value of an action in a land, without its cost."""
    if action <= BUILD_HOUSE:
        if not s.can_build(action, land):
            return 0.0
        gain = analysis.majority_gain(player, action, land)
        return (1.0 + 0.85 * gain) * analysis.winters * (1.0 - analysis.danger(land, s.armies[land]))
    if action <= COLLECT_TAXES:
        amount = income(s, player, action, land)
        revolt = 0.0
        unrest = s.unrest[land]
        if unrest:
            revolt = min(1.0, 0.75 * unrest / max(1, s.armies[land])) * (
                analysis.winters * analysis.land_value(land) + 0.3
            )
        gains = amount * analysis.coin_value if action == COLLECT_TAXES else _grain_value(s, analysis, player, amount)
        return gains - revolt - _UNREST_COST * _UNREST_PROBABILITY
    if action <= DEPLOY_1:
        count = armies_of(s, action)
        if s.supply[player] < count:
            return 0.0
        armies_here = s.armies[land]
        safety = (
            analysis.danger(land, armies_here)
            * analysis.winters
            * analysis.land_value(land)
            * count
            / (count + armies_here)
        )
        front = 1.5 if analysis.threat[land] or NEIGHBOURS[land] & s.neutral_lands() else 0.9
        return count * analysis.army_value * front + safety + (0.05 if action == DEPLOY_1 else 0.0)
    return _best_attack_value(s, analysis, player, land, action)


def _grain_value(s: WallensteinState, analysis: MapAnalysis, player: int, amount: int) -> float:
    """Return the value of some grain; what exceeds the need of the lands is worth little."""
    missing = (
        len(analysis.territories[player].each)
        - s.grain[player]
        - analysis.expected_grain
        + analysis.expected_grain_loss
    )
    useful = max(0.0, min(float(amount), missing + 1.0))
    return 0.5 * useful + 0.1 * (amount - useful)


def _best_attack_value(s: WallensteinState, analysis: MapAnalysis, player: int, land: int, action: int) -> float:
    """Return the value of the best attack from a land; at least 0, as attacks are optional."""
    armies = s.armies[land] - 1
    if armies < 2:
        return 0.0
    targets = NEIGHBOURS[land] & ~s.lands[player] & analysis.targets[action - COMBAT_A]
    strength = _battle_strength(s, player, armies)
    best = 0.0
    while targets:
        low = targets & -targets
        targets ^= low
        best = max(best, _attack_value(s, analysis, strength, low.bit_length() - 1, armies))
    return best * 0.9


def _battle_strength(s: WallensteinState, player: int, armies: int) -> float:
    """Return the strength of a player's armies in a battle, including their cubes in the tray and in the tower."""
    return armies + s.tray[player] + _TOWER_CUBE_WEIGHT * s.tower[player]


def _attack_value(s: WallensteinState, analysis: MapAnalysis, strength: float, target: int, armies: int) -> float:
    """Return the value of an attack with `armies` armies; `strength` is their strength in a battle."""
    owner = analysis.owner[target]
    defence = (
        1.0 if owner < 0 else s.armies[target] + _ALLY_CUBE_WEIGHT * s.tray[owner] + _TOWER_CUBE_WEIGHT * s.tower[owner]
    )
    if owner < 0 or s.unrest[target] == 0:
        defence += _ALLY_CUBE_WEIGHT * s.tray[s.players] + _TOWER_CUBE_WEIGHT * s.tower[s.players]
    chance = (
        strength
        * strength
        * strength
        / (strength * strength * strength + _DEFENDER_ADVANTAGE * defence * defence * defence)
    )
    prize = analysis.winters * analysis.land_value(target) + 0.1
    if owner >= 0:
        prize *= 1.25
    losses = 0.5 * armies if chance < 0.5 else min(float(armies), defence)
    return (chance - _DEFEAT_COST * (1.0 - chance)) * prize - analysis.army_value * losses - 0.15
