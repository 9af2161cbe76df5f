"""Invariants of every text in each language: games, views, page, terminal, rules and facts.

Each template is filled with every thing that can be put into it: all names of the tables it asks for, some numbers.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import regnum
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.words import Words, upfirst
from regnum.web.http.i18n import game_words
from tests.support.games.rulebooks import rulebook_paths, rulebook_texts

ROOT: Final = Path(regnum.__file__).resolve().parent
NUMBERS: Final = (0, 1, 2, 5, 21)
SLOT: Final = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)+)?\}")
PICTURED: Final = re.compile(r"^(?:<[\w-]+> )+|(?: (?:or|oder|або|and|und|й|і))? ?<[\w-]+>|[*]", re.MULTILINE)
"""Symbols drawn in the lines of a player aid, and emphasis."""
SPOKEN: Final = ("prompt", "action", "log", "note", "refusal")
"""Tables whose texts are capitalized."""
CASE: Final = re.compile("_(acc|dat|gen|ins|loc|in)$")
"""Suffixes of tables with inflected names: `[name.ruler_acc]` beside `[name.ruler]`."""
PLACES: Final = [*regnum.games(), "page", "terminal"]

EVERY_PLACE: Final = pytest.mark.parametrize("place", PLACES)
EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)
TRANSLATED: Final = pytest.mark.parametrize("language", LANGUAGES[1:])


@cache
def words_of(place: str, language: str) -> Words:
    """Return the words of a game with those of its view, of the page, or of the terminal."""
    folders = {"page": ROOT / "web" / "locales", "terminal": ROOT / "cli" / "words"}
    return Words.load(folders[place], language) if place in folders else game_words(regnum.game(place), language)


def templates(words: Words) -> Iterator[tuple[str, str, str]]:
    """Yield table, key and text of all but the names."""
    for table, entries in words.tables.items():
        if table != "name":
            for key, template in entries.items():
                yield table, key, template


def fillings(words: Words, template: str) -> Iterator[dict[str, object]]:
    """Yield parameters of a template, so that each slot gets every possible value."""
    result: dict[str, list[object]] = {}
    for name, kind, forms in SLOT.findall(template):
        things: list[object] = [*NUMBERS] if forms else [*words.tables.get("name", {}).get(kind, {})] or ["Ann"]
        if len(things) > len(result.get(name, [])):
            result[name] = things
    for turn in range(max(map(len, result.values()), default=1)):
        yield {name: things[turn % len(things)] for name, things in result.items()}


@cache
def texts_of(place: str, language: str) -> list[tuple[str, str]]:
    """Return all texts of a place with their keys: "note.flees"."""
    words = words_of(place, language)
    texts: list[tuple[str, str]] = []
    for table, key, template in templates(words):
        for params in fillings(words, template):
            text = words.text(table, key, params)
            lines = PICTURED.sub("", text).strip().splitlines() if table == "aid_text" else [text]
            texts += [(f"{table}.{key}", upfirst(line) if table in SPOKEN else line) for line in lines]
    return list(dict.fromkeys(texts))


@cache
def sentences_of(place: str, language: str) -> list[tuple[str, str]]:
    """Return the sentences of a game's ledger and the descriptions of its facts."""
    if place not in regnum.games():
        return []
    game = regnum.game(place)
    texts = [
        (clause.id, part[language])
        for clause in game.ledger()
        for part in (clause.text, clause.ruling, clause.reason)
        if part
    ]
    for path in sorted((game.folder / "data").rglob("*.toml")):
        for name, row in tomllib.loads(path.read_text(encoding="utf-8")).get("provenance", {}).items():
            texts += [(f"{path.stem}.{name}", row[key][language]) for key in ("what", "from")]
    return texts


def names(place: str, language: str) -> list[tuple[str, str]]:
    """Return all names of things."""
    kinds = words_of(place, language).tables.get("name", {})
    return [(f"name.{kind}.{thing}", name) for kind, things in kinds.items() for thing, name in things.items()]


def every_text(place: str, language: str) -> list[tuple[str, str]]:
    return texts_of(place, language) + sentences_of(place, language) + names(place, language)


def check_empty(wrong: Iterable[str]) -> None:
    """Check that nothing is wrong, else show the list line by line."""
    result = list(dict.fromkeys(wrong))
    assert not result, "\n".join(["", *result])


# How a text is put together.

FAULTS: Final = {
    "a place that is not filled": re.compile(r"[{}]|\b[a-z]+_[a-z]+\b"),
    "a space too many": re.compile(r"\S {2}|^ | $| [,.;:!?](?!\.)|\( | \)"),
    "a stop too many": re.compile(r"(?<!\.)\.\.(?!\.)|[,;:!?]\.|[.,;:][,;:]|\.[”“»]\."),
    "a sentence that begins small": re.compile(r"[.!?] +[a-zäöüа-щьюяєіїґ]"),
}
SHORT: Final = re.compile(r"\b(?:[a-zа-яіїєґ]|Bm|Hm|Erzbm|Fm|Gft|Sächs|див)\. ", re.IGNORECASE)
"""Abbreviations: their full stop ends no sentence."""
LAID_OUT: Final = ("play.help", "board.or")
"""Texts with significant spaces, such as columns."""
OPEN: Final = re.compile(r"^[(„“«]?[a-zäöüа-щьюяєіїґ].*[.!?]\)?$", re.DOTALL)


@EVERY_PLACE
@EVERY_LANGUAGE
def test_texts_are_complete_for_all_parameters(place: str, language: str) -> None:
    wrong = [
        f"{where}: {error}: {text}"
        for where, text in every_text(place, language)
        for error, pattern in FAULTS.items()
        if where not in LAID_OUT and pattern.search(SHORT.sub("", text))
    ]
    wrong += [f"{where}: it begins small: {text}" for where, text in texts_of(place, language) if OPEN.search(text)]
    wrong += [f"{where}: it begins small: {text}" for where, text in sentences_of(place, language) if OPEN.search(text)]
    check_empty(wrong)


@EVERY_PLACE
@EVERY_LANGUAGE
def test_templates_ask_for_existing_names(place: str, language: str) -> None:
    words = words_of(place, language)
    kinds = {*words.tables.get("name", {}), "player", ""}
    check_empty(
        f"{table}.{key}: {kind}"
        for table, key, template in templates(words)
        for _, kind, _ in SLOT.findall(template)
        if kind not in kinds
    )


# Cases.

GOVERNS: Final = {
    "de": r"(?:an|auf|aus|bei|durch|für|gegen|hinter|in|mit|nach|neben|ohne|über|um|unter|von|vor|zu|zwischen)",
    "uk": r"(?:без|біля|в|від|для|до|з|за|зі|із|на|над|під|по|про|проти|серед|через|у|\w+ти)",
}
"""Words that are never followed by a nominative."""


@EVERY_PLACE
@TRANSLATED
def test_names_are_inflected_as_requested(place: str, language: str) -> None:
    words = words_of(place, language)
    kinds: dict[str, dict[str, str]] = words.tables.get("name", {})
    cases = {kind: CASE.sub("", kind) for kind in kinds if CASE.search(kind)}
    for kind, nominative in cases.items():
        assert kinds[kind].keys() == kinds[nominative].keys(), kind
        assert any(f":{kind}}}" in template for _, _, template in templates(words)), f"{kind} is never used"
    governed = re.compile(rf"(?:\b{GOVERNS[language]}|^\{{\w+(?::player)?\}} \w+) $", re.IGNORECASE)
    check_empty(
        f"{table}.{key}: {template}"
        for table, key, template in templates(words)
        for slot in SLOT.finditer(template)
        if slot[2] in cases.values() and governed.search(template[: slot.start()])
    )


# The words next to a value.

INVARIABLE: Final = {"en": set[str](), "de": {"Taler", "Wikingermarker", "eigene"}, "uk": {"не"}}
"""Words that do not change with the number before them."""
WRONG_SOUNDS: Final = {
    "en": re.compile(r"\ba (?=[aeioAEIO]|u(?!ni|s[ei]))|\ban (?=[bcdfgjklmnpqrstvwxyz]|uni|us[ei])"),
    "uk": re.compile(r"(?<![\w’])(?:[Вв] (?=[вфВФ])|[Уу] (?=[аеиіоуАЕІОУ])|[Зз] (?=[зсшЗСШ]))"),
}
"""Articles and prepositions that do not fit the next word."""


@cache
def counted_words(language: str) -> set[str]:
    """Return the words that have plural forms in some text."""
    found: set[str] = set()
    for place in PLACES:
        for _, _, template in templates(words_of(place, language)):
            for _, _, forms in SLOT.findall(template):
                found |= {re.sub("# ?", "", form).split(" ")[0] for form in forms.split("|")[1:]}
    return found - INVARIABLE[language] - {""}


@EVERY_PLACE
@EVERY_LANGUAGE
def test_word_after_a_number_has_plural_forms(place: str, language: str) -> None:
    words = words_of(place, language)
    numbers = {name for _, _, text in templates(words) for name, _, forms in SLOT.findall(text) if forms}
    check_empty(
        f"{table}.{key}: {template}"
        for table, key, template in templates(words)
        for name, word in re.findall(r"\{(\w+)\} (\w+)", template)
        if name in numbers and word in counted_words(language)
    )


@EVERY_PLACE
@pytest.mark.parametrize("language", WRONG_SOUNDS)
def test_articles_and_prepositions_fit_the_next_word(place: str, language: str) -> None:
    check_empty(
        f"{where}: {text}" for where, text in every_text(place, language) if WRONG_SOUNDS[language].search(text)
    )


# Each language is itself.

QUOTES: Final = {"en": "“”’", "de": "„“’", "uk": "«»’"}
DASH: Final = {"en": " – ", "de": " – ", "uk": " — "}


@EVERY_PLACE
@EVERY_LANGUAGE
def test_quotes_and_dashes_follow_the_language(place: str, language: str) -> None:
    others = "".join(set("\"'`´‘‚›‹" + "".join(QUOTES.values())) - set(QUOTES[language]))
    dashes = [dash for dash in (" - ", " – ", " — ") if dash != DASH[language]]
    check_empty(
        f"{where}: {text}"
        for where, text in every_text(place, language)
        if where not in LAID_OUT and (set(text) & set(others) or any(dash in text for dash in dashes))
    )


PROPER: Final = {
    "de": {"bride", "card", "character", "land", "leader", "people", "region", "to", "town"},
    "uk": set[str](),
}
"""Tables with proper names, which may be the same as in English."""
ALIKE: Final = {
    "de": {"Khan", "Rurik", "Wallenstein", "Brian Boru", "T", "Bot {seat}", "Bot {number}", "Bot, {level}.", "Version"}
    | {"Bot", "Bots"}
    | {"neutral", "Winter", "Hand", "Plan", "Landsknechte", "Am Kaiserhof"}
    | {"live", "Lobby", "Browser", "Chat", "Mail", "Webhooks", "Discord", "Slack", "Matrix", "JSON"}
    | {"{structure:structure} in {region:region}"},
    "uk": {"Discord", "Slack", "Matrix", "JSON"},
}
"""Other texts that are rightly the same as in English."""
ENGLISH: Final = re.compile(r"\b(the|of|and|with|your|you|this|that|from|are|is|has|or|for)\b", re.IGNORECASE)
LATIN: Final = re.compile(r"[A-Za-z]{3,}")
KNOWN: Final = {"Regnum", "Enter", "host", "origin", "Wallenstein", "Kaiserhof", "TOML", "regnum", "facts"} | {
    *("Shift", "Page", "Down", "Home", "End"),  # keys
    *("SHA", "jsonl", "replay", "verify", "JSON", "https", "UTC", "Kyiv", "Europe"),  # technical terms
    *("record", "serve", "toml"),
    *("Authorization", "Bearer", "TOKEN", "Content", "Type", "application", "json", "Host", "faults"),
    *("Discord", "Slack", "Matrix", "hookshot"),
}
"""Words that keep their Latin letters in Ukrainian."""


@EVERY_PLACE
@TRANSLATED
def test_translations_contain_no_english(place: str, language: str) -> None:
    english, own = words_of(place, "en"), words_of(place, language)
    wrong: list[str] = []
    for table, key, template in templates(own):
        same = template == english.tables.get(table, {}).get(key)
        if same and re.search(r"[^\W\d]", SLOT.sub("", template)) and template not in ALIKE[language]:
            wrong.append(f"{table}.{key}: {template}")
        if language == "uk" and set(LATIN.findall(PICTURED.sub("", SLOT.sub("", template)))) - KNOWN:
            wrong.append(f"{table}.{key}: {template}")
    alike = dict(names(place, "en"))
    for where, name in names(place, language):
        kind = CASE.sub("", where.split(".")[1])
        if name == alike.get(where) and kind not in PROPER[language] and name not in ALIKE[language]:
            wrong.append(f"{where}: {name}")
    wrong += [f"{where}: {text}" for where, text in every_text(place, language) if ENGLISH.search(text)]
    check_empty(wrong)


# Nothing is copied.

RUN: Final = 7
"""The number of consecutive words that identify a sentence of the rulebook."""


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Yield all runs of this number of words, without capitals, numbers and punctuation."""
    result = re.findall(r"[^\W\d_]+(?:’[^\W\d_]+)*", text.lower().replace("'", "’"))
    return (tuple(result[at : at + RUN]) for at in range(len(result) - RUN + 1))


@cache
def rulebook_runs() -> frozenset[tuple[str, ...]]:
    """Return the runs of all rulebooks, with words that the scan has broken joined as well."""
    result: set[tuple[str, ...]] = set()
    for versions in rulebook_texts().values():
        for text in versions:
            result.update(runs(text))
    return frozenset(result)


@pytest.mark.skipif(not rulebook_paths(), reason="no rulebooks: set REGNUM_RULEBOOKS to their folder")
@EVERY_PLACE
@EVERY_LANGUAGE
def test_texts_contain_no_copied_rulebook_sentences(place: str, language: str) -> None:
    check_empty(
        f"{where}: {' '.join(run)}"
        for where, text in every_text(place, language)
        for run in runs(text)
        if run in rulebook_runs()
    )
