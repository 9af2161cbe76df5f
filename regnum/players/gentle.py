"""The gentle bot: plays like a beginner and makes human mistakes."""

from collections.abc import Mapping
from typing import ClassVar, Final, SupportsIndex
from zlib import crc32

from regnum.core.ai.evaluation import WeightTable
from regnum.core.ai.search_policy import candidates
from regnum.core.game import Game, game_of
from regnum.core.rules.action import Action
from regnum.core.rules.rng import draw_below, draw_number
from regnum.core.rules.state import State
from regnum.players.characters import CHARACTER_PARAM, character_weights
from regnum.players.player import Player, Value

WEIGHT_ERRORS: Final = (0.4, 0.7, 1.0, 1.0, 1.0, 1.4, 2.0)
"""The factors by which the bot may misjudge the weight of a feature."""
IMMEDIATE_POINT_BONUS: Final = 0.6
"""The extra value of each point gained immediately, in points."""
OPPONENT_WEIGHT: Final = 0.2
"""The weight of the mean estimate of the other sides, relative to the bot's own."""
OVERSIGHT_PERCENT: Final = 25
"""The percentage of actions without immediate points that the bot overlooks."""
HABIT_WEIGHT: Final = 0.5
"""The weight of habits, relative to the difference between the best and the worst action."""
TIE_WEIGHT: Final = 1e-6
"""A minimal weight of habits, so that they break ties between actions."""


class GentlePlayer(Player):
    """Looks one action ahead in one world consistent with its observation and takes the action that it values most.

    It misjudges some features of a position and has habits and favourite places; these follow from its seed and stay
    the same for the whole game. It overrates immediate points, hardly considers others' gains, and overlooks some
    actions that bring no points.
    `style`: a character of the game, whose preferences are added.
    """

    NAME: ClassVar[str] = "gentle"
    PARAMS: ClassVar[dict[str, Value]] = {CHARACTER_PARAM: ""}

    def __init__(self, seed: SupportsIndex, params: Mapping[str, object] | None = None) -> None:
        super().__init__(seed, params)
        self.character: Final = str(self.params[CHARACTER_PARAM])
        self._personality_seed: Final = draw_number(self.seed, 0)

    def choose(self, state: State, legal: list[Action]) -> Action:
        legal = candidates(legal)
        if len(legal) == 1:
            return legal[0]
        self.draws += 1
        random_bits = draw_number(self.seed, self.draws)
        game = game_of(state)
        weights = self.distorted_weights(game)
        seat = state.observer
        world = state.determinized(random_bits)
        points = world.scores()[seat]
        action_values: dict[Action, float] = {}
        for chance in (OVERSIGHT_PERCENT, 0):
            for index, action in enumerate(legal):
                next_state = world.clone()
                next_state.apply(action, seat)
                gain = next_state.scores()[seat] - points
                if gain > 0 or draw_below(random_bits, index, 100) >= chance:
                    action_values[action] = (
                        _action_value(game.evaluation.estimate(next_state, weights), seat)
                        + IMMEDIATE_POINT_BONUS * gain
                    )
            if action_values:
                break
        scale = HABIT_WEIGHT * (max(action_values.values()) - min(action_values.values())) + TIE_WEIGHT
        choice = legal[0]
        best_value = -1e9
        for action, action_value in action_values.items():
            action_value += scale * self._habit_bonus(action)
            if action_value > best_value:
                choice, best_value = action, action_value
        return choice

    def distorted_weights(self, game: Game) -> WeightTable:
        """Return this bot's own weights of a game's features, which follow from its seed."""
        weights = character_weights(game, self.character, game.evaluation.weights)
        features = len(game.evaluation.names)
        if features == 1:
            return weights
        factors = [WEIGHT_ERRORS[draw_below(self._personality_seed, at, len(WEIGHT_ERRORS))] for at in range(features)]
        return [[weight * factors[at] for at, weight in enumerate(row)] for row in weights]

    def _habit_bonus(self, action: Action) -> float:
        """Return the preference for the words of an action, from -0.5 to 0.5, which is constant for the whole game."""
        words = action.text.split()
        preference = 0.0
        for word in words:
            preference += draw_below(self._personality_seed, crc32(word.encode()), 1000) / 1000 - 0.5
        return preference / len(words)


def _action_value(estimates: list[float], seat: int) -> float:
    others_total = 0.0
    for side, estimate in enumerate(estimates):
        if side != seat:
            others_total += estimate
    return estimates[seat] - OPPONENT_WEIGHT * others_total / max(1, len(estimates) - 1)


PLAYER: Final = GentlePlayer
