"""Chat messages in the log of a replay, each at the time it was written."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from regnum.web.board.log_view import NOBODY, Group, Section
from regnum.web.board.timeline import Timeline
from regnum.web.chat.view import VisibleMessage

_START = datetime.min.replace(tzinfo=UTC)


class ReplayMessage(msgspec.Struct, frozen=True):
    """A chat message, and the index of the first stop that shows it."""

    message: VisibleMessage
    stop: int


def replay_chat(
    messages: Sequence[VisibleMessage], times: Mapping[int, datetime], timeline: Timeline
) -> list[ReplayMessage]:
    """Return chat messages with their stops, based on the times of the record's entries."""
    numbers = sorted(times)
    entry_times = [times[number] for number in numbers]
    placed_messages = []
    for message in messages:
        count = bisect_right(entry_times, message.created_at)
        placed_messages.append(ReplayMessage(message, timeline.stop_after(numbers[count - 1] if count else 0)))
    return placed_messages


def interleave_chat(
    log: Sequence[Section], chat_messages: Sequence[ReplayMessage], times: Mapping[int, datetime]
) -> list[Section]:
    """Return the log of a game with its chat messages, in chronological order."""
    waiting = list(chat_messages)
    chat_times = sorted(chat_message.message.created_at for chat_message in chat_messages)
    sections: list[Section] = []

    def take_messages_before(number: int) -> list[Group]:
        """Take the remaining chat messages that were written before an entry, as a group, or [] if there are none."""
        time = times.get(number, _START)
        count = max(bisect_left(chat_times, time) - len(chat_messages) + len(waiting), 0)
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
