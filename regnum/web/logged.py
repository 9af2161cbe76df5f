"""The log of a table in words, in reading order: sections under headings, and in them one player's lines together."""

from collections.abc import Callable, Container, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from regnum.core import narrator
from regnum.core.drawing import Drawing
from regnum.core.play import Line
from regnum.core.state import FULL
from regnum.core.words import Words, upfirst
from regnum.web.i18n import Text
from regnum.web.live import View
from regnum.web.recalling import is_told, own_last, places_of
from regnum.web.signs import sign_of

RECENT: Final = 20
"""The short log has at least so many lines and headings, if there are as many."""
MOST: Final = 100
"""And at most so many, where nobody else acts or the viewer never did."""
NOBODY: Final = -1
PARTS: Final = 2
"""So many parts that happen by themselves after one decision are played back."""
_LOOKED_AT: Final = 400
"""Whether something was set off is looked for among so many lines of the log, the newest."""

Speaker = Callable[[Line], str]
"""What says lines of the log."""


class Said(msgspec.Struct, frozen=True):
    """A line of the log in words: `who`, where it begins with the player's name, and the rest of it.

    Under the first line of a player the next ones do without his name.
    """

    who: str
    rest: str
    event: bool
    places: str = ""
    """The ids of the elements that it speaks of."""
    fresh: bool = False
    """Whether it is marked as new: it came after the viewer's own last action; to onlookers, the last but one."""
    move: int = 0
    """How many entries the viewer knew of with it, if it is an action of somebody else."""
    count: int = 1
    """How often it happened, one time after the other."""
    clause: str = ""
    """The id of the rule that it rests on: "" where the line above rests on the same one."""
    sign: str = ""
    """The name of a small sign for what kind of thing it is, if the game has one."""
    number: int = 0
    """The number of the entry of the record to which it belongs: not for a page, it may count what is secret."""
    older: bool = False
    """Whether it is new, but came before the last part of what happened by itself: its places are not marked."""

    @property
    def text(self) -> str:
        """The whole line."""
        return self.who + self.rest


class Group(msgspec.Struct, frozen=True):
    """Lines of one player, or of nobody, and when they began: "" where that says no more than what stands before.

    `talk`: instead, what was said at the table meanwhile (`Overheard`).
    """

    player: int
    at: str
    lines: list[Said]
    talk: list[Any] = []


class Section(msgspec.Struct, frozen=True):
    """A part of the log under a heading ("" for what came before the first)."""

    heading: str
    groups: list[Group]
    number: int = 0
    """The number of the entry of the record with which it began."""

    @property
    def lines(self) -> Iterator[Said]:
        """All its lines."""
        return (line for group in self.groups for line in group.lines)


def log(view: View, drawing: Drawing[Any], names: Sequence[str], say: Speaker, newest: bool = False) -> list[Section]:
    """Return the log in words, in sections; if so asked, only what is new to the viewer."""
    sections = [Section("", [])]
    silent = view.seen.game.untold
    start = _start(view.log, view.viewer, silent) if newest else 0
    head = next((at for at in range(start - 1, -1, -1) if _begins(view.log[at], drawing.SECTIONS)), None)
    if head is not None:
        sections.append(Section(say(view.log[head]), [], view.log[head].number))
    fresh = own_last(view.log, view.viewer, silent) + 1 if view.fresh is None else view.fresh
    lately = _last_part(view, drawing, fresh)
    clock = _Clock(view)
    last = ""  # what was said last, if it happened by itself
    ruled = ""  # the rule on which the line above rests
    for at in range(start, len(view.log)):
        line = view.log[at]
        if not is_told(line, silent):
            continue
        if _begins(line, drawing.SECTIONS):
            sections.append(Section(say(line), [], line.number))
            continue
        groups = sections[-1].groups
        owner = groups[-1].player if groups and line.note is not None and line.player < 0 else line.player
        begins = not groups or groups[-1].player != owner
        if begins:
            groups.append(Group(owner, clock.at(line.number), []))
            ruled = ""
        lines = groups[-1].lines
        told = say(line)
        if not begins and line.note is not None and told == last:
            lines[-1] = msgspec.structs.replace(lines[-1], count=lines[-1].count + 1, fresh=at >= fresh)
        else:
            said = _said(line, told, names, begins, at >= fresh, view, drawing)
            clause = "" if line.clause == ruled else said.clause
            lines.append(msgspec.structs.replace(said, clause=clause, older=fresh <= at < lately))
            ruled = line.clause
        last = told if line.note is not None else ""
    return [section for section in sections if section.heading or section.groups]


def of_an_entry(
    view: View, drawing: Drawing[Any], names: Sequence[str], say: Speaker, its: Sequence[Line]
) -> Group | None:
    """Return lines of one entry, what it did and what followed from it, as a group; None if there is nothing.

    What nobody is told of, such as laying a plan, only whoever did it is told here.
    """
    silent = view.seen.game.untold
    lines = [line for line in its if is_told(line, silent) or line.player == view.viewer or view.viewer == FULL]
    if not lines:
        return None
    who = lines[0].player
    said = [
        _said(line, say(line), names, line is lines[0] or line.player != who, False, view, drawing) for line in lines
    ]
    return Group(who, "", said)


def _said(
    line: Line, said: str, names: Sequence[str], begins: bool, fresh: bool, view: View, drawing: Drawing[Any]
) -> Said:
    name = names[line.player] if 0 <= line.player < len(names) else ""
    who, rest = ("", said)
    if name and said.startswith((f"{name} ", f"{name}:")):
        who, rest = (name, said[len(name) :]) if begins else ("", upfirst(said[len(name) :].lstrip(": ")))
    places = " ".join(places_of(line, drawing, view.viewer))
    move = 0 if line.action is None or line.player == view.viewer else view.known(line.number)
    event, sign = line.note is not None, sign_of(line, drawing)
    return Said(who, rest, event, places, fresh, move, clause=line.clause, sign=sign, number=line.number)


class _Clock:
    """Tells the time of entries: only where it is another minute than the last time."""

    def __init__(self, view: View) -> None:
        self._times: Final = view.times
        self._last: datetime | None = None

    def at(self, number: int) -> str:
        time = self._times.get(number)
        if time is None:
            return ""
        minute = time.replace(second=0, microsecond=0)
        if minute == self._last:
            return ""
        self._last = minute
        return minute.strftime("%Y-%m-%dT%H:%MZ")


def _last_part(view: View, drawing: Drawing[Any], fresh: int) -> int:
    """Return where in the new log the last part begins that happened by itself and speaks of the board; else 0."""
    told = False
    for at in range(len(view.log) - 1, fresh - 1, -1) if drawing.STAGES else ():
        line = view.log[at]
        told = told or bool(places_of(line, drawing, view.viewer))
        if told and _begins(line, drawing.STAGES):
            return at
    return 0


def staged(view: View, drawing: Drawing[Any]) -> int:
    """Return how many entries the viewer knew of with the last one that set off several parts by itself; 0: none."""
    begun: dict[int, int] = {}
    for line in reversed(view.log[-_LOOKED_AT:] if drawing.STAGES else ()):
        if _begins(line, drawing.STAGES) and line.number:
            begun[line.number] = begun.get(line.number, 0) + 1
            if begun[line.number] >= PARTS:
                return view.known(line.number)
    return 0


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
