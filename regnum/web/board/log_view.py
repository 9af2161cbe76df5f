"""The log of a table in words, in reading order: sections with headings, in which each player's lines are grouped."""

from collections.abc import Container, Iterator, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from regnum.core.rules.note import Line, Note, NoteKind
from regnum.core.rules.state import FULL
from regnum.core.text.words import upfirst
from regnum.view import LogView
from regnum.web.board.log_lines import LineWriter, is_heading, is_shown, last_own_action, places_of
from regnum.web.board.playback_entries import moves_of_others
from regnum.web.tables.seat_view import SeatView

MIN_RECENT_LINES: Final = 20
"""The minimum number of lines and headings in the short log, if there are that many."""
MAX_RECENT_LINES: Final = 100
"""The maximum number of lines and headings in the short log."""
NOBODY: Final = -1


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
    head = next((at for at in range(start - 1, -1, -1) if is_heading(view.log[at], log_view.keys.sections)), None)
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
        if is_heading(line, log_view.keys.sections):
            sections.append(Section(write_line(line), [], line.number))
            continue
        groups = sections[-1].groups
        begins = not groups or groups[-1].player != line.player
        if begins:
            groups.append(Group(line.player, entry_times.label_of(line.number), []))
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


def entry_group(
    view: SeatView, log_view: LogView, names: Sequence[str], write_line: LineWriter, entry: Sequence[Line]
) -> Group | None:
    """Return the lines of one entry, its action and consequences, as a group, or None if there are none.

    Unannounced actions, such as making a plan, are shown only to their player.
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


class _EntryTimes:
    """Return the times of entries to the minute, or "" for a time equal to the previous one."""

    def __init__(self, view: SeatView) -> None:
        self._times: Final = view.times
        self._last: datetime | None = None

    def label_of(self, number: int) -> str:
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
        if has_places and is_heading(line, log_view.keys.stages):
            return at
    return 0


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
