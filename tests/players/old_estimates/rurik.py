"""How good a state looks, for bots: the points there are, and a guess at those that may still come."""

from typing import Final

from regnum.core.atlas import bits
from regnum.games.rurik.claim_phase import largest_group, loaded
from regnum.games.rurik.components import (
    AGENDA_POINTS,
    BUILD_TRACK,
    CAPITALS,
    CHOSEN,
    IN_PLAY,
    LINES,
    MARKER_SPACE,
    ROUNDS,
    ROWS,
    RULE_TRACK,
    SPACE_COST,
    SPACE_POINTS,
    TRACK_POINTS,
    TRADE_TRACK,
    WIDTH,
)
from regnum.games.rurik.deeds.cards import DEED_CARDS
from regnum.games.rurik.deeds.conditions import accomplishable
from regnum.games.rurik.main_actions.scheme import ChooseDeck, KeepScheme
from regnum.games.rurik.scoring import agenda_count, deed_points, dock_points, scores, war_points
from regnum.games.rurik.solo.cards import SCORED_COINS
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.stowing import most_loaded
from regnum.games.rurik.strategy_board import EMPTY

# Guesses in points, tuned by play between bots.
_RULED: Final = [0.0, 0.7, 1.5, 2.6, 3.9, 5.4, 5.9, 6.2, 6.4]
_CAPITAL: Final = 0.35
_GROUP: Final = [0.0, 0.8, 1.7, 2.8, 4.1, 5.6, 6.8, 8.2]
_BOAT: Final = [0.0, 0.45, 0.95, 1.5, 1.95, 2.5, 2.95, 3.5, 4.2, 5.2, 6.5, 8.0]
_DOCK: Final = 0.12
_STRUCTURE: Final = 0.3
_TROOP: Final = 0.2
_OCCUPIED: Final = 0.8
_ALONE: Final = 0.3
_LEADER: Final = 0.9
_WAR: Final = 0.3
_REBEL: Final = 0.12
_REBEL_ADVISOR: Final = 0.5
"""The rebellion makes less of an advisor than a player, by this factor."""
_LOCKED: Final = 0.5
"""A bonus that the rebellion has not unlocked."""
_COIN: Final = 0.16
_SCHEME: Final = 0.4
_DEED: Final = 0.3
_READY: Final = 0.6
_COLUMN: Final = [0.3, 0.4, 0.42, 0.55, 0.8, 0.12]
_SCHEMING: Final = 0.45
_MARKER: Final = 0.3
_CHOICE: Final = 0.1
_PLACED: Final = 0.02
_UNPLACED: Final = 0.9
_POINT: Final = [0.3, 0.3, 0.4, 0.55, 0.8, 0.4, 0.3]
"""A point not yet used, by kind: about what using it well brings, never more than where it comes from."""


def estimate(s: RurikState) -> list[float]:
    """Return how many points each player may hope for at the end."""
    if not s.stack:
        return [float(points) for points in scores(s)]
    left = 1.0 - (s.round - 1) / ROUNDS if s.round else 1.0
    war = war_points(s)
    ruled = _ruled(s)
    hopes: list[float] = []
    for player in range(s.sides):
        hope = _tracks(s, player, ruled[player], left) + war[player] + _WAR * s.war[player] * (0.4 + left)
        hope += _figures(s, player) + _household(s, player, left)
        hope += _board(s, player)
        hopes.append(hope)
    for player in range(s.sides):
        hopes[player] += _agenda(s, player)
    if s.active >= 0 and s.players_to_act:
        hopes[s.players_to_act[0]] += _unused(s)
        top = s.stack[-1]
        if isinstance(top, (ChooseDeck, KeepScheme)):
            hopes[top.player] += _SCHEME * (0.2 + left) + _CHOICE
    return hopes


def _ruled(s: RurikState) -> list[int]:
    """Return the regions that each player rules."""
    found = [0] * s.sides
    for player in range(s.sides):
        found[player] = s.ruled(player)
    return found


def _tracks(s: RurikState, player: int, ruled: int, left: float) -> float:
    """What the claim tracks hold, or what the position promises for the next claim phase, whichever is more."""
    spaces = s.tracks[player * LINES : player * LINES + LINES]
    rule = _RULED[min(ruled.bit_count(), len(_RULED) - 1)] + _CAPITAL * (ruled & CAPITALS).bit_count()
    hope = _better(float(TRACK_POINTS[RULE_TRACK][spaces[RULE_TRACK]]), rule)
    built = s.built(player)
    group = _GROUP[min(largest_group(built), len(_GROUP) - 1)]
    hope += _better(float(TRACK_POINTS[BUILD_TRACK][spaces[BUILD_TRACK]]), group)
    hope += _STRUCTURE * built.bit_count() * (0.3 + left)
    hope += _better(float(TRACK_POINTS[TRADE_TRACK][spaces[TRADE_TRACK]]), _BOAT[loaded(s, player)])
    return hope + _DOCK * (s.stocks(player) - most_loaded(s, player))


def _better(reached: float, promised: float) -> float:
    return reached + 0.2 * promised if reached > promised else promised + 0.2 * reached


def _figures(s: RurikState, player: int) -> float:
    """Troops on the map, spread rather than heaped up, away from others, and the leader."""
    mine = s.occupied(player)
    others = 0
    for other in range(s.sides):
        if other != player:
            others |= s.occupied(other)
    troops = 0
    start = player * WIDTH
    for count in s.troops[start : start + IN_PLAY[s.sides]]:
        troops += count if count < 4 else 3
    hope = _TROOP * troops + _OCCUPIED * mine.bit_count() + _ALONE * (mine & ~others).bit_count()
    return hope + _LEADER if s.leader_at[player] >= 0 else hope


def _household(s: RurikState, player: int, left: float) -> float:
    """Coins, schemes, deeds and beaten rebels; of the rebellion of a solo game, what it scores and has unlocked."""
    if player >= s.players:
        return s.coins[player] / SCORED_COINS + dock_points(s) - _LOCKED * sum(s.mat_coins) * left
    coins = min(s.coins[player], 6) + 0.3 * max(0, s.coins[player] - 6)
    hope = _COIN * coins * (0.3 + left) + _SCHEME * s.hand[player].bit_count() * (0.2 + left)
    hope += _REBEL * s.defeated[player].bit_count() + deed_points(s, player)
    ready = accomplishable(s, player, s.deeds[player])
    for deed in bits(s.deeds[player]):
        card = DEED_CARDS[deed]
        hope += _READY * card.points - 0.3 * card.cost_schemes if ready >> deed & 1 else _DEED * left
    return hope


def _board(s: RurikState, player: int) -> float:
    """What the player's advisors stand for on the strategy board, and those not yet placed."""
    hope = _UNPLACED * s.advisors[player].bit_count()
    for space, code in enumerate(s.board):
        if code != EMPTY and code & 7 == player:
            hope += _space(s, space) + _PLACED * (code >> 6)
    return hope if player < s.players else _REBEL_ADVISOR * hope


def _space(s: RurikState, space: int) -> float:
    """What a space of the strategy board is worth before its advisor acts."""
    worth = _COLUMN[space // ROWS] * SPACE_POINTS[s.sides][space] - _COIN * SPACE_COST[s.sides][space]
    if space >= MARKER_SPACE:
        worth += _SCHEMING + (_MARKER if space == MARKER_SPACE and s.players == s.sides else 0.0)
    return worth


def _agenda(s: RurikState, player: int) -> float:
    """Two points for an agenda that is fulfilled, less or more by how close it is."""
    if s.agenda_stage[player] != CHOSEN or s.agenda[player] < 0:
        return 0.0
    agenda = s.agenda[player]
    most = max([agenda_count(s, other, agenda) for other in range(s.sides) if other != player])
    lead = agenda_count(s, player, agenda) - most
    if lead < 0:
        return AGENDA_POINTS * max(0.0, 0.4 + 0.12 * lead)
    return AGENDA_POINTS * min(0.9, 0.55 + 0.1 * lead)


def _unused(s: RurikState) -> float:
    """What the points not yet used in this turn are worth, apart from those just put off."""
    worth = 0.0
    for kind, points in enumerate(s.points):
        if points and not s.put_off >> kind & 1:
            worth += _POINT[kind] * points
    if not s.acted:
        worth += _space(s, s.active)
    return worth
