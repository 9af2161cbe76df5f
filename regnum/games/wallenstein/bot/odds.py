"""The odds of a battle before it is fought, from public information."""

from regnum.games.wallenstein.battle import defending_farmers, guard_bonus, tile_bonus
from regnum.games.wallenstein.components import TILE_ATTACK, TILE_DEFENCE
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.tower import impact_odds, odds_of


def expected_battle(s: WallensteinState, player: int, land: int, armies: int) -> tuple[float, float]:
    """Return the mean number of cubes in the tray after an attack on a land: the player's, and those against them.

    For each colour, this is the number of cubes thrown in, including those in the tray, times the chance of a thrown
    cube, plus the number of stuck cubes times the chance of a stuck cube. Means add up, so the results are exact. The
    cubes against the player are the defender's, and all farmers if there is no unrest; in a neutral land, only farmers.
    """
    farmers = s.players
    defender = s.owner(land)
    cast = [0] * (s.players + 1)
    cast[player] = armies + min(tile_bonus(s, player, TILE_ATTACK), s.supply[player])
    if defender < 0:
        cast[farmers] = min(defending_farmers(s), s.supply[farmers])
    else:
        bonus = tile_bonus(s, defender, TILE_DEFENCE) + guard_bonus(s, land)
        cast[defender] = s.armies[land] + min(bonus, s.supply[defender])
    thrown_odds = odds_of(s.variant.tower_thrown)
    stuck_odds = odds_of(s.variant.tower_stuck)
    if s.variant.tower_model == "impact":
        stuck_odds = impact_odds(sum(cast) + sum(s.tray))
    mean: list[float] = []
    for colour in range(s.players + 1):
        falls = (cast[colour] + s.tray[colour]) * thrown_odds.hits / thrown_odds.outcomes
        mean.append(falls + s.tower[colour] * stuck_odds.hits / stuck_odds.outcomes)
    if defender < 0:
        return mean[player], mean[farmers]
    return mean[player], mean[defender] + (mean[farmers] if s.unrest[land] == 0 else 0.0)
