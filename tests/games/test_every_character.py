"""Invariants of the bot characters of every game: preferences, faces and names."""

import tomllib
from typing import Final

import pytest

import regnum
from regnum.core.game import Game
from regnum.core.text.ledger import LANGUAGES
from regnum.new_game.pennies import GAME as PENNIES
from regnum.web.names import MAX_NAME_LENGTH
from regnum.web.ui.avatars import ORDER, avatar, colour_key, parts, symbols

EVERY_GAME: Final = pytest.mark.parametrize("game", [regnum.game(name) for name in regnum.games()], ids=lambda g: g.id)
STRONGEST: Final = 2.0
"""The limit of how much a preference may change a weight."""


@EVERY_GAME
def test_characters_suffice_for_a_table_and_differ(game: Game) -> None:
    characters = game.characters()
    assert len(characters) >= max(game.player_counts)
    assert len({str(sorted(character.face.items())) for character in characters.values()}) == len(characters)
    assert len({str(avatar(character)) for character in characters.values()}) == len(characters)


@EVERY_GAME
def test_character_factors_name_features_and_are_moderate(game: Game) -> None:
    for character in game.characters().values():
        assert set(character.factors) <= set(game.evaluation.names), character.id
        assert all(1 / STRONGEST <= factor <= STRONGEST and factor != 1 for factor in character.factors.values())
    likings = [str(sorted(character.factors.items())) for character in game.characters().values()]
    if len(game.evaluation.names) > 1:
        assert len(set(likings)) == len(likings)
        assert all(character.factors for character in game.characters().values())


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_characters_have_unique_names_and_a_line(game: Game, language: str) -> None:
    words = game.words(language)
    names = words.tables["name"]["character"]
    about = words.tables["character"]
    assert set(names) == set(about) == set(game.characters())
    others = {name for kind, table in words.tables["name"].items() if kind != "character" for name in table.values()}
    assert len(set(names.values())) == len(names)
    assert not set(names.values()) & others, "people of the rulebook"
    assert all(len(name) <= MAX_NAME_LENGTH - len(" VIII") for name in names.values())
    assert all(line.endswith(".") and len(line) <= 60 for line in about.values())


@EVERY_GAME
def test_faces_consist_of_existing_parts(game: Game) -> None:
    existing_parts = parts()
    for character in game.characters().values():
        face = dict(character.face)
        for kind, names in existing_parts["colours"].items():
            assert face.pop(colour_key(kind)) in names, f"{character.id}: {kind}"
        hair = face.pop("hair")
        assert hair in existing_parts["back"] or hair in existing_parts["front"], character.id
        for kind, name in face.items():
            assert name in existing_parts[kind], f"{character.id}: {kind}"
    assert str(symbols(game)).count("<symbol") == len(game.characters())


def test_face_parts_are_complete_drawings() -> None:
    for kind in ORDER:
        for name, part in parts()[kind].items():
            assert tomllib.loads(f"x = '{part}'")
            assert part.count("<") == part.count(">") > 0, f"{kind}.{name}"


def test_game_without_characters_is_possible() -> None:
    assert PENNIES.characters() == {}
    assert symbols(PENNIES) == ""
