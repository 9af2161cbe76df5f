"""Shared parts of the environments: seeds, illegal actions and rewards."""

from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any, Final, Literal, SupportsIndex, get_args

import numpy as np
from gymnasium.error import ResetNeeded

from regnum.core.game import Game
from regnum.core.integers import as_int, to_int
from regnum.core.rules.action import Action, find_by_index
from regnum.core.rules.state import State
from regnum.games import find_game
from regnum.players import Player

__all__ = [
    "VERSION",
    "GameSetup",
    "Illegal",
    "Opponent",
    "Opponents",
    "Referee",
    "agents_of",
    "bots_of",
    "draw_seed",
    "final_rewards",
    "forfeit_rewards",
]

VERSION: Final = 2
"""The version in the names of all environments; it increases when the same actions would give different results."""

Opponent = str | Player | Callable[[int], Player]
"""An opponent: the name of a bot, a player, or a callable that makes a player from a seed, such as its class."""
Opponents = Opponent | Sequence[Opponent]

Illegal = Literal["raise", "forfeit", "random"]
"""The response to an illegal action: a ValueError, the loss of the game, or a random legal action instead."""


def reset_needed_error(purpose: str) -> ResetNeeded:
    """Return the error for a call that is not possible before the first reset; `purpose` completes its message."""
    return ResetNeeded(f"call reset first: before it there is nothing to {purpose}")


class GameSetup:
    """The setup of a game that is played repeatedly with the same players and options.

    `seed`: the seed of the current game; if none is given, it is drawn at random. The random generator
    (`np_random`) is seeded with the last given seed, so later games are reproducible, and copies of an
    environment that began with different seeds play different games.
    """

    def __init__(self, name: str, players: SupportsIndex | None, options: Mapping[str, object]) -> None:
        """Check the setup.

        Args:
            name: The id of the game.
            players: The number of players, or None for the game's lowest above one.
            options: Options of the game by name.

        Raises:
            ValueError: If the game, player count or an option is invalid.
        """
        self.game: Final[Game] = find_game(name)
        count = min(count for count in self.game.player_counts if count > 1) if players is None else players
        self.options: Final = self.game.read_setup(count, 0, options)
        self.players: Final[int] = to_int(count)
        self.seed = 0
        self.np_random = np.random.default_rng()

    def begin(self, seed: SupportsIndex | None, rng: np.random.Generator | None = None) -> State:
        """Return the state of a new game.

        Args:
            seed: The seed, or None for a random one.
            rng: The environment's own random generator, if it has one.
        """
        if rng is None:
            if seed is not None:
                self.np_random = np.random.default_rng(index(seed))
            rng = self.np_random
        state = self.game.begin(self.players, draw_seed(rng) if seed is None else seed, self.options)
        self.seed = state.seed
        return state


def draw_seed(rng: np.random.Generator) -> int:
    """Return a random seed for a game."""
    return int(rng.integers(1 << 53))


class Referee:
    """Converts action indices to actions; `illegal` determines how illegal actions are handled."""

    def __init__(self, illegal: Illegal) -> None:
        """Make a referee.

        Raises:
            ValueError: If `illegal` is none of the values of `Illegal`.
        """
        if illegal not in get_args(Illegal):
            raise ValueError(f"illegal={illegal!r} is not one of {', '.join(get_args(Illegal))}")
        self.illegal: Final = illegal
        self._rng = np.random.default_rng(0)

    def begin(self, seed: int) -> None:
        """Begin a game with this seed, which also determines the random actions."""
        self._rng = np.random.default_rng(seed)

    def read(self, state: State, seat: int, value: Any) -> Action | None:
        """Return the action with an index, or None for a forfeit.

        Args:
            state: The full state.
            seat: The seat that acts.
            value: What the agent has returned.

        Raises:
            ValueError: If the action is illegal and `illegal` is "raise".
        """
        legal = state.legal_actions(seat)
        number = as_int(value)
        action = None if number is None else find_by_index(legal, number)
        if action is not None:
            return action
        if self.illegal == "raise":
            raise ValueError(f"player {seat} may not take action {value!r} now: see the action mask")
        return None if self.illegal == "forfeit" else legal[self._rng.integers(len(legal))]


def final_rewards(state: State) -> list[float]:
    """Return each player's reward at the end of a game: its returns, from 1 for the first to -1 for the last."""
    return state.returns()[: state.players]


def forfeit_rewards(seat: int, players: int) -> list[float]:
    """Return each player's reward when one of them forfeits: that player is last, and the others share first place."""
    return [-1.0 if player == seat else 1 / (players - 1) for player in range(players)]


def agents_of(players: int) -> list[str]:
    """Return the names of the seats."""
    return [f"player_{seat}" for seat in range(players)]


def bots_of(opponents: Opponents, seats: int) -> list[Opponent]:
    """Return the opponents by seat.

    Args:
        opponents: One opponent for all seats, or a list with one for each.
        seats: The number of seats.

    Raises:
        ValueError: If a list has another length.
    """
    bots: list[Opponent]
    if isinstance(opponents, str):
        bots = [*opponents.split(",")]
    elif isinstance(opponents, Sequence):
        bots = [*opponents]
    else:
        bots = [opponents]
    if len(bots) == 1:
        bots *= seats
    if len(bots) != seats and seats:
        raise ValueError(f"{len(bots)} opponents for {seats} seats: name one for all, or one for each")
    for opponent in bots:
        if not isinstance(opponent, str | Player) and not callable(opponent):
            raise ValueError(
                f"the opponent {opponent!r} is neither the name of a bot, nor a player, nor a function that returns one"
            )
        if isinstance(opponent, Player) and wants_events(opponent) and sum(bot is opponent for bot in bots) > 1:
            kind = type(opponent).__name__
            raise ValueError(f"one {kind} can't play several seats because it follows the game; pass one per seat")
    return bots


def wants_events(bot: Player) -> bool:
    """Return whether a bot wants to be notified of events."""
    return type(bot).begin is not Player.begin or type(bot).follow is not Player.follow
