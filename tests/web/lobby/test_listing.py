"""The tables that the lobby lists."""

from collections.abc import Sequence
from typing import Any

from regnum.web.lobby.listing import LobbyFilter, LobbyService
from regnum.web.tables.invitation_store import Invitation, InvitationStore
from regnum.web.tables.models import (
    PLAYING,
    WAITING,
    RunningSeat,
    TableRow,
)
from regnum.web.tables.store import TableStore
from regnum.web.timing.clock import Timing
from regnum.web.timing.wall_clock import HOUR
from tests.support.store.rows import add_rows, table_row
from tests.support.store.stores import with_store


def ids(rows: Sequence[TableRow | RunningSeat]) -> list[str]:
    return [row.id for row in rows]


def listed(id_: str, *guests: str, **more: Any) -> TableRow:
    return table_row(id_, *guests, **{"phase": WAITING, "is_listed": True, **more})


def test_lobby_lists_tables_with_a_free_seat_for_the_guest(sqlite_database: str) -> None:
    async def work(store: TableStore) -> None:
        lobby = LobbyService(store)
        invitations = InvitationStore(store.database)
        await add_rows(
            store,
            listed("one", "bob", ""),
            listed("two", "bob", "", minute=1, host="b", game="rurik", language="de", timing=Timing(HOUR)),
            listed("three", "bob", "", "", minute=2, host="c"),
            listed("full", "bob", "eve"),
            listed("own", "ann", ""),
            listed("hidden", "bob", "", is_listed=False),
            listed("begun", "bob", "", phase=PLAYING),
        )
        await invitations.invite(Invitation("one", 1, "eve", "Eve"))
        assert ids(await lobby.find_tables(LobbyFilter(), "ann")) == ["three", "two"], (
            "Eve is asked to the only seat of one"
        )
        await invitations.withdraw("one", 1)
        assert ids(await lobby.find_tables(LobbyFilter(), "ann")) == ["three", "two", "one"]
        for wanted, actual in (
            (LobbyFilter(game="rurik"), ["two"]),
            (LobbyFilter(players=3), ["three"]),
            (LobbyFilter(language="de"), ["two"]),
            (LobbyFilter(time_limits="live"), ["three", "one"]),
            (LobbyFilter(time_limits="days"), ["two"]),
            (LobbyFilter("khan", 2, "", "live"), ["one"]),
        ):
            assert ids(await lobby.find_tables(wanted, "ann")) == actual
        await invitations.remove_guest("ann", "two")
        assert ids(await lobby.find_tables(LobbyFilter(), "ann")) == ["three", "one"]
        assert await invitations.was_removed("ann", "two")
        assert not await invitations.was_removed("eve", "two")
        assert [await invitations.has_removed_guests(id_) for id_ in ("one", "two")] == [False, True]
        await invitations.readmit("one")
        assert await invitations.has_removed_guests("two")
        await invitations.invite(Invitation("two", 1, "ann", "Ann"))
        assert not await invitations.was_removed("ann", "two"), "invited people may return"
        await invitations.remove_guest("eve", "two")
        await invitations.readmit("two")
        assert not await invitations.has_removed_guests("two")

    with_store(sqlite_database, work)
