"""The texts of the pages, and the choice of a language."""

import tomllib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from regnum.core.game import Game
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.words import Words
from regnum.view import view_of

COOKIE: Final = "regnum_lang"
NAMES: Final = {"en": "English", "de": "Deutsch", "uk": "Українська"}
_FOLDER: Final = Path(__file__).parent.parent / "locales"


class Text:
    """The texts of the pages in one language: `text("home.title")`, `text("home.players", count=4)`."""

    def __init__(self, words: Words) -> None:
        self.language: Final = words.language
        self.words: Final = words

    def __call__(self, key: str, **params: object) -> str:
        table, _, name = key.partition(".")
        return self.words.text(table, name, params)

    def has(self, key: str) -> bool:
        """Return whether a text exists."""
        table, _, name = key.partition(".")
        return self.words.has(table, name)

    def listing(self, items: list[str], word: str = "and") -> str:
        """Return the items as one phrase: "A, B and C"."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self(f'list.{word}')} {items[-1]}"


@cache
def page_text(language: str) -> Text:
    """Return the texts of the pages in a language."""
    return Text(Words.load(_FOLDER, language))


@cache
def game_words(game: Game, language: str) -> Words:
    """Return the words of a game, merged with those of its view."""
    tables: dict[str, Any] = {}
    with suppress(FileNotFoundError):  # a game under construction: ids are shown instead of words
        tables.update({name: dict(table) for name, table in game.words(language).tables.items()})
    more = view_of(game).folder / "words" / f"{language}.toml"
    if more.exists():
        for name, table in tomllib.loads(more.read_text(encoding="utf-8")).items():
            tables[name] = _merge_tables(tables.get(name, {}), table)
    return Words(language, tables)


def _merge_tables(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    merged = dict(first)
    for key, value in second.items():
        existing = merged.get(key)
        merged[key] = (
            _merge_tables(existing, value) if isinstance(existing, dict) and isinstance(value, dict) else value
        )
    return merged


def choose_language(cookie: str, accepted: str) -> str:
    """Return the language to use: the chosen one, else the best of an Accept-Language header, else English."""
    if cookie in LANGUAGES:
        return cookie
    preferences: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted.split(",")):
        name, _, weight = part.strip().partition(";")
        language = name.strip().lower().partition("-")[0]
        try:
            quality = float(weight.partition("=")[2]) if weight else 1.0
        except ValueError:
            quality = 0.0
        if language in LANGUAGES and quality > 0:
            preferences.append((-quality, place, language))
    return min(preferences)[2] if preferences else "en"
