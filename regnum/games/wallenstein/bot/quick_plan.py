"""A heuristic that quickly makes a sensible plan for a round, which searches assume for other players."""

from regnum.core.rules.bitmask import bits
from regnum.games.wallenstein.components import (
    BID,
    BLANK,
    BUILD_HOUSE,
    COIN_0,
    COIN_CARDS,
    COLLECT_GRAIN,
    COLLECT_TAXES,
    COMBAT_A,
    COSTS,
    DEPLOY_1,
    FIELDS,
    GRAIN,
    IN_PLAY,
    NEIGHBOURS,
    SITES,
    TAX,
    TOWER_CARD,
    UNSET,
    coins_on,
)
from regnum.games.wallenstein.planning import FILL_ORDER
from regnum.games.wallenstein.state import WallensteinState

_RANDOM_MASK = 0x3FFFFFFF


def fill_plan(s: WallensteinState, player: int, open_fields: int, random_bits: int) -> None:  # noqa: C901
    """Lay a card on each unset field of a player's board, as an experienced player might.

    `open_fields` is a mask of lands whose cards cannot be used in plans. Fields become blank when the cards run out.
    """
    plan = list(s.plan[player])
    hand = s.hand(player) & ~open_fields & ~(1 << TOWER_CARD)
    towers = s.tower_cards() - plan.count(TOWER_CARD)
    last = s.field_count()
    budget = s.coins[player]
    if plan[BID] == UNSET:
        random_bits = (random_bits * 29773421 + 12345) & _RANDOM_MASK
        plan[BID] = _choose_bid(s, player, hand, random_bits)
        if plan[BID] < BLANK:
            hand &= ~(1 << plan[BID])
    budget -= coins_on(plan[BID])
    threats = _threats(s, player)
    for field in FILL_ORDER:
        if field >= last or plan[field] != UNSET:
            continue
        random_bits = (random_bits * 29773421 + 12345) & _RANDOM_MASK
        card = _best_land(s, player, field, hand, budget, threats, random_bits)
        if card < 0:
            card = _least_valuable_card(hand)
            if card >= 0 and card < COIN_0 and towers > 0:
                card = -1
        elif field < COMBAT_A:
            budget -= COSTS[field]
        if card >= 0:
            hand &= ~(1 << card)
        elif towers > 0:
            card = TOWER_CARD
            towers -= 1
        else:
            card = BLANK
        plan[field] = card
    for field in range(last, len(FIELDS)):
        plan[field] = UNSET
    s.plan[player] = tuple(plan)


def _choose_bid(s: WallensteinState, player: int, hand: int, random_bits: int) -> int:
    """Return a card for the bid: an affordable coin card, usually a small one, else another card, else BLANK."""
    if not s.can_bid(player):
        return BLANK
    highest = min(s.coins[player], COIN_CARDS - 1, (random_bits >> 8) % 4)
    for value in range(highest, -1, -1):
        if hand >> (COIN_0 + value) & 1:
            return COIN_0 + value
    for card in bits(hand):
        if s.can_afford(player, card):
            return card
    return BLANK


def _least_valuable_card(hand: int) -> int:
    """Return the least valuable card: the smallest coin card, else the last land, or -1 if the hand is empty."""
    coins = hand >> COIN_0
    if coins:
        return COIN_0 + (coins & -coins).bit_length() - 1
    return hand.bit_length() - 1


def _threats(s: WallensteinState, player: int) -> list[int]:
    """Return for each of a player's lands the largest number of armies that can enter it from one land; 0 elsewhere."""
    threats = [0] * COIN_0
    own_lands = s.lands[player]
    for other in range(s.players):
        if other == player:
            continue
        for land in bits(s.lands[other]):
            strength = s.armies[land] - 1
            if strength > 0:
                for target in bits(NEIGHBOURS[land] & own_lands):
                    if strength > threats[target]:
                        threats[target] = strength
    return threats


def _best_land(
    s: WallensteinState, player: int, field: int, hand: int, budget: int, threats: list[int], random_bits: int
) -> int:
    """Return the best land for an action, by an estimate with some noise, or -1 if no land is suitable."""
    if field > COMBAT_A + 1 or (field < COMBAT_A and COSTS[field] > budget):
        return -1
    best_land = -1
    best = 0.0
    lands = hand & s.lands[player]
    while lands:
        low = lands & -lands
        lands ^= low
        land = low.bit_length() - 1
        value = _land_value(s, player, field, land, threats)
        if value > 0.0:
            random_bits = (random_bits * 29773421 + 12345) & _RANDOM_MASK
            value += (random_bits >> 8) % 128 / 96
        if value > best:
            best = value
            best_land = land
    return best_land


def _land_value(s: WallensteinState, player: int, field: int, land: int, threats: list[int]) -> float:
    if field <= BUILD_HOUSE:
        if not s.can_build(field, land):
            return 0.0
        return 3.0 + 0.5 * s.building_count(land) - (1.0 if threats[land] > s.armies[land] else 0.0)
    if field <= COLLECT_TAXES:
        amount = GRAIN[land] if field == COLLECT_GRAIN else TAX[land]
        return max(0.1, amount - 2.0 * s.unrest[land] - 0.3 * SITES[land])
    if field <= DEPLOY_1:
        if s.supply[player] == 0:
            return 0.0
        front = NEIGHBOURS[land] & IN_PLAY[s.players] & ~s.lands[player]
        if not front:
            return 0.2
        return 0.5 + max(0.0, min(4.0, float(threats[land] - s.armies[land]))) + 0.5 * s.building_count(land)
    armies = s.armies[land] - 1
    if armies < 2:
        return 0.0
    best = 0.0
    for target in bits(NEIGHBOURS[land] & IN_PLAY[s.players] & ~s.lands[player]):
        defence = 1.0 if s.owner(target) < 0 else float(s.armies[target])
        best = max(best, armies - defence + s.building_count(target))
    return best
