"""Do the tests of the web notice a change? One operator, number or truth value of regnum.web at a time is changed.

    python -m tests.mutants_web [--sample 100] [--seed 1] [--jobs 2] [--at-least 80] [--json]

First the web tests run once without a browser, to find out which of them execute which line. Then each change is made
in a copy of the project, where the tests that execute its line run up to the first that fails, those first that execute
most of its module.
For a line that runs only on import, all tests that cover its module run. A timeout counts as detected.
Exit codes: 0 enough was noticed, 1 too little, 2 bad arguments or tests that fail without any change.
"""

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from coverage import CoverageData

from scripts.lanes import cases_of
from tests.mutants import ROOT, Mutant, mutants_of

WEB: Final = ROOT / "regnum" / "web"
WORK: Final = ROOT / "build" / "mutants"
MARKS: Final = "not browser and not full"
MOST: Final = 60
"""At most so many tests run for a change, and they take no more seconds than this when nothing is changed."""
PATIENCE: Final = 60
"""Seconds that the tests of a change may take beyond ten times what they took without it."""
NO_TESTS: Final = (4, 5)
"""Exit codes of pytest where it has found no test: that notices nothing."""
NOT_COPIED: Final = (".git", ".venv", "build", "dist", "node_modules", "__pycache__", "*.egg-info", ".*_cache")

Lines = dict[int, set[str]]
"""The names of the tests that execute a line."""


def modules() -> list[Path]:
    """Return the modules whose lines are changed: all of the web but the migrations, which are kept as they were."""
    return [path for path in sorted(WEB.rglob("*.py")) if "migrations" not in path.parts]


def measure(jobs: int) -> tuple[dict[Path, Lines], dict[str, float]]:
    """Run the web tests; return which of them execute which line, and how many seconds each takes."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    report = WORK / "report.xml"
    command = [sys.executable, "-m", "pytest", "tests/web", "-m", MARKS, "-n", str(jobs), "--dist", "loadgroup", "-q"]
    command += ["--cov=regnum.web", "--cov-context=test", "--cov-report=", f"--junitxml={report}"]
    environment = {**os.environ, "COVERAGE_FILE": str(WORK / "coverage")}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=sys.stderr, check=False)
    if done.returncode:
        print("The tests fail without any change.", file=sys.stderr)
        sys.exit(2)
    data = CoverageData(str(WORK / "coverage"))
    data.read()
    found: dict[Path, Lines] = {}
    for path in modules():
        lines = data.contexts_by_lineno(str(path)) if str(path) in data.measured_files() else {}
        tests = {line: {name.partition("|")[0] for name in names if name} for line, names in lines.items()}
        found[path] = {line: names for line, names in tests.items() if names}
    return found, cases_of(report)


def seconds(test: str, times: dict[str, float]) -> float:
    """Return how long a test takes; its name in a report is another one than on the command line."""
    file, _, name = test.partition("::")
    return times.get(f"{file.removeprefix('tests/').removesuffix('.py').replace('/', '.')}::{name}", 1.0)


def tests_of(mutant: Mutant, lines: Lines, times: dict[str, float]) -> list[str]:
    """Return the tests that run for a change: first those that execute most of its module, so most likely check it."""
    names = lines.get(mutant.line) or {name for names in lines.values() for name in names}
    executed = Counter(name for others in lines.values() for name in others)
    chosen: list[str] = []
    left = float(MOST)
    for name in sorted(names, key=lambda name: (-executed[name], seconds(name, times), name))[:MOST]:
        left -= seconds(name, times)
        if chosen and left < 0:
            break
        chosen.append(name)
    return chosen


def changed_source(mutant: Mutant) -> str:
    """Return the text of a module with the change; without its comments."""
    old = getattr(mutant.node, mutant.field)
    setattr(mutant.node, mutant.field, mutant.value)
    text = ast.unparse(ast.fix_missing_locations(mutant.tree))
    setattr(mutant.node, mutant.field, old)
    return text


def attempt(mutant: Mutant, copy: Path, tests: Sequence[str], times: dict[str, float]) -> str:
    """Run tests on a change in a copy of the project; return what noticed it, "" if nothing did."""
    if not tests:
        return ""
    path = copy / mutant.path.relative_to(ROOT)
    path.write_text(changed_source(mutant), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-m", "", "-p", "no:cacheprovider", *tests]
    limit = PATIENCE + 10 * sum(seconds(test, times) for test in tests)
    try:
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return "the time limit"
    finally:
        path.write_text(mutant.path.read_text(encoding="utf-8"), encoding="utf-8")
    if done.returncode in NO_TESTS:
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return (failed or [f"exit code {done.returncode}"])[0].split(" - ")[0] if done.returncode else ""


def try_all(
    chosen: Sequence[Mutant], lines: dict[Path, Lines], times: dict[str, float], jobs: int
) -> Iterator[tuple[Mutant, str]]:
    """Yield each change and what noticed it."""
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(jobs):
        copy = WORK / str(number)
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_COPIED))
        copies.put(copy)

    def one(mutant: Mutant) -> tuple[Mutant, str]:
        copy = copies.get()
        try:
            return mutant, attempt(mutant, copy, tests_of(mutant, lines[mutant.path], times), times)
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(one, chosen)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants_web", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sample", type=int, default=100, metavar="K", help="how many changes (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default: 1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (default: 2)")
    parser.add_argument("--at-least", type=float, default=80, metavar="PERCENT", help="enough (default: 80)")
    parser.add_argument("--json", action="store_true", help="print one object instead of a list")
    return parser.parse_args()


def main() -> int:
    given = arguments()
    began = time.monotonic()
    lines, times = measure(given.jobs)
    every = [one for path in modules() for one in mutants_of(path, ast.parse(path.read_text(encoding="utf-8")))]
    chosen = random.Random(given.seed).sample(every, min(given.sample, len(every)))
    results: dict[str, str] = {}
    for mutant, by in try_all(chosen, lines, times, given.jobs):
        results[str(mutant)] = by
        print(f"{len(results):4} of {len(chosen)}  {mutant}  {by or 'SURVIVED'}", file=sys.stderr, flush=True)
    noticed = sum(1 for by in results.values() if by)
    share = 100 * noticed / len(chosen)
    if given.json:
        changes = [
            {"change": str(one), "before": one.before, "after": one.after, "noticed_by": results[str(one)]}
            for one in chosen
        ]
        print(json.dumps({"seed": given.seed, "of": len(every), "share": share, "changes": changes}, indent=1))
    else:
        for one in chosen:
            if not results[str(one)]:
                print(f"{one}  {one.before}  ->  {one.after}")
        took = time.monotonic() - began
        print(f"\n{share:.1f} % of {len(chosen)} noticed, of {len(every)} there are, in {took:.0f} s")
    return 0 if share >= given.at_least else 1


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
