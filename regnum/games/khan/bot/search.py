"""The search policy for Khan."""

from typing import Final

from regnum.core.ai.search_policy import SearchPolicy
from regnum.core.rules.state import State
from regnum.games.khan.action_phase import Act


class KhanSearchPolicy(SearchPolicy):
    """A policy with short playouts; it never evaluates a state in the middle of an action."""

    def is_quiet(self, state: State) -> bool:
        return isinstance(state.stack[-1], Act)


SEARCH: Final[SearchPolicy] = KhanSearchPolicy(
    prior_weight=0.75, prior_scale=0.7, playout_length=20, margin_scale=4.0, expansion_visits=6
)
