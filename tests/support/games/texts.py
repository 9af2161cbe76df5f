"""Properties of a game's rules, words and facts in every language."""

import random
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from regnum.core.game import Game
from regnum.core.rules.action import Refusal
from regnum.core.rules.note import NoteKind
from regnum.core.rules.state import FULL, State
from regnum.core.rules.step import Decision, Simultaneous, parameters
from regnum.core.text.ledger import LANGUAGES
from regnum.core.text.narrator import action_line, label, note_line, prompt, side_names
from regnum.core.text.words import Words
from tests.support.games.every_game import GAP, NAMES


def clauses_exist_in_three_languages(game: Game) -> None:
    for clause in game.ledger():
        for text in [clause.text] + [text for text in (clause.ruling, clause.reason) if text]:
            assert sorted(text) == sorted(LANGUAGES), clause.id
            assert all(sentence.strip() for sentence in text.values()), clause.id
            assert len(set(text.values())) == 3, clause.id
        assert re.search("[а-щьюяєіїґ]", clause.text["uk"]), clause.id


def rulings_have_reasons_and_options_have_clauses(game: Game) -> None:
    names = {option.name for option in game.options}
    for clause in game.ledger():
        assert bool(clause.ruling) == bool(clause.reason), clause.id
        assert not clause.option or clause.option in names, clause.id
    for option in game.options:
        at_clause = [other.name for other in game.options if other.clause == option.clause]
        assert game.ledger()[option.clause].option in at_clause, option.name


CONFIDENCE: Final = ("high", "medium", "low", "ruling", "reconstructed")
"""The reliability of a fact: from a better or worse source, by decision, or by invention."""


def data_files(game: Game) -> list[Path]:
    return sorted((game.folder / "data").rglob("*.toml"))


def provenance(path: Path) -> dict[str, dict[str, Any]]:
    data: dict[str, dict[str, Any]] | str = tomllib.loads(path.read_text(encoding="utf-8")).get("provenance", "")
    assert isinstance(data, dict), f"{path}: no rows of provenance"
    return data


def facts_state_their_sources_in_three_languages(game: Game) -> None:
    assert data_files(game)
    for path in data_files(game):
        for name, row in provenance(path).items():
            where = f"{path.relative_to(game.folder)}, {name}"
            assert set(row) - {"fact"} == {"what", "from", "confidence"}, where
            assert row["confidence"] in CONFIDENCE, where
            for key in ("what", "from"):
                texts = row[key]
                assert isinstance(texts, dict), f"{where}: {key} is not told in {', '.join(LANGUAGES)}"
                assert sorted(texts) == sorted(LANGUAGES), f"{where}: {key}"
                assert all(text.strip() for text in texts.values()), f"{where}: {key}"
                assert len(set(texts.values())) == len(LANGUAGES), f"{where}: {key}"


SLOT: Final = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)+)?\}")
"""Suffixes of tables with another form of names: with an article, inflected, or with a preposition."""


def notes_of(game: Game) -> dict[str, set[str]]:
    """Return the kinds of notes that a game declares, with their parameters."""
    module = game.part("notes")
    kinds = vars(module).values() if module else ()
    return {kind.key: set(kind.names) for kind in kinds if isinstance(kind, NoteKind)}


def deciding(game: Game) -> dict[str, set[str]]:
    """Return the prompts of the deciding steps with their parameters."""
    kinds = [kind for kind in game.steps.values() if issubclass(kind, (Decision, Simultaneous))]
    result = {kind.__name__: {"player", *parameters(kind)} for kind in kinds}
    own = [name for name in game.words("en").tables["prompt"] if name.endswith(".own")]
    assert {len(game.steps[name.removesuffix(".own")].SEATS) for name in own} <= {2}
    return result | {name: result[name.removesuffix(".own")] for name in own}


def families(game: Game) -> dict[str, set[str]]:
    return {name: set(members[0].params) for name, members in game.actions.families.items()}


def told_of(game: Game) -> dict[str, set[str]]:
    """Return the parameters of the log line for each family: only the player for a secret one."""
    secret = {name for name, members in game.actions.families.items() if members[0].secret}
    return {name: {"player", *(() if name in secret else params)} for name, params in families(game).items()}


def templates(words: Words) -> Iterator[tuple[str, str, str]]:
    for table, entries in words.tables.items():
        if table != "name":
            for key, template in entries.items():
                yield table, key, template


def played(game: Game, seed: int, other_options: bool) -> Iterator[State]:
    """Yield a random game with notes, of the most players or with the last value of every possible option."""
    options: dict[str, object] = {}
    players = game.player_counts[0 if other_options else -1]
    for option in game.options if other_options else ():
        try:
            game.read_setup(players, seed, {**options, option.name: option.values[-1]})
        except ValueError:
            continue
        options[option.name] = option.values[-1]
    state = game.begin(players, seed, options, with_log=True)
    rng = random.Random(seed)
    while not state.is_terminal:
        yield state
        player = rng.choice(state.players_to_act)
        state.apply(rng.choice(state.legal_actions(player)), player)
    yield state


def languages_have_the_same_words_and_parameters(game: Game) -> None:
    """A language may inflect the name of a thing: `{ruler:ruler_acc}`."""
    kinds = [set(game.words(language).tables["name"]) for language in LANGUAGES]
    shared = set.intersection(*kinds)

    def nominative(kind: str) -> str:
        return kind if kind in shared else kind.rpartition("_")[0] or kind

    def slots(template: str) -> set[tuple[str, str]]:
        return {(name, nominative(kind)) for name, kind, forms in SLOT.findall(template) if not forms}

    english, *others = (
        {(table, key): slots(text) for table, key, text in templates(game.words(language))} for language in LANGUAGES
    )
    assert all(other == english for other in others)
    names, *others_names = (game.words(language).tables["name"] for language in LANGUAGES)
    for other in (names, *others_names):
        for kind, things in other.items():
            assert set(things) == set(names[nominative(kind)]), kind
    assert {nominative(kind) for kind in set.union(*kinds)} == shared


def templates_use_existing_parameters(game: Game, language: str) -> None:
    words = game.words(language)
    given: dict[str, Mapping[str, set[str]]] = {
        "prompt": deciding(game),
        "action": families(game),
        "log": told_of(game),
        "note": {key: {"player", "a", "b"} for key in words.tables["note"]} | notes_of(game),
    }
    for table, key, template in templates(words):
        assert template.count("{") == len(SLOT.findall(template)), (table, key)
        for name, kind, forms in SLOT.findall(template):
            if table in given:
                assert name in given[table][key], (table, key, name)
            assert not kind or kind == "player" or kind in words.tables["name"], (table, key, kind)
            assert not forms or forms.count("|") - (3 if language == "uk" else 2) in (0, 1), (table, key, forms)


def actions_name_their_things(game: Game, language: str) -> None:
    words = game.words(language)
    for action in game.actions:
        for table in ("action", "log"):
            for name, kind, _ in SLOT.findall(words.tables[table][action.family]):
                if kind and kind != "player":
                    assert str(action.params[name]) in words.tables["name"][kind], (action.text, kind)
        assert label(action, words, NAMES) != action.text
        for line in (label(action, words, NAMES), action_line(action, 0, words, NAMES, FULL)):
            assert line
            assert not GAP.search(line), line


def whole_games_can_be_narrated(game: Game, language: str, other_options: bool) -> None:
    words = game.words(language)
    lines = plies = 0
    for state in played(game, 11, other_options):
        names = side_names(state, words, NAMES[: state.players])
        result = [prompt(state, words, player, names) for player in state.players_to_act]
        for note in state.journal or []:
            assert words.has("note", note.key), note.key
            for slot, kind, _ in SLOT.findall(words.tables["note"][note.key]):
                if kind and kind != "player":
                    assert str(note.params[slot]) in words.tables["name"][kind], (note.key, slot)
            result.append(note_line(note, words, names))
        state.journal = []
        lines += len(result)
        plies = state.ply
        for line in result:
            assert line
            assert not GAP.search(line), line
    assert lines > min(100, plies)


def refusals_are_worded_completely(game: Game, language: str) -> None:
    words = game.words(language)
    rng = random.Random(12)
    seen: set[str] = set()
    for state in played(game, 12, other_options=False):
        for player in state.players_to_act:
            top = state.stack[-1]
            legal = state.legal_actions(player)
            for action in rng.sample(list(game.actions), min(8, len(game.actions))):
                if action not in legal:
                    refusal: Refusal = (
                        top.refusal(state, player, action)
                        if isinstance(top, Simultaneous)
                        else top.refusal(state, action)  # type: ignore[attr-defined]  # it is a Decision
                    )
                    assert refusal.clause in game.ledger()
                    line = words.refusal(refusal)
                    assert not GAP.search(line), line
                    seen.add(refusal.key)
    assert len(seen) > (5 if len(words.tables["refusal"]) > 20 else 0)
