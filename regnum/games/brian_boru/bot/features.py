"""The weighted features of each player's position in Brian Boru, computed without copying the state.

A struggle is simulated on a `SimulatedTable`, which has only the parts that a struggle changes.
"""

from math import exp
from typing import Final, final

from regnum.core import i64
from regnum.core.packed import Packed, bit, filled, first_bit, highest, packed, popcount
from regnum.games.brian_boru.components import (
    CARD_COLOUR,
    CARDS,
    CHURCH,
    CLAIM,
    COIN,
    COURTSHIP,
    DOWRY_POINTS,
    DOWRY_REGION,
    DOWRY_RENOWN,
    EXPAND_COST,
    MISSING_COIN,
    PAY,
    PRESENCE,
    PRINCESS,
    RAIDER,
    REGION_TOWNS,
    REGIONS,
    RENOWN,
    SPURN_POINTS,
    THIRD_REWARD,
    TRACK_COINS,
    TRACK_RENOWN,
    TRACK_TOP,
    TRACK_TOWN,
    TRICKS,
    VALUE,
    WHITE,
)
from regnum.games.brian_boru.regions import towns_to_flip
from regnum.games.brian_boru.state import NO_CARDS, BrianBoruState

FEATURES: Final = [
    "points",
    "renown",
    "coins",
    "spare_coins",
    "most_coins",
    "marker",
    "presence",
    "regions",
    "towns",
    "owned",
    "ahead_by_two",
    "ahead",
    "tied",
    "behind",
    "wedding",
    "track_reward",
    "monastery",
    "discs_left",
    "spoils",
    "raiders_left",
    "town_lost",
    "cards",
    "strength",
    "whites",
    "offered",
]


@final
class Weights:
    """The weight of each feature, as attributes, which are faster than lookups."""

    def __init__(self, row: list[float]) -> None:
        """`row` has the weights in the order of `FEATURES`."""
        self.points: Final[float] = row[0]
        self.renown: Final[float] = row[1]
        self.coins: Final[float] = row[2]
        self.spare_coins: Final[float] = row[3]
        self.most_coins: Final[float] = row[4]
        self.marker: Final[float] = row[5]
        self.presence: Final[float] = row[6]
        self.regions: Final[float] = row[7]
        self.towns: Final[float] = row[8]
        self.owned: Final[float] = row[9]
        self.ahead_by_two: Final[float] = row[10]
        self.ahead: Final[float] = row[11]
        self.tied: Final[float] = row[12]
        self.behind: Final[float] = row[13]
        self.wedding: Final[float] = row[14]
        self.track_reward: Final[float] = row[15]
        self.monastery: Final[float] = row[16]
        self.discs_left: Final[float] = row[17]
        self.spoils: Final[float] = row[18]
        self.raiders_left: Final[float] = row[19]
        self.town_lost: Final[float] = row[20]
        self.cards: Final[float] = row[21]
        self.strength: Final[float] = row[22]
        self.whites: Final[float] = row[23]
        self.offered: Final[float] = row[24]


# Precomputed tables, so that evaluating a state needs no counting or exponentiation.
_SHIFT: Final[Packed] = packed(first_bit(towns) for towns in REGION_TOWNS)
_WITHIN: Final[Packed] = packed(towns >> shift for towns, shift in zip(REGION_TOWNS, _SHIFT, strict=True))
"""A region's towns have consecutive numbers, so a shifted mask of them is a number below 1024."""
_COUNT: Final[Packed] = packed(popcount(towns) for towns in range(highest(_WITHIN) + 1))
_MAX_PIECES: Final = 15
"""The limit at which counts of pieces are capped."""
_EDGE_RATES: Final = [3.0, 1.3, 0.9, 0.7, 0.6, 0.5, 0.45, 0.4]
"""How much each additional piece helps to have the most, by the number of struggles left in the round."""
_EDGE_FACTORS: Final[list[list[float]]] = [
    [exp(rate * pieces) for pieces in range(_MAX_PIECES + 1)] for rate in _EDGE_RATES
]
_OPEN_PROBABILITY: Final = [1.0, 0.75, 0.5, 0.32, 0.2, 0.12, 0.08]
"""The chance that a region's token will be turned up, by the number of towns still needed."""
_BRIDE_VALUE: Final[list[float]] = [
    float(SPURN_POINTS) if bride == PRINCESS else points + 1.4 * renown + (2.0 if region >= 0 else 0.0)
    for bride, (points, renown, region) in enumerate(zip(DOWRY_POINTS, DOWRY_RENOWN, DOWRY_REGION, strict=True))
]
_TRACK_VALUE: Final[list[float]] = [
    0.35 * coins + 1.4 * renown + 2.0 * town
    for coins, renown, town in zip(TRACK_COINS, TRACK_RENOWN, TRACK_TOWN, strict=True)
]
_PART_BITS: Final = 9
_MASKS_PER_PART: Final = bit(_PART_BITS)


def _sums_by_mask(card_values: list[float]) -> list[list[float]]:
    """Return a table for each nine consecutive cards, which has the sum of values for each mask of them."""
    tables: list[list[float]] = []
    for start in range(0, len(CARDS), _PART_BITS):
        table = [0.0]
        for card in card_values[start : start + _PART_BITS]:
            table += [card + smaller for smaller in table]
        tables.append(table)
    return tables


_CARD_SUMS: Final = _sums_by_mask([1.0] * len(CARDS))
_STRENGTH_SUMS: Final = _sums_by_mask([(card / len(CARDS)) ** 2 for card in range(len(CARDS))])
_WHITE_SUMS: Final = _sums_by_mask([float(colour == WHITE) for colour in CARD_COLOUR])


@final
class SimulatedTable:
    """The parts of a state that may change during the current struggle, and the number of struggles left."""

    def __init__(self, s: BrianBoruState) -> None:
        self.s: Final = s
        self.players: Final = s.players
        self.marker: i64 = s.marker
        self.points: Packed = s.points[:]
        self.coins: Packed = s.coins[:]
        self.renown: Packed = s.renown[:]
        self.church: Packed = s.church[:]
        self.raiders: Packed = s.raiders[:]
        self.track: Packed = s.track[:]
        self.battle_area: i64 = s.battle_area
        self.discs: Packed = s.discs[:]
        self.vikings: i64 = s.vikings
        self.offered: i64 = -1
        """The player who may still expand along a road, or -1 if there is none."""
        self.card: i64 = 0
        """The card that the player `card_of` plays next, as a mask; it is still in their hand."""
        self.card_of: i64 = -1
        self.left: i64 = 0
        if s.stage != NO_CARDS:
            most_spent = 0
            for player in range(s.players):
                most_spent = max(most_spent, popcount(s.spent[player]))
            self.left = s.tricks() - most_spent

    def act(self, player: i64, icons: list[int], start: i64) -> None:  # noqa: C901
        """Carry out a player's icons from index `start`, without buying anything."""
        for at in range(start, len(icons)):
            icon = icons[at]
            if icon == CLAIM:
                self.marker = player
                if self.s.free_towns() >> self.s.active & 1:
                    self.discs[player] |= bit(self.s.active)
            elif icon == COIN:
                self.coins[player] += 1
            elif icon == PAY:
                if self.coins[player]:
                    self.coins[player] -= 1
                else:
                    self.points[player] -= min(MISSING_COIN, self.points[player])
            elif icon == CHURCH:
                self.church[player] += 1
            elif icon == RAIDER:
                if self.battle_area:
                    self.battle_area -= 1
                    self.raiders[player] += 1
            elif icon == COURTSHIP:
                self.track[player] = min(self.track[player] + 1, TRACK_TOP)
                if at + 1 == len(icons) or icons[at + 1] != COURTSHIP:
                    self.fall_back(player, 0)
            elif icon == RENOWN:
                self.renown[player] += 1

    def fall_back(self, player: i64, start: i64) -> None:
        """Move a player back on the marriage track to the next unoccupied space, but not below `start`."""
        space = self.track[player]
        while space > start:
            for other in range(self.players):
                if other != player and self.track[other] == space:
                    break
            else:
                break
            space -= 1
        self.track[player] = space

    def weighted_sums(self, weights: Weights, town_sums: list[float]) -> list[float]:
        """Return each player's total value: that of their towns, given in `town_sums`, plus that of everything else."""
        shares = SharedTotals(self)
        return [town_sums[player] + self.possessions_value(player, weights, shares) for player in range(self.players)]

    def possessions_value(self, player: i64, weights: Weights, shares: "SharedTotals") -> float:  # noqa: C901
        """Return the weighted value of a player's possessions other than towns."""
        s = self.s
        coins = self.coins[player]
        value = weights.points * float(self.points[player]) + weights.renown * float(self.renown[player])
        value += weights.coins * float(min(coins, 6))
        if coins > 6:
            value += weights.spare_coins * float(min(coins, 12) - 6)
        if coins == shares.richest:
            value += weights.most_coins
        if self.marker == player:
            value += weights.marker
        edge_factors = _EDGE_FACTORS[self.left]
        if s.bride >= 0:
            wedding = (edge_factors[self.track[player]] - 1.0) / shares.weddings
            value += weights.wedding * _BRIDE_VALUE[s.bride] * wedding
            value += weights.track_reward * _TRACK_VALUE[self.track[player]] * (1.0 - wedding)
        discs = self.church[player]
        church = (edge_factors[min(discs, _MAX_PIECES)] - 1.0) / shares.discs
        if church <= 0.5 and discs >= THIRD_REWARD:
            value += weights.monastery * (church + 0.7 * (1.0 - church))
        else:
            value += weights.monastery * church
        value += weights.discs_left * float(min(discs, 6))
        raiders = self.raiders[player]
        if raiders:
            spoils = (edge_factors[min(raiders, _MAX_PIECES)] - 1.0) / shares.raiders
            value += weights.spoils * spoils * (float(self.renown[player]) + 2.0)
            value += weights.raiders_left * float(min(raiders, 8))
        if shares.danger and self.discs[player] & ~self.vikings:
            compared = raiders if shares.held else raiders - s.kept[player]
            value += weights.town_lost * shares.danger / edge_factors[min(compared - shares.fewest, _MAX_PIECES)]
        hand = s.hand[player]
        if player == self.card_of:
            hand ^= self.card
        if hand:
            lower = hand % _MASKS_PER_PART
            middle = hand // _MASKS_PER_PART % _MASKS_PER_PART
            upper = hand // _MASKS_PER_PART // _MASKS_PER_PART
            value += weights.cards * (_CARD_SUMS[0][lower] + _CARD_SUMS[1][middle] + _CARD_SUMS[2][upper])
            value += weights.strength * (
                _STRENGTH_SUMS[0][lower] + _STRENGTH_SUMS[1][middle] + _STRENGTH_SUMS[2][upper]
            )
            value += weights.whites * (_WHITE_SUMS[0][lower] + _WHITE_SUMS[1][middle] + _WHITE_SUMS[2][upper])
        if player == self.offered and coins >= EXPAND_COST:
            value += weights.offered
        return value


@final
class SharedTotals:
    """Totals over all players, from which a player's share of weddings, spoils and church rewards is estimated."""

    def __init__(self, table: SimulatedTable) -> None:
        edge_factors = _EDGE_FACTORS[table.left]
        struggles_left = float(table.left)
        nobody = 0.001 + 0.3 * struggles_left
        self.weddings: float = nobody
        self.raiders: float = nobody
        self.discs: float = nobody
        self.richest: i64 = -1
        """The highest number of coins of any player, or -1 if several players have it."""
        self.held: Final[bool] = table.s.variant.raiders_compared == "held"
        self.fewest: i64 = 99
        area = float(table.battle_area)
        self.danger: Final[float] = area / (area + 1.2 * struggles_left) if area else 0.0
        most = -1
        for player in range(table.players):
            self.weddings += edge_factors[table.track[player]] - 1.0
            raiders = table.raiders[player]
            self.raiders += edge_factors[min(raiders, _MAX_PIECES)] - 1.0
            self.discs += edge_factors[min(table.church[player], _MAX_PIECES)] - 1.0
            self.fewest = min(self.fewest, raiders if self.held else raiders - table.s.kept[player])
            coins = table.coins[player]
            if coins > most:
                most = coins
                self.richest = coins
            elif coins == most:
                self.richest = -1


@final
class TownCounts:
    """Counts that depend only on a player's controlled towns and the monasteries in them."""

    def __init__(self, towns: i64, monasteries: i64) -> None:
        self.towns: Final = towns
        self.monasteries: Final = monasteries
        self.counts: Final[Packed] = filled(len(REGIONS), 0)
        """For each region, the count of the player's towns; those with a monastery count double."""
        town_mask: i64 = towns
        double: i64 = monasteries
        owned = regions = 0
        for region in range(len(REGIONS)):
            shift = _SHIFT[region]
            region_mask = _WITHIN[region]
            towns_here = (town_mask >> shift) & region_mask
            if towns_here:
                count = _COUNT[towns_here]
                owned += count
                regions += 1
                if double:
                    count += _COUNT[(double >> shift) & region_mask]
                self.counts[region] = count
        self.owned: Final = owned
        self.regions: Final = regions


_LAST_COUNTS: Final = [TownCounts(0, 0)] * len(TRICKS)
"""A cache of each player's most recent counts, which seldom change."""


def _town_counts_of(player: i64, towns: i64, monasteries: i64) -> TownCounts:
    cached = _LAST_COUNTS[player]
    if cached.towns != towns or cached.monasteries != monasteries:
        cached = _LAST_COUNTS[player] = TownCounts(towns, monasteries)
    return cached


def town_values(s: BrianBoruState, discs: Packed, covered: i64, weights: Weights) -> list[float]:  # noqa: C901
    """Return the value of each player's towns: leads in regions, and the number of regions where they are present.

    `covered` is a mask of the towns with Viking discs.
    """
    players = s.players
    pact = s.pact
    all_vikings: i64 = covered
    all_monasteries: i64 = s.monasteries
    all_town_counts: list[TownCounts] = []
    values: list[float] = []
    for player in range(players):
        towns = discs[player] & ~covered
        town_counts = _town_counts_of(player, towns, towns & s.monasteries)
        all_town_counts.append(town_counts)
        values.append(weights.towns * float(town_counts.owned))
    count: i64 = 0
    for region in range(len(REGIONS)):
        first: i64 = 0
        second: i64 = 0
        total: i64 = 0
        viking_count: i64 = 0
        if all_vikings:
            shift: i64 = _SHIFT[region]
            vikings = (all_vikings >> shift) & _WITHIN[region]
            viking_count = _COUNT[vikings]
            viking_count += _COUNT[vikings & all_monasteries >> shift]
            if pact < 0:
                first = total = viking_count
        leader = -1
        for player in range(players):
            count = all_town_counts[player].counts[region]
            if player == pact:
                count += viking_count
            if count:
                total += count
                if count > first:
                    second = first
                    first = count
                    leader = player
                elif count > second:
                    second = count
        holder = s.owner[region]
        if holder >= 0:
            values[holder] = values[holder] + weights.owned * float(VALUE[region])
        if not first:
            continue
        value = float(VALUE[region])
        if not s.open >> region & 1:
            lacking: i64 = towns_to_flip(s, region) - total
            value *= _OPEN_PROBABILITY[min(max(0, lacking), 6)]
        lead = weights.tied if second == first else weights.ahead if second + 1 == first else weights.ahead_by_two
        if not second and leader >= 0:
            values[leader] = values[leader] + lead * value
            continue
        for player in range(players):
            count = all_town_counts[player].counts[region]
            if player == pact:
                count += viking_count
            if count and count >= first - 1:
                values[player] = values[player] + (weights.behind if count < first else lead) * value
    for player in range(players):
        present = all_town_counts[player].regions
        if player == s.trade and all_vikings:
            for region in range(len(REGIONS)):
                if covered & REGION_TOWNS[region] and not all_town_counts[player].counts[region]:
                    present += 1
        values[player] = values[player] + (weights.regions * float(present) + weights.presence * PRESENCE[present])
    return values
