"""Measure research environments in this process and print one JSON object; PYTHONPATH decides if they are compiled.

Seconds are CPU time, so other processes on the machine matter little.

python -m benchmarks.measure_envs GAME SECONDS (GAME may also be pettingzoo or openspiel, for their own games)
"""

import json
import random
import sys
from collections.abc import Callable
from time import process_time
from types import ModuleType
from typing import Any

import numpy as np

Figures = dict[str, float]
VECTOR_GAMES = 64
"""The number of games in the vector environment."""


def aec_speed(env: Any, seconds: float) -> float:
    """Return the steps per second of an AEC environment with random legal actions, observed at each step."""
    rng = random.Random(1)
    steps = 0
    env.reset(seed=1)
    start = process_time()
    while process_time() - start < seconds:
        for _ in range(200):
            if not env.agents:
                env.reset()
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].view(np.bool_).nonzero()[0]
            env.step(legal[int(rng.random() * len(legal))])
            steps += 1
    return steps / (process_time() - start)


def parallel_speed(env: Any, seconds: float) -> float:
    """Return the steps per second of a parallel environment with random legal actions and all observations."""
    rng = random.Random(1)
    steps = 0
    observations: Any = env.reset(seed=1)[0]
    start = process_time()
    while process_time() - start < seconds:
        if not env.agents:
            observations = env.reset()[0]
        masks = {agent: observations[agent]["action_mask"].view(np.bool_).nonzero()[0] for agent in env.agents}
        observations = env.step({agent: legal[int(rng.random() * len(legal))] for agent, legal in masks.items()})[0]
        steps += 1
    return steps / (process_time() - start)


def openspiel_speed(game: Any, seconds: float) -> float:
    """Return the decisions per second of an OpenSpiel game with random legal actions and chance outcomes."""
    rng = random.Random(1)
    steps = 0
    start = process_time()
    while process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                steps += 1
    return steps / (process_time() - start)


def vector_speed(env: Any, seconds: float) -> float:
    """Return the steps per second of a vector environment, including observations and masks but not the choices."""
    rng = np.random.default_rng(1)
    steps, step_seconds = 0, 0.0
    begin = process_time()
    while process_time() - begin < seconds:
        actions = (env.masks * rng.random(env.masks.shape, np.float32)).argmax(1)
        start = process_time()
        env.step(actions)
        step_seconds += process_time() - start
        steps += env.count
    return steps / step_seconds


def observation_times(game: Any, players: int, seconds: float) -> Figures:
    """Return the microseconds per state of observing it, hiding information, and writing its action mask.

    `observe_us` is for states in the order of a game, `observe_any_us` for states in any order.
    """
    layout = game.layout(players)
    encoder = layout.encoder()
    view = memoryview(bytearray(layout.size + len(game.actions)))
    rng = random.Random(1)
    states: list[Any] = []
    state = game.new_state(players, 1)
    while not state.is_terminal:
        states.append(state.clone())
        state.apply(rng.choice(state.legal_actions()))
    seats = [state.players_to_act[0] for state in states]

    def microseconds(run: Callable[[Any, int], object]) -> float:
        best = float("inf")
        end = process_time() + seconds
        while process_time() < end:
            start = process_time()
            for state, seat in zip(states, seats, strict=True):
                run(state, seat)
            best = min(best, process_time() - start)
        return best / len(states) * 1e6

    return {
        "observe_us": microseconds(lambda state, seat: encoder.observe(state, seat, view)),
        "observe_any_us": microseconds(lambda state, seat: layout.observe(state, seat, view)),
        "hide_us": microseconds(lambda state, seat: state.observed_by(seat)),
        "mask_us": microseconds(lambda state, seat: layout.write_action_mask(state, seat, view, layout.size)),
    }


def measure_own_game(name: str, seconds: float) -> dict[str, Figures]:
    """Return the figures of one of our games, by player count."""
    import pyspiel

    import regnum
    import regnum.envs.openspiel
    from regnum.envs import pettingzoo
    from regnum.envs.vector import VectorEnv
    from regnum.players.random import playout

    game = regnum.game(name)
    figures: dict[str, Figures] = {}
    for players in game.player_counts:
        decisions = seed = 0
        start = process_time()
        while process_time() - start < seconds:
            decisions += playout(game.new_state(players, seed), seed)
            seed += 1
        figures[str(players)] = {
            "rules": decisions / (process_time() - start),
            "aec": aec_speed(pettingzoo.env(name, players), seconds),
            "parallel": parallel_speed(pettingzoo.parallel_env(name, players), seconds),
            "openspiel": openspiel_speed(pyspiel.load_game(f"regnum_{name}(players={players},deals=64)"), seconds),
            "vector": vector_speed(VectorEnv(name, players, VECTOR_GAMES), seconds),
            **observation_times(game, players, seconds / 4),
        }
    return figures


def measure_other_games(kind: str, seconds: float) -> dict[str, Figures]:
    """Return the figures of PettingZoo's or OpenSpiel's own games, by name."""
    if kind == "pettingzoo":
        sys.modules.setdefault("pygame", ModuleType("pygame"))  # the games import it, only for drawing
        from pettingzoo.classic import connect_four_v3, tictactoe_v3

        return {
            "connect_four_v3": {"aec": aec_speed(connect_four_v3.env(), seconds)},
            "tictactoe_v3": {"aec": aec_speed(tictactoe_v3.env(), seconds)},
        }
    import pyspiel
    from open_spiel.python.games import kuhn_poker, tic_tac_toe

    names = ["backgammon", "connect_four", "python_tic_tac_toe", "python_kuhn_poker"]
    assert kuhn_poker is not None
    assert tic_tac_toe is not None
    return {name: {"openspiel": openspiel_speed(pyspiel.load_game(name), seconds)} for name in names}


if __name__ == "__main__":
    target, seconds = sys.argv[1], float(sys.argv[2])
    print(
        json.dumps(
            measure_other_games(target, seconds)
            if target in ("pettingzoo", "openspiel")
            else measure_own_game(target, seconds)
        )
    )
