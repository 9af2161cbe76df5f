"""Guides: a first game step by step, with everybody's moves written down.

Each stands in the game's folder `guide` as a TOML file: players, seed and options; then steps, each with what it says
in each language, the moves that it waits for, and what is played after them. So a guided game is a record like any
other one, and where it stands follows from its entries.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from regnum.core.text.ledger import LANGUAGES, Ledger


class GuideStep:
    """One thing to learn: which clauses, and what is told before, after a wrong move, and after the right one.

    `points`: ids of what is pointed at on the page beside the moves themselves. Texts are by language.
    """

    def __init__(self, game: str, entry: Mapping[str, Any]) -> None:
        self.id: Final[str] = entry["id"]
        self.clauses: Final[tuple[str, ...]] = tuple(f"{game}.{name}" for name in entry["clauses"])
        self.points: Final[tuple[str, ...]] = tuple(entry.get("points", ()))
        self.say: Final[dict[str, str]] = entry["say"]
        self.wrong: Final[dict[str, str]] = entry["wrong"]
        self.done: Final[dict[str, str]] = entry["done"]


class Beat:
    """An entry of the script: whose it is, and which actions fit, the first being what a script itself would play.

    `step`: the number of the step to which it belongs, -1 before the first one. `waits`: a person has to find it.
    """

    def __init__(self, player: int, texts: Sequence[str], step: int, waits: bool) -> None:
        self.player: Final = player
        self.texts: Final = tuple(texts)
        self.step: Final = step
        self.waits: Final = waits


class Guide:
    """A guided game. `seat` is guided; `until`: the field of the state, and its value, at which the guide says goodbye.

    `title` is what it is called by language; {}: it is the game's first one.
    """

    def __init__(self, game: str, id: str, entry: Mapping[str, Any]) -> None:
        """Read a guide's file; KeyError if something is missing."""
        self.id: Final = id
        self.players: Final[int] = entry["players"]
        self.seed: Final[int] = entry["seed"]
        self.seat: Final[int] = entry.get("seat", 0)
        self.options: Final[dict[str, Any]] = entry.get("options", {})
        self.title: Final[dict[str, str]] = entry.get("title", {})
        self.until: Final[tuple[str, int]] = (entry["until"]["field"], entry["until"]["value"])
        self.steps: Final = tuple(GuideStep(game, step) for step in entry["step"])
        script = [_played(line, -1) for line in entry.get("before", [])]
        for number, step in enumerate(entry["step"]):
            for line in step["expect"]:
                waits = not line[0].isdigit()
                script.append(Beat(self.seat, line.split(" | "), number, True) if waits else _played(line, number))
            script += [_played(line, number) for line in step.get("then", [])]
        self.script: Final = tuple(script)

    def fits(self, entries: Sequence[tuple[int, str]]) -> bool:
        """Tell whether the entries of a record are those of the script, as far as both go."""
        pairs = zip(self.script, entries, strict=False)
        return all(beat.player == player and text in beat.texts for beat, (player, text) in pairs)

    def beat(self, entries: Sequence[tuple[int, str]], number: int) -> Beat | None:
        """Return what comes after so many entries; None where it is not, or no longer, guided."""
        return self.script[number] if number < len(self.script) and self.fits(entries[:number]) else None

    @property
    def opening(self) -> int:
        """How many entries come before the first step."""
        return next(number for number, beat in enumerate(self.script) if beat.step >= 0)


def load_guides(game: str, folder: Path, ledger: Ledger) -> dict[str, Guide]:
    """Return a game's guides by id, the first one first; ValueError names a text or a clause that there is not."""
    guides: dict[str, Guide] = {}
    for path in sorted(folder.glob("*.toml"), key=lambda path: (path.stem != "first", path.stem)):
        guide = Guide(game, path.stem, tomllib.loads(path.read_text(encoding="utf-8")))
        faults = [
            f"{step.id}: no {name} in {language}"
            for step in guide.steps
            for name, told in (("say", step.say), ("wrong", step.wrong), ("done", step.done))
            for language in LANGUAGES
            if not told.get(language)
        ]
        faults += [f"{step.id}: {id_}" for step in guide.steps for id_ in step.clauses if id_ not in ledger]
        if faults:
            raise ValueError(f"guide {guide.id} of {game}: {'; '.join(faults)}")
        guides[guide.id] = guide
    return guides


def _played(line: str, step: int) -> Beat:
    player, _, text = line.partition(" ")
    return Beat(int(player), (text,), step, False)
