"""Summaries of the events that a game declares, such as battles or winters, built from lines of the log."""

from collections.abc import Container, Iterator, Sequence
from typing import Final

import msgspec

from regnum.core.rules.note import Line
from regnum.core.text import narrator
from regnum.core.text.words import Words
from regnum.view import EventKind, LogView, Rows
from regnum.web.board.log_lines import is_shown, last_own_action, places_of
from regnum.web.tables.seat_view import SeatView

MAX_EVENTS: Final = 6
"""How many events a page shows besides the last of each kind, so that an open one stays when new ones arrive."""


class EventLine(msgspec.Struct, frozen=True):
    """A line of an event in words, with its player (-1: none), the ids of the places it mentions, and its key."""

    player: int
    text: str
    places: str
    key: str


class EventSummary(msgspec.Struct, frozen=True):
    """An event in words: kind, start and end in the log, title, a table, the lines below it, and points by side.

    `neutral`: the symbol and the title of the table's last column, if it belongs to no side.

    `fresh`: whether it is shown open, because it ended after the viewer's last action. Unannounced actions, such as
    making a plan, do not count. `own`: whether the viewer began it, took part in it or lost something in it.
    `must_read`: whether the viewer must read it before their next decision. `lost`: whether the viewer lost something.
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
    """The ids of all places that its lines mention."""
    own: bool = False
    must_read: bool = False
    lost: bool = False
    result: str = ""
    """The viewer's result, "gained" or "failed", or "" if it is neither or they took no part."""


Event = tuple[EventKind, list[int]]
"""An event: its kind, and the positions of its lines in the log."""


def find_events(log: Sequence[Line], kinds: Sequence[EventKind]) -> list[Event]:
    """Return all events of these kinds, the newest first; events within another event are left out."""
    keys = [line.key for line in log]
    candidates = [(kind, lines) for kind in kinds if not kind.end_keys for lines in _events(keys, kind)]
    candidates.sort(key=lambda event: (-event[1][-1], event[1][0]))
    events: list[Event] = []
    for event in candidates:
        if not events or event[1][0] < events[-1][1][0]:
            events.append(event)
    events += [(kind, lines) for kind in kinds if kind.end_keys for lines in _event_ends(keys, kind)]
    events.sort(key=lambda event: -event[1][-1])
    return events


def _event_ends(keys: Sequence[str], kind: EventKind) -> Iterator[list[int]]:
    """Yield the positions of the lines of each event that ends with a line in `end_keys`, including that line."""
    event: list[int] = []
    for at, key in enumerate(keys):
        if event:
            event.append(at)
        if event and key in kind.end_keys:
            if any(keys[line_index] in kind.continue_keys for line_index in event):
                yield event
            event = []
        if key in kind.start_keys:
            event = [at]


def _events(keys: Sequence[str], kind: EventKind) -> Iterator[list[int]]:
    """Yield the positions of the lines of each event of a kind, unless all of them are hidden."""
    for event in _continuous_events(keys, kind):
        if any(keys[at] not in kind.hidden_keys for at in event):
            start = event[0]
            if kind.lead_in_keys:
                start = next((at for at in range(start, -1, -1) if keys[at] in kind.lead_in_keys), start)
            yield [*range(start, event[0]), *event]


def _continuous_events(keys: Sequence[str], kind: EventKind) -> Iterator[list[int]]:
    event: list[int] = []
    for at, key in enumerate(keys):
        if key in kind.start_keys and (kind.restarts or not event):
            if event:
                yield event
            event = [at]
        elif event and (key in kind.continue_keys or key in kind.start_keys):
            event.append(at)
        elif event and key:
            yield event
            event = []
    if event:
        yield event


def event_summaries(
    view: SeatView, events: Sequence[Event], log_view: LogView, words: Words, names: Sequence[str]
) -> list[EventSummary]:
    """Return the newest events and the last of each kind, in words; the viewer's own first, then the newest."""
    viewer = view.viewer
    unlogged_families = view.seen.game.unlogged_families
    last_own = last_own_action(
        [line if is_shown(line, unlogged_families) else Line(-1) for line in view.log], viewer, unlogged_families
    )
    lost = _losses(events, view.log, viewer, log_view)
    if not view.is_past:  # past moments keep the order of the events
        events = viewer_events_first(events, view.log, viewer, last_own, lost)
    stage_start = max((at for at, line in enumerate(view.log) if line.key in log_view.keys.stages), default=-1)
    kinds: set[str] = set()
    summaries: list[EventSummary] = []
    places = _known_places(view)
    for at, (kind, lines) in enumerate(events):
        new = lines[-1] > (max(last_own, stage_start) if kind.folds_early else last_own)
        own = new and kind.must_read and (lines[0] in lost or _is_own(view.log[lines[0]], kind, viewer))
        if at < MAX_EVENTS or own or kind.key not in kinds:
            fresh = new and (at < MAX_EVENTS or own)
            event = _summary_of(view, viewer, kind, lines, fresh, own, lines[0] in lost, log_view, words, names)
            summaries.append(msgspec.structs.replace(event, start=places[lines[0]], number=places[lines[-1]]))
            kinds.add(kind.key)
    return summaries


def _known_places(view: SeatView) -> Sequence[int]:
    """Return the position of each line among those that the viewer knows; gaps would reveal unknown lines."""
    if not view.unknown:
        return range(len(view.log))
    unknown, known_count = set(view.unknown), 0
    places: list[int] = []
    for line in view.log:
        places.append(known_count)
        known_count += line.number not in unknown
    return places


def viewer_events_first(
    events: Sequence[Event], log: Sequence[Line], viewer: int, last_own: int, lost: Container[int] = ()
) -> list[Event]:
    """Return the events, with the viewer's own events after the position `last_own` moved to the front.

    Events that the viewer must read come first, beginning with those in which the viewer lost something (`lost`: the
    starts of those events). If there are none, the viewer's latest event comes before newer ones of its kind, unless
    its result was known beforehand.
    """
    new = [
        event
        for event in events
        if event[1][-1] > last_own and (event[1][0] in lost or _is_own(log[event[1][0]], event[0], viewer))
    ]
    first = [event for event in new if event[0].must_read]
    first.sort(key=lambda event: (event[1][0] not in lost, event[1][0]))
    if not first:
        of_newest = [event for event in new if event in events[:MAX_EVENTS] and event[0] == events[0][0]]
        first = [event for event in of_newest if not event[0].result_known][:1]
    return [*first, *(event for event in events if event not in first)]


def _is_own(first: Line, kind: EventKind, viewer: int) -> bool:
    """Return whether the viewer began an event or is in it, or whether it must be read and no player began it."""
    fact = first.note or first.action
    is_in = fact is not None and viewer in [fact.params.get(side) for side in kind.side_params]
    return viewer >= 0 and (first.player == viewer or is_in or (kind.must_read and first.player < 0))


def _result_of(lines: Sequence[Line], kind: EventKind, viewer: int, log_view: LogView) -> str:
    if not kind.must_read or viewer < 0 or not (lines[0].player >= 0 and _is_own(lines[0], kind, viewer)):
        return ""
    return {True: "gained", False: "failed", None: ""}[log_view.outcome(lines, viewer).is_good]


def _losses(events: Sequence[Event], log: Sequence[Line], viewer: int, log_view: LogView) -> set[int]:
    """Return the starts of the events in which the viewer lost something."""
    return {
        lines[0]
        for kind, lines in events
        if viewer >= 0 and kind.must_read and log_view.outcome([log[at] for at in lines], viewer).losses
    }


def _summary_of(
    view: SeatView,
    viewer: int,
    kind: EventKind,
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
    log_lines = [view.log[at] for at in lines]
    earlier = [line for line in view.log[: lines[0]] if line.key in kind.context_keys] if kind.context_keys else []
    report = log_view.report(kind.key, [*earlier, *log_lines], words, names, viewer)
    rows = report.rows
    title = f"{kind.key}_lost" if lost and words.has("summary", f"{kind.key}_lost") else kind.key
    order = report.lines if report.lines and not rows else log_lines
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
        if kind.end_keys
        else [
            EventLine(
                line.player,
                narrator.line(line, words, names, viewer),
                " ".join(places_of(line, log_view, viewer)),
                line.key,
            )
            for line in order
            if line.key not in kind.hidden_keys | {""} and is_shown(line, view.seen.game.unlogged_families)
        ],
        points=_points(log_lines, kind),
        fresh=fresh,
        places=" ".join(dict.fromkeys(place for line in log_lines for place in places_of(line, log_view, viewer))),
        own=own and bool(rows),
        must_read=own and bool(rows) and not view.is_past,
        lost=lost,
        result=_result_of(log_lines, kind, viewer, log_view),
    )


def _points(lines: Sequence[Line], kind: EventKind) -> list[tuple[int, int]]:
    """Return the points that each side won in an event, sorted by side."""
    points: dict[int, int] = {}
    for note in [line.note for line in lines if line.note is not None]:
        worth = kind.points.get(note.key, 0)
        value = note.params[worth] if isinstance(worth, str) else worth
        if isinstance(value, int) and value:
            points[note.player] = points.get(note.player, 0) + value
    return sorted(points.items())
