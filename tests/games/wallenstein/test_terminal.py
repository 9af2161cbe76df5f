"""The terminal: complete, and without hidden information."""

import random

import pytest

from regnum.cli.output import Output
from regnum.cli.terminal_game import TerminalGame
from regnum.games.wallenstein import terminal
from regnum.games.wallenstein.components import CARDS, COMBAT_A, EVENTS, LANDS
from regnum.games.wallenstein.game import GAME
from regnum.games.wallenstein.move import MarchOrAttack
from regnum.games.wallenstein.planning import Planning
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import YearEnd
from tests.support.games.wallenstein import SIX, A, B, Scene

NAMES = ["Ada", "Bo", "Cy"]


def terminal_text(state: WallensteinState, language: str = "en") -> str:
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
                assert "{" not in terminal_text(seen, language)
        player = rng.choice(state.players_to_act)
        state.apply(rng.choice(state.legal_actions(player)), player)
    assert isinstance(state, WallensteinState)
    table = terminal.final(state, GAME.words(language), NAMES)[0]
    points = next(row for row in table.rows if row[0] == "=")
    assert [int(text) for text in points[1:]] == state.points


def test_plan_is_shown_to_its_owner_only() -> None:
    state = Scene(3).planning().lands(A, *SIX).now(Planning())
    state.submit("plan bid anhalt", A)
    views = [state.observed_by(seat) for seat in (A, B, None)]
    owner_text, other_text, spectator = [terminal_text(view) for view in views if isinstance(view, WallensteinState)]
    assert "Bid | (Anhalt) | ? | ?" in owner_text
    assert "Bid | ? | · | ?" in other_text
    assert "Bid | ? | ? | ?" in spectator
    assert "(Anhalt)" not in other_text + spectator
    assert len(LANDS) < len(CARDS)


def test_kept_favours_are_visible_to_everybody() -> None:
    scene = Scene(3, court=True).land(A, "altmark", 2).lands(B, "anhalt", "baden")
    scene.favours(18, 11, 4).set(favours=[None] * 3, truce=[["b"], ["a", "b"], []], ward=0)
    state = scene.now(MarchOrAttack(A, LANDS.index("altmark"), COMBAT_A))
    for seat in (A, B, None):
        view = state.observed_by(seat)
        assert isinstance(view, WallensteinState)
        rows = [
            line.split(" | ")[-1]
            for line in terminal_text(view).split("\n")
            if line.startswith(("Ada | 0", "Bo | 0", "Cy | 0"))
        ]
        assert rows == ["safe from attacks with B, remove an unrest marker", "safe from attacks with A or B", "–"]


def test_winter_shows_the_last_event_card_as_loss_of_grain() -> None:
    state = Scene(3).set(season="winter").lands(A, "altmark").event("grain_max_4").now(YearEnd())
    state.season, state.event = 3, EVENTS.index("grain_max_4")
    assert "Winter loss | 4" in terminal_text(state)
    assert "grain yields" not in terminal_text(state)


def test_log_leaves_out_planning() -> None:
    assert GAME.unlogged_families == {action.family for action in GAME.actions if action.secret}
    terminal_game = TerminalGame(
        Output(), GAME, ["random", "random", "random"], 3, GAME.read_setup(3, 3, {"start": "printed"}), "en"
    )
    for _ in range(60):
        seat = terminal_game.state.players_to_act[0]
        terminal_game._submit(seat, terminal_game.state.legal_actions(seat)[0])
    lines = terminal_game._log_texts(terminal_game.current_play.log, 0)
    assert not [line for line in lines if "is planning" in line]
    assert [line for line in lines if "has finished planning" in line]
