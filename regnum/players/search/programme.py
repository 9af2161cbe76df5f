"""Choosing a whole programme of actions at once, for decisions that make sense only together.

It is a local search: a small change is kept if it is better in the same worlds, with the same luck.
"""

from math import sqrt
from time import thread_time
from typing import Final

from regnum.core.ai.evaluation import Lines
from regnum.core.ai.search_policy import SearchPolicy, candidates
from regnum.core.game import game_of
from regnum.core.rules.action import Action
from regnum.core.rules.rng import number
from regnum.core.rules.state import State
from regnum.players.search.playing import play_on
from regnum.players.search.worth import lead, worth

_ANEW: Final = 8
"""The interval, in attempts, at which a completely new programme is tried."""
_VAIN: Final = 50
"""The number of consecutive attempts without a different programme after which the search ends."""
_GLANCE: Final = 6
"""The number of worlds after which a change is rejected if it looks worse."""
_LOOK: Final = 30
_SURE: Final = 0.7
"""The number of standard errors by which a change must be better."""


class Programmes:
    """A search for a seat's programme in a simultaneous decision."""

    def __init__(
        self,
        seen: State,
        policy: SearchPolicy,
        seed: int,
        steps: int,
        first: list[Action],
        lines: Lines | None = None,
    ) -> None:
        """`steps`: its length; `first`: the initial programme; if empty, the best by the estimate, action by action.

        `lines`: the weights to judge by (None: the evaluation's `values`).
        """
        self.seen: Final = seen
        self.policy: Final = policy
        self.seed: Final = seed
        self.lines: Final[Lines] = game_of(seen).evaluation.values if lines is None else lines
        self.iterations = 0
        self._draws = 0
        self.best: list[Action] = first or self._by_estimate(steps)

    def run(self, iterations: int, seconds: float) -> None:
        """Search for a number of playouts or, if `iterations` is 0, seconds of this thread's processor time."""
        end = thread_time() + seconds
        attempts = 0
        in_vain = 0
        while in_vain < _VAIN and (self.iterations < iterations if iterations > 0 else thread_time() < end):
            attempts += 1
            in_vain += 1
            if attempts % _ANEW == 0:
                changed = self.policy.programme(self.seen, self._draw())
            else:
                changed = self.policy.vary(self.seen, self.best, self._draw())
            if changed and changed != self.best:
                in_vain = 0
                if self._better(changed):
                    self.best = changed

    def _draw(self) -> int:
        self._draws += 1
        return number(self.seed, self._draws)

    def _better(self, changed: list[Action]) -> bool:
        """Return whether a programme is better than the best one so far."""
        total = 0.0
        squares = 0.0
        for count in range(1, _LOOK + 1):
            seed = self._draw()
            gain = self._worth(changed, seed) - self._worth(self.best, seed)
            total += gain
            squares += gain * gain
            if count == _GLANCE and total < 0.0:
                return False
        mean = total / _LOOK
        return mean > _SURE * sqrt(max(0.0, squares / _LOOK - mean * mean) / _LOOK)

    def _worth(self, programme: list[Action], seed: int) -> float:
        """Return the worth of a programme to its seat in one world."""
        self.iterations += 1
        seat = self.seen.observer
        world = self.policy.imagine(self.seen, seed)
        for action in programme:
            world.apply(action, seat)
        play_on(world, self.policy, seed & 0x3FFFFFFF)
        return worth(world, self.policy.spread, self.lines)[seat]

    def _by_estimate(self, steps: int) -> list[Action]:
        """Return the programme of the best next actions by the estimate."""
        seat = self.seen.observer
        world = self.policy.imagine(self.seen, self._draw())
        found: list[Action] = []
        for _ in range(steps):
            if found:
                world.apply(found[-1], seat)
            legal = candidates(world.legal_actions(seat))
            best = legal[0]
            most = -1e9
            if len(legal) > 1:
                for action in legal:
                    tried = world.clone()
                    tried.apply(action, seat)
                    ahead = lead(tried, seat, self.lines)
                    if ahead > most:
                        best, most = action, ahead
            found.append(best)
        return found
