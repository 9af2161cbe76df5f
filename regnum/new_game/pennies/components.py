"""The components in the box, read from data/box.toml, which gives the source of each number."""

from typing import Any, Final

from regnum.core.folder import read_data

_BOX: Final[dict[str, Any]] = read_data("regnum.new_game.pennies", "box")

PLAYERS: Final[list[int]] = _BOX["players"]
COINS: Final[int] = _BOX["coins"]
GUESSES: Final[int] = _BOX["guesses"]
COUNTS: Final = list(range(COINS + 1))
SUMS: Final = list(range(COINS * max(PLAYERS) + 1))
