"""What every game is made of: actions, steps, states, chance, records, maps, clauses. Imports no game.

Here, in the one module of this room that is never compiled, stands the marker that lets plain-Python classes inherit
from compiled ones.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    _T = TypeVar("_T")

    def mypyc_attr(**_: Any) -> Callable[[_T], _T]:
        """Do nothing in plain Python: the marker speaks to the compiler only."""
        return lambda marked: marked
