"""How good a state looks, for bots: the points there are, and a guess at those that may still come."""

from typing import Final

from regnum.core.step import Event
from regnum.games.brian_boru.battle import gathered
from regnum.games.brian_boru.components import (
    CARD_COLOUR,
    CARDS,
    CLAIM,
    COIN,
    MAIN,
    MISSING_COIN,
    PAY,
    REGION_TOWNS,
    REGIONS,
    ROUNDS,
    TOWN_REGION,
    TRACK_COINS,
    VALUE,
    WHITE,
)
from regnum.games.brian_boru.regions import counts, needed
from regnum.games.brian_boru.scoring import final_points, presence
from regnum.games.brian_boru.state import NO_CARDS, BrianBoruState

# Guesses in points, tuned by play against the random bot.
_COIN: Final = 0.28
_WEDDING: Final = 3.6
_MONASTERY: Final = 2.2
_LOST_TOWN: Final = 1.6
_TOWN: Final = 0.35
_SECONDARY: Final = 1.3
_SERVICE: Final = 0.6
_CARD: Final = 0.05
_WHITE: Final = 0.35
_PRESENCE: Final = [0.0, 0.5, 1.0, 1.6, 2.6, 3.8, 5.2, 7.2, 10.0]


def estimate(s: BrianBoruState) -> list[float]:
    """Return how many points each player may hope for at the end."""
    if s.round == ROUNDS[s.players] and s.stage == NO_CARDS:
        return [float(points) for points in _played_out(s).points]
    now = final_points(s)
    left = 1.0 - s.round / (ROUNDS[s.players] + 1)
    hopes = [float(s.points[player]) for player in range(s.players)]
    for player in range(s.players):
        hopes[player] += now[player]["renown"] + now[player]["coins"] * 0.5 + now[player]["marker"]
        hopes[player] += _PRESENCE[presence(s, player)] + _TOWN * s.controlled(player).bit_count() * left
        hopes[player] += _COIN * min(s.coins[player], 12) + _hand(s.hand[player])
        hopes[player] += TRACK_COINS[s.track[player]] * _COIN
    for region in range(len(REGIONS)):
        for player, share in enumerate(_region(s, region)):
            hopes[player] += share
    if s.round:
        _share(hopes, s.track, _WEDDING, 3)
        _share(hopes, s.church, _MONASTERY, 2)
        _battle(s, hopes)
    if s.active >= 0:
        _struggle(s, hopes)
    return hopes


def _played_out(s: BrianBoruState) -> BrianBoruState:
    """Return how the game ends if nobody chooses anything more: what upkeep brings in the last round is certain."""
    end = s.clone()
    while end.stack:
        step = end.stack.pop()
        end.announcing = len(end.stack)
        if isinstance(step, Event):
            step.happen(end)
    return end


def _hand(hand: int) -> float:
    worth = 0.0
    for card in range(len(CARDS)):
        if hand >> card & 1:
            worth += _SECONDARY + _CARD * card + (_WHITE if CARD_COLOUR[card] == WHITE else 0.0)
    return worth


def _region(s: BrianBoruState, region: int) -> list[float]:
    """Return what each player may hope for from a region's token."""
    found = counts(s, region)
    total = sum(found)
    chance = 1.0 if s.open >> region & 1 else min(1.0, 0.3 + 0.7 * total / needed(s, region))
    weights = [float(count * count * count) for count in found]
    if s.owner[region] >= 0:
        weights[s.owner[region]] *= 1.6
    whole = sum(weights) + 1.0
    return [VALUE[region] * chance * weight / whole for weight in weights[: s.players]]


def _share(hopes: list[float], pieces: list[int], prize: float, power: int) -> None:
    """Share a prize for the most pieces; the more ahead, the larger the share."""
    weights = [float(count**power) for count in pieces]
    whole = sum(weights) + 1.0
    for player, weight in enumerate(weights):
        hopes[player] += prize * weight / whole


def _battle(s: BrianBoruState, hopes: list[float]) -> None:
    weights = [float(count * count) for count in s.raiders]
    whole = sum(weights) + 1.0
    compared = gathered(s)
    fewest = min(compared)
    danger = min(1.0, s.battle_area / 6)
    for player in range(s.players):
        hopes[player] += (2.0 + s.renown[player]) * weights[player] / whole
        if compared[player] == fewest:
            hopes[player] -= _LOST_TOWN * danger


def _struggle(s: BrianBoruState, hopes: list[float]) -> None:
    """Guess at what the current power struggle will bring to those who have played."""
    winner = s.winner()
    if winner >= 0 and s.discs[winner] >> s.active & 1:
        return  # resolved already
    to_come = s.played.count(-1)
    for player in range(s.players):
        card = s.played[player]
        if card < 0:
            continue
        chance = 0.0
        if player == winner:
            chance = (card / len(CARDS)) ** to_come if to_come else 1.0
        hopes[player] += chance * _worth(s, player) + (1.0 - chance) * _SECONDARY


def _worth(s: BrianBoruState, player: int) -> float:
    """Return what the active town would be worth to a player."""
    worth = _TOWN + 0.6
    coins = s.coins[player]
    for icon in MAIN[s.played[player]]:
        if icon == PAY:
            worth -= _COIN if coins > 0 else float(MISSING_COIN)
            coins -= 1
        elif icon == COIN:
            worth += _COIN
        elif icon != CLAIM:
            worth += _SERVICE
    region = TOWN_REGION[s.active]
    before = _region(s, region)[player]
    s.discs[player] |= 1 << s.active
    after = _region(s, region)[player]
    s.discs[player] &= ~(1 << s.active)
    fresh = 0.0 if REGION_TOWNS[region] & s.controlled(player) else 1.0
    return worth + after - before + fresh
