"""Events worth looking back at, as a game declares them: a battle, a winter. They are made of lines of the log."""

from collections.abc import Container, Iterator, Sequence
from typing import Any, Final

import msgspec

from regnum.core import narrator
from regnum.core.drawing import Drawing, Report, Summary
from regnum.core.play import Line
from regnum.core.state import FULL
from regnum.core.words import Words, upfirst
from regnum.web.live import View

MOST: Final = 6
"""So many events are on the page at the most, besides the last of each kind."""


class Told(msgspec.Struct, frozen=True):
    """A line of an event in words: whom it is about (-1: nobody), and the ids of the elements that it speaks of."""

    player: int
    text: str
    places: str


class Recalled(msgspec.Struct, frozen=True):
    """An event: its kind, a number that grows with every line that it gets, its title, lines or rows, points by side.

    `fresh` says that it is shown open until it is closed: it came after the viewer's own last action. What nobody is
    told of, such as laying a plan, does not count for a report.
    """

    kind: str
    number: int
    title: str
    lines: list[Told]
    rows: Report
    points: list[tuple[int, int]]
    fresh: bool


Event = tuple[Summary, list[int]]
"""An event: its kind, and where its lines stand in the log."""


def happened(log: Sequence[Line], kinds: Sequence[Summary]) -> list[Event]:
    """Return all events of these kinds, the newest first; what is part of another event is none of its own."""
    found = [(kind, lines) for kind in kinds if not kind.until for lines in _events(log, kind)]
    found.sort(key=lambda event: (-event[1][-1], event[1][0]))
    events: list[Event] = []
    for event in found:
        if not events or event[1][0] < events[-1][1][0]:
            events.append(event)
    events += [(kind, lines) for kind in kinds if kind.until for lines in _ended(log, kind)]
    events.sort(key=lambda event: -event[1][-1])
    return events


def _ended(log: Sequence[Line], kind: Summary) -> Iterator[list[int]]:
    """Yield where the lines of each event stand that goes on to some line, that one included."""
    event: list[int] = []
    for at, key in enumerate(map(_key, log)):
        if event:
            event.append(at)
        if event and key in kind.until:
            if any(_key(log[one]) in kind.goes_on for one in event):
                yield event
            event = []
        if key in kind.begins:
            event = [at]


def _events(log: Sequence[Line], kind: Summary) -> Iterator[list[int]]:
    """Yield where in the log the lines of each event of a kind stand, if any are to be told."""
    for event in _runs(log, kind):
        if any(_key(log[at]) not in kind.silent for at in event):
            yield event


def _runs(log: Sequence[Line], kind: Summary) -> Iterator[list[int]]:
    event: list[int] = []
    for at, line in enumerate(log):
        key = _key(line)
        if key in kind.begins and (kind.anew or not event):
            if event:
                yield event
            event = [at]
        elif event and (key in kind.goes_on or key in kind.begins):
            event.append(at)
        elif event and key:
            yield event
            event = []
    if event:
        yield event


def _key(line: Line) -> str:
    """Return what a line is told by; "" for what was taken back."""
    if line.note is not None:
        return line.note.key
    return line.action.family if line.action is not None else ""


def recalled(
    view: View, events: Sequence[Event], drawing: Drawing[Any], words: Words, names: Sequence[str]
) -> list[Recalled]:
    """Return the events that are new to the viewer, and the last of each kind, in words; the newest first."""
    viewer = view.viewer
    silent = view.seen.game.untold
    since = own_last(view.log, viewer, silent)
    lately = own_last([line if is_told(line, silent) else Line(-1) for line in view.log], viewer, silent)
    kinds: set[str] = set()
    told: list[Recalled] = []
    for at, (kind, lines) in enumerate(events):
        fresh = lines[-1] > (lately if kind.until else since) and at < MOST
        if fresh or kind.key not in kinds:
            told.append(_told(view, viewer, kind, lines, fresh, drawing, words, names))
            kinds.add(kind.key)
    return told


def _told(
    view: View,
    viewer: int,
    kind: Summary,
    lines: Sequence[int],
    fresh: bool,
    drawing: Drawing[Any],
    words: Words,
    names: Sequence[str],
) -> Recalled:
    first = view.log[lines[0]].note or view.log[lines[0]].action
    assert first is not None, "an event begins with an action or a note"
    its = [view.log[at] for at in lines]
    notes = [line.note for line in its if line.note is not None]
    return Recalled(
        kind=kind.key,
        number=lines[-1],
        title=upfirst(words.say("summary", kind.key, first.params)),
        rows=drawing.report(kind.key, notes, words, names) if kind.until else [],
        lines=[]
        if kind.until
        else [
            Told(line.player, narrator.line(line, words, names, viewer), " ".join(places_of(line, drawing, viewer)))
            for line in its
            if _key(line) not in kind.silent | {""} and is_told(line, view.seen.game.untold)
        ],
        points=_points(its, kind),
        fresh=fresh,
    )


def _points(lines: Sequence[Line], kind: Summary) -> list[tuple[int, int]]:
    """Return who won how many points in an event, by side."""
    points: dict[int, int] = {}
    for note in [line.note for line in lines if line.note is not None]:
        worth = kind.points.get(note.key, 0)
        won = note.params[worth] if isinstance(worth, str) else worth
        if isinstance(won, int) and won:
            points[note.player] = points.get(note.player, 0) + won
    return sorted(points.items())


def places_of(line: Line, drawing: Drawing[Any], viewer: int) -> list[str]:
    """Return the ids of what a line speaks of; what others did in secret is nowhere."""
    if line.action is not None and line.action.secret and viewer not in (FULL, line.player):
        return []
    told = line.action or line.note
    return [] if told is None else drawing.places(told.params)


def own_last(lines: Sequence[Line], viewer: int, silent: Container[str]) -> int:
    """Return where the viewer's own last action stands, to onlookers the last but one; -1 if there is none.

    What nobody is told of (`silent`) does not count: else how often others change their plans would be seen.
    """
    left = 1 if viewer >= 0 else 2
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at]
        if line.action is not None and (is_told(line, silent) if viewer < 0 else line.player == viewer):
            left -= 1
            if left == 0:
                return at
    return -1


def is_told(line: Line, silent: Container[str]) -> bool:
    action = line.action or line.undone
    return action is None or action.family not in silent
