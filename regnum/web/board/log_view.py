"""The log of a table in words, in reading order: sections with headings, in which each player's lines are grouped."""

from collections.abc import Callable, Container, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, Final

import msgspec

from regnum.core.rules.note import Line, Note, NoteKind
from regnum.core.rules.state import FULL
from regnum.core.text import narrator
from regnum.core.text.words import Words, upfirst
from regnum.view import EventOutcome, LogView
from regnum.web.board.event_summaries import is_shown, last_own_action, places_of
from regnum.web.http.i18n import Text
from regnum.web.tables.seat_view import SeatView

MIN_RECENT_LINES: Final = 20
"""The minimum number of lines and headings in the short log, if there are that many."""
MAX_RECENT_LINES: Final = 100
"""The maximum number of lines and headings in the short log."""
RECAP_TURNS: Final = 3
"""The maximum number of turns in the folded recap, which has one more if any is the viewer's."""
NOBODY: Final = -1
LEAST_PLAYED_BACK: Final = 2
"""The automatic parts after a decision are played back if there are at least this many."""
_MAX_SEARCHED_LINES: Final = 400
"""How many of the newest lines in the log are searched for automatic parts."""

LineWriter = Callable[[Line], str]
"""A function that returns a line of the log in words."""


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log in words: the player's name, if it begins with that, and the text after it.

    Lines after a player's first line omit the name.
    """

    player_name: str
    text_after_name: str
    event: bool
    places: str = ""
    """The ids of the places that it mentions."""
    is_new: bool = False
    """Whether it is new: it came after the viewer's last action; for spectators, after the second to last action."""
    move: int = 0
    """If it is another player's action, the number of entries that the viewer knew after it."""
    count: int = 1
    """How many times it happened in a row."""
    clause: str = ""
    """The id of the rule behind it, or "" if it is the same as for the line above."""
    icon: str = ""
    """The name of the small icon for its kind, if the game has one."""
    number: int = 0
    """The number of its entry in the record; not for pages, as it may count secret entries."""
    key: str = ""
    """The key of its note, if it has one."""
    older: bool = False
    """Whether it is new but came before the last automatic part, so its places are not highlighted."""
    line: Line | None = None
    """The underlying line of the log."""
    named_form: tuple[str, str] = ("", "")
    """The player's name and the rest of the full text, if that begins with the name."""
    introduces_next: bool = False
    """Whether it only introduces the next line (`LogKeys.introductions`)."""

    @property
    def text(self) -> str:
        """The whole line."""
        return self.player_name + self.text_after_name


class Group(msgspec.Struct, frozen=True):
    """Consecutive lines of one player or of none, with their start time ("": the same as before).

    `chat_messages`: the chat messages in that time, in a group without lines (`ReplayMessage`).
    """

    player: int
    at: str
    lines: list[LogLine]
    chat_messages: list[Any] = []
    places: str = ""
    """The ids of all places in a turn, if it is summed up in one line."""
    affects_viewer: bool = False
    """Whether it affected the viewer, in a recap."""
    has_losses: bool = False
    """Whether the viewer lost something in it (`LogView.outcome`)."""
    in_recap: bool = True
    """Whether the folded recap shows it."""


class Section(msgspec.Struct, frozen=True):
    """A part of the log under a heading ("" for what came before the first)."""

    heading: str
    groups: list[Group]
    number: int = 0
    """The number of the entry in the record with which it began."""

    @property
    def lines(self) -> Iterator[LogLine]:
        """All lines of its groups."""
        return (line for group in self.groups for line in group.lines)


def log_sections(
    view: SeatView, log_view: LogView, names: Sequence[str], write_line: LineWriter, newest: bool = False
) -> list[Section]:
    """Return the log in words, in sections; `newest`: return only the short log."""
    sections = [Section("", [])]
    unlogged_families = view.seen.game.unlogged_families | log_view.keys.hidden_families
    start = _start_of_short_log(view.log, view.viewer, unlogged_families) if newest else 0
    head = next((at for at in range(start - 1, -1, -1) if _is_heading(view.log[at], log_view.keys.sections)), None)
    if head is not None:
        sections.append(Section(write_line(view.log[head]), [], view.log[head].number))
    first_new = (
        last_own_action(view.log, view.viewer, view.seen.game.unlogged_families) + 1
        if view.first_new_line is None
        else view.first_new_line
    )
    last_part = _last_new_part(view, log_view, first_new)
    entry_times = _EntryTimes(view)
    moved = moves_of_others(view.log[start:], view, log_view)
    last = ""  # the last text, if it was not an action
    times = 1  # its number of repetitions
    ruled = ""  # the rule behind the line above
    for at in range(start, len(view.log)):
        line = view.log[at]
        if not is_shown(line, unlogged_families):
            continue
        if _is_heading(line, log_view.keys.sections):
            sections.append(Section(write_line(line), [], line.number))
            continue
        groups = sections[-1].groups
        begins = not groups or groups[-1].player != line.player
        if begins:
            groups.append(Group(line.player, entry_times.at(line.number), []))
            ruled = ""
        lines = groups[-1].lines
        text = write_line(line)
        if not begins and line.action is None and text == last:
            times += 1
            summed = _sum_note(line, times, log_view)
            if summed is None:
                lines[-1] = msgspec.structs.replace(lines[-1], count=times, is_new=at >= first_new)
            else:
                log_line = _log_line(
                    summed,
                    write_line(summed),
                    names,
                    bool(lines[-1].player_name),
                    at >= first_new,
                    view,
                    log_view,
                    moved,
                )
                lines[-1] = msgspec.structs.replace(
                    lines[-1],
                    text_after_name=log_line.text_after_name,
                    is_new=log_line.is_new,
                    named_form=log_line.named_form,
                )
        else:
            times = 1
            log_line = _log_line(line, text, names, begins, at >= first_new, view, log_view, moved)
            clause = "" if line.clause == ruled else log_line.clause
            lines.append(msgspec.structs.replace(log_line, clause=clause, older=first_new <= at < last_part))
            ruled = line.clause
        last = text if line.action is None else ""
    return [section for section in sections if section.groups]


def _sum_note(line: Line, times: int, log_view: LogView) -> Line | None:
    """Return a repeated note as one note with the total amount, or None if it has no amount."""
    note = line.note
    amount = log_view.keys.amounts.get(note.key) if note is not None else None
    if note is None or amount is None:
        return None
    params = {**note.params, amount: int(note.params[amount]) * times}
    whole = Note(NoteKind(note.key, *params), list(params.values()), note.clause)
    return Line(line.player, note=whole, number=line.number)


def recap(
    sections: Sequence[Section],
    viewer: int,
    details: Container[str] = (),
    news: Container[str] = (),
    outcome: Callable[[Sequence[Line], int], EventOutcome] = lambda _lines, _side: EventOutcome(),
) -> list[Group]:
    """Return the turns that the log marks as new, in order, with `in_recap` set if the folded recap shows them.

    Automatic changes of a place belong to the turn before them. So do events of another player if the turn continued
    after them, or if they had lines with a key in `details`. Such lines are left out. Lines with a key in `news` are
    separate turns.
    """
    turns: list[Group] = []
    for group in (group for section in sections for group in section.groups):
        new = [line for line in group.lines if line.is_new]
        lines = [line for line in new if line.key not in details]
        if group.player == NOBODY:
            for line in lines:
                if line.key in news or not turns:
                    turns.append(Group(NOBODY, "", [line], affects_viewer=line.key in news))
                elif line.places:
                    turns[-1].lines.append(line)
        elif turns and turns[-1].player == group.player:
            turns[-1].lines.extend(map(_without_name, lines))
        elif turns and turns[-1].player >= 0 and len(lines) < len(new) and _only_events(group):
            turns[-1] = _merge_turn(turns[-1], group, lines, viewer)
        elif not lines:
            continue
        elif len(turns) > 1 and turns[-2].player == group.player and not lines[0].event and _only_events(turns[-1]):
            turns[-2:] = [_merge_turn(turns[-2], turns[-1], turns[-1].lines, viewer)]
            turns[-1].lines.extend(map(_without_name, lines))
        else:
            turns.append(Group(group.player, "", lines, affects_viewer=group.player == viewer))
    turns = [_with_losses(turn, viewer, outcome) for turn in turns]
    turns = [msgspec.structs.replace(turn, lines=_with_heading(without_openings(turn.lines), turn)) for turn in turns]
    return _mark_for_recap(turns)


def _merge_turn(turn: Group, other: Group, lines: Sequence[LogLine], viewer: int) -> Group:
    """Return a turn extended by lines about another player (`other`)."""
    lines = [*turn.lines, *(_with_name(line) for line in lines)]
    return msgspec.structs.replace(turn, lines=lines, affects_viewer=turn.affects_viewer or other.player == viewer)


def _mark_for_recap(turns: Sequence[Group]) -> list[Group]:
    """Return turns with `in_recap` set for the folded recap: losses first, then the viewer's own, then the newest."""
    order = sorted(range(len(turns)), key=lambda at: (turns[at].has_losses, turns[at].affects_viewer, at))
    chosen = order[-RECAP_TURNS - any(turn.affects_viewer for turn in turns) :]
    return [msgspec.structs.replace(turn, in_recap=at in chosen) for at, turn in enumerate(turns)]


def _with_losses(turn: Group, viewer: int, outcome: Callable[[Sequence[Line], int], EventOutcome]) -> Group:
    """Return a turn with the viewer's losses first, unless the viewer took the turn."""
    if viewer < 0 or (turn.player == viewer and not _only_events(turn)):
        return turn
    losses = outcome([line.line for line in turn.lines if line.line is not None], viewer).losses
    lost = [line for line in turn.lines if any(line.line is it for it in losses)]
    if not lost:
        return turn
    lines = [*lost, *(line for line in turn.lines if line not in lost)]
    return msgspec.structs.replace(
        turn, lines=[lines[0], *map(_without_name, lines[1:])], affects_viewer=True, has_losses=True
    )


def brief_recap(sections: Sequence[Section], brief: Callable[[list[Line], int], str]) -> list[Group]:
    """Return the turns that the log marks as new, each of which the game sums up in one line.

    A section with a heading is one turn, which belongs to the first player who acts in it.
    """
    turns: list[Group] = []
    for section in sections:
        new = [Group(group.player, "", [line for line in group.lines if line.is_new]) for group in section.groups]
        new = [group for group in new if group.lines]
        if section.heading and new:
            acts = [group for group in new if _has_action(group)] or new
            new = [Group(acts[0].player, "", [line for group in new for line in group.lines])]
        turns += new
    summed_up: list[Group] = []
    for turn in turns:
        text = brief([line.line for line in turn.lines if line.line is not None], turn.player)
        if text:
            places = dict.fromkeys(place for line in turn.lines for place in line.places.split())
            summed_up.append(Group(turn.player, "", [LogLine("", text, False)], places=" ".join(places)))
    return _mark_for_recap(summed_up)


def without_openings(lines: list[LogLine]) -> list[LogLine]:
    """Return the lines of a turn without those that only introduce others."""
    remaining = [line for line in lines if not line.introduces_next] or lines
    if not remaining or remaining[0] is lines[0] or _player_of(remaining[0]) != _player_of(lines[0]):
        return remaining
    return [_without_name(remaining[0]), *remaining[1:]]


def _player_of(line: LogLine) -> int:
    return line.line.player if line.line is not None else NOBODY


def _has_action(group: Group) -> bool:
    """Return whether a group has an action; undone actions do not count."""
    return any(line.line is not None and line.line.action is not None for line in group.lines)


def _only_events(group: Group) -> bool:
    return all(line.event for line in group.lines)


def _with_heading(lines: list[LogLine], turn: Group) -> list[LogLine]:
    """Return the lines of a turn, with the player's name in the first line if that is about the player."""
    first = lines[0]
    if first.player_name or not first.named_form[0] or first.line is None or first.line.player != turn.player:
        return lines
    return [
        msgspec.structs.replace(first, player_name=first.named_form[0], text_after_name=first.named_form[1]),
        *lines[1:],
    ]


def _with_name(line: LogLine) -> LogLine:
    """Return a line as shown below another player's lines: with its player's name, if it began with that."""
    return msgspec.structs.replace(
        line, player_name="", text_after_name="".join(line.named_form) or line.text_after_name
    )


def _without_name(line: LogLine) -> LogLine:
    """Return a line as shown below another line of the same player: without the name."""
    return (
        msgspec.structs.replace(line, player_name="", text_after_name=upfirst(line.text_after_name.lstrip(": ")))
        if line.player_name
        else line
    )


def entry_group(
    view: SeatView, log_view: LogView, names: Sequence[str], write_line: LineWriter, entry: Sequence[Line]
) -> Group | None:
    """Return the lines of one entry, its action and consequences, as a group, or None if there are none.

    Unannounced actions, such as laying a plan, are shown only to their player.
    """
    unlogged_families = view.seen.game.unlogged_families
    lines = [
        line for line in entry if is_shown(line, unlogged_families) or line.player == view.viewer or view.viewer == FULL
    ]
    if not lines:
        return None
    player = lines[0].player
    log_lines = [
        _log_line(line, write_line(line), names, line is lines[0] or line.player != player, False, view, log_view, ())
        for line in lines
    ]
    return Group(player, "", log_lines)


def _log_line(
    line: Line,
    text: str,
    names: Sequence[str],
    begins: bool,
    is_new: bool,
    view: SeatView,
    log_view: LogView,
    moved: Container[int],
) -> LogLine:
    name = names[line.player] if 0 <= line.player < len(names) else ""
    player_name, text_after_name = ("", text)
    named_form = ("", "")
    if name and text.startswith((f"{name} ", f"{name}:")):
        named_form = (name, text[len(name) :])
        player_name, text_after_name = named_form if begins else ("", upfirst(text[len(name) :].lstrip(": ")))
    places = " ".join(places_of(line, log_view, view.viewer))
    move = view.known(line.number) if line.action is not None and line.number in moved else 0
    key, icon = line.note.key if line.note is not None else "", log_view.keys.icon_of.get(line.key, "")
    introduces_next = line.key in log_view.keys.introductions
    return LogLine(
        player_name,
        text_after_name,
        bool(key),
        places,
        is_new,
        move,
        clause=line.clause,
        icon=icon,
        number=line.number,
        key=key,
        line=line,
        named_form=named_form,
        introduces_next=introduces_next,
    )


def moves_of_others(log: Sequence[Line], view: SeatView, log_view: LogView) -> set[int]:
    """Return the numbers of the entries in a part of the log that are moves of others, for playback.

    Actions that the log hides do not count, nor introductions of the player's next one (`LogKeys.introductions`).
    """
    numbers: set[int] = set()
    unlogged_families = view.seen.game.unlogged_families | log_view.keys.hidden_families
    after = -1  # the player of the following action
    for line in reversed(log):
        if line.action is not None and is_shown(line, unlogged_families):
            if line.player != view.viewer and not (
                line.action.family in log_view.keys.introductions and line.player == after
            ):
                numbers.add(line.number)
            after = line.player
    return numbers


class _EntryTimes:
    """Return the times of entries to the minute, or "" for a time equal to the previous one."""

    def __init__(self, view: SeatView) -> None:
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


def _last_new_part(view: SeatView, log_view: LogView, first_new: int) -> int:
    """Return the position of the last new automatic part that mentions a place on the board, or 0 if there is none."""
    has_places = False
    for at in range(len(view.log) - 1, first_new - 1, -1) if log_view.keys.stages else ():
        line = view.log[at]
        has_places = has_places or bool(places_of(line, log_view, view.viewer))
        if has_places and _is_heading(line, log_view.keys.stages):
            return at
    return 0


def playback_start(view: SeatView, log_view: LogView) -> int:
    """Return how many entries the viewer knew at the last entry with several automatic parts, or 0 if there is none."""
    stage_starts: dict[int, int] = {}
    unknown = set(view.unknown)
    known_lines = (line for line in reversed(view.log if log_view.keys.stages else ()) if line.number not in unknown)
    for line in islice(known_lines, _MAX_SEARCHED_LINES):
        if _is_heading(line, log_view.keys.stages) and line.number:
            stage_starts[line.number] = stage_starts.get(line.number, 0) + 1
            if stage_starts[line.number] >= LEAST_PLAYED_BACK:
                return view.known(line.number)
    return 0


def _is_heading(line: Line, heads: Container[str]) -> bool:
    return line.note is not None and line.note.key in heads


def _start_of_short_log(lines: Sequence[Line], viewer: int, unlogged_families: Container[str]) -> int:
    """Return the index of the first line of the short log.

    The short log goes back to the viewer's last action before the others acted, and further if it would have fewer
    than MIN_RECENT_LINES lines. It never has more than MAX_RECENT_LINES.
    """
    shown_count = 0
    others = False
    seen = viewer < 0
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at]
        if line.note is None and (line.player == viewer or is_shown(line, unlogged_families)):
            seen = seen or (others and line.player == viewer)
            others = others or line.player != viewer
        shown_count += is_shown(line, unlogged_families)
        if shown_count >= (MIN_RECENT_LINES if seen else MAX_RECENT_LINES):
            return at
    return 0


def line_text(line: Line, words: Words, text: Text, names: Sequence[str], viewer: int) -> str:
    """Return a line in words, as the viewer may know it."""
    return narrator.line(line, words, names, viewer) or text("log.player_undoes", player=names[line.player])
