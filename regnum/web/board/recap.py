"""The recap: the latest turns of others, shown next to the decision on narrow pages."""

from collections.abc import Callable, Container, Sequence
from typing import Final

import msgspec

from regnum.core.rules.note import Line
from regnum.core.text.words import upfirst
from regnum.view import EventOutcome
from regnum.web.board.log_view import NOBODY, Group, LogLine, Section

RECAP_TURNS: Final = 3
"""The maximum number of turns in the folded recap, which has one more if any is the viewer's."""


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
