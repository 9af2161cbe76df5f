"""Many games in one call: the arrays equal single games, and may belong to the caller."""

from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np
import pytest

import regnum
from regnum.envs.vector import VectorEnv, arrays_for


def any_legal(env: VectorEnv, luck: np.random.Generator) -> Any:
    """Return a legal action for each game."""
    return np.array([luck.choice(np.flatnonzero(mask)) for mask in env.masks])


@pytest.mark.parametrize("name", regnum.games())
def test_arrays_contain_the_games(name: str) -> None:
    env, luck = VectorEnv(name, 3, count=4, seed=20), np.random.default_rng(1)
    layout, before = env.layout, env.observations
    for _ in range(60):
        env.step(any_legal(env, luck))
    assert env.observations is before
    for place in range(4):
        state = env.state(place)
        seat = state.players_to_act[0]
        assert env.seats[place] == seat
        assert env.observations[place].tobytes() == layout.observation(state, seat)
        assert np.flatnonzero(env.masks[place]).tolist() == sorted(a.index for a in state.legal_actions())
    assert env.seeds.tolist() == [20, 21, 22, 23]
    assert not env.rewards.any()
    assert not env.dones.any()


def test_finished_game_is_rewarded_and_the_next_one_begins() -> None:
    env, luck = VectorEnv("khan", 2, count=3, seed=1, board="steppe"), np.random.default_rng(1)
    while not env.dones.any():
        env.step(any_legal(env, luck))
    place = int(np.flatnonzero(env.dones)[0])
    assert env.seeds[place] == 1 + place + 3
    assert env.rewards[place].sum() == 0
    assert env.state(place) == regnum.game("khan").new_state(2, 1 + place + 3, board="steppe")
    env.step(any_legal(env, luck))
    assert not env.dones[place]
    assert not env.rewards[place].any()
    env.reset(7)
    assert env.seeds.tolist() == [7, 8, 9]
    assert env.state(0) == regnum.game("khan").new_state(2, 7, board="steppe")


def test_arrays_may_be_in_shared_memory() -> None:
    shape = arrays_for("rurik", 2, 5)["observations"].shape
    shared = SharedMemory(create=True, size=int(np.prod(shape)))
    try:
        shared_array: Any = np.ndarray(shape, np.uint8, buffer=shared.buf)
        env = VectorEnv("rurik", 2, count=5, arrays={"observations": shared_array})
        assert env.observations is shared_array
        assert shared_array[3].tobytes() == env.layout.observation(env.state(3), int(env.seats[3]))
        del env, shared_array
    finally:
        shared.close()
        shared.unlink()


def test_invalid_arguments_are_refused_in_one_line() -> None:
    env = VectorEnv("khan", 3, count=2)
    with pytest.raises(ValueError, match="game 0: action -1 may not be taken now"):
        env.step(np.array([-1, 0]))
    with pytest.raises(ValueError, match="3 actions for 2 games"):
        env.step(np.zeros(3, np.int32))
    setups: list[tuple[dict[str, Any], str]] = [
        ({"players": 8}, "Khan is for"),
        ({"count": 0}, "must be at least one, not 0"),
        ({"seed": -3}, "seed -3"),
        ({"weather": 1}, "unknown option"),
        ({"arrays": {"colours": env.masks}}, "no array 'colours'; there are observations"),
        ({"arrays": {"masks": env.masks[:, ::2]}}, "the array masks is not a contiguous one of uint8"),
        ({"arrays": {"seats": np.frombuffer(b"\0\0", np.uint8)}}, "the array seats cannot be written to"),
    ]
    for given, says in setups:
        with pytest.raises(ValueError, match=says):
            VectorEnv("khan", **{"players": 3, "count": 2, **given})
