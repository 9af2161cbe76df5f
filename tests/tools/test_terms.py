"""Every text uses the terms of docs/terms, and none of the variants that these forbid."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

import regnum
from regnum.core.text.ledger import LANGUAGES
from tests.support.games.rulebooks import rulebook_paths, rulebook_texts
from tools.terms import PAGE, SHARED, WEB, Variant, page, term_lists

ROOT: Final = Path(regnum.__file__).resolve().parent
WEB_FOLDERS: Final = ("web/locales", "players/words", "cli/words")
RULEBOOKS: Final = {"000": ("rurik", "de"), "001": ("rurik", "uk"), "002": ("wallenstein", "de")} | {
    "003": ("brian_boru", "de"),
    "004": ("khan", "de"),
}
"""The game and language of each rulebook, by the number of its file."""


def strings(value: object, language: str, own: bool) -> Iterator[str]:
    """Yield the texts in a language; `own`: all of `value` is in that language."""
    if isinstance(value, str) and own:
        yield value
    elif isinstance(value, Mapping):
        by_language = set(LANGUAGES) <= set(value)
        for key, child in value.items():
            if key == language or not (by_language and key in LANGUAGES):
                yield from strings(child, language, own or (by_language and key == language))
    elif isinstance(value, list):
        for child in value:
            yield from strings(child, language, own)


@cache
def texts(place: str, language: str) -> list[tuple[str, str]]:
    """Return the files and texts of a game, or of the web, the bots and the terminal."""
    if place == WEB:
        paths = [ROOT / folder / f"{language}.toml" for folder in WEB_FOLDERS]
    else:
        paths = [path for path in sorted((ROOT / "games" / place).rglob("*.toml")) if "weights" not in path.stem]
    result: list[tuple[str, str]] = []
    for path in paths:
        content: Any = tomllib.loads(path.read_text(encoding="utf-8"))
        name = str(path.relative_to(ROOT))
        result += [(name, text) for text in strings(content, language, path.stem == language)]
    return result


def forbidden_variants(place: str, language: str) -> list[Variant]:
    """Return the variants that the texts of a place must not use."""
    return [one for name in (SHARED, place) for one in term_lists()[name].variants if one.language == language]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", [WEB, *regnum.games()])
def test_texts_avoid_forbidden_variants(place: str, language: str) -> None:
    assert len(texts(place, language)) > 100
    wrong = [
        f"{path}: {word}: {text}"
        for path, text in texts(place, language)
        for variant in forbidden_variants(place, language)
        for word in variant.matches(text)
    ]
    assert not wrong, "\n".join(["", *wrong])


def test_page_shows_current_terms() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tools.terms"


@pytest.mark.skipif(not rulebook_paths(), reason="no rulebooks: set REGNUM_RULEBOOKS to their folder")
@pytest.mark.parametrize("number", RULEBOOKS)
def test_rulebook_has_printed_terms(number: str) -> None:
    book = next(text.lower() for name, (_, text) in rulebook_texts().items() if name.startswith(number))
    game, language = RULEBOOKS[number]
    printed = [term.name(language) for term in term_lists()[game].terms if language in term.printed]
    assert len(printed) > 15
    assert [name for name in printed if not all(stem in book for stem in stems(name))] == []


def stems(name: str) -> Iterator[str]:
    """Yield the words of a term without articles and endings."""
    for word in re.findall(r"[^\W\d_]+(?:’[^\W\d_]+)*", re.sub(r"\(.*?\)", "", name).lower()):
        if word not in ("der", "die", "das", "den", "einen", "ein", "eine", "sich"):
            yield word[:-2] if len(word) > 5 else word[:-1] if len(word) > 3 else word


@pytest.mark.parametrize(
    ("place", "language", "text"),
    [
        ("rurik", "uk", "Мобілізація: там, де є ваша фігура, поки в запасі є полки."),
        ("rurik", "uk", "Щоб почати, виберіть колоду інтриг."),
        ("rurik", "uk", "Ватажки"),
        ("rurik", "uk", "Двох бунтівників подолано: деревина й руда для човна."),
        ("wallenstein", "uk", "Назар: 3 армії у землі."),
        ("wallenstein", "uk", "Поставте карту 3 монет."),
        ("rurik", "de", "Ausheben: Wo du eine Figur hast, solange in deinem Vorrat Truppen sind."),
        ("rurik", "de", "Setz die 4 auf Angriff."),
        ("wallenstein", "de", "Eine Landkarte auf einem Feld sagt, wo du diese Aktion machst."),
        ("khan", "uk", "Кожен отримує по одній решти."),
        ("brian_boru", "uk", "У грі втрьох — сім боротьб, інакше п’ять."),
        (WEB, "uk", "Залишити місце: Назар"),
    ],
)
def test_earlier_wrong_terms_are_found(place: str, language: str, text: str) -> None:
    assert any(variant.matches(text) for variant in forbidden_variants(place, language))


def test_allowed_phrases_and_parts_of_words_are_not_found() -> None:
    variant = Variant("map", "en", "card*", "a board", allowed=["cardboard box"])
    assert variant.matches("Two cards, a Card and a cardboard box") == ["cards", "Card"]
    assert variant.matches("a discard") == []
