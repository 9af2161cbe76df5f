"""The tests of OpenSpiel pass for every game and player count, and information states hold a seat's knowledge."""

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import regnum
import regnum.envs.openspiel
from regnum.envs.history import UNKNOWN

COUNTS = [(name, players) for name in regnum.games() for players in regnum.game(name).player_counts]
EVERY_COUNT = pytest.mark.parametrize(("name", "players"), COUNTS)


def load_game(name: str, players: int, more: str = "") -> Any:
    """Return a game loaded by OpenSpiel."""
    return pyspiel.load_game(f"regnum_{name}(players={players}{more})")


def random_state(name: str, players: int, seed: int, steps: int) -> Any:
    """Return a state after some random decisions."""
    state, rng = load_game(name, players).new_initial_state(), random.Random(seed)
    state.apply_action(seed)
    for _ in range(steps):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@EVERY_COUNT
def test_random_games_of_openspiel_pass(name: str, players: int) -> None:
    pyspiel.random_sim_test(load_game(name, players, ",deals=8"), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", regnum.games())
def test_random_games_of_openspiel_pass_with_serialization(name: str) -> None:
    players = regnum.game(name).player_counts[0]
    pyspiel.random_sim_test(load_game(name, players, ",deals=8"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", regnum.games())
def test_history_contains_the_seed_and_the_decisions(name: str) -> None:
    state = random_state(name, 3, 5, 60)
    reference = regnum.game(name).new_state(3, seed=5)
    for action in state.history()[1:]:
        assert state.action_to_string(0, action) == str(reference.game.actions[action])
        reference.apply(reference.game.actions[action], reference.players_to_act[0])
    assert state.state == reference
    assert state.legal_actions() == sorted(action.index for action in reference.legal_actions())
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert state.state == reference


def test_returns_follow_the_ranking() -> None:
    state, rng = load_game("khan", 3).new_initial_state(), random.Random(1)
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(rng.choice([a for a, _ in state.chance_outcomes()] if chance else state.legal_actions()))
    assert state.returns() == state.state.returns()


@pytest.mark.parametrize("name", regnum.games())
def test_seat_cannot_distinguish_determinizations_from_the_real_state(name: str) -> None:
    for steps in (0, 25, 90):
        state = random_state(name, 3, steps, steps)
        player, luck = state.current_player(), random.Random(steps)
        for _ in range(3):
            world = state.resample_from_infostate(player, luck.random)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.legal_actions() == state.legal_actions()
            world.apply_action(world.legal_actions()[-1])
            assert not world.is_chance_node()


@pytest.mark.parametrize("name", regnum.games())
def test_information_states_have_perfect_recall(name: str) -> None:
    """Once a seat's knowledge differs between two courses of a game, it is never the same again."""
    states = [random_state(name, 3, seed, 0) for seed in (1, 1, 2)]
    luck = random.Random(3)
    apart = [[False] * 3 for _ in range(3)]
    for _ in range(80):
        for state in states:
            state.apply_action(luck.choice(state.legal_actions()))
        for one, other in ((0, 1), (0, 2)):
            for seat in range(3):
                differs = states[one].information_state_string(seat) != states[other].information_state_string(seat)
                assert differs or not apart[other][seat]
                apart[other][seat] = differs
    assert apart[1] == apart[2] == [True] * 3


def test_secret_decisions_do_not_change_information_states_of_others() -> None:
    """Observers learn nothing of plans in Wallenstein, not even the number of decisions."""
    state, rng = load_game("wallenstein", 3).new_initial_state(), random.Random(1)
    state.apply_action(1)
    while len(state.state.players_to_act) < 3:
        state.apply_action(rng.choice(state.legal_actions()))
    before = [state.information_state_string(seat) for seat in range(3)]
    assert state.current_player() == 0
    state.apply_action(state.legal_actions()[-1])
    after = [state.information_state_string(seat) for seat in range(3)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True, True]


def test_information_state_tensor_has_pieces() -> None:
    state = random_state("khan", 3, 4, 40)
    game = state.get_game()
    seen: Any = make_observation(game, INFO_STATE_OBS_TYPE)
    seen.set_from(state, 1)
    layout = regnum.game("khan").layout(3)
    assert [*seen.dict] == [*(part.name for part in layout.parts), "heard", "shown"]
    assert seen.dict["observer"].tolist() == [2]
    assert seen.tensor[: layout.size].tolist() == list(layout.observation(state.state, 1))
    heard = seen.dict["heard"]
    assert heard[39, 0] > 0
    assert not heard[40:].any()
    secrets = [action.index for action in regnum.game("khan").actions if action.secret]
    for (who, what), decided in zip(heard[:40].tolist(), state.history()[1:], strict=True):
        hidden = decided in secrets and who != 2
        assert what - 1 == (UNKNOWN if hidden else decided)
    assert game.observation_tensor_size() == layout.size


@pytest.mark.parametrize("name", regnum.games())
def test_bots_of_openspiel_play(name: str) -> None:
    """MCTS (full information) and ISMCTS (observations only) play against random bots."""
    game = load_game(name, 3)
    luck = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    bots: list[Any] = [
        mcts.MCTSBot(game, 2, 2, evaluator, random_state=luck),
        ismcts.ISMCTSBot(game=game, evaluator=evaluator, uct_c=2, max_simulations=2, random_state=luck),
        pyspiel.make_uniform_random_bot(2, 1),
    ]
    state = random_state(name, 3, 1, 20)
    for _ in range(12):
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.full
@pytest.mark.parametrize("name", regnum.games())
def test_playthrough_of_openspiel_is_written(name: str) -> None:
    written = generate_playthrough.playthrough(f"regnum_{name}(deals=8)", action_sequence=None, seed=3)
    assert "InformationStateString(0)" in written
    assert "State 20" in written
    assert "PublicObservation" not in written


def test_unsupported_observers_are_refused() -> None:
    game = load_game("khan", 3)
    for kind in (
        pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE),
        pyspiel.IIGObservationType(perfect_recall=False, public_info=False),
        pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS),
    ):
        assert make_observation(game, kind) is None
    with pytest.raises(ValueError, match="no parameters of an observer"):
        make_observation(game, INFO_STATE_OBS_TYPE, {"colour": 1})


def test_options_are_game_parameters() -> None:
    game = load_game("wallenstein", 4, ",court=True,tower_thrown=1/2")
    state = game.new_initial_state()
    assert len(state.chance_outcomes()) == regnum.envs.openspiel.DEFAULT_DEALS
    state.apply_action(3)
    assert state.state == regnum.game("wallenstein").new_state(4, 3, court=True, tower_thrown="1/2")
    assert str(state).startswith("game: wallenstein")
    assert load_game("rurik", 1, ",level=hard").get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


@pytest.mark.parametrize(
    ("name", "players", "more", "says"),
    [
        ("khan", 7, "", "Khan is for"),
        ("khan", 3, ",deals=0", "at least one, not 0"),
        ("khan", 3, ",board=moon", "board='moon'"),
    ],
)
def test_invalid_setup_is_refused_in_one_line(name: str, players: int, more: str, says: str) -> None:
    with pytest.raises((ValueError, RuntimeError), match=says):
        load_game(name, players, more)


def test_program_with_registered_games_exits_cleanly() -> None:
    script = (
        "import pyspiel, regnum.envs.openspiel; pyspiel.load_game('regnum_khan').new_initial_state().apply_action(1)"
    )
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (process.returncode, process.stderr) == (0, "")
