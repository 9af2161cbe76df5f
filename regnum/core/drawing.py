"""How a game looks at the table in the browser: contexts for its templates, and what its actions mean on the board.

docs/drawing.md tells the whole contract. A game's package `drawing` holds its `DRAWING`, an object of a class of its
own; what that does not say, and a game that has none, gets what stands here: no board, the position as tables of text.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeVar

from regnum.core import mypyc_attr
from regnum.core.action import Action
from regnum.core.folder import folder_of
from regnum.core.narrator import general_grids
from regnum.core.note import Note
from regnum.core.state import State
from regnum.core.words import Words

S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Drawing(Generic[S]):
    """A game's drawing. Every state that it is given is an observed one: what a seat may not know is not there."""

    SIZE: ClassVar[tuple[int, int]] = (0, 0)
    """Width and height of the board's view box: the page keeps room of this shape. (0, 0): there is no board."""
    SECTIONS: ClassVar[frozenset[str]] = frozenset()
    """Keys of notes that begin a new section of the log."""
    LAND_OPTIONS: ClassVar[tuple[str, ...]] = ()
    """Options of the game on which the land depends; `land` is given their values."""

    def __init__(self, package: str) -> None:
        """`package`: the game's, by its dotted name."""
        self.folder: Final[Path] = folder_of(package) / "drawing"

    def land(self, words: Words, *chosen: Any) -> dict[str, Any]:
        """Return the context of land.svg.jinja, for these values of `LAND_OPTIONS`; it is kept."""
        return {}

    def pieces(self, s: S, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the context of pieces.svg.jinja."""
        return {}

    def panel(self, s: S, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the context of panel.html.jinja and hand.html.jinja; `s.observer` is the viewer."""
        return {"grids": general_grids(s, names)}

    def told(self, notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any]:
        """Return what the notes of the log change in the contexts of pieces and panel."""
        return {}

    def status(self, s: S, words: Words) -> str:
        """Return the line under the title."""
        return ""

    def target(self, action: Action) -> str:
        """Return the places that mean the action: "a", "a b" (both), "a|b" (either), or "" for none."""
        return ""

    def group(self, action: Action, words: Words) -> str:
        """Return the heading under which the action's button stands where there are many, or ""."""
        return ""

    def short(self, action: Action, words: Words, names: Sequence[str]) -> str:
        """Return what the button says under its heading, or "" where that is the whole label."""
        return ""

    def scoring(self, s: S, words: Words, names: Sequence[str]) -> list[tuple[str, list[int]]]:
        """Return the final scoring line by line; the lines add up to the scores."""
        return [(words.term("points") if words.has("term", "points") else "=", s.scores())]
