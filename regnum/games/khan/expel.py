"""Expelling rulers: with the card at the beginning of a turn, and with action B."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action
from regnum.core.rules.step import Decision, Event, NextSteps, Ranges
from regnum.games.khan.actions import drive
from regnum.games.khan.components import CARD_DIRECTION, CARD_RULER, CARDS, CELLS, DIRECTIONS, RULERS, RULERS_OUT
from regnum.games.khan.notes import CARD, DIRECTION, END_PHASE, FLEES, STUCK
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import BIT

AFTER_ACTION: Final = ("Act(player={player})", "ReturnSpecial(player={player})", "Refill(player={player})")
"""The steps that may follow a player's action: another action, or the rest of the turn."""


def could_turn_up(s: KhanState) -> bool:
    """Return whether any card outside of hands shows a ruler on the board; with corrected facts, none may do so."""
    for cards in (s.deck, s.discards):
        for card in cards:
            if s.rulers[CARD_RULER[card]] >= 0:
                return True
    return False


class ExpelByCard(Event[KhanState]):
    """Turn up cards until one shows a ruler still on the board, which must then flee in the card's direction.

    khan.expel.card, khan.expel.ruler_out_already
    """

    CLAUSE: ClassVar[str] = "khan.expel.card"
    NEXT_STEPS: ClassVar[NextSteps] = ("Actions",)

    def happen(self, s: KhanState) -> None:
        while could_turn_up(s):
            card = s.turn_card()
            s.add_note(CARD, CARDS[card])
            if s.rulers[CARD_RULER[card]] >= 0:
                expel_ruler(s, CARD_RULER[card], CARD_DIRECTION[card], from_camp=True)
                break

    def position_error(self, s: KhanState) -> str:
        return "there is no ruler to expel" if max(s.rulers) < 0 else ""


class Drive(Decision[KhanState]):
    """Play a hand card: the ruler that you expel must flee in the card's direction [khan.expel_action.direction]."""

    CLAUSE: ClassVar[str] = "khan.expel_action.direction"
    REFUSALS: ClassVar[dict[str, str]] = {"drive": "card_not_in_hand"}
    RANGES: ClassVar[Ranges] = {"ruler": range(len(RULERS))}
    NEXT_STEPS: ClassVar[NextSteps] = AFTER_ACTION

    def __init__(self, player: int, ruler: int) -> None:
        super().__init__(player)
        self.ruler: Final = ruler

    def options(self, s: KhanState) -> list[Action]:
        return [drive[card] for card in s.hands[self.player]]

    def take(self, s: KhanState, action: Action) -> None:
        card = drive.of(action).card
        s.discard_card(self.player, card)
        expel_ruler(s, self.ruler, CARD_DIRECTION[card], from_camp=False)

    def position_error(self, s: KhanState) -> str:
        return _absence_error(s, self.ruler)


class ExpelByAction(Event[KhanState]):
    """Turn up a card: the ruler that the player chose must flee in its direction [khan.expel_action.direction]."""

    CLAUSE: ClassVar[str] = "khan.expel_action.direction"
    RANGES: ClassVar[Ranges] = {"ruler": range(len(RULERS))}
    NEXT_STEPS: ClassVar[NextSteps] = ("Act", "ReturnSpecial", "Refill")

    def __init__(self, ruler: int) -> None:
        self.ruler: Final = ruler

    def happen(self, s: KhanState) -> None:
        card = s.turn_card()
        s.add_note(DIRECTION, RULERS[self.ruler], DIRECTIONS[CARD_DIRECTION[card]])
        expel_ruler(s, self.ruler, CARD_DIRECTION[card], from_camp=False)

    def position_error(self, s: KhanState) -> str:
        return _absence_error(s, self.ruler)


def _absence_error(s: KhanState, ruler: int) -> str:
    return "that ruler is out of the game" if s.rulers[ruler] < 0 else ""


def flight_cell(s: KhanState, ruler: int, direction: int) -> int:
    """Return the cell to which a ruler flees, or -1 if there is none.

    It is the first free cell within reach in the direction or, if there is none, in the next direction clockwise that
    has one.
    khan.expel.first_free, khan.expel.reach, khan.expel.river, khan.expel.clockwise, khan.expel.edge
    """
    free = s.free
    for target in s.board.flights[s.rulers[ruler]][direction]:
        if free & BIT[target]:
            return target
    return -1


def expel_ruler(s: KhanState, ruler: int, direction: int, from_camp: bool) -> None:
    """Move a ruler and put a neutral yurt on the cell that it leaves, or take it out of the game.

    `from_camp`: the yurt comes from the ruler's camp; otherwise, it comes from the general supply if that has any.
    khan.expel.yurt, khan.expel.last_yurt, khan.expel.stuck, khan.expel.stuck_camp, khan.expel.stuck_cell,
    khan.expel_action.supply, khan.expel_action.supply_empty, khan.expel_action.stuck
    """
    origin = s.rulers[ruler]
    target = flight_cell(s, ruler, direction)
    if target < 0:
        s.add_note(STUCK, RULERS[ruler], CELLS[origin])
        if s.variant.stuck_ruler_yurt:
            s.camps[ruler] -= 1
        s.take_out(ruler)
        if s.variant.stuck_ruler_yurt:
            s.place_neutral(origin)
    else:
        s.add_note(FLEES, RULERS[ruler], CELLS[target])
        s.flee(ruler, target)
        if from_camp or not s.supply:
            s.camps[ruler] -= 1
        else:
            s.supply -= 1
        if s.camps[ruler]:
            return
        s.take_out(ruler)
    if s.rulers_out() >= RULERS_OUT:
        begin_end_phase(s)


def begin_end_phase(s: KhanState) -> None:
    """Begin the end phase, in which only conquests remain: neutral yurts replace the rulers still on the board.

    khan.end.when, khan.end.rulers
    """
    s.end_phase = True
    s.add_note(END_PHASE)
    for ruler in range(len(RULERS)):
        cell = s.rulers[ruler]
        if cell < 0:
            continue
        if s.supply:
            s.supply -= 1
        else:
            s.camps[ruler] -= 1
        s.take_out(ruler)
        s.place_neutral(cell)
