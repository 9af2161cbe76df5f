"""Many games stepped in one call. Observations are written into NumPy arrays, optionally your own, without copies.

from regnum.envs.vector import VectorEnv
env = VectorEnv("khan", players=3, count=64, seed=1)
env.step(actions)
"""

from typing import Any, Final, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from regnum.core.batch import Batch, Buffers
from regnum.core.integers import to_int
from regnum.core.rules.state import State
from regnum.games import find_game

__all__ = ["VectorEnv", "arrays_for"]

Arrays = dict[str, NDArray[Any]]


class VectorEnv:
    """A batch of games with the same setup; when a game ends, the next one begins in its slot immediately.

    Each step overwrites the arrays, which have a row for each game. Slot p plays the seeds `seed + p`,
    `seed + p + count` and so on. In simultaneous decisions, the players act one after another, the lowest seat first.

    Attributes:
        observations: The observation of the seat to act; uint8, shape `(count, layout size)`.
        masks: The legal actions of that seat; uint8, shape `(count, actions)`.
        seats: That seat; uint8, shape `(count,)`.
        rewards: One for each player, 0 unless the game has just ended; float32, shape `(count, players)`.
        dones: Whether the game has just ended; bool, shape `(count,)`.
        seeds: The seed of the current game; uint64, shape `(count,)`.
    """

    def __init__(
        self,
        name: str,
        players: SupportsIndex,
        count: SupportsIndex,
        seed: SupportsIndex = 0,
        arrays: Arrays | None = None,
        **options: object,
    ) -> None:
        """Begin all games.

        Args:
            name: The id of the game.
            players: The number of players.
            count: The number of games.
            seed: The seed of the first game in slot 0.
            arrays: Your own arrays by name, for example in shared memory; those of `arrays_for` by default.
            **options: Options of the game by name.

        Raises:
            ValueError: If the setup is invalid, or an array has the wrong name, shape or type.
        """
        self.game: Final = find_game(name)
        self.options: Final = self.game.read_setup(players, seed, options)
        self.players: Final[int] = to_int(players)
        self.count: Final[int] = to_int(count)
        self.layout: Final = self.game.layout(self.players)
        default_arrays = arrays_for(name, self.players, self.count)
        own_arrays = {} if arrays is None else arrays
        for key, array in own_arrays.items():
            if key not in default_arrays:
                raise ValueError(f"no array {key!r}; there are {', '.join(default_arrays)}")
            expected = default_arrays[key]
            if array.shape != expected.shape or array.dtype != expected.dtype or not array.flags.c_contiguous:
                raise ValueError(
                    f"the array {key} is not a contiguous one of {expected.dtype} in the shape {expected.shape}"
                )
            if not array.flags.writeable:
                raise ValueError(f"the array {key} cannot be written to")
        all_arrays = default_arrays | own_arrays
        self.observations: Final = all_arrays["observations"]
        self.masks: Final = all_arrays["masks"]
        self.seats: Final = all_arrays["seats"]
        self.rewards: Final = all_arrays["rewards"]
        self.dones: Final = all_arrays["dones"]
        self.seeds: Final = all_arrays["seeds"]
        views: dict[str, Any] = {key: array.reshape(-1).data for key, array in all_arrays.items()}
        buffers = Buffers(**views)
        self._batch: Final = Batch(self.game, self.players, self.count, to_int(seed), self.options, buffers)

    def reset(self, seed: SupportsIndex) -> None:
        """Restart all games, with this seed in slot 0."""
        self._batch.reset(to_int(seed))

    def step(self, actions: NDArray[Any]) -> None:
        """Take an action in each game, for the seat to act.

        Args:
            actions: The index of the action for each game; integers, shape `(count,)`.

        Raises:
            ValueError: If an action is illegal. In that case, no game has changed.
        """
        self._batch.step(np.ascontiguousarray(actions, np.int64).data)

    def state(self, slot: SupportsIndex) -> State:
        """Return a copy of a game's full state, including hidden information."""
        return self._batch.state(to_int(slot)).clone()


def arrays_for(name: str, players: int, count: int) -> Arrays:
    """Return new arrays for `count` games, by the names of the attributes of `VectorEnv`.

    Raises:
        ValueError: If the setup is invalid.
    """
    game = find_game(name)
    if count < 1:
        raise ValueError(f"the number of games must be at least one, not {count}")
    return {
        "observations": np.zeros((count, game.layout(players).size), np.uint8),
        "masks": np.zeros((count, len(game.actions)), np.uint8),
        "seats": np.zeros(count, np.uint8),
        "rewards": np.zeros((count, players), np.float32),
        "dones": np.zeros(count, np.bool_),
        "seeds": np.zeros(count, np.uint64),
    }
