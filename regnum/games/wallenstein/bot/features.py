"""A bot's analysis of the map, without plans: possible attacks, lands in danger, and each player's possessions.

States that differ only in plans share an analysis, which is cached until the map changes.
"""

from typing import Final, final

from regnum.core import i64
from regnum.core.rules.bitmask import bits, count_few
from regnum.games.wallenstein.components import (
    BUILDINGS,
    FIELDS,
    FIGHTING,
    GRAIN,
    GRAIN_LOSS,
    IN_PLAY,
    LAND_REGION,
    LANDS,
    MAJORITY,
    NEIGHBOURS,
    REGIONS,
    SITES,
    TAX,
    TIED_LESS,
)
from regnum.games.wallenstein.move import protected_lands
from regnum.games.wallenstein.state import WallensteinState

FEATURES: Final = [
    "points",
    "lands",
    "buildings",
    "majorities",
    "coins",
    "spare_coins",
    "armies",
    "tray",
    "tower",
    "courtiers",
    "favours",
    "taxes",
    "grain",
    "sites",
    "borders",
    "unrest",
    "danger",
    "revolts",
    "hunger",
    "tile",
    "place",
    "bid",
    "attacks",
    "idle",
]
_KINDS: Final = len(BUILDINGS)
_PLACES: Final = len(REGIONS) * _KINDS
_GROUPS: Final[list[int]] = [region * _KINDS for region in LAND_REGION]
"""For each land, its region's first index in a list with one entry per region and kind of building."""

_LOSS_PROBABILITY: Final = 0.28
"""The chance of losing a land to a far stronger neighbour."""
_FARMER_WEIGHT: Final = 0.6
"""The number of armies that the farmers of a land without unrest are worth in its defence."""
_BUILDING_WEIGHT: Final = 1.7
"""The value of a building in points per winter, including its effect on the majority in the region."""
_ARMY_THRESHOLD: Final = 6
_COURTIER_THRESHOLD: Final = 4
_TILES: Final = [0.3, 0.35, 0.35, 0.45, 0.4]
_GRAIN_PER_ROUND: Final = 2.6
"""The grain expected from each later round of the year."""
_DEFAULT_GRAIN_LOSS: Final = 3.0
LAST_YEAR: Final = 2
ROUNDS: Final = 3


@final
class FeatureVector:
    """A number for each feature, in the order of `FEATURES`: a player's amounts, or the weights."""

    def __init__(self, row: list[float]) -> None:
        self.points: float = row[0]
        self.lands: float = row[1]
        self.buildings: float = row[2]
        self.majorities: float = row[3]
        self.coins: float = row[4]
        self.spare_coins: float = row[5]
        self.armies: float = row[6]
        self.tray: float = row[7]
        self.tower: float = row[8]
        self.courtiers: float = row[9]
        self.favours: float = row[10]
        self.taxes: float = row[11]
        self.grain: float = row[12]
        self.sites: float = row[13]
        self.borders: float = row[14]
        self.unrest: float = row[15]
        self.danger: float = row[16]
        self.revolts: float = row[17]
        self.hunger: float = row[18]
        self.tile: float = row[19]
        self.place: float = row[20]
        self.bid: float = row[21]
        self.attacks: float = row[22]
        self.idle: float = row[23]

    def weighted_sum(self, weights: "FeatureVector", attack: float = 0.0) -> float:
        """Return the weighted sum of the features; `attack` is the value of an announced attack."""
        return (
            self.points * weights.points
            + self.lands * weights.lands
            + self.buildings * weights.buildings
            + self.majorities * weights.majorities
            + self.coins * weights.coins
            + self.spare_coins * weights.spare_coins
            + self.armies * weights.armies
            + self.tray * weights.tray
            + self.tower * weights.tower
            + self.courtiers * weights.courtiers
            + self.favours * weights.favours
            + self.taxes * weights.taxes
            + self.grain * weights.grain
            + self.sites * weights.sites
            + self.borders * weights.borders
            + self.unrest * weights.unrest
            + self.danger * weights.danger
            + self.revolts * weights.revolts
            + self.hunger * weights.hunger
            + self.tile * weights.tile
            + self.place * weights.place
            + self.bid * weights.bid
            + (self.attacks + attack) * weights.attacks
            + self.idle * weights.idle
        )


@final
class Territory:
    """Values that depend only on which lands a player owns."""

    def __init__(self, lands: int) -> None:
        self.lands: Final = lands
        self.each: Final = list(bits(lands))
        taxes = grain = sites = borders = 0
        for land in self.each:
            taxes += TAX[land]
            grain += GRAIN[land]
            sites += SITES[land]
            borders += (NEIGHBOURS[land] & lands).bit_count()
        self.taxes: Final = taxes
        self.grain: Final = grain
        self.sites: Final = sites
        self.borders: Final = borders
        """The number of borders between these lands, counted from both sides."""


@final
class MapAnalysis:
    """An analysis of the map, with each player's features that do not depend on plans."""

    def __init__(self, s: WallensteinState, previous: "MapAnalysis | None") -> None:
        """`previous` is the previous analysis, of which the territories of players with unchanged lands are reused."""
        n = s.players
        self.year: Final = s.year
        self.season: Final = s.season
        self.event: Final = s.event
        self.open_events: Final = s.open_events
        self.ward: Final = s.ward
        self.tiles: Final = s.tiles
        self.players: Final = n
        self.lands: Final = s.lands[:]
        self.armies: Final = s.armies[:]
        self.unrest: Final = s.unrest[:]
        self.buildings: Final = s.buildings[:]
        self.points: Final = s.points[:]
        self.coins: Final = s.coins[:]
        self.grain: Final = s.grain[:]
        self.tray: Final = s.tray[:]
        self.tower: Final = s.tower[:]
        self.supply: Final = s.supply[:]
        self.hall: Final = s.hall[:]
        self.space: Final = s.space[:]
        self.truce: Final = s.truce[:]

        rounds_left = float((LAST_YEAR - max(s.year, 1)) * ROUNDS + (ROUNDS - s.season if s.year else ROUNDS))
        self.winters: Final = 0.9 if s.year == LAST_YEAR else 1.45
        """The expected number of winters in which the present possessions will score."""
        self.coin_value: Final = 0.06 + 0.04 * rounds_left
        self.army_value: Final = 0.12 * (0.4 + 0.15 * rounds_left)
        self.expected_grain_loss: Final = _mean_grain_loss(s.open_events)
        self.expected_grain: Final = float(max(0, 2 - s.season)) * _GRAIN_PER_ROUND if s.year else 2 * _GRAIN_PER_ROUND
        """The grain expected in the rounds after this one."""

        self.targets: Final = [IN_PLAY[n] & ~protected_lands(s, action) for action in FIGHTING]
        """The lands that may be attacked with combat/move A and with B."""
        self.owner: Final[list[int]] = [-1] * len(LANDS)
        self.built: Final[list[int]] = [0] * len(LANDS)
        self.threat: Final[list[int]] = [0] * len(LANDS)
        """For each land, the largest number of armies that another player could send into it from one land."""
        self.counts: Final[list[int]] = [0] * (n * _PLACES)
        """Building counts by region, then kind, then player."""
        self.territories: Final[list[Territory]] = []
        for player in range(n):
            lands = s.lands[player]
            if previous is not None and player < previous.players and previous.lands[player] == lands:
                self.territories.append(previous.territories[player])
            else:
                self.territories.append(Territory(lands))
        self._find_threats(s)
        prizes = self._majority_points(self._count_buildings(s))
        self.base_features: Final[list[list[float]]] = []
        for player in range(n):
            self.base_features.append(self._base_features(s, player, prizes[player]))
        self.card_values: Final[list[list[float] | None]] = [None] * (n * len(FIELDS))
        """For each player and field, the value of planning each land card there; computed when first needed."""
        self.plan_cache: Final[list[PlannedFeatures | None]] = [None] * n

    def is_current(self, s: WallensteinState) -> bool:
        """Return whether the state still matches this analysis, apart from plans."""
        return (
            self.armies == s.armies
            and self.lands == s.lands
            and self.space == s.space
            and self.coins == s.coins
            and self.event == s.event
            and self.season == s.season
            and self.year == s.year
            and self.unrest == s.unrest
            and self.buildings == s.buildings
            and self.tray == s.tray
            and self.tower == s.tower
            and self.supply == s.supply
            and self.grain == s.grain
            and self.hall == s.hall
            and self.points == s.points
            and self.open_events == s.open_events
            and self.tiles == s.tiles
            and self.truce == s.truce
            and self.ward == s.ward
        )

    def danger(self, land: int, armies: int) -> float:
        """Return the estimated chance that a land with `armies` armies is lost to a neighbour before winter."""
        threat = self.threat[land]
        if threat == 0:
            return 0.0
        help_ = _FARMER_WEIGHT if self.unrest[land] == 0 else 0.0
        return _LOSS_PROBABILITY * threat / (threat + 1.6 * (armies + help_))

    def land_value(self, land: int) -> float:
        """Return the value of a land and its buildings, in points per winter."""
        return 1.2 + _BUILDING_WEIGHT * self.built[land]

    def _find_threats(self, s: WallensteinState) -> None:
        """Fill `owner` and `threat`: each land's owner, and the largest force a neighbour could send there."""
        owner, threat, armies = self.owner, self.threat, self.armies
        for player in range(self.players):
            enemy_lands: i64 = ~s.lands[player]
            for land in self.territories[player].each:
                owner[land] = player
                attackers = armies[land] - 1
                if attackers > 0:
                    enemy_neighbours: i64 = NEIGHBOURS[land]
                    enemy_neighbours &= enemy_lands
                    while enemy_neighbours:
                        low: int = enemy_neighbours & -enemy_neighbours
                        enemy_neighbours ^= low
                        neighbour = low.bit_length() - 1
                        if attackers > threat[neighbour]:
                            threat[neighbour] = attackers

    def _count_buildings(self, s: WallensteinState) -> int:
        """Fill `counts` and `built`; return a mask of the regions and kinds in which a player has a building."""
        owner, built, counts = self.owner, self.built, self.counts
        places = 0
        for kind in range(_KINDS):
            building_lands: i64 = s.buildings[kind]
            while building_lands:
                low: int = building_lands & -building_lands
                building_lands ^= low
                land = low.bit_length() - 1
                player = owner[land]
                if player >= 0:
                    place = _GROUPS[land] + kind
                    places |= 1 << place
                    counts[place * self.players + player] += 1
                    built[land] += 1
        return places

    def _majority_points(self, places: int) -> list[int]:
        """Return the points for majorities that each player would get now [wallenstein.scoring.majority]."""
        counts, players = self.counts, self.players
        prizes = [0] * players
        while places:
            low = places & -places
            places ^= low
            place = low.bit_length() - 1
            first: i64 = place * players
            most: i64 = 0
            holders = 0
            for player in range(players):
                count: i64 = counts[first + player]
                if count > most:
                    most = count
                    holders = 1
                elif count == most:
                    holders += 1
            prize = MAJORITY[place % _KINDS] - (TIED_LESS if holders > 1 else 0)
            for player in range(players):
                if counts[first + player] == most:
                    prizes[player] += prize
        return prizes

    def _base_features(self, s: WallensteinState, player: int, majorities: int) -> list[float]:
        """Return a player's features without their plan, in the order of `FEATURES`."""
        territory = self.territories[player]
        land_armies, land_unrest, built, threat = self.armies, self.unrest, self.built, self.threat
        buildings = unrest = 0
        armies = danger = 0.0
        for land in territory.each:
            count = land_armies[land]
            armies += float(count) if count < _ARMY_THRESHOLD else _ARMY_THRESHOLD + (count - _ARMY_THRESHOLD) * 0.5
            unrest += land_unrest[land]
            buildings += built[land]
            if threat[land]:
                danger += self.danger(land, count) * self.land_value(land)
        courtiers = s.hall[player]
        if courtiers > _COURTIER_THRESHOLD:
            at_court = _COURTIER_THRESHOLD + 0.4 * (courtiers - _COURTIER_THRESHOLD)
        else:
            at_court = float(courtiers)
        tile = s.tile(player)
        return [
            float(s.points[player]),
            float(len(territory.each)),
            float(buildings),
            float(majorities),
            0.0,
            0.0,
            armies,
            float(s.tray[player]),
            float(s.tower[player]),
            at_court,
            float((s.ward == player) + count_few(s.truce[player])),
            float(territory.taxes),
            float(territory.grain),
            float(territory.sites - buildings),
            float(territory.borders),
            float(unrest),
            danger,
            0.0,
            0.0,
            _TILES[tile] if tile >= 0 else 0.0,
            float(s.space[player]) if tile >= 0 else 0.0,
            0.0,
            0.0,
            0.0,
        ]

    def majority_gain(self, player: int, building: int, land: int) -> int:
        """Return the points for the majority that a player would gain with one more building in the land's region."""
        first: i64 = (_GROUPS[land] + building) * self.players
        best = 0
        for other in range(self.players):
            if other != player:
                best = max(best, self.counts[first + other])
        own_count = self.counts[first + player]
        return _majority_prize(building, own_count + 1, best) - _majority_prize(building, own_count, best)


def _majority_prize(building: int, own_count: int, best: int) -> int:
    if own_count == 0 or own_count < best:
        return 0
    return MAJORITY[building] if own_count > best else MAJORITY[building] - TIED_LESS


def _mean_grain_loss(events: int) -> float:
    """Return the mean grain loss of some event cards, given as a mask; a default if there are none."""
    total = count = 0
    while events:
        low = events & -events
        events ^= low
        total += GRAIN_LOSS[low.bit_length() - 1]
        count += 1
    return total / count if count else _DEFAULT_GRAIN_LOSS


@final
class PlannedFeatures:
    """A player's features with a plan carried out, and the plan and cards from which they were computed."""

    def __init__(
        self, plan: tuple[int, ...], shown: int, order: tuple[int, ...], turned: int, features: FeatureVector
    ) -> None:
        self.plan: Final = plan
        self.shown: Final = shown
        self.order: Final = order
        self.turned: Final = turned
        self.features: Final = features
