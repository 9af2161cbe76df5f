"""What is said at a table, row by row: lines, signs, who said what last, and what can be said at all."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regnum.web.chat.service import (
    LINES_PER_MINUTE,
    MAX_CONVERSATIONS,
    MAX_LINES_PER_ROOM,
    MAX_NOTE_CHARS,
    ChatMessage,
    Conversation,
    check_message,
    check_note,
)
from regnum.web.chat.store import PLAYERS, SPECTATORS, ChatRow
from regnum.web.errors import Refused

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
BOTH = (PLAYERS, SPECTATORS)


def said(number: int, guest: str = "ann", room: str = PLAYERS, after: int | None = None, **more: Any) -> ChatRow:
    """A row, said so many minutes after noon."""
    at = NOON + timedelta(minutes=number if after is None else after)
    own = {"seat": 0, "text": f"line {number}", **more}
    return ChatRow("t", room, f"post {room} {number}", guest, own.pop("name", guest.title()), at, number=number, **own)


def sign(number: int, target: int, guest: str = "bob", which: str = "heart", **more: Any) -> ChatRow:
    return said(number, guest, target=target, reaction=which, text="", **more)


def talk(*rows: ChatRow) -> Conversation:
    found = Conversation("t")
    assert found.add_rows(rows) == bool(rows)
    return found


def texts(lines: list[ChatMessage]) -> list[str]:
    return [line.row.text for line in lines]


def test_rows_are_taken_once_and_counted_by_room() -> None:
    some = talk(said(1), said(2), said(1, room=SPECTATORS), said(5))
    assert some.counts == {PLAYERS: 5, SPECTATORS: 1}
    assert some.sizes == {PLAYERS: (5, 3), SPECTATORS: (1, 1)}
    assert not some.add_rows([said(5), said(4), said(1, room=SPECTATORS)]), "what comes late is known already"
    assert some.add_rows([said(6), said(5)])
    assert texts(some.lines(BOTH)) == ["line 1", "line 1", "line 2", "line 5", "line 6"]
    assert talk().counts == {PLAYERS: 0, SPECTATORS: 0}
    assert talk().sizes == {PLAYERS: (0, 0), SPECTATORS: (0, 0)}


def test_what_is_forgotten_is_said_to_be_so() -> None:
    some = talk(said(1), sign(2, target=1), said(3, name="", guest="eve"))
    turned = some.clear_count
    some.clear()
    assert some.clear_count == turned + 1
    assert (some.lines(BOTH), some.speakers(BOTH, 9), some.number_of_unnamed("eve")) == ([], [], 0)
    assert some.add_rows([said(1)])


def test_the_newest_lines_of_both_rooms_are_those_that_were_said_last() -> None:
    some = talk(said(1), said(2, after=9), said(3, after=4), said(1, room=SPECTATORS, after=5))
    assert [line.row.at.minute for line in some.lines(BOTH)] == [1, 5, 9, 4], "a room keeps its order"
    assert [line.row.at.minute for line in some.lines(BOTH, 2)] == [9, 4]
    assert texts(some.lines((SPECTATORS,), 5)) == ["line 1"]


def test_a_sign_is_set_and_taken_away_by_the_same_person() -> None:
    some = talk(said(1), sign(2, target=1), sign(3, target=1, guest="eve"), sign(4, target=1, which="crown"))
    (line,) = some.lines((PLAYERS,))
    assert line.reactions == {"heart": {"bob": "Bob", "eve": "Eve"}, "crown": {"bob": "Bob"}}
    some.add_rows([sign(5, target=1), sign(6, target=1, which="crown"), sign(7, target=1, which="nothing of ours")])
    (line,) = some.lines((PLAYERS,))
    assert line.reactions == {"heart": {"eve": "Eve"}}


def test_lines_are_told_again_after_which_something_came() -> None:
    some = talk(said(1), said(2), sign(3, target=1), said(4), said(1, room=SPECTATORS, after=9))
    assert texts(some.changed_lines(BOTH, {PLAYERS: 3, SPECTATORS: 1})) == ["line 4"]
    assert texts(some.changed_lines(BOTH, {PLAYERS: 2, SPECTATORS: 1})) == ["line 1", "line 4"]
    assert texts(some.changed_lines(BOTH, {PLAYERS: 4})) == ["line 1"]
    assert some.changed_lines(BOTH, some.counts) == []
    gone = talk(said(2), sign(3, target=1))
    assert texts(gone.changed_lines(BOTH, {PLAYERS: 2})) == [], "the line was removed with its author"


def test_a_line_is_found_by_what_a_page_calls_it() -> None:
    some = talk(said(1), sign(2, target=1), said(1, room=SPECTATORS, text="aside"), said(999_999))
    players, spectators = (room[0] for room in BOTH)
    found = some.line(f"{players}1", BOTH)
    assert found is not None
    assert (found.row.text, found.key) == ("line 1", f"{players}1")
    aside = some.line(f"{spectators}1", BOTH)
    assert aside is not None
    assert aside.row.text == "aside"
    assert some.line(f"{players}999999", BOTH) is not None
    wrong = (f"{players}2", f"{players}3", "x1", "", players, f"{players}x", f"{players}0000001", f"{players}\u0661")
    assert [some.line(key, BOTH) for key in wrong] == [None] * len(wrong)
    assert some.line(f"{spectators}1", (PLAYERS,)) is None, "that is not heard"


def test_everybody_who_said_something_is_named_once_with_what_they_said_last() -> None:
    some = talk(
        said(1, "bob"), said(2), said(3, "bob"), said(1, "eve", SPECTATORS, after=7), sign(4, target=1, guest="zoe")
    )
    assert [(line.row.guest, line.row.number) for line in some.speakers(BOTH, 9)] == [
        ("eve", 1),
        ("bob", 3),
        ("ann", 2),
    ]
    assert [line.row.guest for line in some.speakers((PLAYERS,), 9)] == ["bob", "ann"]
    assert [line.row.guest for line in some.speakers(BOTH, 2)] == ["eve", "bob"], "those who spoke last"


def test_it_is_counted_who_speaks_for_the_first_time_or_under_another_name() -> None:
    some = talk(said(1, "bob"), said(2, "ann"), said(3, "bob"), sign(4, target=1))
    assert some.arrivals == {PLAYERS: 2, SPECTATORS: 0}
    some.add_rows([said(5, "bob", name="Robert"), said(1, "bob", SPECTATORS)])
    assert some.arrivals == {PLAYERS: 3, SPECTATORS: 1}


def test_people_without_a_name_are_told_apart_by_numbers() -> None:
    some = talk(said(1, "x", name=""), said(2, "ann"), said(3, "y", name=""), said(4, "x", name=""))
    assert [some.number_of_unnamed(guest) for guest in ("x", "y", "ann", "z")] == [1, 2, 0, 0]


def refused(text: str, **limit: int) -> tuple[str, object]:
    with pytest.raises(Refused) as error:
        check_message(text, **limit)
    return error.value.key, error.value.params.get("limit")


def test_a_line_has_three_hundred_characters_at_most_and_is_not_empty() -> None:
    assert check_message("  a \n b  ") == "a b"
    assert len(check_message("x" * 300 + " ")) == 300
    assert refused("x" * 301) == ("long", 300)
    assert check_message("xx", limit=2) == "xx"
    assert refused("xxx", limit=2) == ("long", 2)
    assert refused(" \n\t ") == ("empty", None)
    assert check_message("e\u0301") == "é"


def test_nothing_is_said_that_turns_or_hides_letters_and_joined_letters_stay() -> None:
    for text in ("a\u202eb", "a\u200bb", "\u2066a"):
        assert refused(text)[0] == "unseen"
        with pytest.raises(Refused, match="unseen"):
            check_note(text)
    assert check_message("👩\u200d🌾 \u200c") == "👩\u200d🌾 \u200c"


def test_a_note_keeps_its_lines_and_has_four_thousand_characters_at_most() -> None:
    assert check_note(" a\r\n\tb \n") == "a\n\tb"
    assert check_note("") == ""
    assert len(check_note("x" * 4000)) == 4000
    with pytest.raises(Refused) as error:
        check_note("x" * 4001)
    assert (error.value.key, error.value.params) == ("note_long", {"limit": 4000})


def test_how_much_may_be_said_is_as_documented() -> None:
    assert (LINES_PER_MINUTE, MAX_LINES_PER_ROOM, MAX_NOTE_CHARS, MAX_CONVERSATIONS) == (20, 5000, 4000, 200)
