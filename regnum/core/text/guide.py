"""Guides: a first game step by step, with a script of all players' moves.

Each guide is a TOML file in the game's folder `guide`. It has the players, seed and options, then the steps, each with
its texts in each language, the moves that it waits for, and the moves played after them. A guided game is therefore a
normal record, and its entries determine its progress.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from regnum.core.text.ledger import LANGUAGES, Ledger

__all__ = ["Guide", "GuideStep", "ScriptEntry", "load_guides"]


class GuideStep:
    """One thing to learn: its clauses, and the texts before the move, after a wrong move, and after a right one.

    The texts are by language.

    Attributes:
        points: The ids of elements that are highlighted on the page in addition to the moves.
    """

    def __init__(self, game: str, entry: Mapping[str, Any]) -> None:
        self.id: Final[str] = entry["id"]
        self.clauses: Final[tuple[str, ...]] = tuple(f"{game}.{name}" for name in entry["clauses"])
        self.points: Final[tuple[str, ...]] = tuple(entry.get("points", ()))
        self.say: Final[dict[str, str]] = entry["say"]
        self.wrong: Final[dict[str, str]] = entry["wrong"]
        self.done: Final[dict[str, str]] = entry["done"]


class ScriptEntry:
    """An entry of the script.

    Attributes:
        player: The player.
        texts: The accepted actions; the script itself would play the first one.
        step: The number of the step to which it belongs, or -1 before the first one.
        waits: Whether the guided player has to find it.
    """

    def __init__(self, player: int, texts: Sequence[str], step: int, waits: bool) -> None:
        self.player: Final = player
        self.texts: Final = tuple(texts)
        self.step: Final = step
        self.waits: Final = waits


class Guide:
    """A guided game.

    Attributes:
        title: Its name by language, or {} for the game's first guide.
        seat: The seat that is guided.
        until: The field of the state, and its value, at which the guide ends.
    """

    def __init__(self, game: str, id: str, entry: Mapping[str, Any]) -> None:
        """Read a guide from the content of its file.

        Args:
            game: The id of the game.
            id: The id of the guide.
            entry: The content of the file.

        Raises:
            KeyError: If something is missing.
        """
        self.id: Final = id
        self.players: Final[int] = entry["players"]
        self.seed: Final[int] = entry["seed"]
        self.seat: Final[int] = entry.get("seat", 0)
        self.options: Final[dict[str, Any]] = entry.get("options", {})
        self.title: Final[dict[str, str]] = entry.get("title", {})
        self.until: Final[tuple[str, int]] = (entry["until"]["field"], entry["until"]["value"])
        self.steps: Final = tuple(GuideStep(game, step) for step in entry["step"])
        script = [_script_entry(line, -1) for line in entry.get("before", [])]
        for number, step in enumerate(entry["step"]):
            for line in step["expect"]:
                waits = not line[0].isdigit()
                script.append(
                    ScriptEntry(self.seat, line.split(" | "), number, True) if waits else _script_entry(line, number)
                )
            script += [_script_entry(line, number) for line in step.get("then", [])]
        self.script: Final = tuple(script)

    def matches(self, entries: Sequence[tuple[int, str]]) -> bool:
        """Return whether the entries of a record match the script, up to the end of the shorter of the two."""
        pairs = zip(self.script, entries, strict=False)
        return all(entry.player == player and text in entry.texts for entry, (player, text) in pairs)

    def next_entry(self, entries: Sequence[tuple[int, str]], number: int) -> ScriptEntry | None:
        """Return the next entry of the script, or None at its end, or if the game has left the script.

        Args:
            entries: The entries of the record, each a player and a text.
            number: How many of them count.
        """
        return self.script[number] if number < len(self.script) and self.matches(entries[:number]) else None

    @property
    def opening(self) -> int:
        """The number of entries before the first step."""
        return next(number for number, entry in enumerate(self.script) if entry.step >= 0)


def load_guides(game: str, folder: Path, ledger: Ledger) -> dict[str, Guide]:
    """Return a game's guides by id, the introductory one first.

    Args:
        game: The id of the game.
        folder: The folder with its files.
        ledger: The clauses of the game.

    Raises:
        ValueError: If texts are missing or clauses are unknown. The message names them.
    """
    guides: dict[str, Guide] = {}
    for path in sorted(folder.glob("*.toml"), key=lambda path: (path.stem != "first", path.stem)):
        guide = Guide(game, path.stem, tomllib.loads(path.read_text(encoding="utf-8")))
        errors = [
            f"{step.id}: no {name} in {language}"
            for step in guide.steps
            for name, texts in (("say", step.say), ("wrong", step.wrong), ("done", step.done))
            for language in LANGUAGES
            if not texts.get(language)
        ]
        errors += [f"{step.id}: {id_}" for step in guide.steps for id_ in step.clauses if id_ not in ledger]
        if errors:
            raise ValueError(f"guide {guide.id} of {game}: {'; '.join(errors)}")
        guides[guide.id] = guide
    return guides


def _script_entry(line: str, step: int) -> ScriptEntry:
    player, _, text = line.partition(" ")
    return ScriptEntry(int(player), (text,), step, False)
