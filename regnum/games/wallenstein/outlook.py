"""What is reckoned once for a position, for bots: how much winters, coins and armies count, and who threatens what."""

from typing import Final

from regnum.games.wallenstein.components import EVENTS, GRAIN_LOSS, LANDS, NEIGHBOURS
from regnum.games.wallenstein.state import WallensteinState

# Guesses in points, tuned by play against the random bot.
_ARMY: Final = 0.12
_LOSS: Final = 0.28
"""How likely a land is lost to a neighbour who is far stronger."""
_HARVEST: Final = 2.6
"""Grain that a later round of the year may bring."""


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


def stake(s: WallensteinState, view: Outlook, land: int) -> float:
    """Return what is lost with a land, or won with it."""
    return view.winters * (1.0 + 1.7 * s.built(land)) + 0.3


def danger(s: WallensteinState, view: Outlook, land: int) -> float:
    """Return how likely a land is to be lost to a neighbour before winter."""
    threat = view.threat[land]
    if threat == 0:
        return 0.0
    help_ = 0.6 if s.unrest[land] == 0 else 0.0
    return _LOSS * threat / (threat + 1.6 * (s.armies[land] + help_))
