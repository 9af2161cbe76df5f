"""Caches of rendered templates and log texts for one viewer."""

from collections.abc import Sequence
from functools import cache
from marshal import dumps
from typing import Any, Final

from regnum.core.rules.note import Line
from regnum.core.text.words import Words
from regnum.web.board.log_lines import LineWriter, line_text
from regnum.web.http.i18n import Text
from regnum.web.ui.templates import ENVIRONMENT, fill

_COMPARABLE: Final = 2  # the version of the marshal format in which equal values give equal bytes


class RenderCache:
    """The templates and log texts last rendered for a seat and language, most of which stay the same between moves."""

    def __init__(self) -> None:
        self._rendered: Final[dict[str, tuple[bytes, str]]] = {}
        self._names: Sequence[str] = ()
        self._said: dict[Line, str] = {}

    def render(self, name: str, context: dict[str, Any]) -> str:
        """Return a rendered template, from the cache unless a value that the template needs has changed."""
        values = [context[key] for key in _needed_values(name) if key in context]
        try:
            key = dumps(values, _COMPARABLE)
        except ValueError:  # not plain data
            return fill(name, context)
        last = self._rendered.get(name)
        if last is None or last[0] != key:
            last = self._rendered[name] = (key, fill(name, context))
        return last[1]

    def line_writer(self, words: Words, text: Text, names: Sequence[str], viewer: int) -> LineWriter:
        """Return a function that puts lines of the log into words, reusing the texts of the previous rendering."""
        before = self._said if names == self._names else {}
        self._names, self._said = names, {}

        def write_line(line: Line) -> str:
            line_in_words = self._said[line] = before.get(line) or line_text(line, words, text, names, viewer)
            return line_in_words

        return write_line


@cache
def _needed_values(name: str) -> list[str]:
    """Return the names of the values that a template needs, except words and texts, which are fixed per language."""
    return sorted(ENVIRONMENT.needed_variables(name) - {"words", "text"})
