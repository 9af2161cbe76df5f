"""The action families of Khan, one per kind of decision in the rulebook."""

from typing import Final

from regnum.core.rules.action import Action, ActionTable, Family
from regnum.games.khan.components import CARDS, CELLS, REGIONS, RULERS, SPECIALS, TILES
from regnum.games.khan.tiles import ORIENTATIONS

ACTIONS: Final = ActionTable("khan")


class CellAction(Action):
    """An action that selects a cell."""

    def __init__(self, cell: int) -> None:
        super().__init__(("cell", CELLS[cell]))
        self.cell: Final = cell


class CardAction(Action):
    """An action that selects a play card."""

    def __init__(self, card: int) -> None:
        super().__init__(("card", CARDS[card]))
        self.card: Final = card


class LayAction(Action):
    """An action that lays a tile, by the first of its cells in reading order and its orientation (`way`)."""

    def __init__(self, cell: int, orientation: int) -> None:
        super().__init__(("cell", CELLS[cell]), ("way", ORIENTATIONS[orientation]))
        self.cell: Final = cell
        self.orientation: Final = orientation


class CellFamily:
    """A family with an action for each cell, which turns large sets of cells into lists of actions quickly."""

    def __init__(self, name: str) -> None:
        self.family: Final[Family[CellAction]] = ACTIONS.add(name, [CellAction(cell) for cell in range(len(CELLS))])
        members: list[Action] = [*self.family.members]
        self._ready: Final = [
            [
                [action for bit, action in enumerate(members[first : first + 8]) if byte >> bit & 1]
                for byte in range(256)
            ]
            for first in range(0, len(members), 8)
        ]
        self._size: Final = len(self._ready)

    def has(self, action: Action) -> bool:
        """Return whether the action belongs to this family."""
        return self.family.has(action)

    def cell(self, action: Action) -> int:
        """Return the number of the action's cell; raises ValueError if the action belongs to another family."""
        return self.family.of(action).cell

    def members_in(self, mask: int) -> list[Action]:
        """Return the actions for the cells in the mask, in ascending order."""
        actions: list[Action] = []
        for number, byte in enumerate(mask.to_bytes(self._size, "little")):
            if byte:
                actions += self._ready[number][byte]
        return actions


def _cards(name: str) -> Family[CardAction]:
    return ACTIONS.add(name, [CardAction(card) for card in range(len(CARDS))], reveals=1)


AGREE: Final = 1

# setup
station: Final = CellFamily("station")
settle: Final = CellFamily("settle")
# the actions and their parts
invade: Final = _cards("invade")
pitch: Final = CellFamily("pitch")
expel: Final = ACTIONS.add_choices("expel", "ruler", RULERS)
drive: Final = _cards("drive")
conquer: Final = ACTIONS.add_single("conquer")
choose: Final = ACTIONS.add_choices("choose", "tile", TILES)
lay: Final = ACTIONS.add(
    "lay", [LayAction(cell, orientation) for cell in range(len(CELLS)) for orientation in range(len(ORIENTATIONS))]
)
consent: Final = ACTIONS.add_choices("consent", "answer", ["refuse", "agree"])
combine: Final = ACTIONS.add_single("combine")
occupy: Final = CellFamily("occupy")
discard: Final = _cards("discard")
keep_rest: Final = ACTIONS.add_single("keep_rest")
# special cards
play: Final = ACTIONS.add_choices("play", "special", SPECIALS)
protect: Final = ACTIONS.add_choices("protect", "region", REGIONS)
reserve: Final = ACTIONS.add_choices("reserve", "tile", TILES)
pass_action: Final = ACTIONS.add_single("pass")
