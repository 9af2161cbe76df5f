"""Chat in the log of a replay: each line is where it was written."""

from datetime import UTC, datetime, timedelta

from regnum.web.board.log_view import NOBODY, Group, LogLine, Section
from regnum.web.board.timeline import Timeline
from regnum.web.chat.view import VisibleMessage
from regnum.web.replay.chat_messages import ReplayMessage, interleave_chat, replay_chat

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
TIMES = {number: NOON + timedelta(minutes=10 * number) for number in range(1, 5)}


def chat(*minutes: int) -> list[VisibleMessage]:
    """Return lines some minutes after noon."""
    return [VisibleMessage(f"p{at}", 0, "Ann", f"at {at}", NOON + timedelta(minutes=at), False, []) for at in minutes]


def line(number: int) -> LogLine:
    return LogLine("", f"entry {number}", False, number=number)


def section_lines(log: list[Section]) -> list[tuple[str, list[list[str]]]]:
    """Return the sections with the content of their groups: entries, and messages in quotes."""
    return [
        (
            section.heading,
            [
                [f'"{one.message.text}"' for one in group.chat_messages]
                if group.chat_messages
                else [one.text_after_name for one in group.lines]
                for group in section.groups
            ],
        )
        for section in log
    ]


def test_chat_line_belongs_to_the_moment_at_which_it_was_written() -> None:
    timeline = Timeline([0, 1, 3, 4], [(0, 0), (1, 0), (2, 0), (3, 0)], [], [])
    actual = replay_chat(chat(5, 10, 15, 25, 30, 45), TIMES, timeline)
    assert [one.stop for one in actual] == [0, 1, 1, 1, 2, 3]
    assert [one.stop for one in replay_chat(chat(5), {}, timeline)] == [0]


def test_chat_is_interleaved_with_entries_by_time() -> None:
    chat_messages = [ReplayMessage(one, 0) for one in chat(5, 15, 16, 35, 99)]
    log = [
        Section("", [Group(0, "12:10", [line(1), line(2)])]),
        Section("Round 2", [Group(1, "12:30", [line(3)]), Group(0, "12:40", [line(4)])], 3),
    ]
    assert section_lines(interleave_chat(log, chat_messages, TIMES)) == [
        ("", [['"at 5"'], ["entry 1"], ['"at 15"', '"at 16"'], ["entry 2"]]),
        ("Round 2", [["entry 3"], ['"at 35"'], ["entry 4"], ['"at 99"']]),
    ]
    assert [group.chat_messages for section in log for group in section.groups] == [[], [], []], "the log itself stays"


def test_chat_before_a_section_ends_the_previous_one() -> None:
    chat_messages = [ReplayMessage(one, 0) for one in chat(25)]
    log = [Section(f"Round {number}", [Group(0, "", [line(number)])], number) for number in (1, 2, 3)]
    assert section_lines(interleave_chat(log, chat_messages, TIMES)) == [
        ("Round 1", [["entry 1"]]),
        ("Round 2", [["entry 2"], ['"at 25"']]),
        ("Round 3", [["entry 3"]]),
    ]
    first = interleave_chat(log, [ReplayMessage(one, 0) for one in chat(5)], TIMES)
    assert section_lines(first)[:2] == [("", [['"at 5"']]), ("Round 1", [["entry 1"]])]
    assert first[0].groups[0].player == NOBODY


def test_game_without_entries_shows_only_chat() -> None:
    assert section_lines(interleave_chat([], [ReplayMessage(one, 0) for one in chat(5)], {})) == [("", [['"at 5"']])]
    assert interleave_chat([], [], {}) == []
