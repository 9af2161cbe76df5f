"""The log of a table in words, in reading order: sections under headings, and in them one player's lines together."""

from collections.abc import Callable, Container, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, Final

import msgspec

from regnum.core.rules.note import Line, Note, NoteKind
from regnum.core.rules.state import FULL
from regnum.core.text import narrator
from regnum.core.text.words import Words, upfirst
from regnum.view import LogView, Outcome
from regnum.web.board.event_summaries import is_told, own_last, places_of
from regnum.web.http.i18n import Text
from regnum.web.tables.live_table import View

RECENT: Final = 20
"""The short log has at least so many lines and headings, if there are as many."""
MOST: Final = 100
"""And at most so many, where nobody else acts or the viewer never did."""
DIGEST_TURNS: Final = 3
"""So many turns of what is new stand at the most where there is little room, one more if the viewer is in any."""
NOBODY: Final = -1
PARTS: Final = 2
"""So many parts that happen by themselves after one decision are played back."""
_LOOKED_AT: Final = 400
"""Whether something was set off is looked for among so many lines of the log, the newest."""

Speaker = Callable[[Line], str]
"""What says lines of the log."""


class LogLine(msgspec.Struct, frozen=True):
    """A line of the log in words: `who`, where it begins with the player's name, and the rest of it.

    Under the first line of a player the next ones do without his name.
    """

    who: str
    rest: str
    event: bool
    places: str = ""
    """The ids of the elements that it speaks of."""
    fresh: bool = False
    """Whether it is marked as new: it came after the viewer's own last action; to spectators, the last but one."""
    move: int = 0
    """How many entries the viewer knew of with it, if it is an action of somebody else."""
    count: int = 1
    """How often it happened, one time after the other."""
    clause: str = ""
    """The id of the rule that it rests on: "" where the line above rests on the same one."""
    icon: str = ""
    """The name of a small icon for what kind of thing it is, if the game has one."""
    number: int = 0
    """The number of the entry of the record to which it belongs: not for a page, it may count what is secret."""
    key: str = ""
    """The key of its note, if it is one."""
    older: bool = False
    """Whether it is new, but came before the last part of what happened by itself: its places are not marked."""
    line: Line | None = None
    """What it tells in words."""
    named: tuple[str, str] = ("", "")
    """The player's name and the rest as they stand where it is the first line of his, if it begins with his name."""
    opens: bool = False
    """Whether it only begins what the next line tells of (`LogKeys.openings`)."""

    @property
    def text(self) -> str:
        """The whole line."""
        return self.who + self.rest


class Group(msgspec.Struct, frozen=True):
    """Lines of one player, or of nobody, and when they began: "" where that says no more than what stands before.

    `talk`: instead, what was said at the table meanwhile (`ReplayChatLine`).
    """

    player: int
    at: str
    lines: list[LogLine]
    talk: list[Any] = []
    places: str = ""
    """The ids of all that a turn in one line speaks of."""
    yours: bool = False
    """Whether it befell the viewer, in what stands in a few lines."""
    lost: bool = False
    """Whether he has lost something by it (`LogView.outcome`)."""
    kept: bool = True
    """Whether it stands where there is little room."""


class Section(msgspec.Struct, frozen=True):
    """A part of the log under a heading ("" for what came before the first)."""

    heading: str
    groups: list[Group]
    number: int = 0
    """The number of the entry of the record with which it began."""

    @property
    def lines(self) -> Iterator[LogLine]:
        """All its lines."""
        return (line for group in self.groups for line in group.lines)


def log(view: View, log_view: LogView, names: Sequence[str], say: Speaker, newest: bool = False) -> list[Section]:
    """Return the log in words, in sections; if so asked, only what is new to the viewer."""
    sections = [Section("", [])]
    silent = view.seen.game.untold | log_view.keys.skipped
    start = _start(view.log, view.viewer, silent) if newest else 0
    head = next((at for at in range(start - 1, -1, -1) if _begins(view.log[at], log_view.keys.sections)), None)
    if head is not None:
        sections.append(Section(say(view.log[head]), [], view.log[head].number))
    fresh = own_last(view.log, view.viewer, view.seen.game.untold) + 1 if view.fresh is None else view.fresh
    last_part = _last_part(view, log_view, fresh)
    clock = _Clock(view)
    moved = moves_of_others(view.log[start:], view, log_view)
    last = ""  # what was said last, if it happened by itself or took something back
    times = 1  # how often
    ruled = ""  # the rule on which the line above rests
    for at in range(start, len(view.log)):
        line = view.log[at]
        if not is_told(line, silent):
            continue
        if _begins(line, log_view.keys.sections):
            sections.append(Section(say(line), [], line.number))
            continue
        groups = sections[-1].groups
        begins = not groups or groups[-1].player != line.player
        if begins:
            groups.append(Group(line.player, clock.at(line.number), []))
            ruled = ""
        lines = groups[-1].lines
        told = say(line)
        if not begins and line.action is None and told == last:
            times += 1
            summed = _summed(line, times, log_view)
            if summed is None:
                lines[-1] = msgspec.structs.replace(lines[-1], count=times, fresh=at >= fresh)
            else:
                said = _said(summed, say(summed), names, bool(lines[-1].who), at >= fresh, view, log_view, moved)
                lines[-1] = msgspec.structs.replace(lines[-1], rest=said.rest, fresh=said.fresh, named=said.named)
        else:
            times = 1
            said = _said(line, told, names, begins, at >= fresh, view, log_view, moved)
            clause = "" if line.clause == ruled else said.clause
            lines.append(msgspec.structs.replace(said, clause=clause, older=fresh <= at < last_part))
            ruled = line.clause
        last = told if line.action is None else ""
    return [section for section in sections if section.groups]


def _summed(line: Line, times: int, log_view: LogView) -> Line | None:
    """Return a note that happened several times as one that tells of the whole amount; None if it tells of none."""
    note = line.note
    amount = log_view.keys.amounts.get(note.key) if note is not None else None
    if note is None or amount is None:
        return None
    params = {**note.params, amount: int(note.params[amount]) * times}
    whole = Note(NoteKind(note.key, *params), list(params.values()), note.clause)
    return Line(line.player, note=whole, number=line.number)


def digest(
    sections: Sequence[Section],
    viewer: int,
    details: Container[str] = (),
    news: Container[str] = (),
    outcome: Callable[[Sequence[Line], int], Outcome] = lambda _lines, _side: Outcome(),
) -> list[Group]:
    """Return the turns that the log marks as new, as they happened, and which are kept where there is little room.

    What happened to a place by itself belongs to the turn before it, and so does what befell another one if it was told
    with `details`, which are left out, or if the turn went on after it. `news` are turns of their own.
    """
    turns: list[Group] = []
    for group in (group for section in sections for group in section.groups):
        fresh = [line for line in group.lines if line.fresh]
        lines = [line for line in fresh if line.key not in details]
        if group.player == NOBODY:
            for line in lines:
                if line.key in news or not turns:
                    turns.append(Group(NOBODY, "", [line], yours=line.key in news))
                elif line.places:
                    turns[-1].lines.append(line)
        elif turns and turns[-1].player == group.player:
            turns[-1].lines.extend(map(_nameless, lines))
        elif turns and turns[-1].player >= 0 and len(lines) < len(fresh) and _only_events(group):
            turns[-1] = _with(turns[-1], group, lines, viewer)
        elif not lines:
            continue
        elif len(turns) > 1 and turns[-2].player == group.player and not lines[0].event and _only_events(turns[-1]):
            turns[-2:] = [_with(turns[-2], turns[-1], turns[-1].lines, viewer)]
            turns[-1].lines.extend(map(_nameless, lines))
        else:
            turns.append(Group(group.player, "", lines, yours=group.player == viewer))
    told = [_with_losses(turn, viewer, outcome) for turn in turns]
    told = [msgspec.structs.replace(turn, lines=_headed(without_openings(turn.lines), turn)) for turn in told]
    return _kept(told)


def _with(turn: Group, other: Group, lines: Sequence[LogLine], viewer: int) -> Group:
    """Return a turn with what befell another one in it."""
    lines = [*turn.lines, *(_named(line) for line in lines)]
    return msgspec.structs.replace(turn, lines=lines, yours=turn.yours or other.player == viewer)


def _kept(turns: Sequence[Group]) -> list[Group]:
    """Return turns with those marked that stand where there is little room: losses, one's own and news, the newest."""
    order = sorted(range(len(turns)), key=lambda at: (turns[at].lost, turns[at].yours, at))
    kept = order[-DIGEST_TURNS - any(turn.yours for turn in turns) :]
    return [msgspec.structs.replace(turn, kept=at in kept) for at, turn in enumerate(turns)]


def _with_losses(turn: Group, viewer: int, outcome: Callable[[Sequence[Line], int], Outcome]) -> Group:
    """Return a turn with what the viewer has lost in it at its head, where he did not do so himself."""
    if viewer < 0 or (turn.player == viewer and not _only_events(turn)):
        return turn
    found = outcome([line.line for line in turn.lines if line.line is not None], viewer).lost
    lost = [line for line in turn.lines if any(line.line is it for it in found)]
    if not lost:
        return turn
    lines = [*lost, *(line for line in turn.lines if line not in lost)]
    return msgspec.structs.replace(turn, lines=[lines[0], *map(_nameless, lines[1:])], yours=True, lost=True)


def in_brief(sections: Sequence[Section], brief: Callable[[list[Line], int], str]) -> list[Group]:
    """Return the turns that the log marks as new, each as the one line that the game makes of it.

    A section under a heading is a turn: of whoever acts in it first.
    """
    turns: list[Group] = []
    for section in sections:
        new = [Group(group.player, "", [line for line in group.lines if line.fresh]) for group in section.groups]
        new = [group for group in new if group.lines]
        if section.heading and new:
            acts = [group for group in new if _acts(group)] or new
            new = [Group(acts[0].player, "", [line for group in new for line in group.lines])]
        turns += new
    told: list[Group] = []
    for turn in turns:
        text = brief([line.line for line in turn.lines if line.line is not None], turn.player)
        if text:
            places = dict.fromkeys(place for line in turn.lines for place in line.places.split())
            told.append(Group(turn.player, "", [LogLine("", text, False)], places=" ".join(places)))
    return _kept(told)


def without_openings(lines: list[LogLine]) -> list[LogLine]:
    """Return lines of a turn without those that only begin what others of them tell of."""
    kept = [line for line in lines if not line.opens] or lines
    if not kept or kept[0] is lines[0] or _whose(kept[0]) != _whose(lines[0]):
        return kept
    return [_nameless(kept[0]), *kept[1:]]


def _whose(line: LogLine) -> int:
    return line.line.player if line.line is not None else NOBODY


def _acts(group: Group) -> bool:
    """Tell whether somebody has done something in it: what he took back is nothing."""
    return any(line.line is not None and line.line.action is not None for line in group.lines)


def _only_events(group: Group) -> bool:
    return all(line.event for line in group.lines)


def _headed(lines: list[LogLine], turn: Group) -> list[LogLine]:
    """Return the lines of a turn with the player's name in the first, where that tells of him."""
    first = lines[0]
    if first.who or not first.named[0] or first.line is None or first.line.player != turn.player:
        return lines
    return [msgspec.structs.replace(first, who=first.named[0], rest=first.named[1]), *lines[1:]]


def _named(line: LogLine) -> LogLine:
    """Return a line as it stands below lines of another player: with the player's name, if it begins with that."""
    return msgspec.structs.replace(line, who="", rest="".join(line.named) or line.rest)


def _nameless(line: LogLine) -> LogLine:
    """Return a line as it stands below another one of the same player."""
    return msgspec.structs.replace(line, who="", rest=upfirst(line.rest.lstrip(": "))) if line.who else line


def of_an_entry(view: View, log_view: LogView, names: Sequence[str], say: Speaker, its: Sequence[Line]) -> Group | None:
    """Return lines of one entry, what it did and what followed from it, as a group; None if there is nothing.

    What nobody is told of, such as laying a plan, only whoever did it is told here.
    """
    silent = view.seen.game.untold
    lines = [line for line in its if is_told(line, silent) or line.player == view.viewer or view.viewer == FULL]
    if not lines:
        return None
    who = lines[0].player
    said = [
        _said(line, say(line), names, line is lines[0] or line.player != who, False, view, log_view, ())
        for line in lines
    ]
    return Group(who, "", said)


def _said(
    line: Line,
    said: str,
    names: Sequence[str],
    begins: bool,
    fresh: bool,
    view: View,
    log_view: LogView,
    moved: Container[int],
) -> LogLine:
    name = names[line.player] if 0 <= line.player < len(names) else ""
    who, rest = ("", said)
    named = ("", "")
    if name and said.startswith((f"{name} ", f"{name}:")):
        named = (name, said[len(name) :])
        who, rest = named if begins else ("", upfirst(said[len(name) :].lstrip(": ")))
    places = " ".join(places_of(line, log_view, view.viewer))
    move = view.known(line.number) if line.action is not None and line.number in moved else 0
    key, icon = line.note.key if line.note is not None else "", log_view.keys.icon_of.get(line.key, "")
    opens = line.key in log_view.keys.openings
    return LogLine(
        who,
        rest,
        bool(key),
        places,
        fresh,
        move,
        clause=line.clause,
        icon=icon,
        number=line.number,
        key=key,
        line=line,
        named=named,
        opens=opens,
    )


def moves_of_others(log: Sequence[Line], view: View, log_view: LogView) -> set[int]:
    """Return the numbers of the entries in a part of the log that are moves of others, as they are played back.

    What the log leaves out is none, nor what only begins the next one of the same player (`LogKeys.openings`).
    """
    found: set[int] = set()
    silent = view.seen.game.untold | log_view.keys.skipped
    after = -1  # who made the one after it
    for line in reversed(log):
        if line.action is not None and is_told(line, silent):
            if line.player != view.viewer and not (
                line.action.family in log_view.keys.openings and line.player == after
            ):
                found.add(line.number)
            after = line.player
    return found


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


def _last_part(view: View, log_view: LogView, fresh: int) -> int:
    """Return where in the new log the last part begins that happened by itself and speaks of the board; else 0."""
    told = False
    for at in range(len(view.log) - 1, fresh - 1, -1) if log_view.keys.stages else ():
        line = view.log[at]
        told = told or bool(places_of(line, log_view, view.viewer))
        if told and _begins(line, log_view.keys.stages):
            return at
    return 0


def staged(view: View, log_view: LogView) -> int:
    """Return how many entries the viewer knew of with the last one that set off several parts by itself; 0: none."""
    begun: dict[int, int] = {}
    unknown = set(view.unknown)
    known = (line for line in reversed(view.log if log_view.keys.stages else ()) if line.number not in unknown)
    for line in islice(known, _LOOKED_AT):
        if _begins(line, log_view.keys.stages) and line.number:
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
        if line.note is None and (line.player == viewer or is_told(line, silent)):
            seen = seen or (others and line.player == viewer)
            others = others or line.player != viewer
        told += is_told(line, silent)
        if told >= (RECENT if seen else MOST):
            return at
    return 0


def in_words(line: Line, words: Words, text: Text, names: Sequence[str], viewer: int) -> str:
    """Return a line in words, as the viewer may know it."""
    return narrator.line(line, words, names, viewer) or text("log.undo", player=names[line.player])
