"""A game's words in one language: prompts, actions, log, names, refusals, options.

They stand in `words/<language>.toml`, in tables of templates. A template's `{name}` is a parameter as it is,
`{name:kind}` the name of a thing (`[name.<kind>]`), `{name|one|many}` the form of a word that goes with a number
(three forms in Ukrainian), `{player}` the player's name.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from regnum.core.folder import folder_of
from regnum.core.ledger import LANGUAGES
from regnum.core.step import Refusal

_SLOT: Final = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)+)?\}")


def plural(language: str, count: int, forms: list[str]) -> str:
    """Return the form of a word that goes with a whole number in the language."""
    if language == "uk" and len(forms) == 3:
        if count % 10 == 1 and count % 100 != 11:
            return forms[0]
        return forms[1] if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else forms[2]
    return forms[0] if count == 1 else forms[-1]


def upfirst(text: str) -> str:
    """Return the text with a capital first letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]


class Words:
    """The words of one game in one language."""

    def __init__(self, language: str, tables: dict[str, Any]) -> None:
        self.language: Final = language
        self.tables: Final = tables

    @staticmethod
    def load(folder: Path, language: str) -> "Words":
        """Read a language file, with the refusals that fit every game; ValueError for a language that there is not."""
        if language not in LANGUAGES:
            raise ValueError(f"no words in {language!r}; there are {', '.join(LANGUAGES)}")
        tables = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
        general = tomllib.loads((folder_of("regnum.core") / "refusals.toml").read_text(encoding="utf-8"))
        tables["why"] = {**general[language], **tables.get("why", {})}
        return Words(language, tables)

    def has(self, table: str, key: str) -> bool:
        """Tell whether there is a template."""
        return key in self.tables.get(table, {})

    def name(self, kind: str, thing: object) -> str:
        """Return the name of a thing; one without a name of its own is called by its id."""
        return str(self.tables.get("name", {}).get(kind, {}).get(str(thing), thing))

    def say(self, table: str, key: str, params: Mapping[str, object]) -> str:
        """Return the template of a table, filled in; KeyError if there is none."""
        template: str = self.tables[table][key]

        def fill(slot: re.Match[str]) -> str:
            value = params.get(slot[1], "?")
            if slot[3]:
                return plural(self.language, value if isinstance(value, int) else 0, slot[3][1:].split("|"))
            return self.name(slot[2], value) if slot[2] else str(value)

        return _SLOT.sub(fill, template)

    def term(self, key: str) -> str:
        """Return what something is called at the table."""
        return self.say("term", key, {})

    def title(self, key: str) -> str:
        """Return a term as a heading."""
        return upfirst(self.term(key))

    def refusal(self, refusal: Refusal) -> str:
        """Return why an action is not allowed."""
        return self.say("why", refusal.key, refusal.params) if self.tables else refusal.key
