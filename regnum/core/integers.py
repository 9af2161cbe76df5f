"""Whole numbers of any type, such as NumPy's, as Python ints."""

from operator import index
from typing import Any, SupportsIndex

__all__ = ["as_int", "to_int"]


def to_int(value: SupportsIndex) -> int:
    """Return a whole number of any type, such as NumPy's, as a Python int.

    Raises:
        TypeError: If the value is not a whole number.
    """
    return value if isinstance(value, int) else index(value)


def as_int(data: Any) -> int | None:
    """Return a value as an int if it is a whole number of any type, but not a bool, or None otherwise."""
    if isinstance(data, bool) or not hasattr(data, "__index__"):
        return None
    try:
        return index(data)
    except TypeError:  # NumPy arrays also have the method
        return None
