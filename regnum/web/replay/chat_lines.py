"""Chat lines in the log of a replay, each at the time it was written."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from regnum.web.board.log_view import NOBODY, Group, Section
from regnum.web.chat.view import ChatLine
from regnum.web.replay.timeline import Timeline

_START = datetime.min.replace(tzinfo=UTC)


class ReplayChatLine(msgspec.Struct, frozen=True):
    """A chat line, and the index of the first stop that shows it."""

    line: ChatLine
    stop: int


def replay_chat(lines: Sequence[ChatLine], times: Mapping[int, datetime], timeline: Timeline) -> list[ReplayChatLine]:
    """Return chat lines with their stops, based on the times of the record's entries."""
    numbers = sorted(times)
    entry_times = [times[number] for number in numbers]
    placed_lines = []
    for line in lines:
        count = bisect_right(entry_times, line.when)
        placed_lines.append(ReplayChatLine(line, timeline.after(numbers[count - 1] if count else 0)))
    return placed_lines


def interleave_chat(
    log: Sequence[Section], chat_lines: Sequence[ReplayChatLine], times: Mapping[int, datetime]
) -> list[Section]:
    """Return the log of a game with its chat lines, in chronological order."""
    waiting = list(chat_lines)
    chat_times = sorted(one.line.when for one in chat_lines)
    sections: list[Section] = []

    def take_messages_before(number: int) -> list[Group]:
        """Take the remaining chat lines that were written before an entry, as a group; [] if there are none."""
        time = times.get(number, _START)
        count = max(bisect_left(chat_times, time) - len(chat_lines) + len(waiting), 0)
        messages = waiting[:count]
        del waiting[:count]
        return [Group(NOBODY, "", [], messages)] if messages else []

    for section in log:
        earlier = take_messages_before(section.number) if section.heading else []
        if earlier:
            sections = sections or [Section("", [])]
            sections[-1].groups.extend(earlier)
        sections.append(msgspec.structs.replace(section, groups=[]))
        for group in section.groups:
            part = msgspec.structs.replace(group, lines=[])
            for line in group.lines:
                if earlier := take_messages_before(line.number):
                    sections[-1].groups.extend([part, *earlier] if part.lines else earlier)
                    part = Group(group.player, "" if part.lines else group.at, [])
                part.lines.append(line)
            sections[-1].groups.append(part)
    if waiting:
        sections = sections or [Section("", [])]
        sections[-1].groups.append(Group(NOBODY, "", [], list(waiting)))
    return sections
