"""The action families of Khan, one per kind of decision in the rulebook."""

from typing import Final

from regnum.core.rules.action import Action, ActionTable, Family
from regnum.games.khan.cells import WORD_BITS, Cells, word_of
from regnum.games.khan.components import CARDS, CELLS, REGIONS, RULERS, SPECIALS, TILES
from regnum.games.khan.tiles import ORIENTATIONS

ACTIONS: Final = ActionTable("khan")
WORD_BYTES: Final = (WORD_BITS + 7) // 8


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
                [action for bit, action in enumerate(members[first : min(first + 8, end)]) if byte >> bit & 1]
                for byte in range(256)
            ]
            for end in range(WORD_BITS, 3 * WORD_BITS + 1, WORD_BITS)
            for first in range(end - WORD_BITS, end, 8)
        ]
        """For each byte of the three words of a set of cells, the actions for each value of the byte."""

    def has(self, action: Action) -> bool:
        """Return whether the action belongs to this family."""
        return self.family.has(action)

    def cell(self, action: Action) -> int:
        """Return the number of the action's cell; raises ValueError if the action belongs to another family."""
        return self.family.of(action).cell

    def members_in(self, cells: Cells) -> list[Action]:
        """Return the actions for these cells, in ascending order."""
        actions: list[Action] = []
        for number in range(3):
            word = word_of(cells, number)
            at = number * WORD_BYTES
            while word:
                if word & 255:
                    actions += self._ready[at][word & 255]
                word >>= 8
                at += 1
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
