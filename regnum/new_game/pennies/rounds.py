"""The rounds of the game."""

from typing import ClassVar

from regnum.core.rules.step import Event, NextSteps
from regnum.new_game.pennies.components import GUESSES
from regnum.new_game.pennies.guessing import Guess, Open
from regnum.new_game.pennies.hiding import Hide
from regnum.new_game.pennies.notes import FIRST
from regnum.new_game.pennies.state import PenniesState


class Round(Event[PenniesState]):
    """Choose the guesser at random; all players hide coins, then the guesser guesses. The last round ends the game."""

    CLAUSE: ClassVar[str] = "pennies.round"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: PenniesState) -> None:
        s.hidden = [0] * s.players
        s.chosen = [0] * s.players
        s.tried = 0
        if s.round == s.variant.rounds:
            return
        s.round += 1
        s.first = s.random_below(s.players)
        s.add_note(FIRST, s.first, s.round)
        s.schedule(Hide())
        s.schedule(Guess(s.first, GUESSES))
        if s.variant.loud:
            s.schedule(Open())
        s.schedule(Round())
