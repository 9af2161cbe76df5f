"""The actions of Pennies as buttons and places on the board."""

from typing import Final

from regnum.core.rules.action import Action
from regnum.core.text.words import Words
from regnum.new_game.pennies.state import PenniesState
from regnum.view import ActionView


class PenniesActions(ActionView[PenniesState]):
    """The action view of Pennies."""

    def status(self, s: PenniesState, words: Words) -> str:
        return words.text("board", "round", {"round": s.round, "rounds": s.variant.rounds})

    def target(self, action: Action) -> str:
        return "".join(f"{name}-{value}" for name, value in action.params.items())


ACTIONS: Final = PenniesActions()
