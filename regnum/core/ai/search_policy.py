"""The search settings of a game: how to sample hidden information and how to play out; see regnum/players/search."""

from typing import Final

from regnum.core import mypyc_attr
from regnum.core.rules.action import Action
from regnum.core.rules.state import State
from regnum.core.rules.step import Simultaneous


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchPolicy:
    """How a search thinks about a game. What a game does not say is as here.

    `prior`: how much the estimate one action ahead guides the search, from 0 (not at all: every action is tried alike)
    to 1 (nothing else does); `edge`: how many points in that estimate make an action about three times as likely;
    `playout`: how many decisions are played on with before the estimate is asked; `spread`: how many points ahead make
    a lead probable; `explore`: how strongly what was tried seldom is tried again; `ripe`: after how many visits the
    search looks beyond an action.
    """

    def __init__(
        self,
        prior: float = 0.0,
        edge: float = 1.0,
        playout: int = 100,
        spread: float = 4.0,
        explore: float = 1.0,
        ripe: int = 1,
    ) -> None:
        self.prior: Final = prior
        self.edge: Final = edge
        self.playout: Final = playout
        self.spread: Final = spread
        self.explore: Final = explore
        self.ripe: Final = ripe

    def ready(self, seen: State, seed: int) -> "SearchPolicy":
        """Return this, or what thinks as this does and has made up its mind about what is seen, once for a decision."""
        return self

    def imagine(self, seen: State, seed: int) -> State:
        """Return a full state that fits what is seen, drawn by the seed: by default any redeal."""
        return seen.determinized(seed)

    def play(self, state: State, player: int, luck: int) -> None:
        """Decide for a player in a playout, in place; `luck` is a whole number below 2**30. By default: anything."""
        state.apply(wander(choices(state, player), luck), player)

    def programme(self, seen: State, luck: int) -> list[Action]:
        """Return all that the observer may do here as one whole, of which parts make no sense; [] if there is no such.

        Only where several decide at once; what differs by luck (32 bits) is tried one after the other.
        """
        return []

    def vary(self, seen: State, programme: list[Action], luck: int) -> list[Action]:
        """Return a programme that differs a little; [] if this luck finds none."""
        return []

    def fits(self, seen: State, programme: list[Action]) -> bool:
        """Tell whether a programme of another time is one that the observer may still carry out."""
        return False

    def rests(self, state: State) -> bool:
        """Tell whether the estimate may be asked here: after enough decisions a playout goes on until it may be."""
        return True

    def ends(self, state: State) -> bool:
        """Tell whether a playout ends here, however short it was."""
        return False


def choices(state: State, player: int) -> list[Action]:
    """Return what the player may do in a full state; in playouts only: the list is not to be changed."""
    return state.choices or state.legal_actions(player)


def candidates(legal: list[Action]) -> list[Action]:
    """Return the actions without those of comfort; if there are no others, the first of these."""
    for action in legal:
        if action.comfort:
            return [other for other in legal if not other.comfort] or legal[:1]
    return legal


def wander(legal: list[Action], luck: int) -> Action:
    """Return any of the actions, comfort only where there is nothing else."""
    count = len(legal)
    first = (luck >> 8) % count
    for step in range(count):
        action = legal[(first + step) % count]
        if not action.comfort:
            return action
    return legal[first]


def at_once(state: State) -> bool:
    """Tell whether several decide at once."""
    return len(state.stack) > 0 and isinstance(state.stack[-1], Simultaneous)
