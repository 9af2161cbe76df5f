"""The stored invitations, and people whom a guest has met."""

from msgspec.structs import replace

from regnum.web.tables.invitation_store import InvitationStore
from regnum.web.tables.store import TableStore
from tests.support.store.rows import add_rows, table_row
from tests.support.store.stores import with_store


def test_known_people_are_found_by_name_most_recent_first(sqlite_database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(
            store,
            table_row("one", "ann", "bob", "bot"),
            table_row("two", "eve", "ann", "", minute=1),
            table_row("three", "bob", "zoe", minute=2),
        )
        invitations = InvitationStore(store.database)
        assert await invitations.recent_players("ann") == ["Eve", "Bob"]
        assert await invitations.companions_named("ann", "bob") == {"bob"}
        assert [await invitations.have_met("ann", other) for other in ("bob", "zoe", "ann")] == [True, False, False]

    with_store(sqlite_database, work)


def test_former_name_is_the_one_at_that_seat(sqlite_database: str) -> None:
    async def work(store: TableStore) -> None:
        row = table_row("one", "bob", "eve")
        seats = (replace(row.seats[0], claimant="ann", claimant_name="Ann"), replace(row.seats[1], claimant="zoe"))
        await add_rows(store, replace(row, seats=seats), table_row("two", "x", "ann"))
        invitations = InvitationStore(store.database)
        assert await invitations.former_name("one", 0, "ann") == "Ann"
        assert await invitations.former_name("one", 1, "ann") is None, "it was another seat"
        assert await invitations.former_name("one", 1, "zoe") is None, "no name is known"
        assert await invitations.former_name("two", 0, "ann") is None

    with_store(sqlite_database, work)
