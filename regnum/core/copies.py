"""Copies of games with facts of one's own: the game's modules once more, over corrected data.

The rules read their data into constants, once, so that they are fast. A copy is a package of its own name with the
same folder: its modules are read from the game's source with its own name in place of the game's, and nothing of it
touches the game itself or another copy. Where the game is compiled, a copy is not: it is as fast as plain Python.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from random import Random
from threading import Lock
from types import CodeType, ModuleType
from typing import Any, Final

from regnum.core.facts import Facts, corrections
from regnum.core.folder import CORRECTED, folder_of, read_data
from regnum.core.game import Game
from regnum.core.state import State

PREFIX: Final = "regnum_facts_"
MOST: Final = 32
"""How many copies a process holds: each takes some megabytes, and is not let go."""
LONGEST: Final = 20_000
"""Decisions in a game that is played to try facts out."""

_LOCK: Final = Lock()
_COPIES: Final[dict[str, Game]] = {}
_ORIGINALS: Final[dict[str, str]] = {}
"""The games' packages by those of their copies."""


class NoRoom(ValueError):
    """This process holds as many copies as it can; in another one, or after a new start, there is room."""


class _FromSource(Loader):
    """Runs a module of a game under the name of a copy."""

    def __init__(self, path: Path, package: str) -> None:
        self._path: Final = path
        self._package: Final = package

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to Python."""

    def exec_module(self, module: ModuleType) -> None:
        exec(self.get_code(module.__name__), vars(module))

    def get_code(self, _: str) -> CodeType:
        source = self._path.read_text(encoding="utf-8")
        return compile(source.replace(_ORIGINALS[self._package], self._package), str(self._path), "exec")


class _Finder(MetaPathFinder):
    """Finds the modules of copies."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, *inner = fullname.split(".")
        if package not in _ORIGINALS:
            return None
        place = folder_of(_ORIGINALS[package]).joinpath(*inner)
        if place.is_dir():
            file, within = place / "__init__.py", [str(place)]
        else:
            file, within = place.with_suffix(".py"), None
        if not file.is_file():
            return None
        loader = _FromSource(file, package)
        return spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=within)


def own_data(game: Game) -> Facts:
    """Return the data of a game by the name of the file, of those with facts that may be corrected."""
    return {name: read_data(game.package, name) for name in {path.partition(".")[0]: 0 for path in game.correctable}}


def copy_with(game: Game, given: Mapping[str, Any]) -> Game:
    """Return the game with facts of one's own; itself if they are what our data say.

    ValueError lists everything that is wrong with them, or is NoRoom. A copy can be given other facts, but not further
    ones.
    """
    ours = own_data(game)
    facts = corrections(game.correctable, ours, given)
    if not facts:
        return game
    package = PREFIX + sha256(f"{game.package} {json.dumps(facts, sort_keys=True)}".encode()).hexdigest()[:24]
    with _LOCK:
        if package not in _COPIES:
            if len(_COPIES) >= MOST:
                raise NoRoom(f"facts: there are {MOST} games with facts of their own here already")
            _COPIES[package] = _copied(game, package, facts)
    return _COPIES[package]


def _copied(game: Game, package: str, facts: Facts) -> Game:
    _ORIGINALS[package] = game.package
    CORRECTED[package] = facts
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
    try:
        copy: Game = import_module(package).GAME
        _try_out(copy)
    except Exception as error:  # whatever comes of such data: the game's own modules say what cannot be
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            del sys.modules[name]
        del _ORIGINALS[package], CORRECTED[package]
        told = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise ValueError(f"facts: no game comes of them: {told}") from None
    return copy


def _try_out(game: Game) -> None:
    """Begin a game for every number of players, and play one by lot; ValueError says what cannot be."""
    for players in game.player_counts:
        _check(game.new_state(players, 1))
    state = game.new_state(game.player_counts[0], 1)
    chance = Random(1)
    while not state.is_terminal:
        if state.ply == LONGEST:
            raise ValueError(f"a game does not end within {LONGEST} decisions")
        player = state.players_to_act[0]
        state.apply(chance.choice(state.legal_actions(player)), player)
    _check(state)


def _check(state: State) -> None:
    if faults := state.faults():
        raise ValueError("; ".join(faults))
