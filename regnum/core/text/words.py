"""A game's words in one language: the texts of prompts, actions, the log, names, refusals and options.

They are in `words/<language>.toml`, in tables of templates. In a template, `{name}` is a parameter's plain value,
`{name:kind}` the name of a thing (`[name.<kind>]`), `{player}` the player's name, and `{name|one|many}` the plural form
for a number (three forms in Ukrainian; an extra first form is for zero; "#" in a form is the number).

A thing whose name has several forms has all of them in its row, `altmark = { name = "Altmark", acc = "die Altmark" }`
in `[name.land]`, and a template chooses one: `{land:land_acc}`. Forms that a row leaves out equal the name.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from regnum.core.folder import folder_of
from regnum.core.rules.action import Refusal
from regnum.core.text.ledger import LANGUAGES

__all__ = ["Template", "Words", "plural", "upfirst"]

_SLOT: Final = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)+)?\}")
Template = tuple[str, list[tuple[str, str, list[str], str]]]
"""A parsed template: the text before the first slot, then each slot's name, kind (or ""), forms and following text."""


def plural(language: str, count: int, forms: list[str]) -> str:
    """Return the plural form of a word for a whole number.

    Args:
        language: "en", "de" or "uk".
        count: The number.
        forms: The forms of the language: two, or three in Ukrainian. An extra first form is for 0.
    """
    if len(forms) > (3 if language == "uk" else 2):
        if count == 0:
            return forms[0]
        forms = forms[1:]
    if language == "uk" and len(forms) == 3:
        if count % 10 == 1 and count % 100 != 11:
            return forms[0]
        return forms[1] if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else forms[2]
    return forms[0] if count == 1 else forms[-1]


def upfirst(text: str) -> str:
    """Return the text with a capital first letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def forms_by_kind(names: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    """Return the names of things by kind, with a kind of its own for each form: "land" and "land_acc"."""
    found: dict[str, dict[str, str]] = {}
    for kind, things in names.items():
        rows: dict[str, dict[str, str]] = {
            thing: row if isinstance(row, dict) else {"name": row} for thing, row in things.items()
        }
        for form in dict.fromkeys(form for row in rows.values() for form in row):
            key = kind if form == "name" else f"{kind}_{form}"
            found[key] = {thing: row.get(form, row["name"]) for thing, row in rows.items()}
    return found


class Words:
    """The words of one game in one language."""

    def __init__(self, language: str, tables: dict[str, Any]) -> None:
        self.language: Final = language
        self._names: Final = forms_by_kind(tables.get("name", {}))
        self.tables: Final[dict[str, Any]] = {**tables, "name": self._names} if self._names else tables
        self._read: Final[dict[tuple[str, str], Template]] = {}

    @staticmethod
    def load(folder: Path, language: str, extra_folder: Path | None = None) -> "Words":
        """Return a game's words, and the refusals common to all games.

        Args:
            folder: The folder with a file for each language.
            language: "en", "de" or "uk".
            extra_folder: A folder that may contain another file of tables in this language.

        Raises:
            ValueError: If the language is unknown.
        """
        if language not in LANGUAGES:
            raise ValueError(f"no words in {language!r}; there are {', '.join(LANGUAGES)}")
        tables = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
        general = tomllib.loads((folder_of("regnum.core.text") / "refusals.toml").read_text(encoding="utf-8"))
        if extra_folder is not None and (extra_folder / f"{language}.toml").is_file():
            tables |= tomllib.loads((extra_folder / f"{language}.toml").read_text(encoding="utf-8"))
        tables["refusal"] = {**general[language], **tables.get("refusal", {})}
        return Words(language, tables)

    def has(self, table: str, key: str) -> bool:
        """Return whether the template exists."""
        return key in self.tables.get(table, {})

    def name(self, kind: str, id: object) -> str:
        """Return the name for an id of a kind, or the id if it has no name."""
        names = self._names.get(kind)
        return str(id if names is None else names.get(str(id), id))

    def text(self, table: str, key: str, params: Mapping[str, object]) -> str:
        """Return a template filled with parameters.

        Args:
            table: The table of the words.
            key: The key in that table.
            params: The parameters by name.

        Raises:
            KeyError: If the template does not exist.
        """
        text, slots = self._read.get((table, key)) or self._template(table, key)
        for name, kind, forms, following_text in slots:
            value = params.get(name, "?")
            if forms:
                text += plural(self.language, value if isinstance(value, int) else 0, forms).replace("#", str(value))
            else:
                text += self.name(kind, value) if kind else str(value)
            text += following_text
        return text

    def slots_of_kind(self, table: str, key: str, kind: str) -> list[str]:
        """Return the names of the slots of this kind in a template.

        Raises:
            KeyError: If the template does not exist.
        """
        slots = (self._read.get((table, key)) or self._template(table, key))[1]
        return [name for name, slot_kind, _, _ in slots if slot_kind == kind]

    def _template(self, table: str, key: str) -> Template:
        """Parse a template and cache the result."""
        text = str(self.tables[table][key])
        matches = list(_SLOT.finditer(text))
        ends = [*(slot.start() for slot in matches), len(text)]
        slots: list[tuple[str, str, list[str], str]] = []
        for slot, end in zip(matches, ends[1:], strict=True):
            forms = str(slot[3])[1:].split("|") if slot[3] else []
            slots.append((str(slot[1]), str(slot[2] or ""), forms, text[slot.end() : end]))
        self._read[table, key] = (text[: ends[0]], slots)
        return text[: ends[0]], slots

    def term(self, key: str) -> str:
        """Return the game's term with this key.

        Raises:
            KeyError: If there is none.
        """
        return self.text("term", key, {})

    def title(self, key: str) -> str:
        """Return a term as a heading."""
        return upfirst(self.term(key))

    def refusal(self, refusal: Refusal) -> str:
        """Return the reason for a refusal as a sentence, or its key if the game has no words."""
        return upfirst(self.text("refusal", refusal.key, refusal.params)) if self.tables else refusal.key
