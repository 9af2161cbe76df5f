"""The strong bot: searches within its limit of time or iterations."""

from collections.abc import Mapping
from typing import ClassVar, Final, SupportsIndex

from regnum.core.ai.evaluation import WeightTable
from regnum.core.ai.search_policy import SearchPolicy, candidates, is_simultaneous
from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.rng import draw_number
from regnum.core.rules.state import State
from regnum.players.characters import CHARACTER_PARAM, character_weights
from regnum.players.player import Player, Value
from regnum.players.search.action_plan import PlanSearch
from regnum.players.search.tree import Search, SearchNode

HINT_BOT: Final = "strong:seconds=1"
"""The bot that gives hints to people."""


class StrongPlayer(Player):
    """Searches possible continuations in many worlds consistent with its observation; takes the most visited action.

    By default, it uses half a second of processor time for each decision. With a number of iterations instead, its
    choices are reproducible.
    `style`: the character of the game whose preferences it uses to judge unfinished games.
    """

    NAME: ClassVar[str] = "strong"
    PARAMS: ClassVar[dict[str, Value]] = {"seconds": 0.5, "iterations": 0, CHARACTER_PARAM: ""}

    def __init__(self, seed: SupportsIndex, params: Mapping[str, object] | None = None) -> None:
        super().__init__(seed, params)
        self.seconds: Final = float(self.params["seconds"])
        self.iterations: Final = int(self.params["iterations"])
        self.character: Final = str(self.params[CHARACTER_PARAM])
        self.search_iterations = 0
        """The number of iterations of its last search."""
        self._action_plan: list[Action] = []
        """The remaining actions of its last action plan."""
        self._reusable_root: SearchNode | None = None
        """The node after the choice of the last search, for reuse if no other player decides before the next one."""
        self._reusable_ply = -1
        """The ply of the decision for which `_reusable_root` can be reused."""

    def choose(self, state: State, legal: list[Action]) -> Action:
        earlier_root = self._reusable_root if state.ply == self._reusable_ply else None
        legal = candidates(legal)
        if len(legal) == 1:
            self._reusable_ply = state.ply + 1 if earlier_root is not None else -1
            return legal[0]
        self.draws += 1
        seed = draw_number(self.seed, self.draws)
        policy = game_of(state).search.prepare(state, seed)
        action_plan = policy.action_plan(state, seed)
        if action_plan:
            self._reusable_root = None
            return self._choose_action_plan(state, policy, seed, len(action_plan))
        search = Search(state, policy, seed, earlier_root, self._weights(state))
        search.run(self.iterations, self.seconds)
        self.search_iterations = search.iterations
        action = search.best(legal)
        self._action_plan = []
        self._reusable_root = search.child(action)
        self._reusable_ply = -1 if is_simultaneous(state) else state.ply + 1
        return action

    def _choose_action_plan(self, state: State, policy: SearchPolicy, seed: int, steps: int) -> Action:
        """Search for an action plan of `steps` actions and return the first one; the rest is reconsidered later."""
        earlier_plan = self._action_plan
        if len(earlier_plan) != steps or not policy.can_follow(state, earlier_plan):
            earlier_plan = []
        search = PlanSearch(state, policy, seed, steps, earlier_plan, self._weights(state))
        search.run(self.iterations, self.seconds)
        self.search_iterations = search.iterations
        self._action_plan = search.best[1:]
        return search.best[0]

    def _weights(self, state: State) -> WeightTable:
        return character_weights(game_of(state), self.character, game_of(state).evaluation.values)


PLAYER: Final = StrongPlayer
