"""The ledger: every clause of a game's rules, with an id and our own text in three languages."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

__all__ = ["LANGUAGES", "SOURCES", "Clause", "Ledger"]

LANGUAGES: Final = ("en", "de", "uk")
SOURCES: Final = ("rulebook", "ruling", "reconstructed")


class Clause:
    """One rule.

    Attributes:
        id: Its id.
        place: The heading of the rule in the German rulebook, or "" if the rule is not in it.
        source: Where it comes from: one of SOURCES.
        text: Its text by language.
        ruling: Our ruling by language, if the rulebook is unclear.
        reason: The reason for the ruling, by language.
        option: The option with which both interpretations can be played, or "" if there is none.
    """

    def __init__(self, entry: dict[str, Any]) -> None:
        """Read one entry of a ledger file.

        Raises:
            ValueError: If something is missing, or the source is unknown.
        """
        self.id: Final[str] = entry["id"]
        missing = [key for key in ("place", "source", *LANGUAGES) if not entry.get(key)]
        if missing:
            raise ValueError(f"clause {self.id}: no {', '.join(missing)}")
        if entry["source"] not in SOURCES:
            raise ValueError(f"clause {self.id}: source {entry['source']!r} is not one of {', '.join(SOURCES)}")
        self.place: Final[str] = "" if entry["place"] == "–" else entry["place"]
        self.source: Final[str] = entry["source"]
        self.text: Final[dict[str, str]] = {language: entry[language] for language in LANGUAGES}
        self.ruling: Final[dict[str, str]] = dict(entry.get("ruling", {}))
        self.reason: Final[dict[str, str]] = dict(entry.get("reason", {}))
        self.option: Final[str] = entry.get("option", "")
        self.conflict: Final[tuple[int | str, ...]] = tuple(entry.get("conflict", ()))


class Ledger:
    """All clauses of a game in the rulebook's order."""

    def __init__(self, clauses: list[Clause]) -> None:
        self._clauses: Final = {clause.id: clause for clause in clauses}
        if len(self._clauses) != len(clauses):
            raise ValueError("a clause id stands twice in the ledger")

    @staticmethod
    def load(folder: Path) -> "Ledger":
        """Return the ledger of a game. Its files are read in the order of their names.

        Args:
            folder: The folder with the files.

        Raises:
            ValueError: If a file is invalid.
        """
        clauses: list[Clause] = []
        for path in sorted(folder.glob("*.toml")):
            entries = tomllib.loads(path.read_text(encoding="utf-8")).get("clause", [])
            clauses += [Clause(entry) for entry in entries]
        return Ledger(clauses)

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses.values())

    def __len__(self) -> int:
        return len(self._clauses)

    def __contains__(self, clause: object) -> bool:
        return clause in self._clauses

    def __getitem__(self, clause: str) -> Clause:
        """Return a clause by its id, with or without the game's id as a prefix; raises ValueError if there is none."""
        matches = [c for name, c in self._clauses.items() if clause in (name, name.partition(".")[2])]
        if not matches:
            raise ValueError(f"no clause {clause!r}")
        return matches[0]
