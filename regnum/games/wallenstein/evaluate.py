"""How good a state looks, for bots: the points there are, those that winters may bring, and what a plan promises."""

from math import ceil
from typing import Final

from regnum.games.wallenstein.action_phase import income
from regnum.games.wallenstein.components import COLLECT_GRAIN, GRAIN, LANDS, NEIGHBOURS, SITES, TAX
from regnum.games.wallenstein.moving import SendArmies
from regnum.games.wallenstein.outlook import Outlook, danger, stake
from regnum.games.wallenstein.promise import COURTIER, TRAY, UNREST, attack_worth, promise
from regnum.games.wallenstein.scoring import final_points
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import revolts_for

# Guesses in points, tuned by play against the random bot.
_TILES: Final = [0.3, 0.35, 0.35, 0.45, 0.4]
_PLACE: Final = 0.06


def estimate(s: WallensteinState) -> list[float]:
    """Return how many points each player may hope for at the end."""
    view = Outlook(s)
    now = final_points(s)
    hopes: list[float] = []
    for player in range(s.players):
        hope = float(s.points[player])
        if s.stack:
            hope += view.winters * sum(now[player].values())
            hope += _possessions(s, view, player) + _map(s, view, player) - _hunger(s, view, player)
            if s.turned:
                hope += promise(s, view, player)
            if s.space[player] >= 0 and s.tiles:
                hope += _TILES[s.tile(player)] - _PLACE * s.space[player]
        else:
            hope += view.coin * s.coins[player]
        if s.changing[player]:
            hope -= 100.0
        hopes.append(hope)
    if s.stack:
        top = s.stack[-1]
        if isinstance(top, SendArmies):
            hopes[top.player] += _march(s, view, top)
    return hopes


def _possessions(s: WallensteinState, view: Outlook, player: int) -> float:
    """Value coins, cubes in the tray, courtiers, kept favours."""
    coins = s.coins[player]
    worth = view.coin * (min(coins, 10) + 0.4 * max(0, coins - 10))
    worth += TRAY * s.tray[player]
    courtiers = s.hall[player]
    worth += COURTIER * (min(courtiers, 4) + 0.4 * max(0, courtiers - 4))
    if s.ward == player:
        worth += UNREST
    return worth + 0.4 * s.truce[player].bit_count()


def _map(s: WallensteinState, view: Outlook, player: int) -> float:
    """Value the lands for what they yield, and the armies that hold them."""
    worth = 0.0
    lands = s.lands[player]
    for land in range(len(LANDS)):
        if not lands >> land & 1:
            continue
        armies = s.armies[land]
        quality = 0.05 * TAX[land] + 0.06 * GRAIN[land] + 0.12 * SITES[land]
        quality += 0.06 * (NEIGHBOURS[land] & lands).bit_count()
        worth += quality * view.winters + view.army * (armies if armies < 6 else 6 + (armies - 6) * 0.5)
        worth -= UNREST * s.unrest[land] * (2 - s.season / 3)
        worth -= danger(s, view, land) * stake(s, view, land)
    return worth


def _hunger(s: WallensteinState, view: Outlook, player: int) -> float:
    """Return what revolts in winter may cost."""
    planned = 0.0
    if s.turned:
        card = s.plan[player][COLLECT_GRAIN]
        if 0 <= card < len(LANDS) and not s.shown[player] >> COLLECT_GRAIN & 1:
            planned = float(income(s, player, COLLECT_GRAIN, card))
    stock = s.grain[player] + planned + view.later - view.loss
    unfed = s.lands[player].bit_count() - max(0.0, stock)
    if unfed <= 0:
        return -0.05 * min(stock, 3.0)
    revolts, farmers = revolts_for(ceil(unfed))
    return min(unfed, 1.0) * revolts * (0.5 + 0.25 * farmers) * view.winters + 0.25 * unfed


def _march(s: WallensteinState, view: Outlook, top: SendArmies) -> float:
    """Return what a movement that has been announced promises."""
    armies = s.armies[top.source] - 1
    if s.lands[top.player] >> top.target & 1:
        need = view.threat[top.target] - s.armies[top.target]
        spare = view.threat[top.source] - s.armies[top.source]
        return 0.1 * min(armies, 3) if need > max(spare + armies, 0) else -0.05
    return attack_worth(s, view, top.player, top.target, armies)
