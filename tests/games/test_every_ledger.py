"""Invariants of the ledger of every game: three languages, a step, and a test for each clause."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import regnum
from regnum.cli.coverage import cover
from regnum.core.game import Game
from tests.support.games import texts
from tests.support.games.properties import property_id

TESTS: Final = Path(__file__).parent
EVERY_GAME: Final = pytest.mark.parametrize("game", [regnum.game(name) for name in regnum.games()], ids=lambda g: g.id)


@EVERY_GAME
def test_every_clause_has_a_step_and_a_test(game: Game) -> None:
    coverage = cover(game.id, game.ledger(), game.folder, TESTS / game.id)
    assert coverage.unknown == []
    assert coverage.without_step == []
    assert coverage.without_test == []


CONFLICTS: Final[dict[str, list[int | str]]] = {
    "brian_boru": [*(number for number in range(1, 54) if number != 37), "B 37", "added 37"],
    "khan": [*range(1, 31)],
    "rurik": [
        *(f"A{number}" for number in range(1, 20) if number not in (14, 15)),
        *(f"B{number}" for number in (1, 2, 3, 4, *range(6, 15))),
        *(f"C{number}" for number in range(1, 24)),
    ],
    "wallenstein": [*range(1, 37)],
}
"""The numbers of the points where the sources of a game differ or say nothing.

Brian Boru has two points 37: one in part B, and one that was added after a review.
"""


@EVERY_GAME
def test_every_conflict_between_sources_is_resolved(game: Game) -> None:
    settled_ply = {number for clause in game.ledger() for number in clause.conflict}
    assert set(CONFLICTS.get(game.id, [])) - settled_ply == set()


@EVERY_GAME
@pytest.mark.parametrize(
    "holds",
    [
        texts.clauses_exist_in_three_languages,
        texts.rulings_have_reasons_and_options_have_clauses,
    ],
    ids=property_id,
)
def test_ledger_passes_the_common_checks(holds: Callable[[Game], None], game: Game) -> None:
    holds(game)
