"""Conversations row by row: messages, reactions and speakers."""

from datetime import UTC, datetime, timedelta
from typing import Any

from regnum.web.chat.conversation import ChatMessage, Conversation
from regnum.web.chat.store import PLAYERS, SPECTATORS, ChatRow

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
BOTH = (PLAYERS, SPECTATORS)


def message(number: int, guest: str = "ann", room: str = PLAYERS, after: int | None = None, **more: Any) -> ChatRow:
    """Return a row of a message some minutes after noon."""
    at = NOON + timedelta(minutes=number if after is None else after)
    values = {"seat": 0, "text": f"line {number}", **more}
    return ChatRow(
        "t", room, f"post {room} {number}", guest, values.pop("name", guest.title()), at, number=number, **values
    )


def reaction(number: int, target: int, guest: str = "bob", which: str = "heart", **more: Any) -> ChatRow:
    return message(number, guest, target=target, reaction=which, text="", **more)


def conversation(*rows: ChatRow) -> Conversation:
    actual = Conversation("t")
    assert actual.add_rows(rows) == bool(rows)
    return actual


def texts(lines: list[ChatMessage]) -> list[str]:
    return [line.row.text for line in lines]


def test_rows_are_taken_once_and_counted_by_room() -> None:
    some = conversation(message(1), message(2), message(1, room=SPECTATORS), message(5))
    assert some.counts == {PLAYERS: 5, SPECTATORS: 1}
    assert some.sizes == {PLAYERS: (5, 3), SPECTATORS: (1, 1)}
    assert not some.add_rows([message(5), message(4), message(1, room=SPECTATORS)]), "what comes late is known already"
    assert some.add_rows([message(6), message(5)])
    assert texts(some.messages(BOTH)) == ["line 1", "line 1", "line 2", "line 5", "line 6"]
    assert conversation().counts == {PLAYERS: 0, SPECTATORS: 0}
    assert conversation().sizes == {PLAYERS: (0, 0), SPECTATORS: (0, 0)}


def test_clearing_is_counted() -> None:
    some = conversation(message(1), reaction(2, target=1), message(3, name="", guest="eve"))
    turned = some.clear_count
    some.clear()
    assert some.clear_count == turned + 1
    assert (some.messages(BOTH), some.speakers(BOTH, 9), some.number_of_unnamed("eve")) == ([], [], 0)
    assert some.add_rows([message(1)])


def test_newest_lines_of_both_rooms_are_sorted_by_time() -> None:
    some = conversation(message(1), message(2, after=9), message(3, after=4), message(1, room=SPECTATORS, after=5))
    assert [line.row.created_at.minute for line in some.messages(BOTH)] == [1, 5, 9, 4], "a room keeps its order"
    assert [line.row.created_at.minute for line in some.messages(BOTH, 2)] == [9, 4]
    assert texts(some.messages((SPECTATORS,), 5)) == ["line 1"]


def test_reaction_is_added_and_removed_by_one_person() -> None:
    some = conversation(
        message(1), reaction(2, target=1), reaction(3, target=1, guest="eve"), reaction(4, target=1, which="crown")
    )
    (line,) = some.messages((PLAYERS,))
    assert line.reactions == {"heart": {"bob": "Bob", "eve": "Eve"}, "crown": {"bob": "Bob"}}
    some.add_rows(
        [reaction(5, target=1), reaction(6, target=1, which="crown"), reaction(7, target=1, which="nothing of ours")]
    )
    (line,) = some.messages((PLAYERS,))
    assert line.reactions == {"heart": {"eve": "Eve"}}


def test_changed_lines_include_those_with_new_reactions() -> None:
    some = conversation(message(1), message(2), reaction(3, target=1), message(4), message(1, room=SPECTATORS, after=9))
    assert texts(some.changed_messages(BOTH, {PLAYERS: 3, SPECTATORS: 1})) == ["line 4"]
    assert texts(some.changed_messages(BOTH, {PLAYERS: 2, SPECTATORS: 1})) == ["line 1", "line 4"]
    assert texts(some.changed_messages(BOTH, {PLAYERS: 4})) == ["line 1"]
    assert some.changed_messages(BOTH, some.counts) == []
    without_line = conversation(message(2), reaction(3, target=1))
    assert texts(without_line.changed_messages(BOTH, {PLAYERS: 2})) == [], "the line was removed with its author"


def test_line_is_found_by_its_key() -> None:
    some = conversation(message(1), reaction(2, target=1), message(1, room=SPECTATORS, text="aside"), message(999_999))
    players, spectators = (room[0] for room in BOTH)
    actual = some.find_message(f"{players}1", BOTH)
    assert actual is not None
    assert (actual.row.text, actual.key) == ("line 1", f"{players}1")
    aside = some.find_message(f"{spectators}1", BOTH)
    assert aside is not None
    assert aside.row.text == "aside"
    assert some.find_message(f"{players}999999", BOTH) is not None
    wrong = (f"{players}2", f"{players}3", "x1", "", players, f"{players}x", f"{players}0000001", f"{players}\u0661")
    assert [some.find_message(key, BOTH) for key in wrong] == [None] * len(wrong)
    assert some.find_message(f"{spectators}1", (PLAYERS,)) is None, "that is not heard"


def test_speakers_are_listed_once_with_their_last_line() -> None:
    some = conversation(
        message(1, "bob"),
        message(2),
        message(3, "bob"),
        message(1, "eve", SPECTATORS, after=7),
        reaction(4, target=1, guest="zoe"),
    )
    assert [(line.row.guest, line.row.number) for line in some.speakers(BOTH, 9)] == [
        ("eve", 1),
        ("bob", 3),
        ("ann", 2),
    ]
    assert [line.row.guest for line in some.speakers((PLAYERS,), 9)] == ["bob", "ann"]
    assert [line.row.guest for line in some.speakers(BOTH, 2)] == ["eve", "bob"], "the last speakers"


def test_new_speakers_and_names_are_counted() -> None:
    some = conversation(message(1, "bob"), message(2, "ann"), message(3, "bob"), reaction(4, target=1))
    assert some.arrivals == {PLAYERS: 2, SPECTATORS: 0}
    some.add_rows([message(5, "bob", name="Robert"), message(1, "bob", SPECTATORS)])
    assert some.arrivals == {PLAYERS: 3, SPECTATORS: 1}


def test_nameless_speakers_are_numbered() -> None:
    some = conversation(message(1, "x", name=""), message(2, "ann"), message(3, "y", name=""), message(4, "x", name=""))
    assert [some.number_of_unnamed(guest) for guest in ("x", "y", "ann", "z")] == [1, 2, 0, 0]
