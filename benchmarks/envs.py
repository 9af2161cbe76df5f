"""Compare the speed of the research environments with games of PettingZoo and OpenSpiel and with catanatron.

    python -m benchmarks.envs [GAME ...]

The kinds of processes take turns on one core for several rounds, so that a slow moment of the machine affects all of
them. The medians over the rounds are printed. With --check, the exit code is 1 if a bar is missed.
"""

import argparse
import json
import sys
from statistics import median

import regnum
from benchmarks.__main__ import FAST, MEASURE_PEER, ROOT, peer_python, run_on_one_core, show_progress
from regnum.cli.arguments import whole_number

Figures = dict[str, float]
BARS: Figures = {"aec": 60_000, "openspiel": 250_000, "vector": 300_000, "observe_us": 5.0}
"""The bars of the compiled build, for all player counts without an automa: minimum speeds, and maximum times (_us)."""
COLUMNS = ["rules", "aec", "parallel", "openspiel", "vector", "observe_us", "observe_any_us", "hide_us", "mask_us"]
OTHER_LIBRARIES = ("pettingzoo", "openspiel")


def measure(games: list[str], rounds: int, seconds: float, peer: bool) -> dict[str, dict[str, list[Figures]]]:
    """Return the figures of each round, by kind ("compiled khan", "pettingzoo") and by player count or peer's game."""
    results: dict[str, dict[str, list[Figures]]] = {}
    script = str(ROOT / "benchmarks" / "measure_envs.py")
    for number in range(rounds):
        if peer:
            show_progress(f"round {number + 1} of {rounds}: catanatron")
            speed = float(run_on_one_core([str(peer_python()), str(MEASURE_PEER), str(seconds)], ROOT))
            results.setdefault("catanatron", {}).setdefault("4", []).append({"rules": speed})
        builds = {"plain": ROOT} | ({"compiled": FAST} if FAST.exists() else {})
        runs = [(kind, kind, ROOT) for kind in OTHER_LIBRARIES]
        runs += [(f"{build} {game}", game, path) for build, path in builds.items() for game in games]
        for kind, target, path in runs:
            show_progress(f"round {number + 1} of {rounds}: {kind}")
            printed: dict[str, Figures] = json.loads(
                run_on_one_core([sys.executable, "-P", script, target, str(seconds)], path)
            )
            for case, figures in printed.items():
                results.setdefault(kind, {}).setdefault(case, []).append(figures)
    show_progress("")
    return results


def report(results: dict[str, dict[str, list[Figures]]]) -> list[str]:
    """Print the medians and return the bars that were missed."""
    missed: list[str] = []
    print(f"{'steps or decisions a second, microseconds':<44}" + "".join(f"{name:>15}" for name in COLUMNS))
    for kind, counts in results.items():
        for case, rounds in counts.items():
            figures = {name: median(result[name] for result in rounds) for name in rounds[0]}
            cells = [
                f"{figures[name]:>15,.{2 if name.endswith('us') else 0}f}" if name in figures else " " * 15
                for name in COLUMNS
            ]
            print(f"{kind + ' ' + case:<44}" + "".join(cells))
            build, _, game = kind.partition(" ")
            if build == "compiled" and regnum.game(game).sides(int(case)) == int(case):
                for name, bar in BARS.items():
                    if figures[name] > bar if name.endswith("us") else figures[name] < bar:
                        missed.append(f"{game}, {case} players: {name} is {figures[name]:,.1f}, the bar {bar:,.0f}")
    return missed


def main() -> int:
    """Measure and print; return 0, 1 if a bar is missed with --check, or 2 if a game is unknown."""
    parser = argparse.ArgumentParser(prog="benchmarks.envs", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("games", nargs="*", default=regnum.games(), help="default: all")
    parser.add_argument("--rounds", type=whole_number(1, 100), default=3, help="default 3")
    parser.add_argument("--seconds", type=float, default=1.0, help="per figure and round; default 1")
    parser.add_argument(
        "--no-catanatron", action="store_true", help="leave catanatron out, which is installed at first"
    )
    parser.add_argument("--check", action="store_true", help="exit code 1 if a bar is missed")
    parser.add_argument("--json", action="store_true", help="print the figures of all rounds")
    arguments = parser.parse_args()
    unknown = [game for game in arguments.games if game not in regnum.games()]
    if unknown:
        print(f"unknown game {unknown[0]!r}; the games are {', '.join(regnum.games())}", file=sys.stderr)
        return 2
    results = measure(arguments.games, arguments.rounds, arguments.seconds, not arguments.no_catanatron)
    if arguments.json:
        print(json.dumps(results))
        return 0
    missed = report(results)
    for line in missed:
        print(f"missed: {line}", file=sys.stderr)
    return 1 if missed and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
