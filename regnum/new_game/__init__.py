"""Create a new game as a renamed copy of the template game `pennies` in this folder."""

import os
import re
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from shutil import rmtree
from typing import Final

from regnum.core.folder import folder_of
from regnum.games import game_ids

TEMPLATE: Final = Path(__file__).parent / "pennies"
OUR_GAMES: Final = folder_of("regnum.games")


class NewGame:
    """A game to create. `package` is its dotted name when imported from the folder `root`."""

    def __init__(self, name: str, folder: Path = OUR_GAMES, title: str = "") -> None:
        """`folder` will contain the game's folder; raises ValueError if the game can't be created there."""
        self.name: Final = name
        self.title: Final = title or name.replace("_", " ").title()
        self.target: Final = folder.resolve() / name
        self.root = folder.resolve()
        parts = [name]
        while (self.root / "__init__.py").is_file():
            parts.insert(0, self.root.name)
            self.root = self.root.parent
        self.package: Final = ".".join(parts)
        if error := self._error():
            raise ValueError(error)

    def _error(self) -> str:
        """Return why the game cannot be created, or ""."""
        if not re.fullmatch(r"[a-z][a-z0-9_]*", self.name) or iskeyword(self.name):
            return f"the id {self.name!r} is not a name of Python in lower case, such as my_game"
        if not self.title.isprintable() or not self.title.strip() or set(self.title) & set('"\\{}'):
            return f"the title {self.title!r} cannot be used: one line without quotation marks, braces or backslashes"
        if self.name in game_ids():
            return f"there is a game {self.name!r} already"
        if self.target.exists():
            return f"{self.target} already exists"
        if self.package == self.name and find_spec(self.name):
            return f"there is a Python module {self.name!r} already: choose another id"
        return ""

    def make(self) -> None:
        """Copy the template under the new name, completely or not at all; raises OSError if copying fails."""
        draft = self.target.with_name(f".{self.name}-{os.getpid()}")
        try:
            draft.mkdir()  # fails if the parent folder doesn't exist
            for path in sorted(TEMPLATE.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    copied = draft / path.relative_to(TEMPLATE)
                    copied.parent.mkdir(parents=True, exist_ok=True)
                    copied.write_text(self._replace_names(path.read_text(encoding="utf-8")), encoding="utf-8")
            draft.rename(self.target)
        finally:
            rmtree(draft, ignore_errors=True)

    def _replace_names(self, text: str) -> str:
        """Return a text of the template with the new game's id, title, package and class names."""
        classes = "".join(part.capitalize() for part in self.name.split("_"))
        replacements = {"regnum.new_game.pennies": self.package, "PenniesX": classes, "Pennies": self.title}

        def new_name(match: re.Match[str]) -> str:
            return replacements.get(match[0] + ("X" if match[1] else ""), self.name)

        return re.sub(r"regnum\.new_game\.pennies|Pennies(?=([A-Z])?)|pennies", new_name, text)
