"""How good a state looks, for bots: the points there are, those that winters may bring, and what a plan promises."""

from math import ceil
from typing import Final

from regnum.core.atlas import bits
from regnum.games.wallenstein.action_phase import armies_of, income
from regnum.games.wallenstein.components import (
    BID,
    BUILD_HOUSE,
    COIN_0,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    CONVERT_1,
    COSTS,
    COURTIERS,
    DEPLOY_1,
    EVENT_AMOUNT,
    EVENTS,
    GRAIN,
    GRAIN_LOSS,
    IN_PLAY,
    LAND_REGION,
    LANDS,
    MAJORITY,
    NEIGHBOURS,
    NO_PLAN,
    REGION_LANDS,
    SITES,
    TAX,
    TAX_MAX,
    TOWER_CARD,
    UNSET,
)
from regnum.games.wallenstein.move import SendArmies, barred
from regnum.games.wallenstein.planning import FILL_ORDER
from regnum.games.wallenstein.scoring import final_points
from regnum.games.wallenstein.setup import PlaceGroup
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import revolts_for

# Guesses in points, tuned by play against the random bot.
_TILES: Final = [0.3, 0.35, 0.35, 0.45, 0.4]
_PLACE: Final = 0.06
_ARMY: Final = 0.12
_LOSS: Final = 0.28
"""How likely a land is lost to a neighbour who is far stronger."""
_HARVEST: Final = 2.6
"""Grain that a later round of the year may bring."""
_TRAY: Final = 0.1
_UNREST: Final = 0.35
_COURTIER: Final = 0.35
_BIDS: Final = [0.0, 0.35, 0.55, 0.65, 0.7]
_LAND_BID: Final = 0.2
_STUCK: Final = 0.3
_HELP: Final = 0.6
"""What a cube in the tower and one of the defender's in the tray count as, beside armies, when an attack's chance is
guessed: with the exponent and the factor there, this fits 564 attacks on players best, half of which were won."""
_VAIN: Final = 0.05
"""What a land card planned for an action that cannot be paid is worth less than a coin card."""


class Outlook:
    """What is reckoned once for a state: how much winters, coins and each land's armies count."""

    def __init__(self, s: WallensteinState) -> None:
        year = max(s.year, 1)
        left = (2 - year) * 3 + (3 - s.season if s.year else 3)
        self.winters: Final = (0.9 if year == 2 else 1.45) if s.stack else 0.0
        self.coin: Final = 0.06 + 0.04 * left if s.stack else 0.001
        self.army: Final = _ARMY * (0.4 + 0.15 * left)
        losses = [GRAIN_LOSS[event] for event in range(len(EVENTS)) if s.open_events >> event & 1]
        self.loss: Final = sum(losses) / len(losses) if losses else 3.0
        self.later: Final = max(0, 2 - s.season) * _HARVEST if s.year else 2 * _HARVEST
        self.threat: Final = _threats(s)


def _threats(s: WallensteinState) -> list[int]:
    """Return for each land how many armies the strongest neighbour could send into it from one land."""
    found = [0] * len(LANDS)
    for player in range(s.players):
        lands = s.lands[player]
        for land in range(len(LANDS)):
            if lands >> land & 1 and s.armies[land] > 1:
                others = NEIGHBOURS[land] & ~lands
                strength = s.armies[land] - 1
                while others:
                    low = others & -others
                    others ^= low
                    target = low.bit_length() - 1
                    if strength > found[target]:
                        found[target] = strength
    return found


def _stake(s: WallensteinState, view: Outlook, land: int) -> float:
    """Return what is lost with a land, or won with it."""
    return view.winters * (1.0 + 1.7 * s.built(land)) + 0.3


def _danger(s: WallensteinState, view: Outlook, land: int) -> float:
    """Return how likely a land is to be lost to a neighbour before winter."""
    threat = view.threat[land]
    if threat == 0:
        return 0.0
    help_ = 0.6 if s.unrest[land] == 0 else 0.0
    return _LOSS * threat / (threat + 1.6 * (s.armies[land] + help_))


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
                hope += _promise(s, view, player)
            if s.space[player] >= 0 and s.tiles:
                hope += _TILES[s.tile(player)] - _PLACE * s.space[player]
        else:
            hope += view.coin * s.coins[player]
        if s.changing[player]:
            hope -= 100.0
        hopes.append(hope)
    if s.stack:
        top = s.stack[-1]
        if isinstance(top, PlaceGroup):
            hopes[top.player] -= _luck(s, view, top.player)
        elif isinstance(top, SendArmies):
            hopes[top.player] += _march(s, view, top)
    return hopes


def _possessions(s: WallensteinState, view: Outlook, player: int) -> float:
    """Value coins, cubes in the tray, courtiers, kept favours."""
    coins = s.coins[player]
    worth = view.coin * (min(coins, 10) + 0.4 * max(0, coins - 10))
    worth += _TRAY * s.tray[player]
    courtiers = s.hall[player]
    worth += _COURTIER * (min(courtiers, 4) + 0.4 * max(0, courtiers - 4))
    if s.ward == player:
        worth += _UNREST
    return worth + 0.4 * s.truce[player].bit_count()


def _map(s: WallensteinState, view: Outlook, player: int) -> float:
    """Value the lands for what they yield, and the armies that hold them."""
    worth = 0.0
    lands = s.lands[player]
    for land in range(len(LANDS)):
        if not lands >> land & 1:
            continue
        armies = s.armies[land]
        worth += view.army * (armies if armies < 6 else 6 + (armies - 6) * 0.5)
        worth -= _UNREST * s.unrest[land] * (2 - s.season / 3)
        worth += _holding(s, view, lands, land)
    return worth


def _holding(s: WallensteinState, view: Outlook, lands: int, land: int) -> float:
    """Value a land beside these lands: for what it yields, less what a neighbour threatens."""
    quality = 0.05 * TAX[land] + 0.06 * GRAIN[land] + 0.12 * SITES[land]
    quality += 0.06 * (NEIGHBOURS[land] & lands).bit_count()
    return quality * view.winters - _danger(s, view, land) * _stake(s, view, land)


def _luck(s: WallensteinState, view: Outlook, player: int) -> float:
    """Return by how much a land that was just drawn unseen is better than what the deck brings on average.

    Whoever considers drawing does not know it: it is taken off again, else the luck of a few redeals would decide.
    Where an open card was taken, another one lies in its place.
    """
    first, second = s.open_lands
    if s.offered[player] != 1 << first | 1 << second:
        return 0.0
    lands = s.lands[player] & ~(1 << s.drafted)
    deck = [*s.land_deck, s.drafted]
    mean = sum([_holding(s, view, lands, land) for land in deck]) / len(deck)
    return _holding(s, view, lands, s.drafted) - mean


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
    return _attack_worth(s, view, top.player, top.target, armies)


# What a plan promises.


def _promise(s: WallensteinState, view: Outlook, player: int) -> float:
    """Value what is planned and not yet done; fields without a card may hope for the best card that is left."""
    plan = s.plan[player]
    if plan == NO_PLAN:
        return 0.0
    shown = s.shown[player]
    budget = s.coins[player]
    worth = 0.0
    card = plan[BID]
    if not shown >> BID & 1 and card >= 0:
        if card < COIN_0:
            worth += _LAND_BID
        elif card < TOWER_CARD:
            worth += _BIDS[card - COIN_0] - view.coin * (card - COIN_0)
            budget -= card - COIN_0
    free = s.hand(player)
    sequence = [*s.order[: s.turned], *[action for action in FILL_ORDER[1:] if action not in s.order[: s.turned]]]
    last = s.last_field()
    for field in sequence:
        if field < 0 or field >= last or shown >> field & 1:
            continue
        card = plan[field]
        share = 1.0
        if card == UNSET:
            card = _best(s, view, player, field, free, budget)
            share = 0.8
            if 0 <= card < TOWER_CARD:
                free &= ~(1 << card)
        if card < 0 or card > TOWER_CARD:
            continue
        if field >= CONVERT_1:
            worth += share * _courtiers(s, view, player, field - CONVERT_1 + 1, card)
            continue
        if card >= len(LANDS) or not s.lands[player] >> card & 1:
            continue
        cost = COSTS[field]
        if cost > budget:
            worth -= _VAIN
            continue
        budget -= cost
        worth += share * (_worth(s, view, player, field, card) - cost * view.coin)
        if field == COLLECT_TAXES:
            budget += _sure_taxes(s, player, card)
    return worth


def _sure_taxes(s: WallensteinState, player: int, land: int) -> int:
    """Return the coins of taxes on which later actions can count: none as long as nobody knows when taxes come."""
    if COLLECT_TAXES not in s.order[: s.turned]:
        return 0
    if s.event >= 0:
        return income(s, player, COLLECT_TAXES, land)
    limits = [EVENT_AMOUNT[event] for event in bits(s.open_events & TAX_MAX)]
    return min([TAX[land], *limits])


def _best(s: WallensteinState, view: Outlook, player: int, field: int, free: int, budget: int) -> int:
    """Return the land card for which a field promises most; -1 if nothing is worth while."""
    cost = COSTS[field]
    if cost > budget:
        return -1
    best = cost * view.coin
    found = -1
    lands = free & s.lands[player]
    while lands:
        low = lands & -lands
        lands ^= low
        land = low.bit_length() - 1
        if field < CONVERT_1:
            worth = _worth(s, view, player, field, land)
        else:
            worth = _courtiers(s, view, player, field - CONVERT_1 + 1, land)
        if worth > best:
            best = worth
            found = land
    return found


def _courtiers(s: WallensteinState, view: Outlook, player: int, count: int, card: int) -> float:
    """Value a card on the supplementary board."""
    if s.hall[player] + count > COURTIERS:
        return 0.0
    if card < len(LANDS) and s.lands[player] >> card & 1:
        if s.armies[card] <= count:
            return 0.0
        left = s.armies[card] - count
        risk = 0.3 if view.threat[card] > left else 0.0
        return count * (_COURTIER - view.army) - risk
    return count * (_COURTIER - _TRAY) if card == TOWER_CARD and s.tray[player] >= count else 0.0


def _worth(s: WallensteinState, view: Outlook, player: int, action: int, land: int) -> float:
    """Return what an action in a land promises, its cost not yet taken off."""
    if action <= BUILD_HOUSE:
        return _building(s, view, player, action, land)
    if action <= COLLECT_TAXES:
        amount = income(s, player, action, land)
        revolt = 0.0
        unrest = s.unrest[land]
        if unrest:
            revolt = min(1.0, 0.75 * unrest / max(1, s.armies[land])) * (_stake(s, view, land) + 0.3)
        gain = amount * view.coin if action == COLLECT_TAXES else _harvest(s, view, player, amount)
        return gain - revolt - _UNREST * 0.6
    if action <= DEPLOY_1:
        count = armies_of(s, action)
        if s.supply[player] < count:
            return 0.0
        safety = _danger(s, view, land) * _stake(s, view, land) * count / (count + s.armies[land])
        front = 1.5 if view.threat[land] or NEIGHBOURS[land] & s.neutral() else 0.9
        return count * view.army * front + safety + (0.05 if action == DEPLOY_1 else 0.0)
    return _best_attack(s, view, player, land, action)


def _harvest(s: WallensteinState, view: Outlook, player: int, amount: int) -> float:
    """Value grain: what feeds a land counts, the rest little."""
    missing = s.lands[player].bit_count() - s.grain[player] - view.later + view.loss
    useful = max(0.0, min(float(amount), missing + 1.0))
    return 0.5 * useful + 0.1 * (amount - useful)


def _building(s: WallensteinState, view: Outlook, player: int, building: int, land: int) -> float:
    """Value a building: its own point, and what it changes in the majority of its region."""
    if not s.may_build(building, land):
        return 0.0
    there = s.buildings[building] & REGION_LANDS[LAND_REGION[land]]
    mine = (there & s.lands[player]).bit_count()
    best = 0
    for other in range(s.players):
        if other != player:
            best = max(best, (there & s.lands[other]).bit_count())
    gain = _prize(building, mine + 1, best) - _prize(building, mine, best)
    return (1.0 + 0.85 * gain) * view.winters * (1.0 - _danger(s, view, land))


def _prize(building: int, mine: int, best: int) -> int:
    if mine == 0 or mine < best:
        return 0
    return MAJORITY[building] if mine > best else MAJORITY[building] - 1


def _best_attack(s: WallensteinState, view: Outlook, player: int, land: int, action: int) -> float:
    """Return what the best attack from a land promises; it need not be carried out."""
    armies = s.armies[land] - 1
    if armies < 2:
        return 0.0
    targets = NEIGHBOURS[land] & IN_PLAY[s.players] & ~s.lands[player] & ~barred(s, action)
    best = 0.0
    while targets:
        low = targets & -targets
        targets ^= low
        best = max(best, _attack_worth(s, view, player, low.bit_length() - 1, armies))
    return best * 0.9


def _attack_worth(s: WallensteinState, view: Outlook, player: int, target: int, armies: int) -> float:
    """Return what an attack with so many armies promises."""
    owner = s.owner(target)
    mine = armies + s.tray[player] + _STUCK * s.tower[player]
    against = 1.0 if owner < 0 else s.armies[target] + _HELP * s.tray[owner] + _STUCK * s.tower[owner]
    if owner < 0 or s.unrest[target] == 0:
        against += _HELP * s.tray[s.players] + _STUCK * s.tower[s.players]
    chance = mine**3 / (mine**3 + 2.0 * against**3)
    prize = _stake(s, view, target)
    if owner >= 0:
        prize *= 1.25
    return chance * prize - view.army * (0.5 * armies if chance < 0.5 else min(float(armies), against)) - 0.15
