"""Measure one game in this process and print one JSON object; PYTHONPATH decides whether it is compiled.

python -m benchmarks.measure GAME SECONDS
"""

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

import regnum
import regnum.core.game as core
from regnum.core.record.record import Record
from regnum.players import make_player
from regnum.players.random import playout


def best_time(run: Callable[[], object], seconds: float) -> float:
    """Return the time of one run in microseconds: the best of several batches within about `seconds`."""
    best = float("inf")
    batch = 1
    end = perf_counter() + seconds
    while perf_counter() < end:
        start = perf_counter()
        for _ in range(batch):
            run()
        elapsed = perf_counter() - start
        if elapsed < 0.01:
            batch *= 2
        else:
            best = min(best, elapsed / batch)
    return best * 1e6


def play(game: core.Game, players: int, seconds: float) -> tuple[float, float]:
    """Return the decisions and games per second of CPU time in random play, including setup."""
    seed = decisions = 0
    start = process_time()
    while process_time() - start < seconds:
        decisions += playout(game.new_state(players, seed), seed)
        seed += 1
    elapsed = process_time() - start
    return decisions / elapsed, seed / elapsed


def record_of_random_play(name: str, players: int) -> Record:
    """Return the record of a game between random bots."""
    record = Record(name, players, 5)
    state = record.begin().state
    bot = make_player("random", 5)
    while state.players_to_act:
        seat = state.players_to_act[0]
        action = bot.choose(state, state.legal_actions(seat))
        record.append(seat, action)
        state.apply(action, seat)
    return record


def measure(name: str, seconds: float) -> dict[str, object]:
    """Return all figures of a game: for each player count, and for a mid-game state with the middle count."""
    game = regnum.game(name)
    figures: dict[str, object] = {"game": name, "compiled": not core.__file__.endswith(".py")}
    for players in game.player_counts:
        decisions, games = play(game, players, seconds)
        figures[f"decisions_per_second_{players}"] = decisions
        figures[f"games_per_second_{players}"] = games
    players = game.player_counts[len(game.player_counts) // 2]
    state = game.new_state(players, 5)
    playout(state, 5, limit=60)
    seat = state.players_to_act[0]
    figures["clone_us"] = best_time(state.clone, seconds)
    figures["observe_us"] = best_time(lambda: state.observed_by(seat), seconds)
    figures["observe_determinize_us"] = best_time(lambda: state.observed_by(seat).determinized(3), seconds)
    record = record_of_random_play(name, players)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        record.save(path)
        figures["replay_ms"] = best_time(lambda: Record.load(path).replay(), seconds) / 1000
    figures["record_entries"] = len(record.entries)
    return figures


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], float(sys.argv[2]))))
