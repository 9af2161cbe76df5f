"""The gentle bot: plays like a beginner and makes human mistakes."""

from collections.abc import Mapping
from typing import ClassVar, Final, SupportsIndex
from zlib import crc32

from regnum.core.ai.evaluation import Lines
from regnum.core.ai.search_policy import candidates
from regnum.core.game import Game, game_of
from regnum.core.rules.action import Action
from regnum.core.rules.rng import below, number
from regnum.core.rules.state import State
from regnum.players.player import Player, Value
from regnum.players.style import STYLE, styled

OPINIONS: Final = (0.4, 0.7, 1.0, 1.0, 1.0, 1.4, 2.0)
"""The factors by which it may misjudge the weight of a feature."""
GLAD: Final = 0.6
"""The extra value of each point gained immediately, in points."""
MINDS: Final = 0.2
"""The weight of the other sides' average points, where its own have weight 1."""
MISSED: Final = 25
"""The percentage of actions without immediate points that it overlooks."""
HABIT: Final = 0.5
"""The weight of habits, relative to the difference between the best and the worst action."""
SAME: Final = 1e-6
"""A minimal weight of habits, so that they decide between equal actions."""


class GentlePlayer(Player):
    """Looks one action ahead in one world consistent with its observation, and takes the action that it likes best.

    It misjudges some features of a position, and has habits and favourite places; these follow from its seed and stay
    the same for the whole game. It overrates immediate points, hardly considers others' gains, and overlooks some
    actions that bring no points.
    `style`: a character of the game, whose preferences are added.
    """

    NAME: ClassVar[str] = "gentle"
    PARAMS: ClassVar[dict[str, Value]] = {STYLE: ""}

    def __init__(self, seed: SupportsIndex, params: Mapping[str, object] | None = None) -> None:
        super().__init__(seed, params)
        self.style: Final = str(self.params[STYLE])
        self._nature: Final = number(self.seed, 0)

    def choose(self, state: State, legal: list[Action]) -> Action:
        legal = candidates(legal)
        if len(legal) == 1:
            return legal[0]
        self.draws += 1
        luck = number(self.seed, self.draws)
        game = game_of(state)
        lines = self.opinions(game)
        player = state.observer
        world = state.determinized(luck)
        points = world.scores()[player]
        likings: dict[Action, float] = {}
        for chance in (MISSED, 0):
            for index, action in enumerate(legal):
                tried = world.clone()
                tried.apply(action, player)
                gain = tried.scores()[player] - points
                if gain > 0 or below(luck, index, 100) >= chance:
                    likings[action] = _liking(game.evaluation.estimate(tried, lines), player) + GLAD * gain
            if likings:
                break
        scale = HABIT * (max(likings.values()) - min(likings.values())) + SAME
        found = legal[0]
        most = -1e9
        for action, liking in likings.items():
            liking += scale * self._fondness(action)
            if liking > most:
                found, most = action, liking
        return found

    def opinions(self, game: Game) -> Lines:
        """Return this bot's own weights of a game's features, which follow from its seed."""
        lines = styled(game, self.style, game.evaluation.lines)
        features = len(game.evaluation.names)
        if features == 1:
            return lines
        mine = [OPINIONS[below(self._nature, at, len(OPINIONS))] for at in range(features)]
        return [[weight * mine[at] for at, weight in enumerate(line)] for line in lines]

    def _fondness(self, action: Action) -> float:
        """Return the habitual preference for an action, by its words, from -0.5 to 0.5; constant for the whole game."""
        words = action.text.split()
        fondness = 0.0
        for word in words:
            fondness += below(self._nature, crc32(word.encode()), 1000) / 1000 - 0.5
        return fondness / len(words)


def _liking(hopes: list[float], player: int) -> float:
    others = 0.0
    for side, hope in enumerate(hopes):
        if side != player:
            others += hope
    return hopes[player] - MINDS * others / max(1, len(hopes) - 1)


PLAYER: Final = GentlePlayer
