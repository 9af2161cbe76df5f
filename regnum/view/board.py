"""The board of a game: the contexts of its templates."""

import json
from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from regnum.core.folder import folder_of
from regnum.core.rules.action import Action
from regnum.core.rules.note import Note
from regnum.core.rules.state import State
from regnum.core.text.narrator import general_grids
from regnum.core.text.words import Words

S = TypeVar("S", bound=State)


class BoardView(Generic[S]):
    """The contents of the board and of the panel next to it."""

    def __init__(
        self,
        size: tuple[int, int] = (0, 0),
        base_map_options: Sequence[str] = (),
        same_to_all: bool = False,
        on_board: Sequence[str] = (),
    ) -> None:
        """Make a view.

        Args:
            size: The width and height of the board's view box; (0, 0) if there is no board.
            base_map_options: The options of the game on which the base map depends.
            same_to_all: Whether `pieces` returns the same for all viewers who may not act, so that it is rendered once
                for all of them.
            on_board: The fields of the state that the position editor puts on places of the board; () for all that fit.
        """
        self.size: Final = size
        self.base_map_options: Final = tuple(base_map_options)
        self.same_to_all: Final = same_to_all
        self.on_board: Final = tuple(on_board)

    def base_map(self, words: Words, *chosen: Any) -> dict[str, Any]:
        """Return the context of base_map.svg.jinja for these values of `base_map_options`. The caller caches it."""
        return {}

    def pieces(self, s: S, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the context of pieces.svg.jinja."""
        return {}

    def panel(self, s: S, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the context of panel.html.jinja and hand.html.jinja; `s.observer` is the viewer."""
        return {"grids": general_grids(s, names)}

    def log_context(self, notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any]:
        """Return values from the notes of the log, which replace those in the contexts of pieces and panel."""
        return {}


def read_layout(package: str) -> dict[str, Any]:
    """Return the geometry of a game's board, `view/layout.json`."""
    layout: dict[str, Any] = json.loads((folder_of(package) / "view" / "layout.json").read_text(encoding="utf-8"))
    return layout
