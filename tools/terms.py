"""The terms of all texts, in docs/terms/*.toml, and the page docs/terms.md that shows them.

    python -m tools.terms    write the page

Each file has the terms of one game, or those of all texts (`shared.toml`). A term can name variants to avoid: patterns
of words in one language, in which `*` stands for any letters. tests/games/test_terms.py searches all texts for them.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

from regnum.core.text.ledger import LANGUAGES

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "docs" / "terms"
PAGE: Final = ROOT / "docs" / "terms.md"
SHARED: Final = "shared"
WIDTH: Final = 100
NAMES: Final = {"en": "English", "de": "German", "uk": "Ukrainian"}
INTRODUCTION: Final = """# Terms

Each thing has one name per language, used in all texts of the games, the pages and the terminal.
German and Ukrainian terms follow the printed rulebooks where these exist (Rurik in both languages,
the others in German); *p* marks terms found in the rulebook. The last column lists words that a
text must not use; `*` stands for any letters. The [glossary](glossary.md) has the terms of the
code.

This page is generated from `docs/terms/*.toml` by `python -m tools.terms`, and
`tests/games/test_terms.py` checks every text against it.
"""


@dataclass(frozen=True)
class Avoid:
    """A variant that texts in a language must not use, unless it is part of a phrase in `allowed`."""

    language: str
    pattern: str
    allowed: Sequence[str] = ()
    reason: str = ""

    def matches(self, text: str) -> list[str]:
        """Return the forbidden words in a text, in its order."""
        for phrase in self.allowed:
            text = expression(phrase).sub(" ", text)
        return [match[0] for match in expression(self.pattern).finditer(text)]


@dataclass(frozen=True)
class Term:
    """A thing with its name in each language; `printed`: the languages in which a rulebook has that name."""

    names: Mapping[str, str]
    printed: Sequence[str]
    note: str
    avoid: Sequence[Avoid]


@dataclass(frozen=True)
class Glossary:
    """The terms of a game, or of all texts; `policy` is the voice of each language."""

    title: str
    introduction: str
    policy: Mapping[str, str]
    terms: Sequence[Term]

    def avoided(self, language: str) -> list[Avoid]:
        """Return the variants that texts in a language must not use."""
        return [avoid for term in self.terms for avoid in term.avoid if avoid.language == language]


@cache
def expression(pattern: str) -> re.Pattern[str]:
    """Return a pattern as a regular expression that matches whole words, whatever their case."""
    separator = r"\s+"
    words = [re.escape(word).replace(r"\*", r"[\w’-]*") for word in pattern.split()]
    return re.compile(rf"(?<!\w){separator.join(words)}(?!\w)", re.IGNORECASE)


def read_glossary(path: Path) -> Glossary:
    """Read a file of terms; raises KeyError if a field is missing and ValueError for an unknown field or language."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return Glossary(
        content["title"],
        content["intro"].strip(),
        content.get("policy", {}),
        [_read_term(entry, path) for entry in content["term"]],
    )


def _read_term(entry: Mapping[str, Any], path: Path) -> Term:
    avoid = [
        Avoid(**{**one, "language": language}) for language in LANGUAGES for one in entry.get(f"avoid_{language}", ())
    ]
    unknown = set(entry) - {*LANGUAGES, "printed", "note", *(f"avoid_{language}" for language in LANGUAGES)}
    if unknown:
        raise ValueError(f"{path.name}: {entry['en']}: unknown fields {', '.join(sorted(unknown))}")
    names = {language: entry[language] for language in LANGUAGES}
    return Term(names, entry.get("printed", ()), entry.get("note", ""), avoid)


@cache
def glossaries() -> dict[str, Glossary]:
    """Return all terms by the id of their game, the shared ones first."""
    found = {path.stem: read_glossary(path) for path in sorted(FOLDER.glob("*.toml"))}
    return {SHARED: found.pop(SHARED), **found}


def page() -> str:
    """Return the text of the page."""
    parts = [INTRODUCTION]
    for glossary in glossaries().values():
        parts.append(f"## {glossary.title}\n\n{glossary.introduction}\n")
        for language, text in glossary.policy.items():
            parts += ["\n".join(wrap(f"**{NAMES[language]}.** {' '.join(text.split())}", WIDTH)) + "\n"]
        rows = [f"| {' | '.join(_cells(term))} |" for term in glossary.terms]
        head = f"| {' | '.join(NAMES.values())} | note | avoid |\n| --- | --- | --- | --- | --- |"
        parts.append("\n".join([head, *rows]) + "\n")
    return "\n".join(parts)


def _cells(term: Term) -> list[str]:
    names = [f"{name} *p*" if language in term.printed else name for language, name in term.names.items()]
    avoid = ", ".join(f"`{one.pattern}`" for one in term.avoid)
    return [*names, term.note, avoid]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}: {sum(len(one.terms) for one in glossaries().values())} terms")
