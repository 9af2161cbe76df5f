"""The greedy bot: looks one action ahead and takes the best action by the game's estimate."""

from collections.abc import Mapping
from typing import ClassVar, Final, SupportsIndex

from regnum.core.ai.search_policy import candidates
from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.rng import draw_below, draw_number
from regnum.core.rules.state import State
from regnum.players.characters import CHARACTER_PARAM, character_weights
from regnum.players.player import Player, Value
from regnum.players.search.values import margin

WORLD_COUNT: Final = 2
"""The number of determinizations in which each action is tried."""
EPSILON: Final = 1e-9
"""Gains that differ by less count as equal, because sums in a different order may be rounded differently."""


class GreedyPlayer(Player):
    """Tries each legal action in several worlds consistent with its observation and takes the one with the best lead.

    There are `WORLD_COUNT` worlds. Convenience actions are left out unless there are no others. The bot's own seed
    breaks ties. `style`: the character of the game whose preferences it uses.
    """

    NAME: ClassVar[str] = "greedy"
    PARAMS: ClassVar[dict[str, Value]] = {CHARACTER_PARAM: ""}

    def __init__(self, seed: SupportsIndex, params: Mapping[str, object] | None = None) -> None:
        super().__init__(seed, params)
        self.character: Final = str(self.params[CHARACTER_PARAM])

    def choose(self, state: State, legal: list[Action]) -> Action:
        legal = candidates(legal)
        if len(legal) == 1:
            return legal[0]
        seat = state.observer
        weights = character_weights(game_of(state), self.character, game_of(state).evaluation.weights)
        gains = [0.0] * len(legal)
        for _ in range(WORLD_COUNT):
            self.draws += 1
            world = state.determinized(draw_number(self.seed, self.draws))
            for index, action in enumerate(legal):
                next_state = world.clone()
                next_state.apply(action, seat)
                gains[index] += margin(next_state, seat, weights)
        best = max(gains) - EPSILON
        ties = [index for index, gain in enumerate(gains) if gain >= best]
        if len(ties) == 1:
            return legal[ties[0]]
        self.draws += 1
        return legal[ties[draw_below(self.seed, self.draws, len(ties))]]


PLAYER: Final = GreedyPlayer
