"""Corrected facts: owners of a printed game can correct our data about it.

Facts have a table for each data file, with the structure of the file but only the corrected values. The things in a
list are identified by their first value: `[tiles.tile.I2]`. A game declares a codec for each path that may be
corrected; in a path, "*" matches the name of any existing thing, and "+" that of a new thing.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from regnum.core.codec import Codec, ErrorList
from regnum.core.json_values import as_list, as_object

__all__ = [
    "Kinds",
    "PermutationCodec",
    "TableCodec",
    "TextCodec",
    "apply_corrections",
    "as_toml",
    "correctable_facts",
    "corrections",
    "flatten",
    "read_facts",
    "single_fact",
    "value_text",
]

Facts = dict[str, Any]
Kinds = Mapping[str, Codec]
"""The facts that may be corrected: the codec for each path."""


class TextCodec(Codec):
    """A text that matches the regular expression `form`; errors describe such a text as `description`."""

    def __init__(self, form: str, description: str) -> None:
        self.pattern: Final = re.compile(form)
        self.description: Final = description

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        if not isinstance(data, str) or not self.pattern.fullmatch(data):
            errors.add(path, f"{data!r} is not {self.description}")
        return data


class PermutationCodec(Codec):
    """A list that contains each of the names once, in any order."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names: Final = sorted(names)

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        values = as_list(data)
        if values is None or sorted(map(str, values)) != self.names:
            errors.add(path, f"not each of these once: {', '.join(self.names)}")
        return data


class TableCodec(Codec):
    """A table with a codec for each key; `partial`: keys may be missing."""

    def __init__(self, kinds: Kinds, partial: bool = False) -> None:
        self.kinds: Final = dict(kinds)
        self.partial: Final = partial

    def read(self, data: Any, path: str, errors: ErrorList) -> Any:
        table = as_object(data)
        if table is None or not set(table) <= set(self.kinds) or not (self.partial or len(table) == len(self.kinds)):
            errors.add(path, f"not a table with {'some of ' if self.partial else ''}{', '.join(self.kinds)}")
        else:
            for key, value in table.items():
                self.kinds[key].read(value, f"{path}.{key}", errors)
        return data


def apply_corrections(original: Any, correction: Any) -> Any:
    """Return our data with the corrections applied."""
    tables = as_object(correction)
    if tables is None or original is None:
        return correction
    rows = as_list(original)
    if rows is None:
        return {**original, **{key: apply_corrections(original.get(key), value) for key, value in tables.items()}}
    key, names = next(iter(rows[0])), [_name(row) for row in rows]
    added = [{key: name, **table} for name, table in tables.items() if name not in names]
    return [apply_corrections(row, tables.get(_name(row), {})) for row in rows] + added


def _name(row: dict[str, Any]) -> str:
    """Return the name of an item of a list: its first value."""
    return str(next(iter(row.values()), ""))


def _parts(data: Any) -> dict[str, Any] | None:
    """Return the parts of a table or of a list of items by name, or None for data without parts."""
    rows = as_list(data)
    if rows and all(as_object(row) for row in rows):
        return {_name(row): row for row in rows}
    return as_object(data)


def read_facts(text: str) -> Facts:
    """Return the facts in the text of a TOML file. They are not checked.

    Raises:
        ValueError: If the text is not TOML.
    """
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))  # some editors write a byte order mark
    except (ValueError, RecursionError) as error:
        raise ValueError(f"facts: not TOML: {error}") from None


def corrections(kinds: Kinds, original: Facts, correction: Mapping[str, Any]) -> Facts:
    """Return the given facts that differ from our data.

    Args:
        kinds: The codecs of the facts that may be corrected, by path.
        original: Our data, by file name.
        correction: The given facts.

    Raises:
        ValueError: If facts are invalid. The message lists all errors.
    """
    errors = ErrorList(0)
    changed: Facts = {}
    for name, value in correction.items():
        _compare(kinds, original.get(name), name, value, name, changed, errors)
    if errors.messages:
        raise ValueError("; ".join(errors.messages))
    return changed


def _compare(
    kinds: Kinds, original: Any, path: str, correction: Any, key: str, changed: Facts, errors: ErrorList
) -> None:
    """Add the given facts that differ from our data to `changed[key]`, and all errors to `errors`."""
    patterns = [pattern for pattern in kinds if pattern.endswith("+") == (original is None) and _fits(path, pattern)]
    parts, tables = _parts(original), as_object(correction)
    if patterns and not (as_list(original) is not None and tables is not None and _has_separate_parts(kinds, path)):
        if patterns[0].endswith("+") and not re.fullmatch("[a-z][a-z0-9_]{0,39}", key):
            errors.add(path, "a new thing is called by small letters, digits and _")
        kinds[patterns[0]].read(correction, path, errors)
        if correction != original:
            changed[key] = correction
    elif not any(_fits(path, pattern, whole=False) for pattern in kinds) or parts is None:
        errors.add(path, "no fact that can be corrected")
    elif tables is None:
        errors.add(path, "not a table")
    else:
        inner: Facts = {}
        for name, value in tables.items():
            _compare(kinds, parts.get(name), f"{path}.{name}", value, name, inner, errors)
        if inner:
            changed[key] = inner


def _fits(path: str, pattern: str, whole: bool = True) -> bool:
    """Return whether a path matches a pattern or, unless `whole`, the beginning of the pattern."""
    names, pattern_names = path.split("."), pattern.split(".")
    if len(names) > len(pattern_names) or (whole and len(names) < len(pattern_names)):
        return False
    return all(pattern_name in (name, "*", "+") for name, pattern_name in zip(names, pattern_names, strict=False))


def _has_separate_parts(kinds: Kinds, path: str) -> bool:
    """Return whether parts of the value at a path may be corrected separately."""
    return any(_fits(path, pattern, whole=False) and not _fits(path, pattern) for pattern in kinds)


def single_fact(original: Facts, path: Iterable[str]) -> Facts:
    """Return facts with a single value: the current one at a path.

    Args:
        original: Our data, by file name.
        path: The parts of the path.

    Raises:
        ValueError: If there is no value at the path.
    """
    names = list(path)
    value: Any = original
    for name in names:
        parts = _parts(value) or {}
        if name not in parts:
            raise ValueError(f"facts: there is no {'.'.join(names)}")
        value = parts[name]
    for name in reversed(names):
        value = {name: value}
    fact: Facts = value
    return fact


def correctable_facts(kinds: Kinds, original: Facts) -> Facts:
    """Return the current values of all facts that may be corrected."""
    return {name: _keep_listed(kinds, data, name) for name, data in original.items() if _leads_to_kind(kinds, name)}


def _leads_to_kind(kinds: Kinds, path: str) -> bool:
    return any(_fits(path, pattern, whole=False) for pattern in kinds if not pattern.endswith("+"))


def _keep_listed(kinds: Kinds, original: Any, path: str) -> Any:
    if any(_fits(path, pattern) for pattern in kinds if not pattern.endswith("+")):
        return original
    parts = (_parts(original) or {}).items()
    listed = {
        name: _keep_listed(kinds, part, f"{path}.{name}")
        for name, part in parts
        if _leads_to_kind(kinds, f"{path}.{name}")
    }
    return {name: part for name, part in listed.items() if part != {}}


def flatten(facts: Facts, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the path and value of every fact."""
    for name, value in facts.items():
        full_path = f"{path}.{name}" if path else name
        inner = as_object(value)
        if inner is None:
            yield full_path, value
        else:
            yield from flatten(inner, full_path)


def as_toml(facts: Facts, path: str = "") -> Iterator[str]:
    """Yield the lines of a TOML file with these facts."""
    tables = {name: table for name, table in ((name, as_object(value)) for name, value in facts.items()) if table}
    lines = [f"{_key(name)} = {value_text(value)}" for name, value in facts.items() if name not in tables]
    if lines:
        yield from ["", f"[{path}]", *lines] if path else lines
    for name, table in tables.items():
        yield from as_toml(table, f"{path}.{_key(name)}" if path else _key(name))


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)


def value_text(value: Any) -> str:
    """Return a value as TOML, with one line for each item of a long list."""
    items, table = as_list(value), as_object(value)
    if items is not None:
        texts = [value_text(item) for item in items]
        line = ", ".join(texts)
        return f"[{line}]" if len(line) < 100 else "".join(["[\n", *(f"    {text},\n" for text in texts), "]"])
    if table is not None:
        inner = ", ".join(f"{_key(name)} = {value_text(item)}" for name, item in table.items())
        return f"{{ {inner} }}" if inner else "{}"
    return json.dumps(value, ensure_ascii=False)
