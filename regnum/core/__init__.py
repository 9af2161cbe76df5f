"""The building blocks of every game: actions, steps, states, random numbers, records, maps, clauses. Imports no game.

This module, which is never compiled itself, defines names for the compiler: `mypyc_attr`, a decorator that lets
plain-Python classes inherit from compiled ones; `i64`, a 64-bit machine integer; and `vec`, a packed array.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

MYPY = False
"""True only for mypy and its compiler, mypyc."""

if MYPY:
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
else:
    i64 = int
    vec = list

Packed: TypeAlias = vec[i64]
"""A packed array of integers, see regnum/core/packed.py."""

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    _T = TypeVar("_T")

    def mypyc_attr(**_: Any) -> Callable[[_T], _T]:
        """Return a decorator that does nothing: only the compiler reads it."""
        return lambda marked: marked
