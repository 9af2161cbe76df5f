"""What may be expected of a battle before it is fought, from what everybody can see."""

from regnum.games.wallenstein.battle import by_guard, by_tile, farmers_called
from regnum.games.wallenstein.components import TILE_ATTACK, TILE_DEFENCE
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.tower import impact_odds, odds_of


def prospect(s: WallensteinState, player: int, land: int, armies: int) -> tuple[float, float]:
    """Return how many cubes come out of the tower on average: for a player who attacks a land, and against him.

    Of each colour these are all cubes that go in, with those in the tray, times the chance of one that is thrown, and
    all that are stuck times the chance of one of those: sums of means, so they are exact. Against him are those of the
    defender, and all farmers where there is no unrest; against a neutral land the farmers alone.
    """
    farmers = s.players
    defender = s.owner(land)
    cast = [0] * (s.players + 1)
    cast[player] = armies + min(by_tile(s, player, TILE_ATTACK), s.supply[player])
    if defender < 0:
        cast[farmers] = min(farmers_called(s), s.supply[farmers])
    else:
        more = by_tile(s, defender, TILE_DEFENCE) + by_guard(s, land)
        cast[defender] = s.armies[land] + min(more, s.supply[defender])
    thrown = odds_of(s.variant.tower_thrown)
    stuck = odds_of(s.variant.tower_stuck)
    if s.variant.tower_model == "impact":
        stuck = impact_odds(sum(cast) + sum(s.tray))
    mean: list[float] = []
    for colour in range(s.players + 1):
        falls = (cast[colour] + s.tray[colour]) * thrown.hits / thrown.of
        mean.append(falls + s.tower[colour] * stuck.hits / stuck.of)
    if defender < 0:
        return mean[player], mean[farmers]
    return mean[player], mean[defender] + (mean[farmers] if s.unrest[land] == 0 else 0.0)
