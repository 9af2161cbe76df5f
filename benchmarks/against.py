"""Compare the rules as they are here with those of a commit, in instructions: no other load on the machine decides.

Both play the same games at random in plain Python under valgrind, which counts what the processor is told to do.

    python -m benchmarks.against COMMIT [GAME ...]

A game whose rules are those of the commit is not measured. Exit code 1 if a game takes over 5 % more for a decision
than at that commit, 2 if it cannot be found out.
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
from benchmarks.__main__ import ROOT, say

EARLIER: Final = ROOT / "build" / "against"
TOLERATED: Final = 1.05
GAMES: Final = 10
"""How many games are played of each kind."""
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
    """Put the package as it was at a commit into build/, and return the folder; CalledProcessError if there is none."""
    archive = subprocess.run(["git", "archive", commit, "regnum"], cwd=ROOT, check=True, capture_output=True)
    shutil.rmtree(EARLIER, ignore_errors=True)
    EARLIER.mkdir(parents=True)
    subprocess.run(["tar", "-x"], cwd=EARLIER, input=archive.stdout, check=True)
    return EARLIER


def same_rules(game: str) -> bool:
    """Tell whether what a game's rules run on is the same here as in the package that was checked out."""
    return rules_files(ROOT, game) == rules_files(EARLIER, game)


def rules_files(tree: Path, game: str) -> dict[str, bytes]:
    """Return the modules of the core and of a game's rules in a folder, its drawings apart."""
    folders = (tree / "regnum" / "core", tree / "regnum" / "games" / game)
    paths = (path for folder in folders for path in folder.rglob("*.py") if "view" not in path.parts)
    return {path.relative_to(tree).as_posix(): path.read_bytes() for path in paths}


def counted(tree: Path, game: str, games: int) -> tuple[int, int]:
    """Return the instructions and the decisions of so many games by the rules in a folder, one more as a start."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(
        [*command, sys.executable, "-P", "-c", PLAY, game, str(games)],
        # without bytecode the compilation of modules is the same in each run, and falls out of the difference
        env=os.environ | {"PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1].replace(",", "")), int(done.stdout)


def instructions(tree: Path, game: str) -> float:
    """Return how many instructions a decision takes by the rules in a folder; what comes before play does not count."""
    before, _ = counted(tree, game, 0)
    after, decisions = counted(tree, game, GAMES)
    return (after - before) / decisions


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.against", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("commit", help="what to compare with, as git has it: HEAD~, main, v0.1.0")
    parser.add_argument("games", nargs="*", default=regnum.games(), help="default: all")
    arguments = parser.parse_args()
    unknown = [game for game in arguments.games if game not in regnum.games()]
    if unknown:
        print(f"unknown game {unknown[0]!r}; the games are {', '.join(regnum.games())}", file=sys.stderr)
        return 2
    try:
        earlier = check_out(arguments.commit)
    except subprocess.CalledProcessError as error:
        print(f"no package at {arguments.commit}: {error.stderr.decode().strip()}", file=sys.stderr)
        return 2
    slower = False
    for game in arguments.games:
        if same_rules(game):
            print(f"{game:<12} the rules are the same")
            continue
        if not shutil.which("valgrind"):
            print("valgrind is missing (Debian, Ubuntu: sudo apt-get install valgrind)", file=sys.stderr)
            return 2
        say(game)
        before, now = instructions(earlier, game), instructions(ROOT, game)
        say("")
        told = f"{before:>9,.0f} instructions a decision, now {now:>9,.0f}  {now / before - 1:+.1%}"
        print(f"{game:<12} {told}", flush=True)
        slower |= now > before * TOLERATED
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
