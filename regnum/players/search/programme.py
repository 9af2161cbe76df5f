"""Choosing a whole programme of actions at once, where a game's decisions make sense only together.

A programme is changed in small things; what is better in the same worlds, with the same luck, is kept.
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
"""Every so many attempts a wholly new programme is tried."""
_VAIN: Final = 50
"""Whoever has found nothing to change so many times has nothing to change."""
_GLANCE: Final = 6
"""In so many worlds a change has to look no worse before it is looked at longer."""
_LOOK: Final = 30
_SURE: Final = 0.7
"""By how many standard errors a change must be better than what it changes."""


class Programmes:
    """A search for the programme of a seat that is to decide on all of it while others do the same."""

    def __init__(
        self,
        seen: State,
        policy: SearchPolicy,
        seed: int,
        steps: int,
        first: list[Action],
        lines: Lines | None = None,
    ) -> None:
        """`steps`: how long it is; `first`: where to begin; if empty, by what the estimate likes best step by step.

        `lines`: the weights to judge by (None: what the game's features foretell).
        """
        self.seen: Final = seen
        self.policy: Final = policy
        self.seed: Final = seed
        self.lines: Final[Lines] = game_of(seen).evaluation.values if lines is None else lines
        self.iterations = 0
        self._draws = 0
        self.best: list[Action] = first or self._by_estimate(steps)

    def run(self, iterations: int, seconds: float) -> None:
        """Search for so many playouts, or, if that is 0, for so many seconds of this thread's processor time."""
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
        """Tell whether a programme is better than the best up to now."""
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
        """Return what a programme is worth to its seat in one world."""
        self.iterations += 1
        seat = self.seen.observer
        world = self.policy.imagine(self.seen, seed)
        for action in programme:
            world.apply(action, seat)
        play_on(world, self.policy, seed & 0x3FFFFFFF)
        return worth(world, self.policy.spread, self.lines)[seat]

    def _by_estimate(self, steps: int) -> list[Action]:
        """Return the programme that grows by whatever the estimate likes best next."""
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
