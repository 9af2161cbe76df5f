"""The chat of tables in memory: who is notified of news, which conversations are kept, and which texts are valid."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from regnum.games import find_game
from regnum.web.chat import service
from regnum.web.chat.service import (
    MAX_CONVERSATIONS,
    MAX_MESSAGE_CHARS,
    MAX_MESSAGES_PER_ROOM,
    MAX_NOTE_CHARS,
    MESSAGES_PER_MINUTE,
    ChatService,
    check_message,
    check_note,
    rooms_of,
)
from regnum.web.chat.store import PLAYERS, SPECTATORS, ChatRow
from regnum.web.db.schema import CHAT_MESSAGES
from regnum.web.errors import RefusedError
from regnum.web.tables.events import EventBus
from regnum.web.tables.limits import RowLimits
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ABANDONED, FINISHED
from regnum.web.tables.store import TableStore
from tests.support.store.stores import with_store
from tests.support.web.live_tables import live_table_of


class Table:
    """A table in memory that counts its notifications."""

    def __init__(self, watchers: int) -> None:
        self.watchers = watchers
        self.notified = 0

    def notify_listeners(self) -> None:
        self.notified += 1


@pytest.fixture
def table() -> LiveTable:
    """Return a running table "t" of "0", "1" and "2"."""
    return live_table_of(find_game("khan"), 3)


@pytest.fixture
def run(tmp_path: Path, table: LiveTable) -> Callable[[Callable[[ChatService], Awaitable[None]]], None]:
    """Return a function that runs work with the chat of a stored table."""

    def run(work: Callable[[ChatService], Awaitable[None]]) -> None:
        async def with_chat(store: TableStore) -> None:
            await store.add_table(table.row)
            await work(ChatService(store, {}, EventBus(), RowLimits(100)))

        with_store(f"sqlite:///{tmp_path / 'test.db'}", with_chat)

    return run


Run = Callable[[Callable[[ChatService], Awaitable[None]]], None]


def keep(chat: ChatService, **tables: Table) -> None:
    """Let tables be in memory."""
    live: Any = chat._live
    live.update(tables)


def test_only_watched_tables_with_news_are_notified_after_lost_news(run: Run, table: LiveTable) -> None:
    async def work(chat: ChatService) -> None:
        here = Table(watchers=1)
        keep(chat, t=here)
        await chat.resync()
        await chat.load_conversation("t")
        await chat.resync()
        assert here.notified == 0, "nothing is new"
        await chat.post_message(table, "0", "", "Hello", "address")
        assert here.notified == 1
        await chat.resync()
        assert here.notified == 1
        await chat.store._database.write(lambda connection: connection.execute(delete(CHAT_MESSAGES)))
        await chat.resync()
        assert here.notified == 2
        conversation = await chat.load_conversation("t")
        assert conversation.messages((PLAYERS,)) == []
        assert conversation is await chat.load_conversation("t")
        here.watchers = 0
        await chat.resync()
        assert conversation is not await chat.load_conversation("t"), "it was unwatched"
        assert here.notified == 2

    run(work)


def test_new_mutes_are_news_for_open_pages(run: Run, table: LiveTable) -> None:
    async def work(chat: ChatService) -> None:
        here = Table(watchers=1)
        keep(chat, t=here)
        await chat.post_message(table, "1", "", "Hello", "address")
        await chat.load_conversation("t")
        assert chat.muted("0") == set()
        await chat.mute(table, "0", "p1", True, "address")
        assert (chat.muted("0"), here.notified) == (frozenset(), 0), "they have no page open"
        await chat.follow_mutes("0")
        await chat.follow_mutes("0")
        assert chat.muted("0") == {"1"}
        chat.unfollow_mutes("0")
        assert chat.muted("0") == {"1"}, "one of two pages is open"
        await chat.mute(table, "0", "p1", False, "address")
        assert (chat.muted("0"), here.notified) == (frozenset(), 1)
        await chat.mute(table, "0", "p1", True, "address")
        assert (chat.muted("0"), here.notified) == (frozenset({"1"}), 2)
        await chat.mute(table, "0", "p1", False, "address")
        await chat.resync()
        assert here.notified == 3
        chat.unfollow_mutes("0")
        await chat.mute(table, "0", "p1", True, "address")
        assert (chat.muted("0"), here.notified) == (frozenset(), 3)
        with pytest.raises(RefusedError, match="message_gone"):
            await chat.mute(table, "1", "p1", True, "address")
        with pytest.raises(RefusedError, match="message_gone"):
            await chat.mute(table, "stranger", "p1", True, "address")

    run(work)


def test_least_recently_used_unwatched_conversations_are_dropped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MAX_CONVERSATIONS", 3)

    async def work(chat: ChatService) -> None:
        keep(chat, watched=Table(1), idle=Table(0))
        for id_ in ("watched", "idle", "a"):
            await chat.load_conversation(id_)
        assert list(chat._conversations) == ["watched", "idle", "a"]
        await chat.load_conversation("idle")
        await chat.load_conversation("b")
        assert list(chat._conversations) == ["watched", "idle", "b"]
        await chat.load_conversation("c")
        assert list(chat._conversations) == ["watched", "b", "c"]

    run(work)


def test_only_messages_that_players_can_read_are_published(run: Run, table: LiveTable) -> None:
    seats: list[int | None] = []

    async def work(chat: ChatService) -> None:
        chat._events.listen(lambda _, event: seats.append(event.seat))
        await chat.post_message(table, "1", "", "Hello", "address")
        await chat.post_message(table, "eve", "Eve", "Hello", "address")

    run(work)
    assert seats == [1]


def test_only_new_mutes_and_notes_count_towards_the_limits(run: Run, table: LiveTable) -> None:
    async def work(chat: ChatService) -> None:
        chat._row_limits.check = lambda kind, client_address: counted.append(kind)  # type: ignore[method-assign]
        await chat.post_message(table, "1", "", "Hello", "address")
        for on in (True, True, False):
            await chat.mute(table, "0", "p1", on, "address")
        for note in ("first", "second", ""):
            await chat.save_note(table, "0", note, "address")

    counted: list[str] = []
    run(work)
    assert counted == ["mutes", "notes"]


def test_new_rows_of_conversations_that_are_not_in_memory_are_left(run: Run, table: LiveTable) -> None:
    async def work(chat: ChatService) -> None:
        here = Table(1)
        keep(chat, t=here)
        await chat.load_new_rows("t")
        await chat.load_new_rows("another")
        await chat.post_message(table, "0", "", "Hello", "address")
        assert (here.notified, dict(chat._conversations)) == (0, {})

    run(work)


def test_messages_are_limited_to_twenty_per_minute(run: Run, table: LiveTable) -> None:
    async def work(chat: ChatService) -> None:
        chat._rate._clock = lambda: 0.0  # type: ignore[misc]
        for number in range(20):
            await chat.post_message(table, "0", "", f"line {number}", "address")
        with pytest.raises(RefusedError, match="too_many_messages"):
            await chat.post_message(table, "0", "", "one more", "address")
        await chat.post_message(table, "x", "Eve", "other", "address")
        with pytest.raises(RefusedError, match="message_gone"):
            await chat.set_reaction(table, "0", "", "o1", "heart", "address")
        await chat.set_reaction(table, "1", "", "p1", "heart", "address")
        with pytest.raises(RefusedError, match="message_gone"):
            await chat.set_reaction(table, "1", "", "p1", "skull", "address")

    run(work)


def test_visitor_reads_both_rooms_after_the_end_and_the_own_one_before(table: LiveTable) -> None:
    assert [rooms_of(table, seat) for seat in (0, 1, None)] == [(PLAYERS,), (PLAYERS,), (SPECTATORS,)]
    stored: Any = type("Stored", (), {"phase": FINISHED})
    assert [rooms_of(stored, seat) for seat in (0, None)] == [(PLAYERS, SPECTATORS), (SPECTATORS, PLAYERS)]
    stored.phase = ABANDONED
    assert [rooms_of(stored, seat) for seat in (0, None)] == [(PLAYERS,), (SPECTATORS,)]


def test_rooms_are_limited_to_five_thousand_messages_and_two_thousand_reactions(run: Run, table: LiveTable) -> None:
    limits: list[int] = []

    async def work(chat: ChatService) -> None:
        add = chat.store.add

        async def record(row: ChatRow, limit: int) -> None:
            limits.append(limit)
            await add(row, limit)

        chat.store.add = record  # type: ignore[method-assign]
        await chat.post_message(table, "0", "", "Hello", "address")
        await chat.set_reaction(table, "1", "", "p1", "heart", "address")

    run(work)
    assert limits == [5000, 2000]


def refused(text: str, **limit: int) -> tuple[str, object]:
    with pytest.raises(RefusedError) as error:
        check_message(text, **limit)
    return error.value.key, error.value.params.get("limit")


def test_message_has_a_maximum_length() -> None:
    assert check_message("  a \n b  ") == "a b"
    assert len(check_message("x" * MAX_MESSAGE_CHARS + " ")) == MAX_MESSAGE_CHARS
    assert refused("x" * (MAX_MESSAGE_CHARS + 1)) == ("message_too_long", MAX_MESSAGE_CHARS)
    assert check_message("xx", limit=2) == "xx"
    assert refused("xxx", limit=2) == ("message_too_long", 2)
    assert refused(" \n\t ") == ("empty_message", None)
    assert check_message("e\u0301") == "é"


def test_invisible_characters_are_refused_except_joiners() -> None:
    for text in ("a\u202eb", "a\u200bb", "\u2066a"):
        assert refused(text)[0] == "invisible_character"
        with pytest.raises(RefusedError, match="invisible_character"):
            check_note(text)
    assert check_message("👩\u200d🌾 \u200c") == "👩\u200d🌾 \u200c"


def test_note_keeps_its_lines_and_is_limited_to_four_thousand_characters() -> None:
    assert check_note(" a\r\n\tb \n") == "a\n\tb"
    assert check_note("") == ""
    assert len(check_note("x" * 4000)) == 4000
    with pytest.raises(RefusedError) as error:
        check_note("x" * 4001)
    assert (error.value.key, error.value.params) == ("note_too_long", {"limit": 4000})


def test_chat_limits_match_the_documentation() -> None:
    assert (MESSAGES_PER_MINUTE, MAX_MESSAGES_PER_ROOM, MAX_NOTE_CHARS, MAX_CONVERSATIONS) == (20, 5000, 4000, 200)
