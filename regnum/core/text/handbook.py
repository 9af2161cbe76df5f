"""The handbook of a game: its rules in teaching order, illustrated examples, and the player aid.

It is in the game's folder `handbook`: `chapters.toml`, `figures.toml`, `aid.toml`, and the words in each language,
which are added to the game's words. Clause ids omit the game; the name of a part of the ledger means all its clauses
that are not named separately. Without such a folder, the chapters are the parts of the ledger, in its order.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from regnum.core.json_values import as_list, as_object
from regnum.core.rules.action import Param
from regnum.core.rules.note import Note, NoteKind
from regnum.core.rules.position import read_position
from regnum.core.rules.ruleset import Rules
from regnum.core.rules.state import State
from regnum.core.text.ledger import Ledger
from regnum.core.text.words import Words

__all__ = ["AidPart", "Chapter", "Figure", "Handbook", "chapter_title"]


class Chapter:
    """A chapter of the rules: the ids of its clauses for every reader, and of its clauses with optional details."""

    def __init__(self, id: str, clauses: Sequence[str], details: Sequence[str] = ()) -> None:
        self.id: Final = id
        self.clauses: Final = tuple(clauses)
        self.details: Final = tuple(details)


def chapter_title(words: Words, chapter: str) -> str:
    """Return the title of a chapter."""
    return words.text("chapter", chapter, {}) if words.has("chapter", chapter) else chapter.replace("_", " ")


class Figure:
    """An illustrated example: a position, the part of it to show, and the clause that it illustrates.

    Attributes:
        show: The id of a section next to the board, or "" for the board itself.
        crop: The view box of the visible part of the board.
        arrows: Arrows on the board, four numbers each: x, y, to x, to y.
        outlines: The paths of outlines on the board.
        seat: The observer's seat, or None for a spectator.
        notes: The latest notes of the log.
    """

    def __init__(self, entry: Mapping[str, Any]) -> None:
        """Read an entry of `figures.toml`. Its `change` has the differences from a new game; "-" means null."""
        self.id: Final[str] = entry["id"]
        self.clause: Final[str] = entry["clause"]
        self.show: Final[str] = entry.get("show", "")
        self.crop: Final[tuple[int, ...]] = tuple(entry.get("crop", ()))
        self.arrows: Final[list[list[int]]] = entry.get("arrows", [])
        self.outlines: Final[list[str]] = entry.get("outlines", [])
        self.seat: Final[int | None] = entry.get("seat")
        self.notes: Final = [_note(dict(note)) for note in entry.get("notes", [])]
        self._players: Final[int] = entry["players"]
        self._options: Final[dict[str, Any]] = entry.get("options", {})
        self._change: Final[dict[str, Any]] = {name: _value(value) for name, value in entry.get("change", {}).items()}

    def position(self, game: Rules) -> State:
        """Return the position to show.

        Raises:
            ValueError: If it is impossible. The message lists all errors in it.
        """
        written = game.new_state(self._players, 1, **self._options).to_dict()
        return read_position(game, {**written, **self._change})


class AidPart:
    """A part of the player aid, a one-page summary for play.

    Attributes:
        here: The prefixes of the clause ids of its steps, or () if it is not part of a round.
        clause: The id of the clause with more details.
        throughout: Whether it remains current as long as any of its steps is still to come, even if steps of other
            parts come first.
        option: The option that must be on for this part, or "" if there is none.
        players: The player counts for which it is shown, or () for all.
    """

    def __init__(self, entry: Mapping[str, Any]) -> None:
        self.id: Final[str] = entry["id"]
        self.here: Final[tuple[str, ...]] = tuple(entry.get("here", ()))
        self.throughout: Final[bool] = entry.get("throughout", False)
        self.clause: Final[str] = entry.get("clause", "")
        self.option: Final[str] = entry.get("option", "")
        self.players: Final[tuple[int, ...]] = tuple(entry.get("players", ()))

    def matched_length(self, clause: str) -> int:
        """Return the length of this part's longest prefix that matches a clause id, or 0 if none does."""
        return max((len(name) for name in self.here if clause == name or clause.startswith(f"{name}.")), default=0)


class Handbook:
    """The teaching material of a game: its chapters, figures and the parts of its player aid."""

    def __init__(
        self, game: str, chapters: Sequence[Chapter], figures: Sequence[Figure], parts: Sequence[AidPart]
    ) -> None:
        self._game: Final = game
        self.chapters: Final = tuple(chapters)
        self.figures: Final = tuple(figures)
        self.parts: Final = tuple(parts)

    @staticmethod
    def load(game: str, folder: Path, ledger: Ledger) -> "Handbook":
        """Return a game's handbook.

        Args:
            game: The id of the game.
            folder: The folder with its files.
            ledger: The clauses of the game.

        Raises:
            ValueError: If the chapters do not list each clause exactly once.
        """
        if not (folder / "chapters.toml").is_file():
            parts = list(dict.fromkeys(clause.id.split(".")[1] for clause in ledger))
            clauses_by_part = [
                (part, [clause.id for clause in ledger if clause.id.split(".")[1] == part]) for part in parts
            ]
            return Handbook(game, [Chapter(part, clauses) for part, clauses in clauses_by_part], [], [])
        figures = [Figure(entry) for entry in _with_inherited(_read(folder, "figures").get("figure", []))]
        aid_parts = [AidPart(entry) for entry in _read(folder, "aid").get("part", [])]
        return Handbook(game, _chapters(game, _read(folder, "chapters")["chapter"], ledger), figures, aid_parts)

    def figures_for(self, clause: str) -> list[Figure]:
        """Return the examples for a clause, by its id."""
        return [figure for figure in self.figures if f"{self._game}.{figure.clause}" == clause]

    def aid(self, players: int, options: Mapping[str, Any] | None = None) -> list[AidPart]:
        """Return the parts of the player aid.

        Args:
            players: The number of players.
            options: Every option of the game with its value, or None if all options are on.
        """
        return [
            part
            for part in self.parts
            if (not part.players or players in part.players)
            and (not part.option or options is None or options.get(part.option))
        ]

    def current_part(self, state: State) -> str:
        """Return the id of the current part of the player aid, or "" if there is none.

        It is a `throughout` part with a step still to come; else, the part of the next step that belongs to a part.
        """
        clauses = [step.CLAUSE.partition(".")[2] for step in state.stack[::-1]]
        for part in self.parts:
            if part.throughout and any(map(part.matched_length, clauses)):
                return part.id
        for clause in clauses:
            best_part = max(self.parts, key=lambda part: part.matched_length(clause), default=None)
            if best_part is not None and best_part.matched_length(clause):
                return best_part.id
        return ""


def _with_inherited(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return figures' entries with the players, options and position inherited from the entry named by `like`."""
    merged: dict[str, dict[str, Any]] = {}
    for entry in entries:
        base = merged[entry["like"]] if "like" in entry else {}
        inherited: dict[str, Any] = {key: base[key] for key in ("players", "options") if key in base}
        merged[entry["id"]] = {**inherited, **entry, "change": {**base.get("change", {}), **entry.get("change", {})}}
    return list(merged.values())


def _note(entry: dict[str, Param]) -> Note:
    key = str(entry.pop("key"))
    return Note(NoteKind(key, *entry), list(entry.values()))


def _value(value: Any) -> Any:
    """Return a value of a position, with each "-" replaced by None, because TOML has no null."""
    items, entries = as_list(value), as_object(value)
    if items is not None:
        return [_value(item) for item in items]
    if entries is not None:
        return {name: _value(item) for name, item in entries.items()}
    return None if value == "-" else value


def _read(folder: Path, name: str) -> dict[str, Any]:
    path = folder / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _chapters(game: str, entries: Sequence[Mapping[str, Any]], ledger: Ledger) -> list[Chapter]:
    names = [name for entry in entries for key in ("clauses", "details") for name in entry.get(key, [])]
    single = {f"{game}.{name}" for name in names if "." in name}

    def clause_ids(names_or_groups: Sequence[str]) -> list[str]:
        ids: list[str] = []
        for name in names_or_groups:
            full_id = f"{game}.{name}"
            group_ids = [
                clause.id for clause in ledger if clause.id.startswith(f"{full_id}.") and clause.id not in single
            ]
            ids += [full_id] if "." in name else group_ids
        return ids

    chapters = [
        Chapter(entry["id"], clause_ids(entry.get("clauses", [])), clause_ids(entry.get("details", [])))
        for entry in entries
    ]
    listed = [clause for chapter in chapters for clause in (*chapter.clauses, *chapter.details)]
    wrong = {clause for clause in listed if clause not in ledger or listed.count(clause) > 1}
    wrong |= {clause.id for clause in ledger} - set(listed)
    if wrong:
        raise ValueError(f"chapters of {game} must list each clause exactly once: {', '.join(sorted(wrong))}")
    return chapters
