"""What the table of Brian Boru is worth to each player by weights: features of what he has, with none of it copied.

A struggle is thought through on a `Table`, which holds only what a struggle changes.
"""

from math import exp
from typing import Final

from regnum.core import i64
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
    VALUE,
    WHITE,
)
from regnum.games.brian_boru.regions import needed
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
# the places of the features in a row of weights, in the order of `FEATURES`
_POINTS: Final = 0
_FAME: Final = 1
_PURSE: Final = 2
_SPARE_COINS: Final = 3
_RICHEST: Final = 4
_MARKER: Final = 5
_PRESENT: Final = 6
_IN_REGIONS: Final = 7
_TOWNS: Final = 8
_OWNED: Final = 9
_FAR_AHEAD: Final = 10
_AHEAD: Final = 11
_TIED: Final = 12
_BEHIND: Final = 13
_WEDDING: Final = 14
_TRACK_REWARD: Final = 15
_MONASTERY: Final = 16
_DISCS_LEFT: Final = 17
_SPOILS: Final = 18
_RAIDERS_LEFT: Final = 19
_TOWN_LOST: Final = 20
_CARDS_HELD: Final = 21
_STRENGTH: Final = 22
_WHITES_HELD: Final = 23
_OFFERED: Final = 24

# Tables, so that nothing has to be counted or raised to a power while a state is looked at.
_SHIFT: Final[list[int]] = [(towns & -towns).bit_length() - 1 for towns in REGION_TOWNS]
_WITHIN: Final[list[int]] = [towns >> shift for towns, shift in zip(REGION_TOWNS, _SHIFT, strict=True)]
"""A region's towns follow each other: moved down by its shift, a set of them is a number below 1024."""
_COUNT: Final[list[int]] = [towns.bit_count() for towns in range(max(_WITHIN) + 1)]
_MOST: Final = 15
"""More pieces of a kind than this count as this many."""
_KEENNESS: Final = [3.0, 1.3, 0.9, 0.7, 0.6, 0.5, 0.45, 0.4]
"""By the struggles that are left in the round, how much one piece more raises the chance to have the most."""
_EDGE: Final[list[list[float]]] = [[exp(keen * pieces) for pieces in range(_MOST + 1)] for keen in _KEENNESS]
_OPENS: Final = [1.0, 0.75, 0.5, 0.32, 0.2, 0.12, 0.08]
"""By how many towns a region lacks, the chance that its token will be turned up."""
_PRIZE: Final[list[float]] = [
    float(SPURN_POINTS) if bride == PRINCESS else points + 1.4 * renown + (2.0 if region >= 0 else 0.0)
    for bride, (points, renown, region) in enumerate(zip(DOWRY_POINTS, DOWRY_RENOWN, DOWRY_REGION, strict=True))
]
_REWARD: Final[list[float]] = [
    0.35 * coins + 1.4 * renown + 2.0 * town
    for coins, renown, town in zip(TRACK_COINS, TRACK_RENOWN, TRACK_TOWN, strict=True)
]
_PART: Final = 9
_PARTS: Final = 1 << _PART


def _sums(worth: list[float]) -> list[list[float]]:
    """Return what cards add up to, for each set of nine of them: the lower, the middle and the upper ones."""
    tables: list[list[float]] = []
    for start in range(0, len(CARDS), _PART):
        table = [0.0]
        for card in worth[start : start + _PART]:
            table += [card + below for below in table]
        tables.append(table)
    return tables


_CARD_SUMS: Final = _sums([1.0] * len(CARDS))
_STRENGTHS: Final = _sums([(card / len(CARDS)) ** 2 for card in range(len(CARDS))])
_WHITES: Final = _sums([float(colour == WHITE) for colour in CARD_COLOUR])


class Table:
    """What of a table may change before the struggle under way is over, and how many struggles follow."""

    def __init__(self, s: BrianBoruState) -> None:
        self.s: Final = s
        self.players: Final = s.players
        self.marker: int = s.marker
        self.points: list[int] = s.points[:]
        self.coins: list[int] = s.coins[:]
        self.renown: list[int] = s.renown[:]
        self.church: list[int] = s.church[:]
        self.raiders: list[int] = s.raiders[:]
        self.track: list[int] = s.track[:]
        self.battle_area: int = s.battle_area
        self.discs: list[int] = s.discs[:]
        self.vikings: int = s.vikings
        self.offered: int = -1
        """Who may still buy a town by road; -1 for nobody."""
        self.card: int = 0
        """A card that `card_of` lays next, as a mask: it is still in his hand."""
        self.card_of: int = -1
        self.left: int = 0
        if s.stage != NO_CARDS:
            most_spent = 0
            for player in range(s.players):
                most_spent = max(most_spent, s.spent[player].bit_count())
            self.left = s.tricks() - most_spent

    def act(self, player: int, icons: list[int], start: int) -> None:
        """Let a player carry out icons without buying anything."""
        for at in range(start, len(icons)):
            icon = icons[at]
            if icon == CLAIM:
                self.marker = player
                self.discs[player] |= 1 << self.s.active
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

    def fall_back(self, player: int, start: int) -> None:
        """Let a player go back on the courtship track to the next space where nobody is."""
        space = self.track[player]
        while space > start:
            for other in range(self.players):
                if other != player and self.track[other] == space:
                    break
            else:
                break
            space -= 1
        self.track[player] = space

    def weighed(self, weights: list[float], ground: list[float]) -> list[float]:
        """Return each player's hope: what he has on the ground, and all else."""
        shares = Shares(self)
        return [ground[player] + self.household(player, weights, shares) for player in range(self.players)]

    def household(self, player: int, weights: list[float], shares: "Shares") -> float:
        """Weigh what a player has beside his towns."""
        s = self.s
        coins = self.coins[player]
        hope = weights[_POINTS] * self.points[player] + weights[_FAME] * self.renown[player]
        hope += weights[_PURSE] * min(coins, 6)
        if coins > 6:
            hope += weights[_SPARE_COINS] * (min(coins, 12) - 6)
        if coins == shares.richest:
            hope += weights[_RICHEST]
        if self.marker == player:
            hope += weights[_MARKER]
        edge = _EDGE[self.left]
        if s.bride >= 0:
            wedding = (edge[self.track[player]] - 1.0) / shares.weddings
            hope += weights[_WEDDING] * _PRIZE[s.bride] * wedding
            hope += weights[_TRACK_REWARD] * _REWARD[self.track[player]] * (1.0 - wedding)
        discs = self.church[player]
        church = (edge[min(discs, _MOST)] - 1.0) / shares.discs
        if church <= 0.5 and discs >= THIRD_REWARD:
            hope += weights[_MONASTERY] * (church + 0.7 * (1.0 - church))
        else:
            hope += weights[_MONASTERY] * church
        hope += weights[_DISCS_LEFT] * min(discs, 6)
        raiders = self.raiders[player]
        if raiders:
            spoils = (edge[min(raiders, _MOST)] - 1.0) / shares.raiders
            hope += weights[_SPOILS] * spoils * (self.renown[player] + 2.0) + weights[_RAIDERS_LEFT] * min(raiders, 8)
        if shares.danger and self.discs[player] & ~self.vikings:
            compared = raiders if shares.held else raiders - s.kept[player]
            hope += weights[_TOWN_LOST] * shares.danger / edge[min(compared - shares.fewest, _MOST)]
        hand = s.hand[player]
        if player == self.card_of:
            hand ^= self.card
        if hand:
            lower = hand % _PARTS
            middle = hand // _PARTS % _PARTS
            upper = hand // _PARTS // _PARTS
            hope += weights[_CARDS_HELD] * (_CARD_SUMS[0][lower] + _CARD_SUMS[1][middle] + _CARD_SUMS[2][upper])
            hope += weights[_STRENGTH] * (_STRENGTHS[0][lower] + _STRENGTHS[1][middle] + _STRENGTHS[2][upper])
            hope += weights[_WHITES_HELD] * (_WHITES[0][lower] + _WHITES[1][middle] + _WHITES[2][upper])
        if player == self.offered and coins >= EXPAND_COST:
            hope += weights[_OFFERED]
        return hope


class Shares:
    """What of a table concerns all players: how many have how much of what is shared out among them."""

    def __init__(self, table: Table) -> None:
        edge = _EDGE[table.left]
        nobody = 0.001 + 0.3 * table.left
        self.weddings: float = nobody
        self.raiders: float = nobody
        self.discs: float = nobody
        self.richest: int = -1
        """The most coins that anybody has; -1 if several have that many."""
        self.held: Final[bool] = table.s.variant.raiders_compared == "held"
        self.fewest: int = 99
        area = table.battle_area
        self.danger: Final[float] = area / (area + 1.2 * table.left) if area else 0.0
        most = -1
        for player in range(table.players):
            self.weddings += edge[table.track[player]] - 1.0
            raiders = table.raiders[player]
            self.raiders += edge[min(raiders, _MOST)] - 1.0
            self.discs += edge[min(table.church[player], _MOST)] - 1.0
            self.fewest = min(self.fewest, raiders if self.held else raiders - table.s.kept[player])
            coins = table.coins[player]
            if coins > most:
                most = coins
                self.richest = coins
            elif coins == most:
                self.richest = -1


def ground_of(s: BrianBoruState, discs: list[int], covered: int, weights: list[float]) -> list[float]:
    """Weigh each player's towns: who is how far ahead in the regions, and in how many everybody is present."""
    players = s.players
    all_vikings: i64 = covered
    all_monasteries: i64 = s.monasteries
    controlled: list[int] = [discs[player] & ~covered for player in range(players)]
    present = [0] * players
    count = [0] * players
    found = [weights[_TOWNS] * towns.bit_count() for towns in controlled]
    for region in range(len(REGIONS)):
        shift: i64 = _SHIFT[region]
        within: i64 = _WITHIN[region]
        monasteries = (all_monasteries >> shift) & within
        vikings = (all_vikings >> shift) & within
        others: i64 = _COUNT[vikings] + _COUNT[vikings & monasteries]
        first = 0 if s.pact >= 0 else others
        second: i64 = 0
        total = first
        for player in range(players):
            held: i64 = controlled[player]
            towns = (held >> shift) & within
            mine: i64 = 0
            if towns:
                mine = _COUNT[towns]
                if towns & monasteries:
                    mine += _COUNT[towns & monasteries]
                present[player] += 1
            elif vikings and player == s.trade:
                present[player] += 1
            if player == s.pact:
                mine += others
            count[player] = mine
            total += mine
            if mine > first:
                second = first
                first = mine
            elif mine > second:
                second = mine
        if s.owner[region] >= 0:
            found[s.owner[region]] += weights[_OWNED] * VALUE[region]
        if not first:
            continue
        hope = float(VALUE[region])
        if not s.open >> region & 1:
            hope *= _OPENS[min(max(0, needed(s, region) - total), 6)]
        for player in range(players):
            mine = count[player]
            if mine and mine >= first - 1:
                if mine < first:
                    found[player] += weights[_BEHIND] * hope
                elif second == first:
                    found[player] += weights[_TIED] * hope
                elif second + 1 == first:
                    found[player] += weights[_AHEAD] * hope
                else:
                    found[player] += weights[_FAR_AHEAD] * hope
    for player in range(players):
        found[player] += weights[_IN_REGIONS] * present[player] + weights[_PRESENT] * PRESENCE[present[player]]
    return found
