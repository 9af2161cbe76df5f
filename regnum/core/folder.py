"""A game's folder: its path, and the only functions that read its data files."""

import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from regnum.core.facts.active import facts_of
from regnum.core.facts.corrections import apply_corrections


def folder_of(package: str) -> Path:
    """Return the folder of a package, given by its dotted name."""
    return Path(import_module(package).__path__[0])


def read_uncorrected(package: str, name: str) -> dict[str, Any]:
    """Return the content of `data/<name>.toml` in a game's folder, without corrections."""
    return tomllib.loads((folder_of(package) / "data" / f"{name}.toml").read_text(encoding="utf-8"))


def read_data(package: str, name: str) -> dict[str, Any]:
    """Return the content of `data/<name>.toml` in a game's folder, with this process's corrections applied."""
    data: dict[str, Any] = apply_corrections(read_uncorrected(package, name), facts_of(package).get(name, {}))
    return data


def part_of(package: str, name: str) -> ModuleType | None:
    """Return a module or package of a game by its name ("terminal", "view"), or None if it does not exist."""
    full_name = f"{package}.{name}"
    return import_module(full_name) if find_spec(full_name) else None
