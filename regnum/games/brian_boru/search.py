"""How a search thinks about Brian Boru."""

from typing import Final

from regnum.core.state import State
from regnum.core.thinking import Thinking
from regnum.games.brian_boru.action_phase import ChooseTown
from regnum.games.brian_boru.draft import Draft


class BrianBoruThinking(Thinking):
    """The estimate knows little in the middle of a game, so much is played on with; never within a power struggle."""

    def rests(self, state: State) -> bool:
        top = state.stack[-1]
        return isinstance(top, (ChooseTown, Draft))


SEARCH: Final[Thinking] = BrianBoruThinking(playout=40, spread=5.0, explore=1.2)
