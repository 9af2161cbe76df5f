"""The log of a table in words: what was done and what happened, in sections."""

from collections.abc import Callable, Container, Sequence
from typing import Any, Final

import msgspec

from regnum.core import narrator
from regnum.core.drawing import Drawing
from regnum.core.play import Line
from regnum.core.words import Words
from regnum.web.i18n import Text
from regnum.web.live import View
from regnum.web.recalling import is_told, own_last, places_of

RECENT: Final = 20
"""The short log has at least so many lines and headings, if there are as many."""
MOST: Final = 100
"""And at most so many, where nobody else acts or the viewer never did."""

Speaker = Callable[[Line], str]
"""What says lines of the log."""


class Said(msgspec.Struct, frozen=True):
    """A line of the log in words."""

    player: int
    text: str
    event: bool
    places: str = ""
    """The ids of the elements that it speaks of."""
    fresh: bool = False
    """Whether it came after the viewer's own last action; to onlookers, after the last action but one."""


class Section(msgspec.Struct, frozen=True):
    """A part of the log under a heading ("" for what came before the first)."""

    heading: str
    lines: list[Said]


def log(view: View, drawing: Drawing[Any], say: Speaker, newest: bool = False) -> list[Section]:
    """Return the log in words, newest first, in sections; if so asked, only what is new to the viewer."""
    sections = [Section("", [])]
    viewer = view.viewer
    silent = view.seen.game.untold
    start = _start(view.log, viewer, silent) if newest else 0
    head = next((at for at in range(start - 1, -1, -1) if _begins(view.log[at], drawing.SECTIONS)), None)
    if head is not None:
        sections.append(Section(say(view.log[head]), []))
    fresh = own_last(view.log, viewer, silent)
    for at in range(start, len(view.log)):
        line = view.log[at]
        if not is_told(line, silent):
            continue
        said = say(line)
        if _begins(line, drawing.SECTIONS):
            sections.append(Section(said, []))
        else:
            places = " ".join(places_of(line, drawing, viewer))
            sections[-1].lines.append(Said(line.player, said, line.note is not None, places, at > fresh))
    return [Section(part.heading, part.lines[::-1]) for part in sections[::-1] if part.heading or part.lines]


def _begins(line: Line, heads: Container[str]) -> bool:
    return line.note is not None and line.note.key in heads


def _start(lines: Sequence[Line], viewer: int, silent: Container[str]) -> int:
    """Return where the short log starts: it has all that others did last, and some lines at least.

    What others did last is everything since the viewer acted before them, with what he himself has done since then.
    """
    told = 0
    others = False
    seen = viewer < 0
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at]
        if line.note is None:
            seen = seen or (others and line.player == viewer)
            others = others or line.player != viewer
        told += is_told(line, silent)
        if told >= (RECENT if seen else MOST):
            return at
    return 0


def in_words(line: Line, words: Words, text: Text, names: Sequence[str], viewer: int) -> str:
    """Return a line in words, as the viewer may know it."""
    return narrator.line(line, words, names, viewer) or text("log.undo", player=names[line.player])
