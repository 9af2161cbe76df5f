"""Values of parsed JSON, whose types are unknown until they are checked."""

import json
from typing import Any

__all__ = ["as_list", "as_object", "read_json"]


def read_json(text: str) -> Any:
    """Return the value of a JSON text.

    Raises:
        ValueError: If the text is invalid, nested too deeply, or not encodable as UTF-8.
    """
    try:
        value = json.loads(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()  # fails for a lone surrogate
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def as_list(data: Any) -> list[Any] | None:
    """Return a JSON value if it is a list, or None otherwise."""
    return data if isinstance(data, list) else None  # pyright: ignore[reportUnknownVariableType]


def as_object(data: Any) -> dict[str, Any] | None:
    """Return a JSON value if it is an object, or None otherwise."""
    return data if isinstance(data, dict) else None  # pyright: ignore[reportUnknownVariableType]
