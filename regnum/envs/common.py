"""What the environments share: seeds, what follows on an action that is not legal, and what is paid."""

from collections.abc import Mapping, Sequence
from secrets import randbits
from typing import Any, Final, Literal, SupportsIndex, get_args

import numpy as np

from regnum.core.action import Action, of_index
from regnum.core.field import as_whole, whole
from regnum.core.game import Game
from regnum.core.registry import find_game
from regnum.core.rng import SEED_LIMIT
from regnum.core.state import State

VERSION: Final = 1
"""The number in the names of all environments: goes up when the same actions would give something else."""

Illegal = Literal["raise", "forfeit", "random"]
"""What follows on an action that is not legal: a ValueError; the end, lost by whoever chose it; a legal one instead."""


class Table:
    """A game to be played again and again with the same players and options.

    `seed`: that of the game that is played; without one of its own, a game has the seed after the last one's.
    """

    def __init__(self, name: str, players: SupportsIndex | None, options: Mapping[str, object]) -> None:
        """ValueError for an unknown game, count or option; no count: the lowest of two players or more."""
        self.game: Final[Game] = find_game(name)
        count = min(count for count in self.game.player_counts if count > 1) if players is None else players
        self.options: Final = self.game.read_setup(count, 0, options)
        self.players: Final[int] = whole(count)
        self.seed: int = randbits(53)

    def begin(self, seed: SupportsIndex | None) -> State:
        """Return a new game's state."""
        state = self.game.begin(self.players, (self.seed + 1) % SEED_LIMIT if seed is None else seed, self.options)
        self.seed = state.seed
        return state


class Referee:
    """Reads actions that are given by index."""

    def __init__(self, illegal: Illegal) -> None:
        """ValueError for an unknown way."""
        if illegal not in get_args(Illegal):
            raise ValueError(f"illegal={illegal!r} is not one of {', '.join(get_args(Illegal))}")
        self.illegal: Final = illegal
        self._chance = np.random.default_rng(0)

    def begin(self, seed: int) -> None:
        """A game with this seed begins."""
        self._chance = np.random.default_rng(seed)

    def read(self, state: State, seat: int, given: Any) -> Action | None:
        """Return the action that is taken for what was given, or None for a forfeit; ValueError as `illegal` has it."""
        legal = state.legal_actions(seat)
        number = as_whole(given)
        action = None if number is None else of_index(legal, number)
        if action is not None:
            return action
        if self.illegal == "raise":
            raise ValueError(f"player {seat} may not take action {given!r} now: see the action mask")
        return None if self.illegal == "forfeit" else legal[self._chance.integers(len(legal))]


def paid(state: State) -> list[float]:
    """Return what each player gets at the end of a game: its returns, from 1 for the first to -1 for the last."""
    return state.returns()[: state.players]


def forfeited(seat: int, players: int) -> list[float]:
    """Return what each player gets when one of them forfeits: he is last, the others share the first place."""
    return [-1.0 if player == seat else 1 / (players - 1) for player in range(players)]


def agents_of(players: int) -> list[str]:
    """Return the names of the seats."""
    return [f"player_{seat}" for seat in range(players)]


def bots_of(opponents: str | Sequence[str], seats: int) -> list[str]:
    """Return the names of the bots of so many seats, given one for all or one for each; ValueError if it is neither."""
    names = opponents.split(",") if isinstance(opponents, str) else list(opponents)
    if len(names) == 1:
        names *= seats
    if len(names) != seats and seats:
        raise ValueError(f"{len(names)} opponents for {seats} seats: name one for all, or one for each")
    return names
