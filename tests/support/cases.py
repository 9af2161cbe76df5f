"""Which cases run when."""

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

V = TypeVar("V")


def normally(values: Iterable[V], *normal: V) -> list[Any]:
    """Return values for `parametrize`: in the normal run only these of them, in `make test-all` the others."""
    found = list(values)
    assert set(normal) <= set(found), f"{normal} are not all among {found}"
    return [pytest.param(value, marks=[] if value in normal else [pytest.mark.full]) for value in found]
