"""Run the tests in lanes and report the number of cases and the duration of each.

    python -m scripts.lanes test [PYTEST OPTIONS]      the lanes of `make test`
    python -m scripts.lanes changed [PYTEST OPTIONS]   those and the other lanes that the last change affects
    python -m scripts.lanes all [PYTEST OPTIONS]       all lanes, with coverage
    python -m scripts.lanes LANE [PYTEST OPTIONS]      one lane: scripts, rules, browser, browser-all, long, ...

Options select tests; a run that selects none fails. `WORKERS` is the number of test processes, and `REGNUM_BASE` is
the base commit of the change under test.
"""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

ROOT: Final = Path(__file__).resolve().parent.parent
REPORTS: Final = ROOT / "build" / "lanes"
SLOWEST: Final = 30
MAX_CHANGE_AGE: Final = 6 * 3600
"""Without an upstream branch, commits up to this many seconds before the newest one belong to one change."""
NOTHING_COLLECTED: Final = 5
"""Pytest's exit code if no tests were selected."""


@dataclass(frozen=True)
class Lane:
    """Tests that run together: those that pytest selects by `marks`, or those of another `command`."""

    name: str
    marks: str = ""
    workers: int = 0
    """The maximum number of processes; 0 if only WORKERS limits it."""
    command: Sequence[str] = ()
    in_background: bool = False
    """Runs beside the first other lane; its output is printed at the end. Browser tests need the machine alone."""


PY: Final = sys.executable
EVERY_RUN: Final = (
    Lane("scripts", command=("make", "--no-print-directory", "test-js"), in_background=True),
    Lane("rules", "not browser and not full"),
    Lane("browser", "browser and not full", workers=2),
)
PARTS: Final = (
    Lane("browser-all", "browser and full and not site", workers=2),
    Lane("long", "full and not browser and not site"),
    Lane("site", "site", workers=1),
    Lane("wheels", command=("make", "--no-print-directory", "test-dist")),
    Lane("valgrind", command=(PY, "-m", "benchmarks.compare", "{base}")),
    Lane(
        "mutants",
        command=(PY, "-m", "tests.commands.mutants", "--changed", "{base}", "--sample", "20", "--at-least", "80"),
    ),
)
NAMES: Final = [part.name for part in PARTS]
LANES: Final = {lane.name: lane for lane in (*EVERY_RUN, *PARTS)}

TOUCHES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("*.md", ("site",)),
    ("docs/*", ("site",)),
    (".github/*", ()),
    (".pre-commit-config.yaml", ()),
    ("CITATION.cff", ()),
    ("LICENSE", ()),
    ("NOTICE", ()),
    ("examples/*", ("long",)),
    ("tools/*", ("long",)),
    ("benchmarks/*", ()),
    ("mkdocs.yml", ("site",)),
    ("tests/js/*", ()),
    ("biome.jsonc", ()),
    ("tsconfig.json", ()),
    ("tests/conftest.py", tuple(NAMES)),
    ("tests/vendor/*", ("browser-all",)),
    ("tests/commands/*mutants*.py", ("mutants",)),
    ("tests/commands/*", ("browser-all", "long")),
    ("tests/test_docs.py", ("site",)),
    ("tests/web/browser/*", ("browser-all",)),
    ("tests/support/*", ("browser-all", "long")),
    ("tests/games/*/positions/*", ("browser-all",)),
    ("tests/games/*/view/*", ("long",)),
    ("tests/games/*", ("long", "wheels")),
    ("tests/core/*", ("long", "wheels")),
    ("tests/players/*", ("long", "wheels")),
    ("tests/*", ("long",)),
    ("regnum/web/*", ("browser-all", "long", "site")),
    ("regnum/games/*/view/*", ("browser-all", "site")),
    ("regnum/games/*/words/*", ("browser-all", "site")),
    ("regnum/games/*", tuple(NAMES)),
    ("regnum/core/*", tuple(NAMES)),
    ("regnum/players/*", ("long", "site", "wheels")),
    ("regnum/envs/*", ("long", "site", "wheels")),
    ("regnum/arena/*", ("long", "site")),
    ("regnum/cli/*", ("long", "site")),
    ("regnum/new_game/*", ("site",)),
)
"""The parts to run for a changed path. The first matching pattern wins; a path that matches none needs all parts."""


def parts_for(paths: Sequence[str]) -> list[str]:
    """Return the names of the parts to run for changes to these paths, in the order of PARTS."""
    names: set[str] = set()
    for path in paths:
        names.update(next((parts for pattern, parts in TOUCHES if fnmatch(path, pattern)), NAMES))
    return [name for name in NAMES if name in names]


def git(*arguments: str) -> str:
    """Return the output of a git command; "" if it fails."""
    process = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return process.stdout.strip() if process.returncode == 0 else ""


def base_commit() -> str:
    """Return the base commit of the change under test; "" if there is none.

    It is named by `REGNUM_BASE`, or else the merge base with the upstream branch, or else the newest commit that is
    more than MAX_CHANGE_AGE older than the last one.
    """
    if name := os.environ.get("REGNUM_BASE"):
        return git("rev-parse", "--verify", name)
    if upstream := git("merge-base", "HEAD", "@{upstream}"):
        return upstream
    newest = git("log", "-1", "--format=%ct")
    return git("rev-list", "-1", f"--before={int(newest) - MAX_CHANGE_AGE}", "HEAD") if newest else ""


def changed_paths(base: str) -> list[str]:
    """Return the paths that differ from a commit, including untracked files."""
    tracked = git("diff", "--name-only", "--no-renames", base)
    return [*tracked.splitlines(), *git("ls-files", "--others", "--exclude-standard").splitlines()]


def affected_parts(base: str) -> list[Lane]:
    """Return and print the parts to run for the changes since a commit; all parts if there is no commit."""
    names = parts_for(changed_paths(base)) if base else NAMES
    print(
        f"changed since {base[:10] or 'nobody knows when'}; it touches: {', '.join(names) or 'nothing more'}",
        flush=True,
    )
    return [part for part in PARTS if part.name in names]


@dataclass
class Result:
    """The result of a lane. `cases` maps the names of its tests to seconds, if it reports them."""

    lane: str
    seconds: float
    passed: bool
    cases: dict[str, float] = field(default_factory=dict)
    empty: bool = False
    """Whether the options selected none of its tests."""
    output: str = ""
    """What the lane printed, if it was captured."""


def cases_of(report: Path) -> dict[str, float]:
    """Return the seconds of each case in a JUnit report, by name; {} if there is no report."""
    if not report.exists():
        return {}
    seconds_by_case: dict[str, float] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        name = f"{case.get('classname', '')}::{case.get('name', '')}".removeprefix("tests.").removeprefix("test::")
        seconds_by_case[name] = seconds_by_case.get(name, 0) + float(case.get("time", 0))
    return seconds_by_case


@dataclass(frozen=True)
class Settings:
    """How lanes run: the base commit, options for pytest, and whether with coverage."""

    base: str
    options: Sequence[str]
    coverage: bool = False
    captured: bool = False
    """Whether the output goes into the result instead of the terminal."""


def run(lane: Lane, settings: Settings) -> Result:
    """Run a lane and return its result."""
    report = REPORTS / f"{lane.name.replace(' ', '-')}.xml"
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    command = [part.format(base=settings.base) for part in lane.command]
    if not command:
        workers = int(os.environ.get("WORKERS", "3"))
        count = min(workers, lane.workers) if lane.workers else workers
        command = [PY, "-m", "pytest", "-m", lane.marks, "-n", str(count), "--dist", "loadgroup", "-q"]
        command += [f"--junitxml={report}", "-o", "junit_duration_report=total"]
        command += ["--cov=regnum", "--cov-branch", "--cov-report=", "--cov-append"] if settings.coverage else []
        command += settings.options
    began = time.monotonic()
    environment = {**os.environ, "REGNUM_REPORT": str(report)}
    if not settings.captured:
        print(f"\n== {lane.name}", flush=True)
    out, err = (subprocess.PIPE, subprocess.STDOUT) if settings.captured else (None, None)
    process = subprocess.run(command, cwd=ROOT, env=environment, stdout=out, stderr=err, text=True, check=False)
    empty = bool(settings.options) and not lane.command and process.returncode == NOTHING_COLLECTED
    passed = process.returncode == 0 or empty
    return Result(lane.name, time.monotonic() - began, passed, cases_of(report), empty, process.stdout or "")


def table(results: Sequence[Result]) -> list[str]:
    """Return the lines of a table of lanes and of the slowest tests."""
    slowest = sorted(((duration, name) for result in results for name, duration in result.cases.items()), reverse=True)[
        :SLOWEST
    ]
    return [
        f"{'lane':<16}{'cases':>7}{'seconds':>9}",
        *(
            f"{result.lane:<16}{len(result.cases) or '':>7}{result.seconds:>9.0f}{'' if result.passed else '  FAILED'}"
            for result in results
        ),
        f"{'':<16}{sum(len(result.cases) for result in results):>7}{sum(result.seconds for result in results):>9.0f}",
        "",
        f"the slowest {len(slowest)} tests, in seconds",
        *(f"{duration:>7.1f}  {name}" for duration, name in slowest),
    ]


def run_all(lanes: Sequence[Lane], options: Sequence[str], coverage: bool = False) -> int:
    """Run lanes and print a table; return 0, or 1 if a lane fails or the options select no tests."""
    base = base_commit()
    if coverage:
        subprocess.run([PY, "-m", "coverage", "erase"], cwd=ROOT, check=True)
    runnable = [lane for lane in lanes if base or "{base}" not in lane.command]
    for lane in lanes:
        if lane not in runnable:
            print(f"\n== {lane.name}: there is no commit to compare with")
    background_lanes = [lane for lane in runnable if lane.in_background and len(runnable) > 1]
    settings = Settings(base, options, coverage)
    with ThreadPoolExecutor() as pool:
        background = [pool.submit(run, lane, replace(settings, captured=True)) for lane in background_lanes]
        foreground = [run(lane, settings) for lane in runnable if lane not in background_lanes]
    results = [*(future.result() for future in background), *foreground]
    for result in results:
        if result.output:
            print(f"\n== {result.lane}", result.output, sep="\n", flush=True)
    if coverage:
        print("\n== coverage of regnum, lines and branches", flush=True)
        subprocess.run([PY, "-m", "coverage", "report", "--skip-covered", "--sort=cover"], cwd=ROOT, check=False)
    print("", *table(results), sep="\n", flush=True)
    if options and all(result.empty or not result.cases for result in results):
        print("\nno test was selected: is it in one of these lanes?", file=sys.stderr)
        return 1
    return 0 if all(result.passed for result in results) else 1


def main() -> int:
    """Run the lanes that the arguments name and return the exit code; 2 if the arguments are wrong."""
    match sys.argv[1:]:
        case ["test", *options]:
            return run_all(EVERY_RUN, options)
        case ["changed", *options]:
            return run_all([*EVERY_RUN, *affected_parts(base_commit())], options)
        case ["all", *options]:
            return run_all([*EVERY_RUN, *PARTS], options, coverage=True)
        case [name, *options] if name in LANES:
            return run_all([LANES[name]], options)
        case _:
            print(__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main())
