"""Many games stepped in one call, without copying: what is seen is written into arrays of NumPy that may be yours.

from regnum.envs.vector import VectorEnv
env = VectorEnv("khan", players=3, count=64, seed=1)
env.step(actions)
"""

from typing import Any, Final, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from regnum.core.batch import Batch, Buffers
from regnum.core.codec import whole
from regnum.core.rules.state import State
from regnum.games import find_game

Arrays = dict[str, NDArray[Any]]


class VectorEnv:
    """So many games of one kind; where one ends, the next one begins in its place at once.

    The arrays, a row for each game, are written anew by each step: `observations` and `masks` of the seat that is to
    act; `seats`: which one that is; `rewards`: for each player, 0 but where a game has just ended; `dones`: where one
    has; `seeds`: that of the game. Place p plays the seeds `seed + p`, `seed + p + count` and so on. Where several
    decide at once, they do so one after the other, the lowest seat first.
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
        """`arrays`: some of one's own by their names, shared memory say; `arrays_for` says how they must be.

        ValueError for a bad setup, or an array of another shape or type.
        """
        self.game: Final = find_game(name)
        self.options: Final = self.game.read_setup(players, seed, options)
        self.players: Final[int] = whole(players)
        self.count: Final[int] = whole(count)
        self.layout: Final = self.game.layout(self.players)
        needed = arrays_for(name, self.players, self.count)
        given = {} if arrays is None else arrays
        for key, array in given.items():
            if key not in needed:
                raise ValueError(f"no array {key!r}; there are {', '.join(needed)}")
            mine = needed[key]
            if array.shape != mine.shape or array.dtype != mine.dtype or not array.flags.c_contiguous:
                raise ValueError(f"the array {key} is not a contiguous one of {mine.dtype} in the shape {mine.shape}")
            if not array.flags.writeable:
                raise ValueError(f"the array {key} cannot be written to")
        found = needed | given
        self.observations: Final = found["observations"]
        self.masks: Final = found["masks"]
        self.seats: Final = found["seats"]
        self.rewards: Final = found["rewards"]
        self.dones: Final = found["dones"]
        self.seeds: Final = found["seeds"]
        views: dict[str, Any] = {key: array.reshape(-1).data for key, array in found.items()}
        buffers = Buffers(**views)
        self._batch: Final = Batch(self.game, self.players, self.count, whole(seed), self.options, buffers)

    def reset(self, seed: SupportsIndex) -> None:
        """Begin all games anew, with this seed at place 0."""
        self._batch.reset(whole(seed))

    def step(self, actions: NDArray[Any]) -> None:
        """Take an action in each game, given by its index, for the seat that is to act.

        ValueError names the first that may not be taken, and nothing has happened then.
        """
        self._batch.step(np.ascontiguousarray(actions, np.int64).data)

    def state(self, place: SupportsIndex) -> State:
        """Return a copy of a game's state, with all that is hidden."""
        return self._batch.state(whole(place)).clone()


def arrays_for(name: str, players: int, count: int) -> Arrays:
    """Return new arrays for so many games, by their names; ValueError for a bad setup."""
    game = find_game(name)
    if count < 1:
        raise ValueError(f"{count} games are none")
    return {
        "observations": np.zeros((count, game.layout(players).size), np.uint8),
        "masks": np.zeros((count, len(game.actions)), np.uint8),
        "seats": np.zeros(count, np.uint8),
        "rewards": np.zeros((count, players), np.float32),
        "dones": np.zeros(count, np.bool_),
        "seeds": np.zeros(count, np.uint64),
    }
