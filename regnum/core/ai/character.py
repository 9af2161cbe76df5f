"""Characters of a game's bots: their preferences, relative to the game's weights, and their faces.

They are defined in `data/characters.toml`; a game without that file has no characters. The game's words contain their
names (`[name.character]`) and a line about each of them (`[character]`).
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

__all__ = ["Character", "read_characters"]


class Character:
    """A character of a game's bots.

    Attributes:
        id: Its id.
        factors: The factors by which it multiplies the weights of the evaluation's features.
        face: The parts of its drawn face.
    """

    def __init__(self, id: str, factors: Mapping[str, float], face: Mapping[str, str]) -> None:
        self.id: Final = id
        self.factors: Final = dict(factors)
        self.face: Final = dict(face)


def read_characters(folder: Path) -> dict[str, Character]:
    """Return the characters of the game in a folder by id, in the order of their file, or {} if there is no file."""
    path = folder / "data" / "characters.toml"
    if not path.is_file():
        return {}
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["character"]
    return {
        id: Character(
            id,
            {feature: float(factor) for feature, factor in table.get("factors", {}).items()},
            {part: str(kind) for part, kind in table.get("face", {}).items()},
        )
        for id, table in tables.items()
    }
