"""Environments can be copied and pickled at any time, and a copy continues like the original."""

import copy
import pickle
from collections.abc import Callable
from typing import Any, Final

import gymnasium
import numpy as np
import pytest

import regnum
import regnum.envs.gymnasium
from regnum.envs import pettingzoo

Copy = Callable[[Any], Any]
COPIES: Final[dict[str, Copy]] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "deepcopy": copy.deepcopy,
}
EVERY_COPY = pytest.mark.parametrize("how", COPIES)
EVERY_GAME = pytest.mark.parametrize("name", regnum.games())


def first_allowed(mask: Any, shift: int) -> int:
    """Return a legal action, a different one at each step."""
    allowed = np.flatnonzero(mask)
    return int(allowed[shift % len(allowed)])


def run_gymnasium(env: Any, steps: int) -> list[Any]:
    """Return the results of some steps of a Gymnasium environment."""
    result: list[Any] = []
    for step in range(steps):
        seen, reward, over, _, _ = env.step(first_allowed(env.unwrapped.action_masks(), 7 * step))
        result.append((seen["observation"].tobytes(), seen["action_mask"].tobytes(), reward, over))
        if over:
            env.reset()
    return result


def run_turns(env: Any, steps: int) -> list[Any]:
    """Return the results of some steps of an AEC environment."""
    result: list[Any] = []
    for step in range(steps):
        seen, reward, over, _, _ = env.last()
        result.append((env.agent_selection, seen["observation"].tobytes(), reward, over))
        env.step(None if over else first_allowed(seen["action_mask"], 7 * step))
        if not env.agents:
            env.reset()
    return result


def run_parallel(env: Any, steps: int) -> list[Any]:
    """Return the results of some steps of a parallel environment."""
    result: list[Any] = []
    seen, _ = env.reset()
    for step in range(steps):
        chosen = {agent: first_allowed(seen[agent]["action_mask"], 7 * step) for agent in env.agents}
        seen, rewards, _, _, _ = env.step(chosen)
        result.append(([one["observation"].tobytes() for one in seen.values()], rewards))
        if not env.agents:
            seen, _ = env.reset()
    return result


@pytest.mark.full
@EVERY_COPY
@EVERY_GAME
@pytest.mark.parametrize("opponents", ["random", "greedy", "gentle", "strong:iterations=15"])
def test_gymnasium_environment_can_be_copied(name: str, how: str, opponents: str) -> None:
    environment = regnum.envs.gymnasium.environment_of(name)
    env: Any = gymnasium.make(environment, players=3, opponents=opponents, disable_env_checker=True)
    copied = COPIES[how](env)
    assert copied.reset(seed=3)[0]["observation"].tobytes() == env.reset(seed=3)[0]["observation"].tobytes()
    few = 6 if opponents.startswith("strong") else 25
    assert run_gymnasium(copied, few) == run_gymnasium(env, few)
    later = COPIES[how](env)
    assert later.unwrapped.position == env.unwrapped.position
    assert later.unwrapped.setup.game is env.unwrapped.setup.game
    assert run_gymnasium(later, few) == run_gymnasium(env, few)


@EVERY_COPY
@EVERY_GAME
def test_pettingzoo_turn_environment_can_be_copied(name: str, how: str) -> None:
    env = pettingzoo.env(name, players=3, illegal="random")
    copied = COPIES[how](env)
    for one in (env, copied):
        one.reset(seed=3)
    assert run_turns(copied, 40) == run_turns(env, 40)
    later = COPIES[how](env)
    assert later.position == env.position
    assert run_turns(later, 900) == run_turns(env, 900), "also into the next games, whose seeds chance draws"


@EVERY_COPY
@EVERY_GAME
def test_pettingzoo_parallel_environment_can_be_copied(name: str, how: str) -> None:
    env = pettingzoo.parallel_env(name, players=3)
    env.reset(seed=3)
    assert run_parallel(COPIES[how](env), 300) == run_parallel(env, 300)
