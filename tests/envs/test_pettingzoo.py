"""The tests of PettingZoo pass for every game and player count, and agents get their observations."""

import random
import sys
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

import regnum
from regnum.core.game import game_of
from regnum.envs import pettingzoo

COUNTS = [(name, players) for name in regnum.games() for players in regnum.game(name).player_counts]
EVERY_COUNT = pytest.mark.parametrize(("name", "players"), COUNTS)


@pytest.fixture(autouse=True)
def quiet() -> Any:
    """Ignore warnings about dictionary observations, which all games with masks have, and about zero masks."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning, module="pettingzoo")
        yield


def seen_by(env: pettingzoo.GameEnv) -> Any:
    """Return the observation of the agent to act."""
    return env.last()[0]


@EVERY_COUNT
def test_turn_environment_passes_the_tests_of_pettingzoo(name: str, players: int) -> None:
    api_test(pettingzoo.env(name, players=players), num_cycles=60)
    seed_test(lambda: pettingzoo.env(name, players=players, named=True), num_cycles=10)


@EVERY_COUNT
def test_parallel_environment_passes_the_tests_of_pettingzoo(name: str, players: int) -> None:
    parallel_api_test(pettingzoo.parallel_env(name, players=players), num_cycles=25)
    parallel_seed_test(lambda: pettingzoo.parallel_env(name, players=players, illegal="random"), num_cycles=5)


@EVERY_COUNT
def test_games_can_be_truncated(name: str, players: int) -> None:
    def parallel_env(max_cycles: int) -> Any:
        return pettingzoo.parallel_env(name, players=players, illegal="random", max_cycles=max_cycles)

    max_cycles_test(
        SimpleNamespace(parallel_env=parallel_env, env=lambda **given: parallel_to_aec(parallel_env(**given)))
    )
    env = pettingzoo.env(name, players=players, max_cycles=2)
    env.reset(seed=1)
    for step in range(2 * players):
        assert not any(env.truncations.values()), step
        env.step(np.flatnonzero(seen_by(env)["action_mask"])[0])
    assert all(env.truncations.values())


def test_benchmark_of_pettingzoo_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    clock = iter(range(1000))
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock)))
    performance_benchmark(pettingzoo.env("khan", players=2))
    assert "turns per second" in capsys.readouterr().out


@EVERY_COUNT
def test_agents_get_their_observations_and_rewards_by_rank(name: str, players: int) -> None:
    env, rng = pettingzoo.env(name, players=players), random.Random(1)
    env.reset(seed=3)
    reference = regnum.game(name).new_state(players, seed=3)
    layout = game_of(reference).layout(players)
    while not reference.is_terminal:
        seat = int(env.agent_selection.removeprefix("player_"))
        assert seat == reference.players_to_act[0]
        legal = reference.legal_actions(seat)
        if rng.random() < 0.1:
            other = rng.randrange(players)
            seen, (_, reward, terminated, truncated, info) = seen_by(env), env.last()
            assert (reward, terminated, truncated, info) == (0.0, False, False, {})
            assert seen["observation"].tobytes() == layout.observation(reference, seat)
            assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(action.index for action in legal)
            assert env.observe(f"player_{other}")["observation"].tobytes() == layout.observation(reference, other)
        action = rng.choice(legal)
        env.step(np.int64(action.index))
        reference.apply(action, seat)
    assert list(env.rewards.values()) == reference.returns()[:players]
    assert all(env.terminations.values())


def test_parts_of_an_observation_have_names_and_share_memory() -> None:
    env = pettingzoo.env("khan", players=3, named=True, board="steppe")
    env.reset(seed=1)
    seen = seen_by(env)
    parts = seen["observation"]
    layout = regnum.game("khan").layout(3)
    assert list(parts) == [part.name for part in layout.parts]
    assert b"".join(part.tobytes() for part in parts.values()) == layout.observation(
        env.position, env.position.players_to_act[0]
    )
    assert parts["yurts"].shape == layout.part("yurts").shape
    assert env.observation_space("player_0").contains(seen)


@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env])
def test_later_games_derive_their_seeds_from_the_last_one(make: Any) -> None:
    """Copies with neighbouring seeds used to play each other's games."""

    def seeds(first: int) -> list[int]:
        env = make("rurik", players=2)
        env.reset(seed=first)
        result = [env.position.seed]
        for _ in range(6):
            env.reset()
            result.append(env.position.seed)
            assert env.position == regnum.game("rurik").new_state(2, seed=result[-1])
        return result

    played = [seeds(first) for first in range(100, 104)]
    assert len({seed for copy in played for seed in copy}) == 4 * 7
    assert [copy[0] for copy in played] == [100, 101, 102, 103]
    assert not {seed for copy in played for seed in copy[1:]} & set(range(10_000))
    assert [seeds(first) for first in range(100, 104)] == played
    assert seeds(2**64 - 1)[0] == 2**64 - 1
    new_env = make("rurik", players=2)
    new_env.reset()
    again = make("rurik", players=2)
    again.reset()
    assert new_env.position.seed != again.position.seed, "without a seed, each game is different"


def test_action_before_the_first_reset_is_explained() -> None:
    env, parallel = pettingzoo.env("khan", players=3), pettingzoo.parallel_env("khan", players=3)
    for early in (
        lambda: env.step(0),
        env.last,
        lambda: env.observe("player_0"),
        lambda: list(env.agent_iter()),
        lambda: parallel.step({}),
    ):
        with pytest.raises(ResetNeeded, match="call reset first"):
            early()
    for one, name in ((env, "agent_selection"), (env, "agents"), (env, "position"), (parallel, "position")):
        with pytest.raises(AttributeError, match=f"call reset first: before it there is no {name}"):
            getattr(one, name)
    with pytest.raises(AttributeError, match="no attribute 'weather'"):
        getattr(env, "weather")  # noqa: B009
    env.reset(seed=1)
    assert env.last()[0] is not None


def test_inactive_agent_can_only_wait() -> None:
    env = pettingzoo.parallel_env("khan", players=3)
    seen, _ = env.reset(seed=1)
    first = env.position.players_to_act[0]
    for seat in range(3):
        waits = seen[f"player_{seat}"]["action_mask"][env.wait]
        assert waits == (seat != first)
    other = f"player_{(first + 1) % 3}"
    action = np.flatnonzero(seen[f"player_{first}"]["action_mask"])[0]
    before = env.position.clone()
    with pytest.raises(ValueError, match="may only wait"):
        env.step({f"player_{first}": action, other: action})
    with pytest.raises(ValueError, match="may not take action"):
        env.step({})
    assert env.position == before
    env.step({f"player_{first}": action})
    assert env.position.ply == 1


def test_simultaneous_agents_do_not_see_each_other() -> None:
    env = pettingzoo.parallel_env("brian_boru", players=3)
    seen, _ = env.reset(seed=1)
    rng = random.Random(1)
    while len(env.position.players_to_act) < 3:
        seen = env.step({a: rng.choice(np.flatnonzero(seen[a]["action_mask"])) for a in env.agents})[0]
    alone, ply = env.position.clone(), env.position.ply
    choices = {agent: int(np.flatnonzero(seen[agent]["action_mask"])[-1]) for agent in env.agents}
    env.step(choices)
    for seat in (2, 0, 1):
        alone.apply(alone.game.actions[choices[f"player_{seat}"]], seat)
    assert env.position == alone
    assert env.position.ply == ply + 3


def test_illegal_action_raises_or_is_replaced() -> None:
    env = pettingzoo.env("wallenstein", players=3)
    env.reset(seed=1)
    mask = seen_by(env)["action_mask"]
    wrong = int(np.flatnonzero(mask == 0)[0])
    with pytest.raises(ValueError, match="may not take action"):
        env.step(wrong)
    with pytest.raises(ValueError, match="may not take action None"):
        env.step(None)
    assert env.position.ply == 0
    loser = env.agent_selection
    losing = pettingzoo.env("wallenstein", players=3, illegal="forfeit")
    losing.reset(seed=1)
    losing.step(wrong)
    assert losing.rewards == {agent: -1.0 if agent == loser else 0.5 for agent in losing.agents}
    other = pettingzoo.env("wallenstein", players=3, illegal="random")
    other.reset(seed=1)
    other.step(wrong)
    assert other.position.ply == 1
    both = pettingzoo.parallel_env("khan", players=2, illegal="forfeit")
    both.reset(seed=1)
    rewards, terminated = both.step({"player_0": -5, "player_1": both.wait})[1:3]
    assert sum(rewards.values()) == 0
    assert all(terminated.values())
    assert not both.agents


def test_invalid_setup_is_refused_in_one_line() -> None:
    setups: list[tuple[str, dict[str, Any], str]] = [
        ("chess", {}, "unknown game"),
        ("khan", {"players": 9}, "Khan is for"),
        ("khan", {"colour": 1}, "unknown option 'colour'"),
        ("khan", {"illegal": "maybe"}, "illegal='maybe' is not one of"),
    ]
    for name, setup, says in setups:
        with pytest.raises(ValueError, match=says):
            pettingzoo.env(name, **setup)
        with pytest.raises(ValueError, match=says):
            pettingzoo.parallel_env(name, **setup)


def test_environment_names_have_versions() -> None:
    assert str(pettingzoo.env("khan")) == "regnum_khan_v2"
    assert str(pettingzoo.parallel_env("brian_boru")) == "regnum_brian_boru_parallel_v2"
