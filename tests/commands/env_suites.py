"""Run the test suites of PettingZoo, Gymnasium and OpenSpiel at full length, for every game and player count.

    python -m tests.commands.env_suites [GAME ...]

This takes minutes for each. tests/envs runs shorter versions of the same suites.
"""

import argparse
import sys
import warnings
from collections.abc import Callable
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import ismcts, mcts
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
import regnum.envs.openspiel
from regnum.envs import pettingzoo
from regnum.envs.gymnasium import environment_of


def suites(name: str, players: int, games: int) -> dict[str, Callable[[], object]]:
    """Return the suites for a game and count, by name."""

    def parallel(**given: Any) -> Any:
        return pettingzoo.parallel_env(name, players, illegal="random", **given)

    def bots_play() -> None:
        luck = np.random.RandomState(1)
        game = pyspiel.load_game(f"regnum_{name}(players={players})")
        thinking = mcts.RandomRolloutEvaluator(1, luck)
        bots = [
            mcts.MCTSBot(game, 2, 5, thinking, random_state=luck),
            ismcts.ISMCTSBot(game=game, evaluator=thinking, uct_c=2, max_simulations=5, random_state=luck),
            *[pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2, players)],
        ]
        state = game.new_initial_state()
        state.apply_action(1)
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))

    loaded = pyspiel.load_game(f"regnum_{name}(players={players},deals=64)")
    both = SimpleNamespace(parallel_env=parallel, env=lambda **given: parallel_to_aec(parallel(**given)))
    return {
        "api_test": lambda: api_test(pettingzoo.env(name, players), num_cycles=1000),
        "api_test, named": lambda: api_test(pettingzoo.env(name, players, named=True), num_cycles=1000),
        "seed_test": lambda: seed_test(lambda: pettingzoo.env(name, players), num_cycles=500),
        "parallel_api_test": lambda: parallel_api_test(pettingzoo.parallel_env(name, players), num_cycles=1000),
        "parallel_seed_test": lambda: parallel_seed_test(parallel, num_cycles=500),
        "max_cycles_test": lambda: max_cycles_test(both),
        "performance_benchmark": lambda: performance_benchmark(pettingzoo.env(name, players)),
        "check_env": lambda: check_env(
            gymnasium.make(environment_of(name), players=players).unwrapped, skip_render_check=True
        ),
        "random_sim_test": lambda: pyspiel.random_sim_test(loaded, num_sims=games, serialize=False, verbose=False),
        "random_sim_test, written": lambda: pyspiel.random_sim_test(
            loaded, num_sims=games, serialize=True, verbose=False
        ),
        "bots play": bots_play,
    }


def main() -> int:
    """Run the suites and print their durations; a failing suite raises its own error."""
    parser = argparse.ArgumentParser(prog="tests.commands.env_suites", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("games", nargs="*", default=regnum.games(), help="default: all")
    parser.add_argument("--sims", type=int, default=10, help="random games for OpenSpiel's test; default 10")
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    for name in arguments.games:
        for players in regnum.game(name).player_counts:
            for suite, run in suites(name, players, arguments.sims).items():
                begin = perf_counter()
                run()
                print(f"{name}, {players} players: {suite} passes, {perf_counter() - begin:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
