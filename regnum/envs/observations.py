"""A seat's observations as arrays and Gymnasium spaces."""

from typing import Any, Final

import numpy as np
from gymnasium import spaces

from regnum.core.observation_layout import IncrementalEncoder
from regnum.core.rules.state import State
from regnum.envs.common import GameSetup

Observation = dict[str, Any]
"""A seat's observation: "observation" (one array, or a dict with one for each part) and "action_mask"."""


class ObservationArrays:
    """Observations of a game's seats, as new arrays for each call.

    `named`: an array for each part of the layout, by its name, instead of a single one. `extra_actions`: the
    number of actions after those of the game.
    """

    def __init__(self, setup: GameSetup, named: bool, extra_actions: int = 0) -> None:
        self.layout: Final = setup.game.layout(setup.players)
        self.named: Final = named
        self.width: Final = len(setup.game.actions) + extra_actions
        self._extra_actions: Final = bytes(extra_actions)
        self._encoder: Final[IncrementalEncoder] = self.layout.encoder()
        self._parts: Final = [(part.name, part.start, part.size, part.shape or (1,)) for part in self.layout.parts]

    def action_space(self) -> spaces.Discrete:
        """Return a new space of all actions."""
        return spaces.Discrete(self.width)

    def observation_space(self) -> spaces.Dict:
        """Return a new space of all observations."""
        highest = np.array(self.layout.max_values, np.uint8)
        space: spaces.Space[Any] = spaces.Box(np.zeros_like(highest), highest, dtype=np.uint8)
        if self.named:
            space = spaces.Dict(
                {
                    name: spaces.Box(
                        np.zeros(shape, np.uint8), highest[start : start + size].reshape(shape), dtype=np.uint8
                    )
                    for name, start, size, shape in self._parts
                }
            )
        return spaces.Dict({"observation": space, "action_mask": spaces.Box(0, 1, (self.width,), np.int8)})

    def observe(self, state: State, seat: int) -> Observation:
        """Return a seat's observation and action mask; the mask is all zeros if the seat is not to act."""
        observation = np.frombuffer(self._encoder.observation_array(state, seat), np.uint8)
        mask_bytes = self.layout.action_mask(state.legal_actions(seat))
        mask_bytes.extend(self._extra_actions)
        mask = np.frombuffer(mask_bytes, np.int8)
        if self.named:
            parts = {
                name: observation[start : start + length].reshape(shape) for name, start, length, shape in self._parts
            }
            return {"observation": parts, "action_mask": mask}
        return {"observation": observation, "action_mask": mask}
