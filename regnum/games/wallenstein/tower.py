"""The cube tower: a random model with memory, in which cubes get stuck and may fall out in a later throw.

Each stuck cube falls out with one probability, each cube just thrown in with another. All colours behave alike. The
content of the tower is public, as players can compute it from the other cubes.
"""

from typing import Final

from regnum.games.wallenstein.components import FILL_ARMIES, FILL_FARMERS, IMPACT_PER_MILLION
from regnum.games.wallenstein.notes import FELL, FELL_FARMERS
from regnum.games.wallenstein.state import WallensteinState

_PROBABILITY_SCALE: Final = 1 << 30
_ODDS_SCALE: Final = 1 << 20


class Odds:
    """The binomial distribution of the cubes that fall out, each with the probability `hits` / `outcomes`."""

    def __init__(self, hits: int, outcomes: int) -> None:
        self.hits: Final = hits
        self.outcomes: Final = outcomes
        self.rows: Final[list[list[int]]] = [[_PROBABILITY_SCALE]]

    def row(self, cubes: int) -> list[int]:
        """Return the cumulative probabilities that 0, 1, ... of `cubes` cubes fall out, scaled to 2**30."""
        rows = self.rows
        while len(rows) <= cubes:
            n = len(rows)
            denominator = self.outcomes**n
            numerator = (self.outcomes - self.hits) ** n
            total = 0
            row: list[int] = []
            for k in range(n + 1):
                total += numerator
                row.append(total * _PROBABILITY_SCALE // denominator)
                numerator = numerator * (n - k) * self.hits // ((k + 1) * (self.outcomes - self.hits))
            rows.append(row)
        return rows[cubes]

    def fall(self, s: WallensteinState, cubes: int) -> int:
        """Return a random number of cubes that fall out, of `cubes` cubes."""
        if cubes == 0:
            return 0
        row = self.row(cubes)
        drawn = s.random_below(_PROBABILITY_SCALE)
        count = 0
        while drawn >= row[count]:
            count += 1
        return count


_ODDS: Final[dict[str, Odds]] = {}
_IMPACT: Final[dict[int, Odds]] = {}


def odds_of(chance: object) -> Odds:
    """Return the cached odds for a fraction such as "2/3", as in the options."""
    text = str(chance)
    odds = _ODDS.get(text)
    if odds is None:
        hits, of = text.split("/")
        odds = _ODDS[text] = Odds(int(hits), int(of))
    return odds


def impact_odds(cube_count: int) -> Odds:
    """Return the cached odds of a stuck cube when `cube_count` cubes fall: each frees it with a small probability."""
    odds = _IMPACT.get(cube_count)
    if odds is None:
        stay_odds = _ODDS_SCALE
        for _ in range(cube_count):
            stay_odds = stay_odds * (1_000_000 - IMPACT_PER_MILLION) // 1_000_000
        stay_odds = max(stay_odds, 1)
        odds = _IMPACT[cube_count] = Odds(_ODDS_SCALE - stay_odds, _ODDS_SCALE)
    return odds


def throw_cubes(s: WallensteinState, cubes: list[int]) -> None:
    """Throw cubes and all those in the tray into the tower; the cubes that fall out are then in the tray.

    `cubes` has one count per player, then the farmers'. Each colour is drawn in turn, stuck cubes first.

    wallenstein.tower.throw, wallenstein.tower.tray, wallenstein.tower.model, wallenstein.tower.memory
    """
    tray = s.tray
    tower = s.tower
    thrown_odds = odds_of(s.variant.tower_thrown)
    if s.variant.tower_model == "impact":
        stuck_odds = impact_odds(sum(cubes) + sum(tray))
    else:
        stuck_odds = odds_of(s.variant.tower_stuck)
    for colour in range(s.players + 1):
        stuck = tower[colour]
        cube_count = cubes[colour] + tray[colour]
        out = stuck_odds.fall(s, stuck) + thrown_odds.fall(s, cube_count)
        tray[colour] = out
        tower[colour] = stuck + cube_count - out
        if s.journal is not None and cube_count + out:
            if colour < s.players:
                s.add_note(FELL, colour, out, cube_count)
            else:
                s.add_note(FELL_FARMERS, out, cube_count)


def fill_tower(s: WallensteinState) -> list[int]:
    """Throw the first filling into the empty tower; return how many cubes of each colour fell out, back to the supply.

    wallenstein.setup.tower
    """
    odds = odds_of(s.variant.tower_fill)
    fallen: list[int] = []
    for colour in range(s.players + 1):
        cube_count = FILL_ARMIES if colour < s.players else FILL_FARMERS
        out = odds.fall(s, cube_count)
        fallen.append(out)
        s.tower[colour] = cube_count - out
        s.supply[colour] -= cube_count - out
    return fallen
