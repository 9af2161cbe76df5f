"""The search settings of a game: sampling of hidden information, playouts and more; see regnum/players/search."""

from typing import Final

from regnum.core import i64, mypyc_attr
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.core.rules.step import Simultaneous

__all__ = ["SearchPolicy", "candidates", "is_simultaneous", "playout_actions", "random_action"]


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchPolicy:
    """The settings and hooks of a search, with general defaults."""

    def __init__(
        self,
        prior_weight: float = 0.0,
        prior_scale: float = 1.0,
        playout_length: int = 100,
        margin_scale: float = 4.0,
        exploration: float = 1.0,
        expansion_visits: int = 1,
    ) -> None:
        """Make a policy.

        Args:
            prior_weight: The influence of the estimate one action ahead, from 0 (none: all actions are tried equally)
                to 1 (nothing else counts).
            prior_scale: The difference in that estimate, in points, that makes an action about three times as likely.
            playout_length: The number of decisions in a playout before the estimate is used.
            margin_scale: The lead, in points, that counts as clear.
            exploration: The weight of exploring rarely tried actions.
            expansion_visits: The number of visits after which the search looks beyond an action.
        """
        self.prior_weight: Final = prior_weight
        self.prior_scale: Final = prior_scale
        self.playout_length: Final = playout_length
        self.margin_scale: Final = margin_scale
        self.exploration: Final = exploration
        self.expansion_visits: Final = expansion_visits

    def prepare(self, observation: State, seed: int) -> "SearchPolicy":
        """Return this policy, or a version of it prepared for one decision.

        Args:
            observation: The observed state in which the observer has to decide.
            seed: A seed for random choices of the preparation.
        """
        return self

    def sample_state(self, observation: State, seed: int) -> State:
        """Return a full state that is consistent with an observed one.

        By default, any such state may be drawn; see `State.determinized`.

        Args:
            observation: The observed state.
            seed: The seed with which the unknown parts are dealt.
        """
        return observation.determinized(seed)

    def play_decision(self, state: State, player: i64, random_bits: i64) -> None:
        """Take a player's decision in a playout, in place; by default, at random.

        Args:
            state: The full state.
            player: The player who has to decide.
            random_bits: A random number below 2**30.
        """
        state.apply(random_action(playout_actions(state, player), random_bits), player)

    def action_plan(self, observation: State, random_bits: i64) -> list[Action]:
        """Return an action plan for the observer: actions that make sense only together, or [] if there is none.

        This is called only in simultaneous decisions. The actions are taken in order.

        Args:
            observation: The observed state.
            random_bits: A random 32-bit number, with which plans vary.
        """
        return []

    def mutate_action_plan(self, observation: State, action_plan: list[Action], random_bits: i64) -> list[Action]:
        """Return a slightly different action plan, or [] if none is found.

        Args:
            observation: The observed state.
            action_plan: The plan to change.
            random_bits: A random 32-bit number, which decides what changes.
        """
        return []

    def can_follow(self, observation: State, action_plan: list[Action]) -> bool:
        """Return whether the observer may still carry out an earlier action plan."""
        return False

    def is_quiet(self, state: State) -> bool:
        """Return whether the estimate can be used in this state.

        A playout that has reached its length continues until it can be used.
        """
        return True

    def is_playout_end(self, state: State) -> bool:
        """Return whether a playout ends in this state, regardless of its length."""
        return False


def playout_actions(state: State, player: i64) -> list[Action]:
    """Return the player's legal actions in a full state, for playouts only. Do not change the list."""
    return state.choices or state.legal_actions(player)


def candidates(legal: list[Action]) -> list[Action]:
    """Return the legal actions except convenience actions; if all are convenience actions, only the first."""
    for action in legal:
        if action.convenience:
            return [other for other in legal if not other.convenience] or legal[:1]
    return legal


def random_action(legal: list[Action], random_bits: i64) -> Action:
    """Return a random legal action; a convenience action only if there are no others.

    Args:
        legal: The legal actions.
        random_bits: A random number, which decides the choice.
    """
    count = len(legal)
    first = (random_bits >> 8) % count
    for step in range(count):
        action = legal[(first + step) % count]
        if not action.convenience:
            return action
    return legal[first]


def is_simultaneous(state: State) -> bool:
    """Return whether the current decision is simultaneous."""
    return len(state.stack) > 0 and isinstance(state.stack[-1], Simultaneous)
