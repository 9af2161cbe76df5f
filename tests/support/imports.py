"""The import graph of a package, read from the source with `ast`: nothing is run, and no import is missed.

Imports inside functions count as well. Those under `TYPE_CHECKING` are marked.
"""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path


def module_name(path: Path, package: Path) -> str:
    """Return the dotted name of a file of the package."""
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def type_checking_only(tree: ast.Module) -> set[int]:
    """Return the ids of the nodes under `if TYPE_CHECKING:` or `if MYPY:` (not of those under its `else:`)."""
    numbers: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING", "MYPY"):
            numbers |= {id(inner) for statement in node.body for inner in ast.walk(statement)}
    return numbers


def docstrings(tree: ast.Module) -> set[int]:
    """Return the ids of the nodes that are docstrings, including those of attributes."""
    statements = (node for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return {id(statement.value) for statement in statements if isinstance(statement.value, ast.Constant)}


def names_in_strings(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each module of regnum that a module names in a string, as it could import it."""
    tree = ast.parse(source)
    ignored = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in ignored:
            for match in re.finditer(r"\bregnum(\.[a-z]\w*)+", node.value):
                yield node.lineno, match[0]


def imports(source: str, module: str, is_package: bool) -> Iterator[tuple[int, str, bool]]:
    """Yield every import of a module: its line, the full name of its target, and whether it happens at run time."""
    tree = ast.parse(source)
    for_types = type_checking_only(tree)
    for node in ast.walk(tree):
        at_run_time = id(node) not in for_types
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name, at_run_time
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level + is_package or None] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            for name in node.names:  # `from regnum.games import khan` also imports a module
                yield node.lineno, f"{origin}.{name.name}", at_run_time


def graph(package: Path, counts_types: Callable[[str], bool] = lambda module: False) -> dict[str, set[str]]:
    """Return for every module of a package the set of its modules that it imports.

    Parent packages, which Python imports first, do not count. Imports for type checking only count if `counts_types`
    returns True for the importing module.
    """
    paths = {module_name(path, package): path for path in sorted(package.rglob("*.py"))}
    imports_by_module: dict[str, set[str]] = {}
    for module, path in paths.items():
        names = imports(path.read_text(encoding="utf-8"), module, path.name == "__init__.py")
        imported = [name for _, name, at_run_time in names if at_run_time or counts_types(module)]
        targets = (name if name in paths else name.rpartition(".")[0] for name in imported)
        imports_by_module[module] = {target for target in targets if target in paths and target != module}
    return imports_by_module
