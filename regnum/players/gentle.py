"""The gentle bot: plays like somebody who is still new to a game, and errs as people do."""

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
"""What it may take a feature of a position to be worth, in parts of its worth."""
GLAD: Final = 0.6
"""What a point at once is worth to it beside what it is worth anyway."""
MINDS: Final = 0.2
"""What others' points matter to it, where they would matter to others as much as its own."""
MISSED: Final = 25
"""Of a hundred actions that bring no points at once so many escape it."""
HABIT: Final = 0.5
"""What it is used to or not counts for so much of the difference between what it likes best and least."""
SAME: Final = 1e-6
"""Where it sees no difference, habit decides alone."""


class GentlePlayer(Player):
    """Looks one action ahead into one world that fits what it sees, and takes what it likes best.

    What it thinks of a position's features is wrong in some of them, and it has habits and favourite places; so it is
    for the whole game, by its seed. It is too glad of points that it gets at once, hardly minds what others get, and
    overlooks some actions that bring no points.
    `style`: the character of the game whose likings it has besides.
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
        """Return the weights of a game's features as it has them: they follow from its seed."""
        lines = styled(game, self.style, game.evaluation.lines)
        features = len(game.evaluation.names)
        if features == 1:
            return lines
        mine = [OPINIONS[below(self._nature, at, len(OPINIONS))] for at in range(features)]
        return [[weight * mine[at] for at, weight in enumerate(line)] for line in lines]

    def _fondness(self, action: Action) -> float:
        """Return how fond it is of an action for what it is and where, from -0.5 to 0.5, for the whole game."""
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
