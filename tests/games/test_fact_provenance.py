"""Invariants of the facts of every game: data files state their sources in three languages."""

from typing import Final

import pytest

import regnum
from regnum.core.game import Game
from regnum.core.text.ledger import LANGUAGES
from tests.support.games import texts
from tests.support.games.texts import data_files, provenance

EVERY_GAME: Final = pytest.mark.parametrize("game", [regnum.game(name) for name in regnum.games()], ids=lambda g: g.id)


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_of_a_game_are_distinguishable(game: Game, language: str) -> None:
    result = [row["what"][language] for path in data_files(game) for row in provenance(path).values()]
    assert [what for what in result if result.count(what) > 1] == []


@EVERY_GAME
def test_facts_name_their_source_in_three_languages(game: Game) -> None:
    texts.facts_state_their_sources_in_three_languages(game)
