"""A game's folder: where it lies, and the one reader of the data files in it."""

import json
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from regnum.core.facts import Facts, merged

CORRECTED: Final[dict[str, Facts]] = {}
"""What the data of a game's copy say otherwise, by its package, see copies.py."""


def folder_of(package: str) -> Path:
    """Return the folder of a package, given by its dotted name."""
    return Path(import_module(package).__path__[0])


def read_data(package: str, name: str) -> dict[str, Any]:
    """Return the content of `data/<name>.toml` in a game's folder, corrected where it is a copy with own facts."""
    data = tomllib.loads((folder_of(package) / "data" / f"{name}.toml").read_text(encoding="utf-8"))
    own: dict[str, Any] = merged(data, CORRECTED.get(package, {}).get(name, {}))
    return own


def read_layout(package: str) -> dict[str, Any]:
    """Return the geometry of a game's drawing, `drawing/layout.json`."""
    layout: dict[str, Any] = json.loads((folder_of(package) / "drawing" / "layout.json").read_text(encoding="utf-8"))
    return layout


def part_of(package: str, name: str) -> ModuleType | None:
    """Return a module or package of a game by its name ("terminal", "drawing"), or None where it has none."""
    full = f"{package}.{name}"
    return import_module(full) if find_spec(full) else None
