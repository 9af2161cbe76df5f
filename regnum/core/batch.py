"""Plays many games at once: each step takes one action per game and writes the observations into the caller's buffers.

Nothing is copied: the buffers may be NumPy arrays (`regnum.envs.vector`) or shared with other processes.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from regnum.core.observation_layout import IncrementalEncoder, ObservationLayout
from regnum.core.rules.action import Action, find_by_index
from regnum.core.rules.rng import SEED_LIMIT
from regnum.core.rules.state import State

if TYPE_CHECKING:
    from regnum.core.game import Game

__all__ = ["Batch", "Buffers"]


class Buffers:
    """The buffers that a batch writes into: one-dimensional `memoryview` objects, in the order of the games.

    Attributes:
        observations: The observation of the seat to act, `ObservationLayout.size` bytes for each game.
        masks: The legal actions of that seat: one byte for each action of the game's table.
        seats: That seat, one byte for each game.
        rewards: One float for each player of each game; 0 unless the game has just ended.
        dones: Whether the game has just ended, one byte for each game.
        seeds: The seed of the current game, an unsigned 64-bit integer for each game.
    """

    def __init__(
        self,
        observations: memoryview,
        masks: memoryview,
        seats: memoryview,
        rewards: "memoryview[float]",
        dones: memoryview,
        seeds: memoryview,
    ) -> None:
        self.observations: Final = observations
        self.masks: Final = masks
        self.seats: Final = seats
        self.rewards: Final = rewards
        self.dones: Final = dones
        self.seeds: Final = seeds


class Batch:
    """A fixed number of games in slots numbered from 0. When a game ends, the next one begins in its slot immediately.

    Slot p plays the seeds `seed + p`, `seed + p + count`, and so on: its games depend only on these seeds and on its
    own actions, not on other slots. In simultaneous decisions, players act one after the other in the order of seats,
    without seeing each other's choices.
    """

    def __init__(
        self, game: "Game", players: int, count: int, seed: int, options: Mapping[str, object], buffers: Buffers
    ) -> None:
        """Begin all games.

        Args:
            game: The game.
            players: The number of players.
            count: The number of games.
            seed: The seed of the first game in slot 0.
            options: Options of the game by name; the others have their default values.
            buffers: The buffers to write into.

        Raises:
            ValueError: If the setup is invalid, or a buffer has the wrong length.
        """
        game.read_setup(players, seed, options)
        if count < 1:
            raise ValueError(f"the number of games must be at least one, not {count}")
        self.game: Final = game
        self.players: Final = players
        self.count: Final = count
        self.options: Final = dict(options)
        self.layout: Final[ObservationLayout] = game.layout(players)
        self.buffers: Final = buffers
        self._width: Final[int] = len(game.actions)
        self._encoders: Final[list[IncrementalEncoder]] = [self.layout.encoder() for _ in range(count)]
        self._legal: Final[list[list[Action]]] = [[] for _ in range(count)]
        self._states: Final[list[State]] = []
        self._seeds: Final[list[int]] = []
        self._ended: Final[list[int]] = []
        """The slots whose games ended in the last step."""
        expected_lengths = [
            ("observations", len(buffers.observations), count * self.layout.size),
            ("masks", len(buffers.masks), count * self._width),
            ("seats", len(buffers.seats), count),
            ("rewards", len(buffers.rewards), count * players),
            ("dones", len(buffers.dones), count),
            ("seeds", len(buffers.seeds), count),
        ]
        for name, size, length in expected_lengths:
            if size != length:
                raise ValueError(f"the buffer {name} has {size} items, but {length} are needed")
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Restart all games, with `seed` in slot 0."""
        self.game.read_setup(self.players, seed, self.options)
        self._states.clear()
        self._seeds.clear()
        for slot in range(self.count):
            self._seeds.append((seed + slot) % SEED_LIMIT)
            self._states.append(self._begin(slot))
            self._write_observation(slot)
            self._write_rewards(slot, False, [0.0] * self.players)
        self._ended.clear()

    def state(self, slot: int) -> State:
        """Return the current full state of the game in a slot. Do not change it: it belongs to the batch."""
        return self._states[slot]

    def step(self, actions: memoryview) -> None:
        """Take an action in each game, for the seat to act, and write the results into the buffers.

        Args:
            actions: The index of the action for each game, as 64-bit integers.

        Raises:
            ValueError: If an action is illegal. In that case, no game has changed.
        """
        if len(actions) != self.count:
            raise ValueError(f"{len(actions)} actions for {self.count} games")
        chosen: list[Action] = []
        for slot in range(self.count):
            chosen.append(self._action_at(slot, actions[slot]))
        for slot in self._ended:
            self._write_rewards(slot, False, [0.0] * self.players)
        self._ended.clear()
        states = self._states
        for slot in range(self.count):
            state = states[slot]
            state.apply(chosen[slot], state.players_to_act[0])
            if not state.players_to_act:
                self._end(slot, state)
            self._write_observation(slot)

    def _action_at(self, slot: int, index: int) -> Action:
        """Return the action with this index; raises ValueError if it is not legal in this slot."""
        action = find_by_index(self._legal[slot], index)
        if action is None:
            raise ValueError(f"game {slot}: action {index} may not be taken now")
        return action

    def _begin(self, slot: int) -> State:
        """Begin a game with the seed of the slot and return its initial state."""
        seed = self._seeds[slot]
        self.buffers.seeds[slot] = seed
        return self.game.begin(self.players, seed, self.options)

    def _end(self, slot: int, state: State) -> None:
        """Write the rewards of a finished game and begin the next one."""
        self._write_rewards(slot, True, state.returns())
        self._ended.append(slot)
        self._seeds[slot] = (self._seeds[slot] + self.count) % SEED_LIMIT
        self._states[slot] = self._begin(slot)

    def _write_rewards(self, slot: int, done: bool, rewards: list[float]) -> None:
        """Write whether a game has ended, and each player's reward."""
        self.buffers.dones[slot] = done
        for player in range(self.players):
            self.buffers.rewards[slot * self.players + player] = rewards[player]

    def _write_observation(self, slot: int) -> None:
        """Write the observation and the legal actions of the seat to act."""
        state = self._states[slot]
        seat = state.players_to_act[0]
        legal = state.legal_actions(seat)
        self._legal[slot] = legal
        self.buffers.seats[slot] = seat
        self._encoders[slot].observe(state, seat, self.buffers.observations, slot * self.layout.size)
        self.layout.write_mask_of(legal, self.buffers.masks, slot * self._width)
