"""What holds for the words of every game: nothing is without words, and the templates fit what is put into them."""

import ast
import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

import regnum
from regnum.core.game import Game
from regnum.core.ledger import LANGUAGES
from regnum.core.narrator import action_line, label, note_line, prompt, side_names
from regnum.core.note import NoteKind
from regnum.core.state import FULL, State
from regnum.core.step import Decision, Refusal, Simultaneous, parameters
from regnum.core.words import Words

SLOT: Final = re.compile(r"\{(\w+)(?::(\w+))?((?:\|[^{}|]*)+)?\}")
GAP: Final = re.compile(r"[{}|]|(?<!\w)\?|\b[a-z]+_[a-z]+\b")
"""What shows in a sentence where something is missing: a slot, a "?" that ends no word, or an id of the data."""
"""How a table ends that has another form of names: with an article, in a case, with "in", "to" or "from" before it."""
NAMES: Final = ["Deirdre", "Möngke", "Ögedei", "Peer", "Євгенія"]

EVERY_GAME: Final = pytest.mark.parametrize("game", [regnum.game(name) for name in regnum.games()], ids=lambda g: g.id)
EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)


@cache
def trees(folder: Path) -> list[ast.Module]:
    """Return the modules of the rules in a game's folder, and those of the core, which refuse too."""
    paths = [path for path in folder.rglob("*.py") if "drawing" not in path.parts and path.name != "terminal.py"]
    paths += (folder.parent.parent / "core").glob("*.py")
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(paths)]


def literals(node: ast.AST) -> set[str]:
    return {item.value for item in ast.walk(node) if isinstance(item, ast.Constant) and isinstance(item.value, str)}


def keys_of(game: Game, function: str) -> set[str]:
    """Return the keys that stand as such in calls of a function or method."""
    found: set[str] = set()
    for tree in trees(game.folder):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == function and node.args:
                found |= literals(node.args[0])
    return found


def notes_of(game: Game) -> dict[str, set[str]]:
    """Return the kinds of notes that a game declares, with their parameters."""
    module = game.part("notes")
    kinds = vars(module).values() if module else ()
    return {kind.key: set(kind.names) for kind in kinds if isinstance(kind, NoteKind)}


def deciding(game: Game) -> dict[str, set[str]]:
    """Return the prompts: of the steps in which somebody decides, with their parameters."""
    kinds = [kind for kind in game.steps.values() if issubclass(kind, (Decision, Simultaneous))]
    found = {kind.__name__: {"player", *parameters(kind)} for kind in kinds}
    own = [name for name in game.words("en").tables["prompt"] if name.endswith(".own")]
    assert {len(game.steps[name.removesuffix(".own")].SEATS) for name in own} <= {2}
    return found | {name: found[name.removesuffix(".own")] for name in own}


def families(game: Game) -> dict[str, set[str]]:
    return {name: set(members[0].params) for name, members in game.actions.families.items()}


def told_of(game: Game) -> dict[str, set[str]]:
    """Return what may stand in the line of the log for each family: of a secret one, only who it was."""
    secret = {name for name, members in game.actions.families.items() if members[0].secret}
    return {name: {"player", *(() if name in secret else params)} for name, params in families(game).items()}


def spelled(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def templates(words: Words) -> Iterator[tuple[str, str, str]]:
    for table, entries in words.tables.items():
        if table != "name":
            for key, template in entries.items():
                yield table, key, template


def played(game: Game, seed: int, other_options: bool) -> Iterator[State]:
    """Yield a random game, with notes, of the most players or with the last value of every option that goes."""
    options: dict[str, object] = {}
    players = game.player_counts[0 if other_options else -1]
    for option in game.options if other_options else ():
        try:
            game.read_setup(players, seed, {**options, option.name: option.values[-1]})
        except ValueError:
            continue
        options[option.name] = option.values[-1]
    state = game.begin(players, seed, options, telling=True)
    rng = random.Random(seed)
    while not state.is_terminal:
        yield state
        player = rng.choice(state.players_to_act)
        state.apply(rng.choice(state.legal_actions(player)), player)
    yield state


@EVERY_GAME
@EVERY_LANGUAGE
def test_nothing_is_without_words_and_no_words_are_idle(game: Game, language: str) -> None:
    tables = game.words(language).tables
    values = {f"{option.name}.{spelled(value)}" for option in game.options for value in option.values}
    expected: dict[str, set[str]] = {
        "game": {"title", "tagline", "aim"} | (tables["game"].keys() & {"basics"}),
        "prompt": set(deciding(game)),
        "action": set(families(game)),
        "log": set(families(game)),
        "note": set(notes_of(game)),
        "option": {option.name for option in game.options} | values,
    }
    for table, keys in expected.items():
        assert set(tables[table]) == keys, table
    assert set(notes_of(game)) <= set(tables["note"])
    written = set[str]().union(*(literals(tree) for tree in trees(game.folder)))
    for table, function in (("note", "tell"), ("why", "Refusal")):
        assert keys_of(game, function) - set(tables[table]) == set(), table
        assert set(tables[table]) - written == set(), table
    for step in game.steps.values():
        assert set(step.REFUSALS) <= set(families(game)), step
        assert set(step.REFUSALS.values()) <= set(tables["why"]), step
    assert all(text.strip() for _, _, text in templates(game.words(language)))


@EVERY_GAME
def test_the_languages_have_the_same_words_with_the_same_slots(game: Game) -> None:
    """A language may put a thing's name into another case: `{ruler:ruler_acc}`."""
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


@EVERY_GAME
@EVERY_LANGUAGE
def test_templates_ask_for_what_is_there(game: Game, language: str) -> None:
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


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_action_names_its_things(game: Game, language: str) -> None:
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


@EVERY_GAME
@EVERY_LANGUAGE
@pytest.mark.parametrize("other_options", [False, True], ids=["default", "other options"])
def test_a_whole_game_can_be_told(game: Game, language: str, other_options: bool) -> None:
    words = game.words(language)
    lines = plies = 0
    for state in played(game, 11, other_options):
        names = side_names(state, words, NAMES[: state.players])
        told = [prompt(state, words, player, names) for player in state.players_to_act]
        for note in state.journal or []:
            assert words.has("note", note.key), note.key
            for slot, kind, _ in SLOT.findall(words.tables["note"][note.key]):
                if kind and kind != "player":
                    assert str(note.params[slot]) in words.tables["name"][kind], (note.key, slot)
            told.append(note_line(note, words, names))
        state.journal = []
        lines += len(told)
        plies = state.ply
        for line in told:
            assert line
            assert not GAP.search(line), line
    assert lines > min(100, plies)


@EVERY_GAME
@EVERY_LANGUAGE
def test_refusals_are_told_in_full(game: Game, language: str) -> None:
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
                        top.why_not(state, player, action)
                        if isinstance(top, Simultaneous)
                        else top.why_not(state, action)  # type: ignore[attr-defined]  # it is a Decision
                    )
                    assert refusal.clause in game.ledger()
                    line = words.refusal(refusal)
                    assert not GAP.search(line), line
                    seen.add(refusal.key)
    assert len(seen) > (5 if len(words.tables["why"]) > 20 else 0)
