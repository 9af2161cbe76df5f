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
TOGETHER = 64
"""The number of games in the vector environment."""


def agents(env: Any, seconds: float) -> float:
    """Return the steps per second of an AEC environment with random legal actions, observed at each step."""
    luck = random.Random(1)
    steps = 0
    env.reset(seed=1)
    start = process_time()
    while process_time() - start < seconds:
        for _ in range(200):
            if not env.agents:
                env.reset()
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = seen["action_mask"].view(np.bool_).nonzero()[0]
            env.step(legal[int(luck.random() * len(legal))])
            steps += 1
    return steps / (process_time() - start)


def at_once(env: Any, seconds: float) -> float:
    """Return the steps per second of a parallel environment with random legal actions and all observations."""
    luck = random.Random(1)
    steps = 0
    seen: Any = env.reset(seed=1)[0]
    start = process_time()
    while process_time() - start < seconds:
        if not env.agents:
            seen = env.reset()[0]
        masks = {agent: seen[agent]["action_mask"].view(np.bool_).nonzero()[0] for agent in env.agents}
        seen = env.step({agent: legal[int(luck.random() * len(legal))] for agent, legal in masks.items()})[0]
        steps += 1
    return steps / (process_time() - start)


def nodes(game: Any, seconds: float) -> float:
    """Return the decisions per second of an OpenSpiel game with random legal actions and chance outcomes."""
    luck = random.Random(1)
    steps = 0
    start = process_time()
    while process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(luck.random() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(luck.random() * len(legal))])
                steps += 1
    return steps / (process_time() - start)


def together(env: Any, seconds: float) -> float:
    """Return the steps per second of a vector environment, including observations and masks but not the choices."""
    luck = np.random.default_rng(1)
    steps, took = 0, 0.0
    begin = process_time()
    while process_time() - begin < seconds:
        actions = (env.masks * luck.random(env.masks.shape, np.float32)).argmax(1)
        start = process_time()
        env.step(actions)
        took += process_time() - start
        steps += env.count
    return steps / took


def looks(game: Any, players: int, seconds: float) -> Figures:
    """Return the microseconds per state of observing it, hiding information, and writing its action mask.

    `observe_us` is for states in the order of a game, `observe_any_us` for states in any order.
    """
    layout = game.layout(players)
    sight = layout.encoder()
    view = memoryview(bytearray(layout.size + len(game.actions)))
    luck = random.Random(1)
    states: list[Any] = []
    state = game.new_state(players, 1)
    while not state.is_terminal:
        states.append(state.clone())
        state.apply(luck.choice(state.legal_actions()))
    seats = [state.players_to_act[0] for state in states]

    def timed(run: Callable[[Any, int], object]) -> float:
        best = float("inf")
        end = process_time() + seconds
        while process_time() < end:
            start = process_time()
            for state, seat in zip(states, seats, strict=True):
                run(state, seat)
            best = min(best, process_time() - start)
        return best / len(states) * 1e6

    return {
        "observe_us": timed(lambda state, seat: sight.observe(state, seat, view)),
        "observe_any_us": timed(lambda state, seat: layout.observe(state, seat, view)),
        "hide_us": timed(lambda state, seat: state.observed_by(seat)),
        "mask_us": timed(lambda state, seat: layout.write_action_mask(state, seat, view, layout.size)),
    }


def ours(name: str, seconds: float) -> dict[str, Figures]:
    """Return the figures of one of our games, by player count."""
    import pyspiel

    import regnum
    import regnum.envs.openspiel
    from regnum.envs import pettingzoo
    from regnum.envs.vector import VectorEnv
    from regnum.players.random import playout

    game = regnum.game(name)
    found: dict[str, Figures] = {}
    for players in game.player_counts:
        decisions = seed = 0
        start = process_time()
        while process_time() - start < seconds:
            decisions += playout(game.new_state(players, seed), seed)
            seed += 1
        found[str(players)] = {
            "rules": decisions / (process_time() - start),
            "aec": agents(pettingzoo.env(name, players), seconds),
            "parallel": at_once(pettingzoo.parallel_env(name, players), seconds),
            "openspiel": nodes(pyspiel.load_game(f"regnum_{name}(players={players},deals=64)"), seconds),
            "vector": together(VectorEnv(name, players, TOGETHER), seconds),
            **looks(game, players, seconds / 4),
        }
    return found


def theirs(kind: str, seconds: float) -> dict[str, Figures]:
    """Return the figures of PettingZoo's or OpenSpiel's own games, by name."""
    if kind == "pettingzoo":
        sys.modules.setdefault("pygame", ModuleType("pygame"))  # the games import it, only for drawing
        from pettingzoo.classic import connect_four_v3, tictactoe_v3

        return {
            "connect_four_v3": {"aec": agents(connect_four_v3.env(), seconds)},
            "tictactoe_v3": {"aec": agents(tictactoe_v3.env(), seconds)},
        }
    import pyspiel
    from open_spiel.python.games import kuhn_poker, tic_tac_toe

    names = ["backgammon", "connect_four", "python_tic_tac_toe", "python_kuhn_poker"]
    assert kuhn_poker is not None
    assert tic_tac_toe is not None
    return {name: {"openspiel": nodes(pyspiel.load_game(name), seconds)} for name in names}


if __name__ == "__main__":
    what, seconds = sys.argv[1], float(sys.argv[2])
    print(json.dumps(theirs(what, seconds) if what in ("pettingzoo", "openspiel") else ours(what, seconds)))
