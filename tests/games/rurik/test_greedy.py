"""Choices of the greedy bot between equal estimates: random by the bot's own seed."""

from regnum.core.rules.state import State
from regnum.games.rurik import GAME
from regnum.players import make_player
from tests.support.games.rurik import act, turn_position


def choice(state: State, seed: int) -> str:
    """Return the choice of a greedy bot with this seed."""
    player = state.players_to_act[0]
    return str(make_player("greedy", seed).choose(state.observed_by(player), state.legal_actions(player)))


def test_greedy_chooses_every_leader_in_some_game() -> None:
    state = GAME.new_state(4, 7)
    assert len({choice(state, seed) for seed in range(60)}) == 8


def test_seed_determines_the_leader_of_greedy() -> None:
    state = GAME.new_state(4, 7)
    assert all(choice(state, seed) == choice(state, seed) for seed in range(8))


def test_greedy_passes_the_first_player_marker_to_the_left() -> None:
    state = turn_position("scheme", 1, players=3, troops=[{"kiev": 1}], then=[{"step": "ClaimPhase"}])
    act(state, "main_action", "draw left")
    while not str(state.legal_actions()[0]).startswith("pass_marker"):
        act(state, str(state.legal_actions()[0]))
    assert {choice(state, seed) for seed in range(8)} == {"pass_marker 1"}
