"""Which steps can lie on the stack together, and what each of them takes; for positions set up by hand."""

from itertools import pairwise
from typing import Any, Final

from regnum.core.step import Step
from regnum.games.khan.action_phase import Act, Actions, Discard, ExpelByAction, Occupy, Pitch
from regnum.games.khan.components import CARDS, CELLS, DIVINE_SUPPORT, RULERS, SCOUT, SPECIALS, TILES
from regnum.games.khan.conquer import ChooseTile, Consent, Lay
from regnum.games.khan.expel import Drive, ExpelByCard
from regnum.games.khan.placement import placements, tiles_to_take, to_be_asked
from regnum.games.khan.scoring import FinalScoring
from regnum.games.khan.setup import Deal, Settle, Setup, StationRuler
from regnum.games.khan.special import PlaySpecial, ProtectRegion, Reserve, ReturnSpecial, SpecialPhase
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import FACING_TILE, FRAME, LAND
from regnum.games.khan.turn import EndPhaseTurn, Refill, Turn

_IN_ORDER: Final[list[list[type[Step[Any]]]]] = [
    [Setup],
    [StationRuler],
    [Settle],
    [Deal],
    [ExpelByCard],
    [ChooseTile, Lay, Consent, Pitch, Drive, ExpelByAction, Occupy],
    [Discard],
    [Actions, Act],
    [ReturnSpecial],
    [SpecialPhase, PlaySpecial, Reserve, ProtectRegion],
    [Refill],
    [Turn, EndPhaseTurn, FinalScoring],
]
"""The steps in the order in which they come up; of each line one at a time, but for the opening's."""
_PLACE: Final = {kind.__name__: place for place, kinds in enumerate(_IN_ORDER) for kind in kinds}
_TURN_BEGINS: Final = _PLACE["ExpelByCard"]
_ACTING: Final = _PLACE["Lay"]
_NEXT_TURN: Final = _PLACE["Turn"]
_OPENING: Final = ("StationRuler", "Settle")


def step_faults(s: KhanState) -> list[str]:
    """Return what is wrong with the steps: their parameters, their order, whose turn it is, what they take."""
    order = s.stack[::-1]
    found: list[str] = []
    for step in order:
        wrong = _parameters(s, step) or _needs(s, step)
        found += [f"stack: {step!r}: {fault}" for fault in wrong]
    for before, after in pairwise(order):
        first, second = _place(before), _place(after)
        if first > second or (first == second and type(after).__name__ not in _OPENING) or first == _PLACE["Setup"]:
            found.append(f"stack: {after!r} does not come after {before!r}")
        if _ACTING in (second, second - 1) and not isinstance(before, Occupy):
            found.append(f"stack: {after!r} is for now, not for later")
    seats = [step.params()["player"] for step in order if _TURN_BEGINS < _place(step) < _NEXT_TURN and _seated(step)]
    following = [step.params()["player"] for step in order if isinstance(step, (Turn, EndPhaseTurn))]
    if len(set(seats)) > 1:
        found.append("stack: several players' turns at once")
    elif seats and following and following[0] != (seats[0] + 1) % s.players:
        found.append(f"stack: after player {seats[0]}'s turn comes the next player's")
    return found


def _place(step: Step[Any]) -> int:
    return _PLACE[type(step).__name__]


def _seated(step: Step[Any]) -> bool:
    """Tell whether the step's player is the one whose turn it is."""
    return "player" in step.params() and not isinstance(step, Consent)


def _parameters(s: KhanState, step: Step[Any]) -> list[str]:
    limits = {
        "ruler": len(RULERS),
        "card": len(CARDS),
        "tile": len(TILES),
        "rival": s.players,
        "placement": len(LAND),
        "others": 1 << s.players,
        "last": len(SPECIALS),
    }
    given = [(name, value) for name, value in step.params().items() if name in limits]
    least = {"last": -1}
    return [f"no {name} {value}" for name, value in given if not least.get(name, 0) <= value < limits[name]]


def _needs(s: KhanState, step: Step[Any]) -> list[str]:
    """Return what of the position does not go with a step."""
    wrong = ""
    if isinstance(step, Consent):
        wrong = _consent(s, step)
    elif isinstance(step, ExpelByCard):
        wrong = "there is no ruler to expel" if max(s.rulers) < 0 else ""
    elif isinstance(step, (ExpelByAction, Drive)):
        wrong = "that ruler is out of the game" if s.rulers[step.ruler] < 0 else ""
    elif isinstance(step, StationRuler):
        placed = s.rulers[step.ruler] >= 0 or not s.camps[step.ruler]
        wrong = "that ruler has his place, or is out of the game" if placed else ""
    elif isinstance(step, (Settle, Deal)):
        wrong = "the cards are dealt already" if any(s.hands) else ""
    elif isinstance(step, Reserve):
        wrong = (
            "he has no scout without a tile" if s.active[step.player] != SCOUT or s.reserved[step.player] >= 0 else ""
        )
    elif isinstance(step, ProtectRegion):
        has_card = s.active[step.player] == DIVINE_SUPPORT and s.players == 4
        wrong = "he has no divine support without a region" if not has_card or s.guarded[step.player] >= 0 else ""
    elif isinstance(step, (SpecialPhase, PlaySpecial)):
        returned = not any(isinstance(other, ReturnSpecial) for other in s.stack)
        wrong = "his special card is still active" if returned and s.active[step.player] >= 0 else ""
    return [wrong] if wrong else []


def _consent(s: KhanState, step: Consent) -> str:
    """The rival may lay a tile there, and this player's and the others' consent is what it takes."""
    tile = FACING_TILE[step.placement // FRAME]
    if not tiles_to_take(s, step.rival) >> tile & 1 or step.placement not in placements(s, step.rival, tile):
        return f"player {step.rival} cannot lay {TILES[tile]} at {CELLS[step.placement % FRAME]}"
    asked = to_be_asked(s, step.rival, LAND[step.placement])
    if not asked >> step.player & 1:
        return f"player {step.player} need not be asked"
    if step.others & ~asked or step.others >> step.player & 1:
        return f"others {step.others}: not who else is to be asked"
    return ""
