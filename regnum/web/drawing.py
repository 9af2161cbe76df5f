"""What a game's folder brings so that its table can be drawn: docs/drawing.md tells the whole contract."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from regnum.core.action import Action
from regnum.core.game import Game
from regnum.core.note import Note
from regnum.core.registry import find_game, game_ids
from regnum.core.state import State
from regnum.core.words import Words


class Drawing(Protocol):
    """The functions of a game's `drawing` package."""

    SIZE: tuple[int, int]
    SECTIONS: frozenset[str]

    def land(self, words: Words, **options: Any) -> dict[str, Any]:
        """Return the context of land.svg.jinja; the options are those that LAND_OPTIONS names."""
        ...

    def pieces(self, seen: State, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the context of pieces.svg.jinja."""
        ...

    def panel(self, seen: State, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the context of panel.html.jinja and hand.html.jinja."""
        ...

    def status(self, seen: State, words: Words) -> str:
        """Return the line under the title."""
        ...

    def target(self, action: Action) -> str:
        """Return the places that mean the action: "a", "a b" (both), "a|b" (either), or "" for none."""
        ...

    def group(self, action: Action, words: Words) -> str:
        """Return the heading under which the action's button stands, or ""."""
        ...

    def scoring(self, final: State, words: Words, names: Sequence[str]) -> list[tuple[str, list[int]]]:
        """Return the final scoring line by line."""
        ...


FUNCTIONS = ("land", "pieces", "panel", "status", "target", "group", "scoring")
FILES = ("land.svg.jinja", "pieces.svg.jinja", "panel.html.jinja", "hand.html.jinja", "emblem.svg", "board.css")


def told(drawing: Drawing, notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any]:
    """Return what a drawing makes of the notes in the log, to add to its pieces and panel; or nothing."""
    function = getattr(drawing, "told", None)
    found: dict[str, Any] = function(notes, words, names) if function else {}
    return found


def short(drawing: Drawing, action: Action, words: Words, names: Sequence[str]) -> str:
    """Return what a button says under its heading; "" where the drawing has nothing shorter than the label."""
    function = getattr(drawing, "short", None)
    found: str = function(action, words, names) if function else ""
    return found


def land_options(drawing: Drawing, options: Mapping[str, object]) -> tuple[tuple[str, object], ...]:
    """Return the options on which the land depends, as further arguments of `land`; none unless named."""
    named: frozenset[str] = getattr(drawing, "LAND_OPTIONS", frozenset())
    return tuple((name, options[name]) for name in sorted(named))


def folder_of(game: Game) -> Path:
    """Return the folder of a game's drawing."""
    return game.folder / "drawing"


@cache
def drawing_of(game: Game) -> Drawing:
    """Return a game's drawing; ValueError names what is missing."""
    folder = folder_of(game)
    missing = [name for name in FILES if not (folder / name).exists()]
    if missing:
        raise ValueError(f"{game.id}: drawing/ lacks {', '.join(missing)}")
    module = import_module(f"regnum.games.{game.id}.drawing")
    missing = [name for name in ("SIZE", "SECTIONS", *FUNCTIONS) if not hasattr(module, name)]
    if missing:
        raise ValueError(f"{game.id}: drawing/__init__.py lacks {', '.join(missing)}")
    return cast(Drawing, module)


def drawn_games() -> list[Game]:
    """Return the games that can be played in the browser: those with a whole drawing, in a fixed order."""
    return [find_game(id_) for id_ in game_ids() if _is_drawn(id_)]


@cache
def _is_drawn(game_id: str) -> bool:
    built_in = Path(__file__).parent.parent / "games" / game_id
    folder = built_in if built_in.is_dir() else find_game(game_id).folder
    return all((folder / "drawing" / name).exists() for name in ("__init__.py", *FILES))
