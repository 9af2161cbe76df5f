"""Finding the clauses of a ledger that a step implements, and those that a test covers.

Both are read from the source, without running anything: a step cites a clause by its id, and a test names it in
`pytest.mark.clause("...")`, on a function, a class, a parameter set, or the whole module (`pytestmark`).
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from regnum.core.text.ledger import Ledger


class Coverage(NamedTuple):
    """The places that cite each clause of a ledger, by the clause's id, as `file:line` or `file::test`."""

    steps: dict[str, list[str]]
    tests: dict[str, list[str]]
    unknown: list[str]
    """Citations of clauses of this game that do not exist in its ledger."""

    @property
    def without_step(self) -> list[str]:
        """The clauses that no step cites."""
        return [clause for clause, places in self.steps.items() if not places]

    @property
    def without_test(self) -> list[str]:
        """The clauses that no test names."""
        return [clause for clause, places in self.tests.items() if not places]


def cover(game: str, ledger: Ledger, source: Path, tests: Path) -> Coverage:
    """Return the places that cite the clauses of a game, in its source folder and in the folder of the tests."""
    steps: dict[str, list[str]] = {clause.id: [] for clause in ledger}
    test_places: dict[str, list[str]] = {clause.id: [] for clause in ledger}
    unknown: list[str] = []
    groups = {clause.id.split(".")[1] for clause in ledger if "." in clause.id}
    for path in sorted(source.rglob("*.py")):
        for line, clause in cited_clauses(path.read_text(encoding="utf-8"), game):
            place = f"{path.relative_to(source).as_posix()}:{line}"
            if clause in steps:
                steps[clause].append(place)
            elif clause.split(".")[1] in groups:
                unknown.append(f"{place} cites {clause}")
    for path in sorted(tests.rglob("test_*.py")):
        file = path.relative_to(tests.parent).as_posix()
        for test, clause in clauses_of_tests(path.read_text(encoding="utf-8")):
            if clause in test_places:
                test_places[clause].append(f"{file}::{test}")
            elif clause.startswith(f"{game}."):
                unknown.append(f"{file}::{test} names {clause}")
    return Coverage(steps, {clause: list(dict.fromkeys(places)) for clause, places in test_places.items()}, unknown)


def cited_clauses(source: str, game: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the id for each citation of a clause of the game, but not names of modules."""
    citation = re.compile(rf"(?<![\w.]){re.escape(game)}\.\w+(?:\.\w+)*")
    for number, line in enumerate(source.splitlines(), 1):
        for match in citation.finditer(line):
            yield number, match[0]


_TEST: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


def clauses_of_tests(source: str) -> Iterator[tuple[str, str]]:
    """Yield the name of every test (`Class::test`) with each clause that it names."""
    module = ast.parse(source)
    constants = _constants(module.body)
    reader = _Marks(constants, _aliases(module.body))
    yield from _tests(module.body, "", reader.of_module(module.body), reader)


def _tests(body: Iterable[ast.stmt], prefix: str, outer: list[str], reader: "_Marks") -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, _TEST) and node.name.startswith("test"):
            for clause in [*outer, *reader.of(node.decorator_list)]:
                yield prefix + node.name, clause
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            marks = [*outer, *reader.of(node.decorator_list), *reader.of_module(node.body)]
            yield from _tests(node.body, f"{prefix}{node.name}::", marks, reader)


def _constants(body: Iterable[ast.stmt]) -> dict[str, ast.expr]:
    """Return the values assigned to names at the top level of a module."""
    constants: dict[str, ast.expr] = {}
    for node in body:
        if isinstance(node, ast.Assign):
            constants.update({target.id: node.value for target in node.targets if isinstance(target, ast.Name)})
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            constants[node.target.id] = node.value
    return constants


def _aliases(body: Iterable[ast.stmt]) -> set[str]:
    """Return a module's aliases of `pytest.mark.clause`."""
    return {name for name, value in _constants(body).items() if _is_mark(value, set())}


def _is_mark(node: ast.expr, aliases: set[str]) -> bool:
    """Return whether an expression is `pytest.mark.clause`, `mark.clause` or an alias of it."""
    if isinstance(node, ast.Name):
        return node.id in aliases
    return (
        isinstance(node, ast.Attribute) and node.attr == "clause" and ast.unparse(node.value) in ("pytest.mark", "mark")
    )


class _Marks:
    """Finds the ids in `clause(...)` marks; names are looked up among the module's constants."""

    def __init__(self, constants: Mapping[str, ast.expr], aliases: set[str]) -> None:
        self.constants: Final = constants
        self.aliases: Final = aliases

    def of_module(self, body: Iterable[ast.stmt]) -> list[str]:
        """Return the ids in the `pytestmark` of a module or class."""
        mark = _constants(body).get("pytestmark")
        return self.of([mark]) if mark is not None else []

    def of(self, expressions: Iterable[ast.expr], seen: frozenset[str] = frozenset()) -> list[str]:
        """Return the ids in all marks within these expressions, including those on parameter sets."""
        clauses: list[str] = []
        for expression in expressions:
            for node in ast.walk(expression):
                if isinstance(node, ast.Call) and _is_mark(node.func, self.aliases):
                    for argument in node.args:
                        clauses += self._ids(argument, seen)
                elif isinstance(node, ast.Name) and node.id in self.constants and node.id not in seen:
                    clauses += self.of([self.constants[node.id]], seen | {node.id})
        return clauses

    def _ids(self, node: ast.expr, seen: frozenset[str]) -> list[str]:
        if isinstance(node, ast.Constant):
            return [node.value] if isinstance(node.value, str) else []
        if isinstance(node, ast.Starred):
            return self._ids(node.value, seen)
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            return [clause for element in node.elts for clause in self._ids(element, seen)]
        if isinstance(node, ast.Name) and node.id in self.constants and node.id not in seen:
            return self._ids(self.constants[node.id], seen | {node.id})
        return []
