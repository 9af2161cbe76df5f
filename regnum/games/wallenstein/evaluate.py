"""How good a state looks, for bots: features of each player's position, and what each is worth in points.

What is under way is settled first: what somebody has planned counts as done, as far as it can be paid and as likely as
it is; on a field without a card the best one that is left. What the map looks like stands in outlook.py, the weights
in data/weights.toml.
"""

from math import ceil
from typing import Final

from regnum.core.atlas import bits
from regnum.core.evaluation import Evaluation, weights_of
from regnum.core.folder import read_data
from regnum.core.state import State
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
    FIELDS,
    GRAIN,
    IN_PLAY,
    LANDS,
    NEIGHBOURS,
    NO_PLAN,
    PACKAGE,
    SITES,
    TAX,
    TAX_MAX,
    TOWER_CARD,
    UNSET,
    WINTER,
)
from regnum.games.wallenstein.move import SendArmies, barred
from regnum.games.wallenstein.outlook import (
    F_ARMIES,
    F_ATTACKS,
    F_BID,
    F_BORDERS,
    F_BUILDINGS,
    F_COINS,
    F_COURTIERS,
    F_DANGER,
    F_GRAIN,
    F_HUNGER,
    F_IDLE,
    F_MAJORITIES,
    F_REVOLTS,
    F_SITES,
    F_SPARE_COINS,
    F_TAXES,
    F_TRAY,
    F_UNREST,
    FEATURES,
    LAST_YEAR,
    ROUNDS,
    Outlook,
    Planned,
)
from regnum.games.wallenstein.planning import FILL_ORDER
from regnum.games.wallenstein.setup import PlaceGroup
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import revolts_for

_BIDS: Final = [0.0, 0.35, 0.55, 0.65, 0.7]
_LAND_BID: Final = 0.2
_STUCK: Final = 0.3
_HELP: Final = 0.6
"""What a cube in the tower and one of the defender's in the tray count as, beside armies, when an attack's chance is
guessed."""
_HARD: Final = 4.0
"""How much stronger the defender counts, cubed: so seven battles come out as they did, each fought 300 times."""
_DEFEAT: Final = 0.35
"""What a defeat costs, as a share of what a victory would bring: an action is gone, and the border is bare."""
_OPEN: Final = 0.8
"""How much of what the best card that is left would bring counts on a field without a card."""
_COMES: Final = 0.6
"""How likely unrest stays from a planned collection till it counts."""
_COURTIER: Final = 0.35
_UNREST: Final = 0.35
_TRAY: Final = 0.1
_UNFED: Final = 0.35
"""What each land without grain costs, besides the revolts of its row of the table."""
_ENOUGH_COINS: Final = 10.0
_FEWEST: Final = 0.001
"""What a coin is worth at the end, where only ties are broken by coins."""


class WallensteinEvaluation(Evaluation):
    """A row of weights for each player count and round of the two years."""

    _last: Outlook | None = None
    """What was reckoned last: it holds for all that differs only in plans."""

    def features(self, state: State) -> list[list[float]]:
        assert isinstance(state, WallensteinState)
        view = self._last
        if view is None or not view.fits(state):
            view = Outlook(state)
            self._last = view
        found: list[list[float]] = []
        for player in range(state.players):
            found.append(_line(state, view, player))
        if state.stack:
            top = state.stack[-1]
            if isinstance(top, PlaceGroup):
                _take_luck_off(state, view, top.player, found)
            elif isinstance(top, SendArmies):
                found[top.player] = found[top.player][:]
                found[top.player][F_ATTACKS] += _march(state, view, top)
        return found

    def row(self, state: State) -> int:
        assert isinstance(state, WallensteinState)
        year = max(state.year, 1)
        season = min(state.season, ROUNDS - 1) if state.year else 0
        return ((state.players - ROUNDS) * LAST_YEAR + year - 1) * ROUNDS + season

    def certain(self, state: State) -> list[float]:
        assert isinstance(state, WallensteinState)
        if not state.is_terminal:
            return []
        return [points + _FEWEST * state.coins[player] for player, points in enumerate(state.points)]


_LEARNED: Final = read_data(PACKAGE, "weights")
EVALUATION: Final[Evaluation] = WallensteinEvaluation(FEATURES, weights_of(_LEARNED), weights_of(_LEARNED, "values"))


def _line(s: WallensteinState, view: Outlook, player: int) -> list[float]:
    """Return a player's features, with his plan carried out."""
    plan = s.plan[player]
    shown = s.shown[player]
    known = view.planned[player]
    if known is not None and known.plan is plan and known.shown == shown:
        if known.order is s.order and known.turned == s.turned:
            return known.line
    line = view.lines[player][:]
    _carry_out(s, view, player, line)
    view.planned[player] = Planned(plan, shown, s.order, s.turned, line)
    return line


def _take_luck_off(s: WallensteinState, view: Outlook, player: int, found: list[list[float]]) -> None:
    """Put into the place of a land that was just drawn unseen what the deck brings on average.

    Whoever considers drawing does not know it: else the luck of a few redeals would decide. Where an open card was
    taken, another one lies in its place.
    """
    first, second = s.open_lands
    if s.offered[player] != 1 << first | 1 << second:
        return
    line = found[player][:]
    lands = s.lands[player] & ~(1 << s.drafted)
    deck = [*s.land_deck, s.drafted]
    share = 1.0 / len(deck)
    for land in deck:
        _add_land(view, lands, land, line, share)
    _add_land(view, lands, s.drafted, line, -1.0)
    found[player] = line


def _add_land(view: Outlook, lands: int, land: int, line: list[float], share: float) -> None:
    line[F_TAXES] += share * TAX[land]
    line[F_GRAIN] += share * GRAIN[land]
    line[F_SITES] += share * SITES[land]
    line[F_BORDERS] += share * 2 * (NEIGHBOURS[land] & lands).bit_count()
    line[F_DANGER] += share * view.danger(land, 0) * view.stake(land)


def _march(s: WallensteinState, view: Outlook, top: SendArmies) -> float:
    """Return what a movement that has been announced promises."""
    armies = s.armies[top.source] - 1
    if s.lands[top.player] >> top.target & 1:
        need = view.threat[top.target] - s.armies[top.target]
        spare = view.threat[top.source] - s.armies[top.source]
        return 0.1 * min(armies, 3) if need > max(spare + armies, 0) else -0.05
    return _attack_worth(s, view, top.player, top.target, armies)


# What a plan promises.


def _carry_out(s: WallensteinState, view: Outlook, player: int, line: list[float]) -> None:
    """Change a player's features as if he had done what he has planned and not yet done."""
    plan = s.plan[player]
    shown = s.shown[player]
    coins = float(s.coins[player])
    grain = 0.0
    if s.turned and plan != NO_PLAN:
        budget = s.coins[player]
        card = plan[BID]
        if not shown >> BID & 1 and card >= 0:
            if card < COIN_0:
                line[F_BID] = _LAND_BID
            elif card < TOWER_CARD:
                line[F_BID] = _BIDS[card - COIN_0]
                budget -= card - COIN_0
                coins -= card - COIN_0
        free = s.hand(player)
        last = s.last_field()
        done = shown | 1 << BID
        for at in range(s.turned + len(FILL_ORDER)):
            field = s.order[at] if at < s.turned else FILL_ORDER[at - s.turned]
            if field < 0 or field >= last or done >> field & 1:
                continue
            done |= 1 << field
            card = plan[field]
            share = 1.0
            if card == UNSET:
                card = _best(s, view, player, field, free, budget)
                if card < 0:
                    continue
                share = _OPEN
                free &= ~(1 << card)
            elif card < 0 or card > TOWER_CARD:
                continue
            if field >= CONVERT_1:
                _to_court(s, view, player, field - CONVERT_1 + 1, card, line, share)
                continue
            if card >= len(LANDS) or not s.lands[player] >> card & 1:
                continue
            cost = COSTS[field]
            if cost > budget:
                line[F_IDLE] += 1.0
                continue
            budget -= cost
            coins -= share * cost
            if field <= BUILD_HOUSE:
                if s.may_build(field, card):
                    safe = share * (1.0 - view.danger(card, s.armies[card]))
                    line[F_BUILDINGS] += safe
                    line[F_SITES] -= share
                    line[F_MAJORITIES] += 0.85 * safe * view.majority_gain(player, field, card)
                else:
                    coins += share * cost
                    line[F_IDLE] += 1.0
            elif field <= COLLECT_TAXES:
                amount = income(s, player, field, card)
                line[F_UNREST] += share * _COMES
                unrest = s.unrest[card]
                if unrest:
                    risk = min(1.0, 0.75 * unrest / max(1, s.armies[card]))
                    line[F_REVOLTS] += share * risk * (view.stake(card) + 0.2)
                if field == COLLECT_GRAIN:
                    grain += share * amount
                else:
                    coins += share * amount
                    budget += _sure_taxes(s, player, card) if share == 1.0 else 0
            elif field <= DEPLOY_1:
                count = armies_of(s, field)
                if s.supply[player] < count:
                    coins += share * cost
                    line[F_IDLE] += 1.0
                else:
                    front = 1.5 if view.threat[card] or NEIGHBOURS[card] & s.neutral() else 0.9
                    line[F_ARMIES] += share * count * front
                    there = s.armies[card]
                    less = view.danger(card, there) * view.stake(card) * count / (count + there)
                    line[F_DANGER] -= share * less
            else:
                line[F_ATTACKS] += share * _best_attack(s, view, player, card, field)
    if s.stack:
        line[F_COINS] = min(coins, _ENOUGH_COINS)
        line[F_SPARE_COINS] = max(0.0, coins - _ENOUGH_COINS)
        if s.season != WINTER:
            line[F_HUNGER] = hunger(s, view, player, grain)


def hunger(s: WallensteinState, view: Outlook, player: int, planned: float) -> float:
    """Return what revolts in winter may cost, with so much grain more; below zero if there is some to spare."""
    stock = s.grain[player] + planned + view.later - view.loss
    unfed = s.lands[player].bit_count() - max(0.0, stock)
    if unfed <= 0:
        return -0.04 * min(-unfed, 3.0)
    revolts, farmers = revolts_for(ceil(unfed))
    return min(unfed, 1.0) * revolts * (0.5 + 0.25 * farmers) + _UNFED * unfed


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
    worths = view.worths[player * len(FIELDS) + field]
    if worths is None:
        worths = _worths(s, view, player, field)
        view.worths[player * len(FIELDS) + field] = worths
    best = cost * view.coin
    found = -1
    lands = free & s.lands[player]
    while lands:
        low = lands & -lands
        lands ^= low
        land = low.bit_length() - 1
        worth = worths[land]
        if worth > best:
            best = worth
            found = land
    return found


def _worths(s: WallensteinState, view: Outlook, player: int, field: int) -> list[float]:
    """Return for each land of a player what a field promises there."""
    found = [0.0] * len(LANDS)
    for land in bits(s.lands[player]):
        if field >= CONVERT_1:
            count = field - CONVERT_1 + 1
            left = s.armies[land] - count
            if left > 0 and s.hall[player] + count <= COURTIERS:
                found[land] = count * (_COURTIER - view.army) - (0.3 if view.threat[land] > left else 0.0)
        else:
            found[land] = _worth(s, view, player, field, land)
    return found


def _to_court(
    s: WallensteinState, view: Outlook, player: int, count: int, card: int, line: list[float], share: float
) -> None:
    """Carry out a card on the supplementary board."""
    if s.hall[player] + count > COURTIERS:
        return
    if card < len(LANDS) and s.lands[player] >> card & 1:
        there = s.armies[card]
        if there > count:
            line[F_COURTIERS] += share * count
            line[F_ARMIES] -= share * count
            more = view.danger(card, there - count) - view.danger(card, there)
            line[F_DANGER] += share * (more * view.stake(card) + (0.3 if view.threat[card] > there - count else 0.0))
    elif card == TOWER_CARD and s.tray[player] >= count:
        line[F_COURTIERS] += share * count
        line[F_TRAY] -= share * count


def _worth(s: WallensteinState, view: Outlook, player: int, action: int, land: int) -> float:
    """Return what an action in a land promises, its cost not yet taken off."""
    if action <= BUILD_HOUSE:
        if not s.may_build(action, land):
            return 0.0
        gain = view.majority_gain(player, action, land)
        return (1.0 + 0.85 * gain) * view.winters * (1.0 - view.danger(land, s.armies[land]))
    if action <= COLLECT_TAXES:
        amount = income(s, player, action, land)
        revolt = 0.0
        unrest = s.unrest[land]
        if unrest:
            revolt = min(1.0, 0.75 * unrest / max(1, s.armies[land])) * (view.winters * view.stake(land) + 0.3)
        gains = amount * view.coin if action == COLLECT_TAXES else _harvest(s, view, player, amount)
        return gains - revolt - _UNREST * _COMES
    if action <= DEPLOY_1:
        count = armies_of(s, action)
        if s.supply[player] < count:
            return 0.0
        there = s.armies[land]
        safety = view.danger(land, there) * view.winters * view.stake(land) * count / (count + there)
        front = 1.5 if view.threat[land] or NEIGHBOURS[land] & s.neutral() else 0.9
        return count * view.army * front + safety + (0.05 if action == DEPLOY_1 else 0.0)
    return _best_attack(s, view, player, land, action)


def _harvest(s: WallensteinState, view: Outlook, player: int, amount: int) -> float:
    """Value grain: what feeds a land counts, the rest little."""
    missing = s.lands[player].bit_count() - s.grain[player] - view.later + view.loss
    useful = max(0.0, min(float(amount), missing + 1.0))
    return 0.5 * useful + 0.1 * (amount - useful)


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
    owner = view.owner[target]
    mine = armies + s.tray[player] + _STUCK * s.tower[player]
    against = 1.0 if owner < 0 else s.armies[target] + _HELP * s.tray[owner] + _STUCK * s.tower[owner]
    if owner < 0 or s.unrest[target] == 0:
        against += _HELP * s.tray[s.players] + _STUCK * s.tower[s.players]
    chance = mine * mine * mine / (mine * mine * mine + _HARD * against * against * against)
    prize = view.winters * view.stake(target) + 0.1
    if owner >= 0:
        prize *= 1.25
    lost = 0.5 * armies if chance < 0.5 else min(float(armies), against)
    return (chance - _DEFEAT * (1.0 - chance)) * prize - view.army * lost - 0.15
