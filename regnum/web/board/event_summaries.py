"""Events worth looking back at, as a game declares them: a battle, a winter. They are made of lines of the log."""

from collections.abc import Container, Iterator, Sequence
from typing import Final

import msgspec

from regnum.core.rules.note import Line
from regnum.core.rules.state import FULL
from regnum.core.text import narrator
from regnum.core.text.words import Words
from regnum.view import LogView, Rows, Summary
from regnum.web.tables.live_table import View

MOST: Final = 6
"""So many events are on the page, besides the last of each kind: one that was opened stays while others come."""


class EventLine(msgspec.Struct, frozen=True):
    """A line of an event in words: whom it is about (-1: nobody), the ids of what it speaks of, its key."""

    player: int
    text: str
    places: str
    key: str


class EventSummary(msgspec.Struct, frozen=True):
    """An event: kind, where in the log it begins and ends, title, a table and the lines below it, points by side.

    `neutral`: the symbol and the title of the table's last column, where that is nobody's.

    `fresh` says that it is shown open until it is closed: its end came after the viewer's own last action. What nobody
    is told of, such as laying a plan, does not count. `own`: the viewer has begun it, is in it or has lost something in
    it, so nothing goes on before he has read it. `held`: he reads it before he is asked again. `lost`: he has lost
    something in it.
    """

    kind: str
    start: int
    number: int
    title: str
    lines: list[EventLine]
    rows: Rows
    neutral: tuple[str, str]
    points: list[tuple[int, int]]
    fresh: bool
    places: str
    """The ids of all that its lines speak of."""
    own: bool = False
    held: bool = False
    lost: bool = False
    fared: str = ""
    """How it ended for the viewer, if he took part in it: "gained" or "failed"."""


Event = tuple[Summary, list[int]]
"""An event: its kind, and where its lines stand in the log."""


def happened(log: Sequence[Line], kinds: Sequence[Summary]) -> list[Event]:
    """Return all events of these kinds, the newest first; what is part of another event is none of its own."""
    keys = [line.key for line in log]
    found = [(kind, lines) for kind in kinds if not kind.until for lines in _events(keys, kind)]
    found.sort(key=lambda event: (-event[1][-1], event[1][0]))
    events: list[Event] = []
    for event in found:
        if not events or event[1][0] < events[-1][1][0]:
            events.append(event)
    events += [(kind, lines) for kind in kinds if kind.until for lines in _ended(keys, kind)]
    events.sort(key=lambda event: -event[1][-1])
    return events


def _ended(keys: Sequence[str], kind: Summary) -> Iterator[list[int]]:
    """Yield where the lines of each event stand that goes on to some line, that one included."""
    event: list[int] = []
    for at, key in enumerate(keys):
        if event:
            event.append(at)
        if event and key in kind.until:
            if any(keys[one] in kind.goes_on for one in event):
                yield event
            event = []
        if key in kind.begins:
            event = [at]


def _events(keys: Sequence[str], kind: Summary) -> Iterator[list[int]]:
    """Yield where in the log the lines of each event of a kind stand, if any are to be told."""
    for event in _runs(keys, kind):
        if any(keys[at] not in kind.silent for at in event):
            start = event[0]
            if kind.back:
                start = next((at for at in range(start, -1, -1) if keys[at] in kind.back), start)
            yield [*range(start, event[0]), *event]


def _runs(keys: Sequence[str], kind: Summary) -> Iterator[list[int]]:
    event: list[int] = []
    for at, key in enumerate(keys):
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


def event_summaries(
    view: View, events: Sequence[Event], log_view: LogView, words: Words, names: Sequence[str]
) -> list[EventSummary]:
    """Return the newest events and the last of each kind, in words; the newest first, but for the viewer's own."""
    viewer = view.viewer
    silent = view.seen.game.untold
    since = own_last([line if is_told(line, silent) else Line(-1) for line in view.log], viewer, silent)
    lost = _losses(events, view.log, viewer, log_view)
    if not view.past:  # a scene shows what it is about
        events = own_first(events, view.log, viewer, since, lost)
    begun = max((at for at, line in enumerate(view.log) if line.key in log_view.keys.stages), default=-1)
    kinds: set[str] = set()
    told: list[EventSummary] = []
    places = _known_places(view)
    for at, (kind, lines) in enumerate(events):
        new = lines[-1] > (max(since, begun) if kind.brief else since)
        own = new and kind.held and (lines[0] in lost or _is_own(view.log[lines[0]], kind, viewer))
        if at < MOST or own or kind.key not in kinds:
            fresh = new and (at < MOST or own)
            event = _told(view, viewer, kind, lines, fresh, own, lines[0] in lost, log_view, words, names)
            told.append(msgspec.structs.replace(event, start=places[lines[0]], number=places[lines[-1]]))
            kinds.add(kind.key)
    return told


def _known_places(view: View) -> Sequence[int]:
    """Return for each line of the log its place among those that the viewer knows of: others must not show."""
    if not view.unknown:
        return range(len(view.log))
    unknown, known = set(view.unknown), 0
    places: list[int] = []
    for line in view.log:
        places.append(known)
        known += line.number not in unknown
    return places


def own_first(
    events: Sequence[Event], log: Sequence[Line], viewer: int, since: int, lost: Container[int] = ()
) -> list[Event]:
    """Return the events with what the viewer has begun last before newer ones of its kind, until he acts again.

    All that he is to read comes before others as well, in the order in which it happened, but first of all those in
    which he has lost something, by where they begin (`lost`). What he has foreseen comes before none.
    """
    new = [
        event
        for event in events
        if event[1][-1] > since and (event[1][0] in lost or _is_own(log[event[1][0]], event[0], viewer))
    ]
    first = [event for event in new if event[0].held]
    first.sort(key=lambda event: (event[1][0] not in lost, event[1][0]))
    if not first:
        of_newest = [event for event in new if event in events[:MOST] and event[0] == events[0][0]]
        first = [event for event in of_newest if not event[0].foreseen][:1]
    return [*first, *(event for event in events if event not in first)]


def _is_own(first: Line, kind: Summary, viewer: int) -> bool:
    """Tell whether an event is the viewer's: he has begun it or is in it, or it is held and nobody has begun it."""
    told = first.note or first.action
    is_in = told is not None and viewer in [told.params.get(side) for side in kind.sides]
    return viewer >= 0 and (first.player == viewer or is_in or (kind.held and first.player < 0))


def _fared(lines: Sequence[Line], kind: Summary, viewer: int, log_view: LogView) -> str:
    if not kind.held or viewer < 0 or not (lines[0].player >= 0 and _is_own(lines[0], kind, viewer)):
        return ""
    return {True: "gained", False: "failed", None: ""}[log_view.outcome(lines, viewer).well]


def _losses(events: Sequence[Event], log: Sequence[Line], viewer: int, log_view: LogView) -> set[int]:
    """Return where those events begin in which the viewer has lost something."""
    return {
        lines[0]
        for kind, lines in events
        if viewer >= 0 and kind.held and log_view.outcome([log[at] for at in lines], viewer).lost
    }


def _told(
    view: View,
    viewer: int,
    kind: Summary,
    lines: Sequence[int],
    fresh: bool,
    own: bool,
    lost: bool,
    log_view: LogView,
    words: Words,
    names: Sequence[str],
) -> EventSummary:
    first = view.log[lines[0]].note or view.log[lines[0]].action
    assert first is not None, "an event begins with an action or a note"
    its = [view.log[at] for at in lines]
    earlier = [line for line in view.log[: lines[0]] if line.key in kind.past] if kind.past else []
    report = log_view.report(kind.key, [*earlier, *its], words, names, viewer)
    rows = report.rows
    title = f"{kind.key}_lost" if lost and words.has("summary", f"{kind.key}_lost") else kind.key
    order = report.lines if report.lines and not rows else its
    symbol, nobody = log_view.keys.neutral
    beyond = any(len(cells) > len(names) for _, cells in rows)
    return EventSummary(
        kind=kind.key,
        start=lines[0],
        number=lines[-1],
        title=report.title or narrator.summary_line(title, first.params, words, names),
        rows=rows,
        neutral=(symbol, words.title(nobody)) if beyond else ("", ""),
        lines=[]
        if kind.until
        else [
            EventLine(
                line.player,
                narrator.line(line, words, names, viewer),
                " ".join(places_of(line, log_view, viewer)),
                line.key,
            )
            for line in order
            if line.key not in kind.silent | {""} and is_told(line, view.seen.game.untold)
        ],
        points=_points(its, kind),
        fresh=fresh,
        places=" ".join(dict.fromkeys(place for line in its for place in places_of(line, log_view, viewer))),
        own=own and bool(rows),
        held=own and bool(rows) and not view.past,
        lost=lost,
        fared=_fared(its, kind, viewer, log_view),
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


def places_of(line: Line, log_view: LogView, viewer: int) -> list[str]:
    """Return the ids of what a line speaks of; what others did in secret is nowhere."""
    if line.action is not None and line.action.secret and viewer not in (FULL, line.player):
        return []
    told = line.action or line.note
    return [] if told is None else log_view.places(told.params)


def own_last(lines: Sequence[Line], viewer: int, silent: Container[str]) -> int:
    """Return where the viewer's own last action stands, to spectators the last but one; -1 if there is none.

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
    """Tell whether a summary mentions a line of the log; actions of the `silent` families are left out."""
    action = line.action or line.undone
    return action is None or action.family not in silent
