"""What cannot be so of the steps to come: numbers out of range, steps of the other kind of game, turns of nobody."""

from typing import TYPE_CHECKING, Any, Final

from regnum.core.step import Step
from regnum.games.rurik.components import DECKS, GOODS, IN_PLAY, REGIONS
from regnum.games.rurik.deeds.cards import DEEDS

if TYPE_CHECKING:
    from regnum.games.rurik.state import RurikState

_LISTS: Final = 4
_MANY: Final = 99
_RANGES: Final = {
    "cards": (1, _MANY),
    "count": (1, _MANY),
    "deck": (0, len(DECKS) - 1),
    "deed": (0, len(DEEDS) - 1),
    "good": (0, len(GOODS) - 1),
    "left": (1, _MANY),
    "less": (0, _MANY),
    "more": (0, 1),
    "moved": (0, 1),
    "points": (0, _MANY),
    "rank": (0, _LISTS - 1),
    "refill": (0, 1),
    "ruling": (0, 1),
    "source": (0, 2),
}
"""The least and the most that a step's number may be; regions and places in an order depend on the game."""
_REGIONS: Final = ("region", "to", "target", "at")
_OR_NONE: Final = ("Withdraw.region", "RebelAttack.region", "RebelMove.target")
"""The regions that may be -1, none."""
_OF_A_TURN: Final = ("Turn", "RebelAction", "RebelMainAction")
"""Steps that ask which advisor is active."""


def stack_faults(s: "RurikState") -> list[str]:
    """Return what is wrong with the steps to come, the next one being stack[0] [rurik.action.turn]."""
    found: list[str] = []
    below: set[str] = set()
    for place, step in enumerate(s.stack):
        name = type(step).__name__
        where = f"stack[{len(s.stack) - 1 - place}]"
        found += _number_faults(s, step, where)
        of_solo = name == "CasualtyDeck" or ".solo." in type(step).__module__
        if of_solo and s.sides == s.players:
            found.append(f"{where}: {name} belongs to a solo game")
        elif of_solo and not s.rebel_deck and name != "PrepareRebellion":
            found.append(f"{where}: {name}, but the rebellion is not there yet")
        if name == "PassMarker" and s.sides > s.players:
            found.append(f"{where}: {name} does not belong to a solo game")
        if name in _OF_A_TURN and "EndTurn" not in below:
            found.append(f"{where}: {name} without the EndTurn of its turn")
        below.add(name)
    return found


def _number_faults(s: "RurikState", step: Step[Any], where: str) -> list[str]:
    """Return what is wrong with a step's numbers: out of range, nobody to decide, no figure to lose."""
    found: list[str] = []
    name = type(step).__name__
    params = step.params()
    for key, value in params.items():
        if key in _REGIONS:
            low = -1 if f"{name}.{key}" in _OR_NONE else 0
            if not low <= value < IN_PLAY[s.sides]:
                found.append(f"{where}.{key}: not a region in play")
        elif key in _RANGES and not _RANGES[key][0] <= value <= _RANGES[key][1]:
            found.append(f"{where}.{key}: {value} is out of range")
    player = params.get("player", 0)
    if player >= s.players and name != "RevealCards":
        found.append(f"{where}.player: a side that is played by the rules")
    elif name == "LoseFigure" and not found and s.leader_at[player] != params["region"]:
        found.append(f"{where}: player {player} has no leader in {REGIONS[params['region']]} to lose")
    return found
