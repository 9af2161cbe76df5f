"""Gymnasium's own check passes for every game and count, and one seat plays against bots."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import regnum
import regnum.envs.gymnasium
from regnum.core.state import State

COUNTS = [(name, players) for name in regnum.games() for players in regnum.game(name).player_counts]


def made(name: str, **given: Any) -> Any:
    """The environment of a game."""
    return gymnasium.make(regnum.envs.gymnasium.environment_of(name), **given)


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_their_check_passes(name: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(render|spec).*")
        for named in (False, True):
            env = made(name, players=players, seat=players - 1, opponents="random", named=named)
            check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", regnum.games())
def test_a_seat_plays_against_bots_to_the_end(name: str) -> None:
    """By the same seed the same game; its reward is what its place is worth."""
    ends: list[State] = []
    for _ in range(2):
        env = made(name, seat=1, opponents="random")
        seen, info = env.reset(seed=5)
        rng, reward, terminated, action = np.random.default_rng(1), 0.0, False, 0
        while not terminated:
            assert reward == 0
            assert 1 in env.unwrapped.position.players_to_act
            assert seen["observation"][0] == 2
            assert info["action_mask"] is seen["action_mask"]
            action = rng.choice(np.flatnonzero(seen["action_mask"]))
            seen, reward, terminated, truncated, info = env.step(action)
            assert not truncated
        assert env.unwrapped.position.is_terminal
        assert reward == env.unwrapped.position.returns()[1]
        ends.append(env.unwrapped.position)
        with pytest.raises(ValueError, match="the game is over"):
            env.step(action)
    assert ends[0] == ends[1]


def test_alone_against_the_rebellion() -> None:
    env = made("rurik", players=1, level="hard")
    seen, _ = env.reset(seed=1)
    rng, terminated, reward = np.random.default_rng(2), False, 0.0
    while not terminated:
        seen, reward, terminated, _, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
    assert reward in (-1.0, 0.0, 1.0)


def test_each_opponent_may_be_another() -> None:
    env = made("khan", players=3, seat=1, opponents=["random", "greedy"])
    env.reset(seed=1)
    assert [bot and bot.NAME for bot in env.unwrapped._bots] == ["random", None, "greedy"]
    assert made("khan", players=3, opponents="greedy,random").unwrapped.opponents == ["greedy", "random"]


def test_the_game_ends_with_an_action_that_is_not_legal() -> None:
    env = made("khan", players=3, opponents="random")
    seen, _ = env.reset(seed=1)
    _, reward, terminated, _, _ = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert (reward, terminated) == (-1.0, True)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"players": 7}, "Khan is for"),
        ({"players": 3, "seat": 3}, "no seat 3"),
        ({"players": 3, "opponents": "nobody"}, "unknown bot 'nobody'"),
        ({"players": 4, "opponents": ["random", "random"]}, "2 opponents for 3 seats"),
        ({"weather": "fine"}, "unknown option 'weather'"),
    ],
)
def test_a_bad_setup_is_refused_in_one_line(given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        made("khan", **given)
