"""What a bot reckons of the map before it looks at plans: who could march where, what is in danger, what everybody has.

It is the same for all that differs only in plans, and so it is kept as long as the map stays as it is.
"""

from typing import Final

from regnum.games.wallenstein.components import (
    BUILDINGS,
    FIELDS,
    GRAIN,
    GRAIN_LOSS,
    LAND_REGION,
    LANDS,
    MAJORITY,
    NEIGHBOURS,
    REGIONS,
    SITES,
    TAX,
    TIED_LESS,
)
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
F_LANDS: Final = FEATURES.index("lands")
F_BUILDINGS: Final = FEATURES.index("buildings")
F_MAJORITIES: Final = FEATURES.index("majorities")
F_COINS: Final = FEATURES.index("coins")
F_SPARE_COINS: Final = FEATURES.index("spare_coins")
F_ARMIES: Final = FEATURES.index("armies")
F_TRAY: Final = FEATURES.index("tray")
F_COURTIERS: Final = FEATURES.index("courtiers")
F_TAXES: Final = FEATURES.index("taxes")
F_GRAIN: Final = FEATURES.index("grain")
F_SITES: Final = FEATURES.index("sites")
F_BORDERS: Final = FEATURES.index("borders")
F_UNREST: Final = FEATURES.index("unrest")
F_DANGER: Final = FEATURES.index("danger")
F_REVOLTS: Final = FEATURES.index("revolts")
F_HUNGER: Final = FEATURES.index("hunger")
F_BID: Final = FEATURES.index("bid")
F_ATTACKS: Final = FEATURES.index("attacks")
F_IDLE: Final = FEATURES.index("idle")

_PAIRS: Final = [(land, other) for land in range(len(LANDS)) for other in range(land) if NEIGHBOURS[land] >> other & 1]
_FIRST: Final[list[int]] = [pair[0] for pair in _PAIRS]
_SECOND: Final[list[int]] = [pair[1] for pair in _PAIRS]
"""Every border: from a land to another one."""
_KINDS: Final = len(BUILDINGS)
_GROUPS: Final[list[int]] = [region * _KINDS for region in LAND_REGION]
"""Of each land the first of its region's places in a list with one for each region and building."""

_LOSS: Final = 0.28
"""How likely a land is lost to a neighbour who is far stronger."""
_HELP: Final = 0.6
"""What the farmers of a calm land count as beside its armies."""
_BUILT: Final = 1.7
"""What a building is worth beside a land, with what it brings in its region."""
_MANY_ARMIES: Final = 6
_MANY_COURTIERS: Final = 4
_TILES: Final = [0.3, 0.35, 0.35, 0.45, 0.4]
_HARVEST: Final = 2.6
"""Grain that a later round of the year may bring."""
_USUAL_LOSS: Final = 3.0
LAST_YEAR: Final = 2
ROUNDS: Final = 3


class Outlook:
    """How the map looks, and for each player the features that plans do not change."""

    def __init__(self, s: WallensteinState) -> None:
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

        left = (LAST_YEAR - max(s.year, 1)) * ROUNDS + (ROUNDS - s.season if s.year else ROUNDS)
        self.winters: Final = 0.9 if s.year == LAST_YEAR else 1.45
        """How many winters will count what is there now."""
        self.coin: Final = 0.06 + 0.04 * left
        self.army: Final = 0.12 * (0.4 + 0.15 * left)
        self.loss: Final = _mean_loss(s.open_events)
        self.later: Final = max(0, 2 - s.season) * _HARVEST if s.year else 2 * _HARVEST
        """Grain that is still to come in the rounds after this one."""

        self.owner: Final[list[int]] = [-1] * len(LANDS)
        self.built: Final[list[int]] = [0] * len(LANDS)
        self.threat: Final[list[int]] = [0] * len(LANDS)
        """For each land how many armies the strongest neighbour could send into it from one land."""
        self.counts: Final[list[int]] = [0] * (n * len(REGIONS) * _KINDS)
        """How many of each building each player has in each region."""
        self.lines: Final[list[list[float]]] = []
        borders = self._look_around(s)
        for player in range(n):
            self.lines.append(self._line(s, player, borders[player]))
        self._add_majorities()
        self.worths: Final[list[list[float] | None]] = [None] * (n * len(FIELDS))
        """What planning a land card on a field promises, for each player and field; worked out when it is asked for."""
        self.planned: Final[list[Planned | None]] = [None] * n

    def fits(self, s: WallensteinState) -> bool:
        """Tell whether the map is still as it was when this was reckoned."""
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
        """Return how likely a land with so many armies is to be lost to a neighbour before winter."""
        threat = self.threat[land]
        if threat == 0:
            return 0.0
        help_ = _HELP if self.unrest[land] == 0 else 0.0
        return _LOSS * threat / (threat + 1.6 * (armies + help_))

    def stake(self, land: int) -> float:
        """Return what is lost with a land, or won with it, in points of a winter."""
        return 1.2 + _BUILT * self.built[land]

    def _look_around(self, s: WallensteinState) -> list[int]:
        """Find the owners, the threats, and for each player how often two lands of his border on each other."""
        owner, threat, armies = self.owner, self.threat, s.armies
        for player in range(s.players):
            lands = s.lands[player]
            while lands:
                low = lands & -lands
                lands ^= low
                owner[low.bit_length() - 1] = player
        borders = [0] * s.players
        for at in range(len(_FIRST)):
            first = _FIRST[at]
            second = _SECOND[at]
            mine = owner[first]
            other = owner[second]
            if mine == other:
                if mine >= 0:
                    borders[mine] += 1
                continue
            if mine >= 0 and armies[first] - 1 > threat[second]:
                threat[second] = armies[first] - 1
            if other >= 0 and armies[second] - 1 > threat[first]:
                threat[first] = armies[second] - 1
        return borders

    def _line(self, s: WallensteinState, player: int, borders: int) -> list[float]:
        """Return a player's features but for majorities and plan."""
        palaces, churches, houses = s.buildings
        lands = s.lands[player]
        first = player * len(REGIONS) * _KINDS
        count = buildings = taxes = grain = sites = unrest = 0
        armies = danger = 0.0
        while lands:
            low = lands & -lands
            lands ^= low
            land = low.bit_length() - 1
            count += 1
            there = s.armies[land]
            armies += there if there < _MANY_ARMIES else _MANY_ARMIES + (there - _MANY_ARMIES) * 0.5
            taxes += TAX[land]
            grain += GRAIN[land]
            unrest += s.unrest[land]
            place = first + _GROUPS[land]
            built = 0
            if palaces & low:
                built += 1
                self.counts[place] += 1
            if churches & low:
                built += 1
                self.counts[place + 1] += 1
            if houses & low:
                built += 1
                self.counts[place + 2] += 1
            self.built[land] = built
            buildings += built
            sites += SITES[land] - built
            if self.threat[land]:
                danger += self.danger(land, there) * (1.2 + _BUILT * built)
        courtiers = s.hall[player]
        if courtiers > _MANY_COURTIERS:
            at_court = _MANY_COURTIERS + 0.4 * (courtiers - _MANY_COURTIERS)
        else:
            at_court = float(courtiers)
        tile = s.tile(player)
        return [
            float(s.points[player]),
            float(count),
            float(buildings),
            0.0,
            0.0,
            0.0,
            armies,
            float(s.tray[player]),
            float(s.tower[player]),
            at_court,
            (1.0 if s.ward == player else 0.0) + s.truce[player].bit_count(),
            float(taxes),
            float(grain),
            float(sites),
            float(2 * borders),
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

    def _add_majorities(self) -> None:
        """Add what the next winter would bring for the most buildings [wallenstein.scoring.majority]."""
        counts = self.counts
        places = len(REGIONS) * _KINDS
        for place in range(places):
            most = 0
            holders = 0
            for player in range(self.players):
                count = counts[player * places + place]
                if count > most:
                    most = count
                    holders = 1
                elif count == most:
                    holders += 1
            if most:
                prize = MAJORITY[place % _KINDS] - (TIED_LESS if holders > 1 else 0)
                for player in range(self.players):
                    if counts[player * places + place] == most:
                        self.lines[player][F_MAJORITIES] += prize

    def majority_gain(self, player: int, building: int, land: int) -> int:
        """Return what one building more would bring a player in the majority of the land's region."""
        place = _GROUPS[land] + building
        places = len(REGIONS) * _KINDS
        best = 0
        for other in range(self.players):
            if other != player and self.counts[other * places + place] > best:
                best = self.counts[other * places + place]
        mine = self.counts[player * places + place]
        return _prize(building, mine + 1, best) - _prize(building, mine, best)


def _prize(building: int, mine: int, best: int) -> int:
    if mine == 0 or mine < best:
        return 0
    return MAJORITY[building] if mine > best else MAJORITY[building] - TIED_LESS


def _mean_loss(events: int) -> float:
    """Return how much grain the next winter takes on average, by the event cards that lie open."""
    total = count = 0
    while events:
        low = events & -events
        events ^= low
        total += GRAIN_LOSS[low.bit_length() - 1]
        count += 1
    return total / count if count else _USUAL_LOSS


class Planned:
    """A player's features with a plan carried out, and the plan."""

    def __init__(
        self, plan: tuple[int, ...], shown: int, order: tuple[int, ...], turned: int, line: list[float]
    ) -> None:
        self.plan: Final = plan
        self.shown: Final = shown
        self.order: Final = order
        self.turned: Final = turned
        self.line: Final = line
