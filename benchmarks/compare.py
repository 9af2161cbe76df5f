"""Compare the speed of the rules with that at a commit, in instructions, which other load does not affect.

Both versions play the same random games in plain Python under valgrind, which counts the processor's instructions.

    python -m benchmarks.compare COMMIT [GAME ...]

Games whose rules are unchanged are not measured. The exit code is 1 if a game needs over 5 % more instructions per
decision than at that commit, and 2 if that can't be measured.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import regnum
from benchmarks.__main__ import ROOT, show_progress

BASELINE: Final = ROOT / "build" / "compare"
MAX_RATIO: Final = 1.05
GAMES: Final = 10
"""The number of games played to measure each version of a game."""
PLAY: Final = """
import sys
import regnum
from regnum.players.random import playout
game = regnum.game(sys.argv[1])
players = game.player_counts[len(game.player_counts) // 2]
playout(game.new_state(players, 0), 0)
print(sum(playout(game.new_state(players, seed), seed) for seed in range(1, int(sys.argv[2]) + 1)))
"""


def check_out(commit: str) -> Path:
    """Extract the package at a commit into build/ and return the folder; CalledProcessError if there is none."""
    archive = subprocess.run(["git", "archive", commit, "regnum"], cwd=ROOT, check=True, capture_output=True)
    shutil.rmtree(BASELINE, ignore_errors=True)
    BASELINE.mkdir(parents=True)
    subprocess.run(["tar", "-x"], cwd=BASELINE, input=archive.stdout, check=True)
    return BASELINE


def has_same_rules(game: str) -> bool:
    """Return whether a game's rules and the core are the same here as in the package that was extracted."""
    return rules_files(ROOT, game) == rules_files(BASELINE, game)


def rules_files(tree: Path, game: str) -> dict[str, bytes]:
    """Return the contents of the modules of the core and of a game, without its view, by path."""
    folders = (tree / "regnum" / "core", tree / "regnum" / "games" / game)
    paths = (path for folder in folders for path in folder.rglob("*.py") if "view" not in path.parts)
    return {path.relative_to(tree).as_posix(): path.read_bytes() for path in paths}


def count_instructions(tree: Path, game: str, games: int) -> tuple[int, int]:
    """Return the numbers of instructions and decisions of random games with the rules in a folder.

    The instructions include those of the start of Python and of one additional game.
    """
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    process = subprocess.run(
        [*command, sys.executable, "-P", "-c", PLAY, game, str(games)],
        # without cached bytecode, each run compiles the same modules, which cancels out in the difference
        env=os.environ | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    match = re.search(r"I +refs: +([\d,]+)", process.stderr)
    assert match is not None, process.stderr
    return int(match[1].replace(",", "")), int(process.stdout)


def instructions_per_decision(tree: Path, game: str) -> float:
    """Return the instructions per decision with the rules in a folder, not counting those before play."""
    startup, _ = count_instructions(tree, game, 0)
    total, decisions = count_instructions(tree, game, GAMES)
    return (total - startup) / decisions


def main() -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="benchmarks.compare", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("commit", help="what to compare with, as git has it: HEAD~, main, v0.1.0")
    parser.add_argument("games", nargs="*", default=regnum.games(), help="default: all")
    arguments = parser.parse_args()
    unknown = [game for game in arguments.games if game not in regnum.games()]
    if unknown:
        print(f"unknown game {unknown[0]!r}; the games are {', '.join(regnum.games())}", file=sys.stderr)
        return 2
    try:
        baseline = check_out(arguments.commit)
    except subprocess.CalledProcessError as error:
        print(f"no package at {arguments.commit}: {error.stderr.decode().strip()}", file=sys.stderr)
        return 2
    slower = False
    for game in arguments.games:
        if has_same_rules(game):
            print(f"{game:<12} the rules are the same")
            continue
        if not shutil.which("valgrind"):
            print("valgrind is missing (Debian, Ubuntu: sudo apt-get install valgrind)", file=sys.stderr)
            return 2
        show_progress(game)
        old, new = instructions_per_decision(baseline, game), instructions_per_decision(ROOT, game)
        show_progress("")
        comparison = f"{old:>9,.0f} instructions a decision, now {new:>9,.0f}  {new / old - 1:+.1%}"
        print(f"{game:<12} {comparison}", flush=True)
        slower |= new > old * MAX_RATIO
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
