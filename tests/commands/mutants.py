"""Change one operator or number of a game's rules at a time, and check that the game's own tests notice it.

    python -m tests.commands.mutants GAME [--sample 100] [--seed 1] [--jobs 2] [--at-least 92] [--json]
    python -m tests.commands.mutants GAME --list                    every change there is, by FILE:LINE:N
    python -m tests.commands.mutants GAME --only FILE:LINE:N ...    these changes instead of a sample
    python -m tests.commands.mutants --changed COMMIT [...]         a sample of changed lines, in all games

The rules are the modules that the game's package imports, except view, terminal and bots. The game's own tests are
tests/games/GAME and its records. A test that hangs is stopped, which counts as a detection. Files don't change: each
mutant is made in memory, in a forked process that has already imported everything except the game.
Exit codes: 0 enough mutants were noticed, 1 too few, 2 bad arguments, or tests that fail without any change.
"""

import argparse
import ast
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from scripts.lanes import git

ROOT: Final = Path(__file__).resolve().parents[2]
GAMES: Final = ROOT / "regnum" / "games"
RECORDS: Final = "tests/games/test_every_record.py"
NOT_RULES: Final = {"view", "terminal", "bot"}
"""Modules of a game that are not rules: view, terminal and bots. Modules that only they import are not rules either."""
BROKEN: Final = 70
"""The exit code of a process that failed before the tests."""
MEMORY: Final = 4 << 30
IMPORT_LIMIT: Final = 60
"""The maximum seconds of CPU time before the first test."""

# The changes.

PAIRS: Final[list[tuple[type[ast.AST], type[ast.AST]]]] = [
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
    (ast.Is, ast.IsNot),
    (ast.And, ast.Or),
    (ast.Add, ast.Sub),
    (ast.Mult, ast.FloorDiv),
    (ast.BitAnd, ast.BitOr),
    (ast.LShift, ast.RShift),
]
SWAPS: Final = {
    **dict(PAIRS),
    **{two: one for one, two in PAIRS},
    ast.Mod: ast.FloorDiv,
    ast.USub: ast.UAdd,
    ast.Invert: ast.UAdd,
}


@dataclass
class Mutant:
    """One change: `value` for a field of a node in the tree of a module."""

    path: Path
    tree: ast.Module
    line: int
    number: int
    node: ast.AST
    field: str
    value: object
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}:{self.number}"


def is_sequence(node: ast.expr) -> bool:
    """Return whether this is a literal sequence or text, whose operators cannot be changed without an error."""
    return isinstance(node, ast.List | ast.ListComp | ast.Tuple | ast.Dict | ast.JoinedStr) or (
        isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, str))
    )


def compared(node: ast.Compare) -> Iterator[list[ast.cmpop]]:
    """Yield the operators of a comparison with one of them changed; comparisons with None stay."""
    for place, operands in enumerate(zip([node.left, *node.comparators], node.comparators, strict=False)):
        if not any(isinstance(one, ast.Constant) and one.value is None for one in operands):
            yield [*node.ops[:place], SWAPS[type(node.ops[place])](), *node.ops[place + 1 :]]


def swaps(node: ast.AST) -> Iterator[tuple[ast.AST, str, object]]:
    """Yield each possible change of a node: the node, its field, and the new value."""
    match node:
        case ast.Compare():
            yield from ((node, "ops", ops) for ops in compared(node))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SWAPS:
            if not is_sequence(left) and not is_sequence(right):
                yield node, "op", SWAPS[type(op)]()
        case ast.AugAssign(op=op, value=right) if type(op) in SWAPS and not is_sequence(right):
            yield node, "op", SWAPS[type(op)]()
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, "operand", ast.UnaryOp(ast.Not(), operand)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value)) as operand):
            yield operand, "value", value - 1
        case ast.BoolOp(op=op) | ast.UnaryOp(op=op) if type(op) in SWAPS:
            yield node, "op", SWAPS[type(op)]()
        case ast.Constant(value=bool(value)):
            yield node, "value", not value
        case ast.Constant(value=int(value) | float(value)):
            yield node, "value", value + 1
        case _:
            pass


def is_silent(node: ast.AST) -> bool:
    """Return whether a node contains no rules, such as slots, messages, and code for the type checker."""
    match node:
        case ast.Assign(targets=[ast.Name(id="__slots__")]) | ast.Raise() | ast.JoinedStr():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING" | "MYPY")) | ast.keyword(arg="strict"):
            return True
        case _:
            return False


def sites(node: ast.AST, around: ast.AST) -> Iterator[tuple[ast.AST, tuple[ast.AST, str, object]]]:
    """Yield all changes within a node, each with its code before and after."""
    if is_silent(node):
        return
    shown = around if isinstance(node, ast.Constant) and isinstance(around, ast.expr | ast.keyword) else node
    result = list(swaps(node))
    yield from ((shown, change) for change in result)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns") or any(change[0] is value for change in result):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from sites(child, node)


def texts(shown: ast.AST, node: ast.AST, field: str, value: object, room: int = 45) -> tuple[str, str]:
    """Return a piece of code before and after a change, shortened to the surroundings of the difference."""
    old = getattr(node, field)
    before = ast.unparse(shown)
    setattr(node, field, value)
    after = ast.unparse(shown).replace("-0", "0")
    setattr(node, field, old)
    same = next((place for place, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), 0)
    cut = slice(max(0, same - room), same + room)
    return before[cut].replace("\n", " "), after[cut].replace("\n", " ")


def mutants_of(path: Path, tree: ast.Module) -> list[Mutant]:
    """Return every change of a module, in the order of its lines."""
    result: list[Mutant] = []
    for shown, change in sites(tree, tree):
        line = next(node.lineno for node in (change[0], shown) if isinstance(node, ast.expr | ast.stmt))
        result.append(Mutant(path, tree, line, 0, *change, *texts(shown, *change)))
    result.sort(key=lambda mutant: mutant.line)
    for place, mutant in enumerate(result):
        same = place and result[place - 1].line == mutant.line
        mutant.number = result[place - 1].number + 1 if same else 1
    return result


def module_name(path: Path) -> str:
    """Return the dotted name of a module of the package."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def rules(game: str) -> dict[Path, ast.Module]:
    """Return the modules with a game's rules: those that its package imports, except NOT_RULES."""
    modules = {module_name(path): path for path in sorted((GAMES / game).rglob("*.py"))}
    result: dict[Path, ast.Module] = {}
    waiting = [f"regnum.games.{game}"]
    while waiting:
        name = waiting.pop()
        if name not in modules or modules[name] in result or NOT_RULES & set(name.split(".")):
            continue
        tree = result[modules[name]] = ast.parse(modules[name].read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                waiting += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            elif isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
    return dict(sorted(result.items()))


def changed_lines(commit: str) -> dict[Path, set[int]]:
    """Return the lines of the games that differ from a commit, and all lines of new files; SystemExit if none."""
    command = ["git", "diff", "--unified=0", "--no-prefix", commit, "--", "regnum/games"]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if process.returncode:
        print(f"git knows no commit {commit}", file=sys.stderr)
        sys.exit(2)
    result: dict[Path, set[int]] = {}
    path = ROOT
    for line in process.stdout.splitlines():
        if line.startswith("+++ "):
            path = ROOT / line[4:]
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            result.setdefault(path, set()).update(range(first, first + count))
    for new in git("ls-files", "--others", "--exclude-standard", "--", "regnum/games").splitlines():
        if new.endswith(".py"):
            result[ROOT / new] = set(range(1, len((ROOT / new).read_text(encoding="utf-8").splitlines()) + 1))
    return result


# Runs of the tests.


class Plan:
    """The game's own tests: records first, then the fastest. Known durations set limits of CPU time."""

    def __init__(self, game: str, times: dict[str, float]) -> None:
        self.game = game
        self.times = times
        self.taken: dict[str, float] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        own = [item for item in items if not item.nodeid.startswith(RECORDS) or self.game in item.nodeid]
        items[:] = sorted(own, key=lambda item: (not item.nodeid.startswith(RECORDS), self.times.get(item.nodeid, 0)))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        signal.setitimer(signal.ITIMER_PROF, 5 + 10 * self.times.get(nodeid, 0) if self.times else 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.taken[report.nodeid] = self.taken.get(report.nodeid, 0) + report.duration


class Changed(SourceFileLoader):
    """Loads one module with a change."""

    def __init__(self, mutant: Mutant) -> None:
        super().__init__(module_name(mutant.path), str(mutant.path))
        setattr(mutant.node, mutant.field, mutant.value)
        self.code: Final = compile(ast.fix_missing_locations(mutant.tree), self.path, "exec")

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        return spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None

    def get_code(self, fullname: str) -> Any:
        return self.code


def run_tests(plan: Plan, folder: Path) -> int:
    """Run the game's own tests in this process, up to the first that fails; return pytest's exit code.

    The output of pytest goes to a file named after the process.
    """
    log = os.open(folder / str(os.getpid()), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    with suppress(ValueError):  # some systems do not have this limit
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    signal.setitimer(signal.ITIMER_PROF, IMPORT_LIMIT)
    paths = [RECORDS] if (ROOT / RECORDS).exists() else []
    options = [
        "-x",
        "-q",
        "--tb=no",
        "--assert=plain",
        "-p",
        "no:cacheprovider",
        "-m",
        "not browser",
        f"--ignore=tests/games/{plan.game}/view",
        f"--rootdir={ROOT}",
    ]
    return int(pytest.main([*options, *paths, f"tests/games/{plan.game}"], plugins=[plan]))


def measure(game: str, folder: Path) -> int:
    """Run the tests of the unchanged game and store their durations and the imported modules."""
    plan = Plan(game, {})
    code = run_tests(plan, folder)
    (folder / "measured").write_text(json.dumps([plan.taken, list(sys.modules)]), encoding="utf-8")
    return code


def attempt(game: str, mutant: Mutant | None, times: dict[str, float], folder: Path) -> int:
    """Run the tests of the changed game, or of the unchanged one if there is no change."""
    if mutant:
        sys.meta_path.insert(0, Changed(mutant))
    return run_tests(Plan(game, times), folder)


def fork(work: Callable[[], int]) -> int:
    """Call a function in a forked process, whose exit code is the result; return the id of the process."""
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return pid
    code = BROKEN
    try:
        code = work()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def warm(modules: list[str]) -> None:
    """Import the modules that the tests import, except tests and games."""
    for name in modules:
        if name.split(".")[0] not in ("tests", "__main__") and not name.startswith("regnum.games"):
            with suppress(Exception):
                import_module(name)
    assert not any(name.startswith("regnum.games.") for name in sys.modules), "imported too early"


def verdict(status: int, log: str) -> str:
    """Return what detected a change, a test or the time limit; "" if nothing did."""
    if os.WIFSIGNALED(status):
        return "the time limit" if os.WTERMSIG(status) == signal.SIGPROF else f"signal {os.WTERMSIG(status)}"
    code = os.WEXITSTATUS(status)
    if code == BROKEN:
        raise RuntimeError(log)
    failed = [line for line in log.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return (failed[0].split(" - ")[0].split(maxsplit=1)[1] if failed else f"exit code {code}") if code else ""


def try_all(game: str, chosen: list[Mutant], jobs: int) -> Iterator[tuple[Mutant, str]]:
    """Yield each change and what detected it, in the order of completion; SystemExit if the unchanged tests fail."""

    def check(pid: int, status: int) -> None:
        if status:
            print((folder / str(pid)).read_text(encoding="utf-8"), file=sys.stderr)
            print("The tests fail without any change.", file=sys.stderr)
            sys.exit(2)

    with TemporaryDirectory() as name:
        folder = Path(name)
        # Compile each module once, outside the source tree.
        sys.pycache_prefix, sys.dont_write_bytecode = str(folder / "compiled"), False
        fork(partial(measure, game, folder))
        check(*os.wait())
        times, modules = json.loads((folder / "measured").read_text(encoding="utf-8"))
        warm(modules)
        waiting = [*reversed(chosen), None]  # without a change first, to check that the tests pass in this order
        running: dict[int, Mutant | None] = {}
        try:
            while waiting or running:
                while waiting and len(running) < jobs:
                    mutant = waiting.pop()
                    running[fork(partial(attempt, game, mutant, times, folder))] = mutant
                pid, status = os.wait()
                mutant = running.pop(pid)
                if mutant is None:
                    check(pid, status)
                else:
                    yield mutant, verdict(status, (folder / str(pid)).read_text(encoding="utf-8"))
        finally:
            for pid in running:
                os.kill(pid, signal.SIGTERM)


# The report.


def source_line(mutant: Mutant) -> str:
    return mutant.path.read_text(encoding="utf-8").splitlines()[mutant.line - 1].strip()


def table(results: dict[str, str], chosen: list[Mutant]) -> Iterator[str]:
    """Yield a line for each module with the numbers of changes and of detected ones."""
    for path in sorted({mutant.path for mutant in chosen}):
        of_path = [mutant for mutant in chosen if mutant.path == path]
        noticed = sum(1 for mutant in of_path if results[str(mutant)])
        yield f"{path.relative_to(GAMES)!s:40}{len(of_path):5} changed{noticed:5} noticed"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.commands.mutants", description=(__doc__ or "").splitlines()[0]
    )
    games = sorted(path.parent.name for path in GAMES.glob("*/__init__.py"))
    parser.add_argument("game", nargs="?", choices=games, help="which game; all of them with --changed")
    parser.add_argument("--sample", type=int, default=100, metavar="K", help="how many changes (default: 100)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default: 1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (default: 2)")
    parser.add_argument("--at-least", type=float, default=92, metavar="PERCENT", help="enough (default: 92)")
    parser.add_argument("--list", action="store_true", help="list every change there is")
    parser.add_argument("--only", nargs="+", metavar="FILE:LINE:N", help="these changes instead of a sample")
    parser.add_argument("--changed", metavar="COMMIT", help="only in lines that differ from a commit")
    parser.add_argument("--json", action="store_true", help="print one object instead of a table")
    namespace = parser.parse_args()
    if namespace.game is None and namespace.changed is None:
        parser.error("say which game, or --changed COMMIT")
    namespace.games = [namespace.game] if namespace.game else games
    return namespace


def choose(namespace: argparse.Namespace, every: list[Mutant]) -> list[Mutant]:
    """Return the requested changes; SystemExit if one of them does not exist."""
    if namespace.only:
        chosen = [mutant for mutant in every if str(mutant) in namespace.only]
        if missing := set(namespace.only) - {str(mutant) for mutant in chosen}:
            print(f"no such change: {', '.join(sorted(missing))}; --list shows all", file=sys.stderr)
            sys.exit(2)
        return chosen
    if namespace.changed:
        lines = changed_lines(namespace.changed)
        every = [mutant for mutant in every if mutant.line in lines.get(mutant.path, ())]
    return random.Random(namespace.seed).sample(every, min(namespace.sample, len(every)))


def report(namespace: argparse.Namespace, game: str) -> bool:
    """Try the changes of a game and print the results; return whether enough were detected."""
    every = [mutant for path, tree in rules(game).items() for mutant in mutants_of(path, tree)]
    if namespace.list:
        for mutant in every:
            print(f"{mutant}  {mutant.before}  ->  {mutant.after}")
        return True
    chosen = choose(namespace, every)
    if not chosen:
        print(f"{game}: there is nothing to change")
        return True
    started = time.monotonic()
    results: dict[str, str] = {}
    for mutant, by in try_all(game, chosen, namespace.jobs):
        results[str(mutant)] = by
        print(f"{len(results):4} of {len(chosen)}  {mutant}  {by or 'SURVIVED'}", file=sys.stderr, flush=True)
    seconds = time.monotonic() - started
    survivors = [mutant for mutant in chosen if not results[str(mutant)]]
    share = 100 * (len(chosen) - len(survivors)) / len(chosen)
    if namespace.json:
        changes = [
            {"change": str(one), "before": one.before, "after": one.after, "noticed_by": results[str(one)]}
            for one in chosen
        ]
        told = {"game": game, "seed": namespace.seed, "of": len(every), "share": share, "seconds": seconds}
        print(json.dumps({**told, "changes": changes}, indent=1))
    else:
        print(*table(results, chosen), sep="\n")
        for mutant in sorted(survivors, key=str):
            print(f"\n{mutant}  {mutant.before}  ->  {mutant.after}\n    {source_line(mutant)}")
        print(f"\n{game}: {share:.1f} % of {len(chosen)} noticed, of {len(every)} there are, in {seconds:.0f} s")
    return bool(share >= namespace.at_least)


def main() -> int:
    namespace = arguments()
    enough = [report(namespace, game) for game in namespace.games]
    return 0 if all(enough) else 1


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
