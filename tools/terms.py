"""The terms of all texts, in docs/terms/*.toml, and the page docs/terms.md that shows them.

    python -m tools.terms    write the page

Each file has terms and variants to avoid: of one game, of all texts (`shared.toml`), or of the page and the terminal
(`web.toml`). A variant is a pattern of words in one language, in which `*` stands for any letters.
tests/tools/test_terms.py searches all texts for them.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Final

from regnum.core.text.ledger import LANGUAGES

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "docs" / "terms"
PAGE: Final = ROOT / "docs" / "terms.md"
SHARED: Final = "shared"
WEB: Final = "web"
WIDTH: Final = 100
NAMES: Final = {"en": "English", "de": "German", "uk": "Ukrainian"}
INTRODUCTION: Final = """# Terms

Each thing has one name per language, used in all texts of the games, the pages and the terminal.
German and Ukrainian terms follow the printed rulebooks where these exist (Rurik in both languages,
the others in German); *p* marks terms found in the rulebook. The tables of variants list words that
a text must not use; `*` stands for any letters. The [glossary](glossary.md) has the terms of the
code.

This page is generated from `docs/terms/*.toml` by `python -m tools.terms`, and
`tests/tools/test_terms.py` checks every text against it.
"""


@dataclass(frozen=True)
class Variant:
    """Words for a thing that texts in a language must not use, unless they are part of a phrase in `allowed`."""

    term: str
    language: str
    pattern: str
    reason: str
    allowed: Sequence[str] = ()

    def matches(self, text: str) -> list[str]:
        """Return the forbidden words in a text, in its order."""
        for phrase in self.allowed:
            text = expression(phrase).sub(" ", text)
        return [match[0] for match in expression(self.pattern).finditer(text)]


@dataclass(frozen=True)
class Term:
    """A thing with its name in each language; `printed`: the languages in which a rulebook has that name."""

    en: str
    de: str
    uk: str
    printed: Sequence[str] = ()
    note: str = ""

    def name(self, language: str) -> str:
        """Return the name in a language."""
        return {"en": self.en, "de": self.de, "uk": self.uk}[language]


@dataclass(frozen=True)
class TermList:
    """The terms of a game, of all texts, or of the page; `policy` describes the voice of each language."""

    title: str
    introduction: str
    policy: Mapping[str, str]
    terms: Sequence[Term]
    variants: Sequence[Variant]


@cache
def expression(pattern: str) -> re.Pattern[str]:
    """Return a pattern as a regular expression that matches whole words, whatever their case."""
    separator = r"\s+"
    words = [re.escape(word).replace(r"\*", r"[\w’-]*") for word in pattern.split()]
    return re.compile(rf"(?<!\w){separator.join(words)}(?!\w)", re.IGNORECASE)


def read_terms(path: Path) -> TermList:
    """Read a file of terms; raises KeyError or TypeError if a field is missing or unknown."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    terms = [Term(**entry) for entry in content.get("term", ())]
    variants = [
        Variant(language=language, **entry) for language in LANGUAGES for entry in content.get(f"avoid_{language}", ())
    ]
    return TermList(content["title"], content["intro"].strip(), content.get("policy", {}), terms, variants)


@cache
def term_lists() -> dict[str, TermList]:
    """Return all lists by the id of their game, those of all texts and of the page first."""
    lists = {path.stem: read_terms(path) for path in sorted(FOLDER.glob("*.toml"))}
    return {SHARED: lists.pop(SHARED), WEB: lists.pop(WEB), **lists}


def page() -> str:
    """Return the text of the page."""
    parts = [INTRODUCTION]
    for terms in term_lists().values():
        parts.append(f"## {terms.title}\n\n{terms.introduction}\n")
        for language, text in terms.policy.items():
            parts.append("\n".join(wrap(f"**{NAMES[language]}.** {' '.join(text.split())}", WIDTH)) + "\n")
        if terms.terms:
            rows = [[*(_cell(term, language) for language in LANGUAGES), term.note] for term in terms.terms]
            parts.append(_table([*NAMES.values(), "note"], rows))
        if terms.variants:
            variants = [
                [NAMES[variant.language], variant.term, f"`{variant.pattern}`", variant.reason]
                for variant in terms.variants
            ]
            parts.append(_table(["language", "term", "avoid", "because"], variants))
    return "\n".join(parts)


def _cell(term: Term, language: str) -> str:
    return f"{term.name(language)} *p*" if language in term.printed else term.name(language)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    lists = term_lists().values()
    print(f"{sum(len(one.terms) for one in lists)} terms, {sum(len(one.variants) for one in lists)} variants to avoid")
