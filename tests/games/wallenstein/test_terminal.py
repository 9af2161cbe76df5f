"""The table as plain text: complete, and without anything that a seat may not know."""

import random

import pytest

from regnum.games.wallenstein import terminal
from regnum.games.wallenstein.components import CARDS, LANDS
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.planning import Planning
from regnum.games.wallenstein.state import WallensteinState
from tests.games.wallenstein.table import A, B, Scene

NAMES = ["Ada", "Bo", "Cy"]


def shown(state: WallensteinState, language: str = "en") -> str:
    tables = terminal.tables(state, GAME.words(language), NAMES)
    return "\n".join(" | ".join(row) for table in tables for row in [[table.title], *table.rows])


@pytest.mark.parametrize("language", ["en", "de", "uk"])
def test_every_state_can_be_shown_to_everybody(language: str) -> None:
    state = GAME.new_state(3, 2, court=True, landsknechte=True)
    rng = random.Random(2)
    while not state.is_terminal:
        if state.ply % 40 == 0:
            for seat in (None, 0, 2):
                seen = state.observed_by(seat)
                assert isinstance(seen, WallensteinState)
                assert "{" not in shown(seen, language)
        player = rng.choice(state.players_to_act)
        state.apply(rng.choice(state.legal_actions(player)), player)
    assert isinstance(state, WallensteinState)
    table = terminal.final(state, GAME.words(language), NAMES)[0]
    points = next(row for row in table.rows if row[0] == "=")
    assert [int(text) for text in points[1:]] == state.points


def test_a_plan_is_shown_to_its_owner_alone() -> None:
    state = Scene(3).planning().lands(A, "altmark", "anhalt").now(Planning())
    state.submit("plan bid anhalt", A)
    views = [state.observed_by(seat) for seat in (A, B, None)]
    mine, theirs, onlooker = [shown(view) for view in views if isinstance(view, WallensteinState)]
    assert "Bid | (Anhalt) | ? | ?" in mine
    assert "Bid | ? | · | ?" in theirs
    assert "Bid | ? | ? | ?" in onlooker
    assert "(Anhalt)" not in theirs + onlooker
    assert len(LANDS) < len(CARDS)
