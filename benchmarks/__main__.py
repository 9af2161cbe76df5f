"""Compare the speed of every game, in plain Python and compiled, with catanatron's, on one core (`make bench`).

The three kinds of processes take turns for several rounds, so that a slow moment of the machine affects all of them.
The medians over the rounds are printed, with their ratios to the peer's median. With --check, the exit code is 1 if a
game misses one of its bars in benchmarks/bars.toml. Promised ratios that are missed are only reported.
"""

import argparse
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from statistics import median

import regnum
from regnum.cli.arguments import whole_number

ROOT = Path(__file__).resolve().parent.parent
FAST = ROOT / "build" / "fast"
PEER = ROOT / "build" / "peer"
MEASURE_PEER = ROOT / "benchmarks" / "measure_catanatron.py"
BARS: dict[str, dict[str, float]] = tomllib.loads((ROOT / "benchmarks" / "bars.toml").read_text(encoding="utf-8"))
PROMISED: dict[str, float] = BARS.pop("promised")
"""For each kind and game, the promised ratio to the peer's speed."""
Figures = dict[str, float]


def show_progress(text: str) -> None:
    """Show progress on standard error if it is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def peer_python() -> Path:
    """Return the Python of a virtual environment with the peer, which the first call creates."""
    python = PEER / "bin" / "python"
    if not (PEER / "ready").exists():
        show_progress("installing the peer")
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(PEER)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "catanatron==3.2.1"]
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
        (PEER / "ready").touch()
    return python


def run_on_one_core(command: list[str], path: Path) -> str:
    """Run a command in a folder on one core and return its output; CalledProcessError if it fails."""
    pin = (
        (lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})) if hasattr(os, "sched_setaffinity") else None
    )
    environment = os.environ | {"PYTHONPATH": str(path)}
    process = subprocess.run(
        command, cwd=path, env=environment, preexec_fn=pin, check=True, capture_output=True, text=True
    )
    return process.stdout


def measure(games: list[str], rounds: int, seconds: float) -> dict[str, list[Figures]]:
    """Return the figures of each round, by kind of measurement ("peer", "plain GAME", "compiled GAME")."""
    results: dict[str, list[Figures]] = {}
    scripts = {"plain": ROOT} | ({"compiled": FAST} if FAST.exists() else {})
    script = ROOT / "benchmarks" / "measure.py"
    for number in range(rounds):
        show_progress(f"round {number + 1} of {rounds}: peer")
        speed = float(run_on_one_core([str(peer_python()), str(MEASURE_PEER), str(seconds)], ROOT))
        results.setdefault("peer", []).append({"decisions_per_second": speed})
        for kind, path in scripts.items():
            for game in games:
                show_progress(f"round {number + 1} of {rounds}: {game}, {kind}")
                output = run_on_one_core([sys.executable, "-P", str(script), game, str(seconds / 4)], path)
                results.setdefault(f"{kind} {game}", []).append(json.loads(output))
    show_progress("")
    return results


def medians(rounds: list[Figures]) -> Figures:
    """Return the median of each number over the rounds."""
    numbers = [
        key for key, value in rounds[0].items() if isinstance(value, int | float) and not isinstance(value, bool)
    ]
    return {key: median(figures[key] for figures in rounds) for key in numbers}


def without_automa(name: str) -> list[int]:
    """Return the player counts without an automa, whose decisions would not be counted."""
    game = regnum.game(name)
    return [players for players in game.player_counts if game.sides(players) == players]


def report(results: dict[str, list[Figures]], games: list[str]) -> list[str]:
    """Print the tables and return the bars that were missed."""
    peer = medians(results["peer"])["decisions_per_second"]
    missed: list[str] = []
    print(f"medians of {len(results['peer'])} rounds, one core; catanatron, 4 players: {peer:,.0f} decisions/s")
    for game in games:
        bars = BARS.get(game, {})
        for kind in ("plain", "compiled"):
            if f"{kind} {game}" not in results:
                print(f"\n{game}, {kind}: not built (make fast)")
                continue
            figures = medians(results[f"{kind} {game}"])
            print(f"\n{game}, {kind}")
            for players in regnum.game(game).player_counts:
                speed = figures[f"decisions_per_second_{players}"]
                times = f"{figures[f'games_per_second_{players}']:>9,.0f} games/s {speed / peer:>7.1f} x peer"
                print(f"  {players} players {speed:>12,.0f} decisions/s {times}")
            copy_times = f"clone {figures['clone_us']:.2f} us, observe {figures['observe_us']:.2f} us"
            print(f"  {copy_times}, observe and determinize {figures['observe_determinize_us']:.2f} us")
            print(f"  replay of {figures['record_entries']:.0f} entries from a file {figures['replay_ms']:.2f} ms")
            slowest = min(figures[f"decisions_per_second_{players}"] for players in without_automa(game))
            figures |= {"decisions_per_second": slowest, "times_peer": slowest / peer}
            promised = PROMISED[f"{kind}.{game}"]
            if slowest / peer < promised:
                print(f"  promised, and missed: {promised:g} x peer with every number of players")
            for bar, limit in bars.items():
                which, _, figure = bar.partition(".")
                at_most = figure.endswith(("us", "ms"))
                if which == kind and (figures[figure] > limit if at_most else figures[figure] < limit):
                    missed.append(f"{game}, {kind}: {figure} is {figures[figure]:.2f}, the bar {limit}")
    return missed


def main() -> int:
    """Measure and print; return 0, 1 if a bar is missed with --check, or 2 if a game is unknown."""
    parser = argparse.ArgumentParser(
        prog="benchmarks", description="Measure every game, plain and compiled, next to catanatron."
    )
    parser.add_argument("games", nargs="*", default=regnum.games(), help="default: all")
    several = whole_number(1, 3600)
    parser.add_argument("--rounds", type=several, default=5, help="default 5")
    parser.add_argument("--seconds", type=several, default=4, help="per game, kind and round, roughly; default 4")
    parser.add_argument("--check", action="store_true", help="exit code 1 if a bar is missed")
    parser.add_argument("--json", action="store_true", help="print the figures of all rounds")
    arguments = parser.parse_args()
    unknown = [game for game in arguments.games if game not in regnum.games()]
    if unknown:
        print(f"unknown game {unknown[0]!r}; the games are {', '.join(regnum.games())}", file=sys.stderr)
        return 2
    results = measure(arguments.games, arguments.rounds, arguments.seconds)
    if arguments.json:
        print(json.dumps(results))
        return 0
    missed = report(results, arguments.games)
    for line in missed:
        print(f"missed: {line}", file=sys.stderr)
    return 1 if missed and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
