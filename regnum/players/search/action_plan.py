"""The search for an action plan: several actions that make sense only together.

This is a local search: a small change is kept if it is better in the same worlds, with the same random numbers.
"""

from math import sqrt
from time import thread_time
from typing import Final

from regnum.core.ai.evaluation import WeightTable
from regnum.core.ai.search_policy import SearchPolicy, candidates
from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.rng import draw_number
from regnum.core.rules.state import State
from regnum.players.search.playout import play_on
from regnum.players.search.values import margin, win_values

_RESTART_INTERVAL: Final = 8
"""The interval, in attempts, at which a completely new action plan is tried."""
_MAX_FAILED_ATTEMPTS: Final = 50
"""The search ends after this number of consecutive attempts that yield no different action plan."""
_QUICK_WORLDS: Final = 6
"""The number of worlds after which a change is rejected if it looks worse."""
_WORLD_COUNT: Final = 30
_MIN_STANDARD_ERRORS: Final = 0.7
"""The number of standard errors by which a change must be better."""


class PlanSearch:
    """A search for a seat's action plan in a simultaneous decision."""

    def __init__(
        self,
        observation: State,
        policy: SearchPolicy,
        seed: int,
        steps: int,
        initial_plan: list[Action],
        weights: WeightTable | None = None,
    ) -> None:
        """`steps`: the length of the action plan. `initial_plan`: the initial action plan; if empty, a greedy one.

        `weights`: the weights of the evaluation (None: its `values`).
        """
        self.observation: Final = observation
        self.policy: Final = policy
        self.seed: Final = seed
        self.weights: Final[WeightTable] = game_of(observation).evaluation.values if weights is None else weights
        self.iterations = 0
        self._draws = 0
        self.best: list[Action] = initial_plan or self._by_estimate(steps)

    def run(self, iterations: int, seconds: float) -> None:
        """Search for a number of playouts or, if `iterations` is 0, seconds of this thread's processor time."""
        end = thread_time() + seconds
        attempts = 0
        failed_attempts = 0
        while failed_attempts < _MAX_FAILED_ATTEMPTS and (
            self.iterations < iterations if iterations > 0 else thread_time() < end
        ):
            attempts += 1
            failed_attempts += 1
            if attempts % _RESTART_INTERVAL == 0:
                candidate = self.policy.action_plan(self.observation, self._draw())
            else:
                candidate = self.policy.mutate_action_plan(self.observation, self.best, self._draw())
            if candidate and candidate != self.best:
                failed_attempts = 0
                if self._is_better(candidate):
                    self.best = candidate

    def _draw(self) -> int:
        self._draws += 1
        return draw_number(self.seed, self._draws)

    def _is_better(self, candidate: list[Action]) -> bool:
        """Return whether an action plan is better than the best one so far."""
        total = 0.0
        squares = 0.0
        for count in range(1, _WORLD_COUNT + 1):
            seed = self._draw()
            gain = self._value(candidate, seed) - self._value(self.best, seed)
            total += gain
            squares += gain * gain
            if count == _QUICK_WORLDS and total < 0.0:
                return False
        mean = total / _WORLD_COUNT
        return mean > _MIN_STANDARD_ERRORS * sqrt(max(0.0, squares / _WORLD_COUNT - mean * mean) / _WORLD_COUNT)

    def _value(self, action_plan: list[Action], seed: int) -> float:
        """Return the value of an action plan to its seat in one world, from 0 to 1."""
        self.iterations += 1
        seat = self.observation.observer
        world = self.policy.sample_state(self.observation, seed)
        for action in action_plan:
            world.apply(action, seat)
        play_on(world, self.policy, seed & 0x3FFFFFFF)
        return win_values(world, self.policy.margin_scale, self.weights)[seat]

    def _by_estimate(self, steps: int) -> list[Action]:
        """Return a greedy action plan: at each step, the action with the best estimate."""
        seat = self.observation.observer
        world = self.policy.sample_state(self.observation, self._draw())
        plan: list[Action] = []
        for _ in range(steps):
            if plan:
                world.apply(plan[-1], seat)
            legal = candidates(world.legal_actions(seat))
            best = legal[0]
            best_value = -1e9
            if len(legal) > 1:
                for action in legal:
                    next_state = world.clone()
                    next_state.apply(action, seat)
                    value = margin(next_state, seat, self.weights)
                    if value > best_value:
                        best, best_value = action, value
            plan.append(best)
        return plan
