"""The stored chat: numbers and limits of each room, mutes and notes."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import delete

from regnum.games import find_game
from regnum.web.chat.store import PLAYERS, SPECTATORS, ChatRow, ChatStore
from regnum.web.db.schema import CHAT_MESSAGES
from regnum.web.errors import ConflictError
from regnum.web.tables.store import TableStore
from tests.support.store.stores import with_store
from tests.support.web.live_tables import live_table_of

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
Run = Callable[[Callable[[ChatStore], Awaitable[None]]], None]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a function that runs work with the empty chats of the tables "t" and "other"."""

    def run(work: Callable[[ChatStore], Awaitable[None]]) -> None:
        async def with_chat(store: TableStore) -> None:
            row = live_table_of(find_game("khan"), 3).row
            await store.add_table(row)
            await store.add_table(replace(row, id="other"))
            await work(ChatStore(store.database))

        with_store(f"sqlite:///{tmp_path / 'test.db'}", with_chat)

    return run


def message(request_id: str, table_id: str = "t", room: str = PLAYERS, **more: Any) -> ChatRow:
    return ChatRow(table_id, room, request_id, "ann", "Ann", NOON, **{"seat": 0, "text": request_id, **more})


def reaction(request_id: str, seat: int | None, **more: Any) -> ChatRow:
    return message(request_id, seat=seat, text="", target=1, reaction="smile", **more)


def test_rows_are_numbered_in_each_room(run: Run) -> None:
    async def work(chat: ChatStore) -> None:
        for row in (message("a"), message("b"), message("c", room=SPECTATORS), message("d", "other"), message("e")):
            await chat.add(row, 9)
        await chat.add(message("b"), 9)  # the request is repeated
        rows = await chat.rows_after("t", {})
        assert sorted((row.room, row.number, row.text) for row in rows) == [
            (SPECTATORS, 1, "c"),
            (PLAYERS, 1, "a"),
            (PLAYERS, 2, "b"),
            (PLAYERS, 3, "e"),
        ]
        assert rows[-1] == replace(message("e"), number=3)
        assert [row.text for row in await chat.rows_after("t", {PLAYERS: 2})] == ["c", "e"]
        assert [row.text for row in await chat.rows_after("t", {PLAYERS: 3, SPECTATORS: 0})] == ["c"]
        assert await chat.rows_after("t", {PLAYERS: 3, SPECTATORS: 1}) == []
        assert await chat.sizes(["t", "none"]) == {("t", PLAYERS): (3, 3), ("t", SPECTATORS): (1, 1)}
        first = (CHAT_MESSAGES.c.table_id == "t") & (CHAT_MESSAGES.c.room == PLAYERS) & (CHAT_MESSAGES.c.number == 1)
        await chat._database.write(lambda connection: connection.execute(delete(CHAT_MESSAGES).where(first)).close())
        assert (await chat.sizes(["t"]))["t", PLAYERS] == (3, 2)

    run(work)


def test_messages_and_reactions_of_players_and_spectators_have_separate_limits(run: Run) -> None:
    async def work(chat: ChatStore) -> None:
        async def is_full(row: ChatRow) -> bool:
            try:
                await chat.add(row, 2)
            except ConflictError:
                return True
            return False

        await chat.add(message("elsewhere", "other"), 2)
        assert [await is_full(message(f"message {at}")) for at in range(3)] == [False, False, True]
        assert [await is_full(reaction(f"player {at}", 1)) for at in range(3)] == [False, False, True]
        assert [await is_full(reaction(f"spectator {at}", None)) for at in range(3)] == [False, False, True]
        assert await is_full(message("another"))
        assert not await is_full(message("another room", room=SPECTATORS))
        assert [row.number for row in await chat.rows_after("t", {SPECTATORS: 9})] == [1, 2, 3, 4, 5, 6]

    run(work)


def test_mute_concerns_one_pair_of_guests(run: Run) -> None:
    async def work(chat: ChatStore) -> None:
        for other in ("bob", "bob", "eve"):
            await chat.mute("t", "ann", other, on=True)
        await chat.mute("t", "dan", "bob", on=True)
        everybody = ["ann", "bob", "dan"]
        assert await chat.muted(everybody) == {"ann": {"bob", "eve"}, "bob": set(), "dan": {"bob"}}
        await chat.mute("t", "ann", "bob", on=False)
        await chat.mute("t", "bob", "ann", on=False)
        assert await chat.muted(everybody) == {"ann": {"eve"}, "bob": set(), "dan": {"bob"}}
        await chat.mute("t", "ann", "ann", on=True)
        assert await chat.muted(["ann"]) == {"ann": {"eve"}}, "nobody is hidden from themselves"

    run(work)


def test_note_belongs_to_one_guest_at_one_table(run: Run) -> None:
    async def work(chat: ChatStore) -> None:
        async def notes() -> list[str]:
            return [await chat.note(*own) for own in (("t", "ann"), ("t", "bob"), ("other", "ann"))]

        assert await notes() == ["", "", ""]
        await chat.save_note("t", "ann", "first")
        await chat.save_note("t", "bob", "second")
        await chat.save_note("other", "ann", "third")
        assert await notes() == ["first", "second", "third"]
        await chat.save_note("t", "ann", "changed")
        assert await notes() == ["changed", "second", "third"]
        await chat.save_note("t", "ann", "")
        assert await notes() == ["", "second", "third"]

    run(work)
