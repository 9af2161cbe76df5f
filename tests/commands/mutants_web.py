"""Change one operator, number or truth value of regnum.web at a time, and check that a test of the web detects it.

    python -m tests.commands.mutants_web [--sample 100] [--seed 1] [--jobs 2] [--at-least 80] [--json]

First, the web tests without a browser run once to measure which lines they execute. The measurement is kept in
build/mutants; while regnum.web stays the same, later runs measure only changed test files again. Then each change is
made in a copy of the project, and the tests that execute its line run until one fails. For a line that runs only on
import, the tests that use its names run, directly or through other code. A timeout counts as a detection.
Exit codes: 0 if enough changes were detected, 1 if too few, 2 for bad arguments or if the unchanged tests fail.
"""

import argparse
import ast
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Final
from xml.etree import ElementTree

from coverage import CoverageData

from tests.commands.mutants import ROOT, Mutant, module_name, mutants_of

WEB: Final = ROOT / "regnum" / "web"
WORK: Final = ROOT / "build" / "mutants"
MARKS: Final = "not browser"
MOST: Final = 60
"""The maximum number of tests for a change, and the maximum of their seconds without a change."""
MOST_NAMING: Final = 10
"""The maximum number of tests that are chosen because they name a constant."""
PATIENCE: Final = 60
"""The seconds that the tests of a change may take in addition to ten times their usual duration."""
NO_TESTS: Final = 5
"""The exit code of pytest if it ran no test, which is not a detection."""
NOT_COPIED: Final = (".git", ".venv", "build", "dist", "node_modules", "__pycache__", "*.egg-info", ".*_cache")
IDLE: Final = re.compile(r"frozen=True|sync_to_thread=False|secrets\.token_\w+\(\d+\)")
"""Code whose changes have no effect, see `mutants`."""
CLOCK: Final = re.compile(r"\b(monotonic|now|clock)\(")
"""A call of a clock."""

Lines = dict[int, set[str]]
"""The names of the tests that execute a line."""


def modules() -> list[Path]:
    """Return the modules to change: all of the web except the migrations, which never change."""
    return [path for path in sorted(WEB.rglob("*.py")) if "migrations" not in path.parts]


@dataclass(frozen=True)
class Measured:
    """The tests that execute each line, by module, and the seconds of each test."""

    lines: dict[Path, Lines]
    times: dict[str, float]

    @cached_property
    def executed(self) -> Counter[str]:
        """The number of lines of the web that each test executes."""
        return Counter(name for lines in self.lines.values() for names in lines.values() for name in names)


def test_files() -> list[Path]:
    """Return the files with tests of the web and of views, without those that need a browser."""
    web = [path for path in (ROOT / "tests" / "web").rglob("test_*.py") if "browser" not in path.parts]
    return sorted([*web, *(ROOT / "tests" / "games").glob("*/view/test_*.py")])


def measure(jobs: int) -> Measured:
    """Return the lines that the web tests execute; SystemExit if a test fails.

    Unchanged test files run again only if the web has changed.
    """
    web, files = (
        digest(*modules()),
        {path.relative_to(ROOT).as_posix(): digest(path) for path in test_files()},
    )
    kept = WORK / "measured.json"
    cached = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    if cached.get("web") != web:
        shutil.rmtree(WORK, ignore_errors=True)
        WORK.mkdir(parents=True)
        cached = {"web": web, "files": {}, "times": {}}
    changed = sorted(file for file, version in files.items() if cached["files"].get(file) != version)
    times = {test: durations for test, durations in cached["times"].items() if file_of(test) in files.keys() - changed}
    if changed:
        run_tests(changed, jobs)
        durations, failed = results(WORK / "report.xml")
        times |= durations
        done = {file: version for file, version in files.items() if file not in failed}
        kept.write_text(json.dumps({"web": web, "files": done, "times": times}), encoding="utf-8")
        if failed:
            print(f"Tests fail without any change: {', '.join(sorted(failed))}", file=sys.stderr)
            sys.exit(2)
    return Measured(lines_of(times.keys()), times)


def mutants() -> list[Mutant]:
    """Return every change in all modules that can have an effect.

    Some changes have none: whether a record is frozen, which mypy checks; the thread in which a handler runs; the
    length of a random key; and comparisons with a clock, which differ at one instant only.
    """
    every = (one for path in modules() for one in mutants_of(path, ast.parse(path.read_text(encoding="utf-8"))))
    return [one for one in every if not IDLE.fullmatch(one.before) and not is_instant(one)]


def is_instant(mutant: Mutant) -> bool:
    """Return whether a change is in an inequality with a clock, where < and <= differ at one instant only."""
    node = mutant.node
    if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE):
        return False
    return CLOCK.search(ast.unparse(node)) is not None


def digest(*paths: Path) -> str:
    """Return a digest of the files."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def file_of(test: str) -> str:
    return test.partition("::")[0]


def function_of(test: str) -> str:
    return test.partition("[")[0].rpartition("::")[2]


def run_tests(files: Sequence[str], jobs: int) -> None:
    """Run tests, and add the lines that they execute to the measurement."""
    command = [sys.executable, "-m", "pytest", *files, "-m", MARKS, "-n", str(jobs), "--dist", "loadgroup", "-q"]
    command += ["--cov=regnum.web", "--cov-append", "--cov-context=test", "--cov-report="]
    command += [f"--junitxml={WORK / 'report.xml'}"]
    environment = {**os.environ, "COVERAGE_FILE": str(WORK / "coverage")}
    subprocess.run(command, cwd=ROOT, env=environment, stdout=sys.stderr, check=False)


def results(report: Path) -> tuple[dict[str, float], set[str]]:
    """Return the seconds of each test in a JUnit report, and the files of those that failed."""
    times: dict[str, float] = {}
    failed: set[str] = set()
    for case in ElementTree.parse(report).iter("testcase"):
        file = f"{case.get('classname', '').replace('.', '/')}.py"
        times[f"{file}::{case.get('name')}"] = float(case.get("time", 0))
        if case.find("failure") is not None or case.find("error") is not None:
            failed.add(file)
    return times, failed


def lines_of(tests: Collection[str]) -> dict[Path, Lines]:
    """Return for each module the tests among these that execute each line."""
    data = CoverageData(str(WORK / "coverage"))
    data.read()
    result: dict[Path, Lines] = {}
    for path in modules():
        contexts = data.contexts_by_lineno(str(path)) if str(path) in data.measured_files() else {}
        lines = {
            line: {name.rpartition("|")[0] for name in names}.intersection(tests) for line, names in contexts.items()
        }
        result[path] = {line: names for line, names in lines.items() if names}
    return result


def users(mutant: Mutant, measured: Measured) -> set[str]:
    """Return the tests for a line that runs only on import, besides those that name its constant.

    These execute what its statement defines, or a line that uses it. If there are none, they are those of its module,
    and if no test executes a line of that, those in files that import it.
    """
    lines = measured.lines[mutant.path]
    statement = next(node for node in mutant.tree.body if mutant.line in lines_of_statement(node))
    names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    used = {node.lineno for node in ast.walk(mutant.tree) if isinstance(node, ast.Name) and node.id in names}
    used |= set(lines_of_statement(statement))
    if direct := {test for line in used for test in lines.get(line, ())}:
        return direct
    if lines:
        return {test for names in lines.values() for test in names}
    name = module_name(mutant.path)
    files = {path.relative_to(ROOT).as_posix() for path in test_files() if name in path.read_text("utf-8")}
    return {test for test in measured.times if file_of(test) in files}


def lines_of_statement(node: ast.stmt) -> range:
    """Return the lines of a statement, including its decorators."""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else []
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    return range(first, (node.end_lineno or 0) + 1)


def naming(mutant: Mutant, measured: Measured) -> list[str]:
    """Return the tests that name the changed constant themselves, such as those of documented limits; fastest first."""
    names: set[str] = set()
    for node in ast.walk(mutant.tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and mutant.line in lines_of_statement(node):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    found = [test for test in measured.times if names & names_in_tests(file_of(test)).get(function_of(test), set())]
    return sorted(found, key=lambda test: (measured.times[test], test))


@cache
def names_in_tests(file: str) -> dict[str, set[str]]:
    """Return the names and attributes that each test of a file uses."""
    path = ROOT / file
    tree = ast.parse(path.read_text(encoding="utf-8")) if path.exists() else ast.Module([], [])
    return {
        node.name: {
            one.id if isinstance(one, ast.Name) else one.attr
            for one in ast.walk(node)
            if isinstance(one, ast.Name | ast.Attribute)
        }
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def tests_of(mutant: Mutant, measured: Measured) -> list[str]:
    """Return the tests to run for a change, starting with those most likely to detect it.

    Tests that execute little besides its module take turns with those that execute most of its module. If no test
    executes the line, a few that name its constant come first.
    """
    lines = measured.lines[mutant.path]
    names = lines.get(mutant.line) or users(mutant, measured)
    first = [] if lines.get(mutant.line) else naming(mutant, measured)[:MOST_NAMING]
    executed = Counter(name for others in lines.values() for name in others)
    near = sorted(names, key=lambda name: (-executed[name] / max(measured.executed[name], 1), name))
    much = sorted(names, key=lambda name: (-executed[name], measured.times[name], name))
    chosen: list[str] = []
    seconds_left = float(MOST)
    for name in dict.fromkeys([*first, *chain.from_iterable(zip(near, much, strict=True))]):
        seconds_left -= measured.times[name]
        if len(chosen) == MOST or (chosen and seconds_left < 0):
            break
        chosen.append(name)
    return chosen


def changed_source(mutant: Mutant) -> str:
    """Return the source of a module with the change, without comments."""
    old = getattr(mutant.node, mutant.field)
    setattr(mutant.node, mutant.field, mutant.value)
    text = ast.unparse(ast.fix_missing_locations(mutant.tree))
    setattr(mutant.node, mutant.field, old)
    return text


def attempt(mutant: Mutant, copy: Path, tests: Sequence[str], seconds: float) -> str:
    """Run tests on a change in a copy of the project; return what detected it, "" if nothing did.

    `seconds`: their duration without the change.
    """
    if not tests:
        return ""
    path = copy / mutant.path.relative_to(ROOT)
    path.write_text(changed_source(mutant), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-m", "", "-p", "no:cacheprovider", *tests]
    # For servers that tests start; and some containers let no process keep the modules that it has compiled.
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": ""}
    limit = PATIENCE + 10 * seconds
    try:
        process = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, text=True, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return "the time limit"
    finally:
        path.write_text(mutant.path.read_text(encoding="utf-8"), encoding="utf-8")
    if process.returncode == NO_TESTS:
        return ""
    failed = [line for line in process.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return (failed or [f"exit code {process.returncode}"])[0].split(" - ")[0] if process.returncode else ""


def try_all(chosen: Sequence[Mutant], measured: Measured, jobs: int) -> Iterator[tuple[Mutant, str]]:
    """Yield each change and what detected it."""
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(jobs):
        copy = WORK / str(number)
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_COPIED))
        copies.put(copy)

    def one(mutant: Mutant) -> tuple[Mutant, str]:
        copy = copies.get()
        tests = tests_of(mutant, measured)
        try:
            return mutant, attempt(mutant, copy, tests, sum(measured.times[test] for test in tests))
        finally:
            copies.put(copy)

    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(one, chosen)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.commands.mutants_web", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--sample", type=int, default=100, metavar="K", help="how many changes (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default: 1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (default: 2)")
    parser.add_argument("--at-least", type=float, default=80, metavar="PERCENT", help="enough (default: 80)")
    parser.add_argument("--json", action="store_true", help="print one object instead of a list")
    return parser.parse_args()


def main() -> int:
    namespace = arguments()
    began = time.monotonic()
    measured = measure(namespace.jobs)
    every = mutants()
    chosen = random.Random(namespace.seed).sample(every, min(namespace.sample, len(every)))
    results: dict[str, str] = {}
    for mutant, by in try_all(chosen, measured, namespace.jobs):
        results[str(mutant)] = by
        print(f"{len(results):4} of {len(chosen)}  {mutant}  {by or 'SURVIVED'}", file=sys.stderr, flush=True)
    noticed = sum(1 for by in results.values() if by)
    share = 100 * noticed / len(chosen)
    if namespace.json:
        changes = [
            {"change": str(one), "before": one.before, "after": one.after, "noticed_by": results[str(one)]}
            for one in chosen
        ]
        print(json.dumps({"seed": namespace.seed, "of": len(every), "share": share, "changes": changes}, indent=1))
    else:
        for one in chosen:
            if not results[str(one)]:
                print(f"{one}  {one.before}  ->  {one.after}")
        elapsed = time.monotonic() - began
        print(f"\n{share:.1f} % of {len(chosen)} noticed, of {len(every)} there are, in {elapsed:.0f} s")
    return 0 if share >= namespace.at_least else 1


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
