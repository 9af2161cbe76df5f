"""What holds for the facts of every game: each data file says where they come from, in three languages."""

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

import regnum
from regnum.core.game import Game
from regnum.core.ledger import LANGUAGES

CONFIDENCE: Final = ("high", "medium", "low", "ruling", "reconstructed")
"""How well a fact is known: from a source that can be relied on more or less, by decision, or by invention."""
EVERY_GAME: Final = pytest.mark.parametrize("game", [regnum.game(name) for name in regnum.games()], ids=lambda g: g.id)


def data_files(game: Game) -> list[Path]:
    return sorted((game.folder / "data").rglob("*.toml"))


def provenance(path: Path) -> dict[str, dict[str, Any]]:
    told: dict[str, dict[str, Any]] | str = tomllib.loads(path.read_text(encoding="utf-8")).get("provenance", "")
    assert isinstance(told, dict), f"{path}: no rows of provenance"
    return told


@EVERY_GAME
def test_every_fact_says_where_it_comes_from_in_three_languages(game: Game) -> None:
    assert data_files(game)
    for path in data_files(game):
        for name, row in provenance(path).items():
            where = f"{path.relative_to(game.folder)}, {name}"
            assert set(row) == {"what", "from", "confidence"}, where
            assert row["confidence"] in CONFIDENCE, where
            for key in ("what", "from"):
                texts = row[key]
                assert isinstance(texts, dict), f"{where}: {key} is not told in {', '.join(LANGUAGES)}"
                assert sorted(texts) == sorted(LANGUAGES), f"{where}: {key}"
                assert all(text.strip() for text in texts.values()), f"{where}: {key}"
                assert len(set(texts.values())) == len(LANGUAGES), f"{where}: {key}"


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_can_be_told_from_the_others_of_its_game(game: Game, language: str) -> None:
    told = [row["what"][language] for path in data_files(game) for row in provenance(path).values()]
    assert [what for what in told if told.count(what) > 1] == []
