"""The building blocks of every game: actions, steps, states, chance, records, maps, clauses. Imports no game.

This module, which is never compiled itself, defines two names for the compiler: `mypyc_attr`, a marker that lets
plain-Python classes inherit from compiled ones, and `i64`, an integer that it keeps in a machine register.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

MYPY = False
"""True for mypy and its compiler only."""

if MYPY:
    from mypy_extensions import i64 as i64
else:
    i64 = int

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    _T = TypeVar("_T")

    def mypyc_attr(**_: Any) -> Callable[[_T], _T]:
        """Do nothing in plain Python: only the compiler uses the marker."""
        return lambda marked: marked
