"""Queries of the store about tables and seats: for whom, in which order, and conflicts."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import select, update

from regnum.web.db.ids import rematch_id
from regnum.web.db.schema import TABLES
from regnum.web.errors import Conflict
from regnum.web.lobby.archive import Archive
from regnum.web.lobby.listing import Lobby, LobbyFilter
from regnum.web.tables.clock import HOUR, Clock, Timing
from regnum.web.tables.invitations import Invitation, Invitations
from regnum.web.tables.models import (
    ABANDONED,
    FINISHED,
    GUEST,
    OPEN,
    PLAYING,
    WAITING,
    Entry,
    Pause,
    Proposal,
    RunningSeat,
    SeatRow,
    TableRow,
)
from regnum.web.tables.store import TableStore
from tests.support.store.rows import NOON, add_rows, table_row
from tests.support.store.stores import with_store

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'test.db'}"


def ids(rows: Sequence[TableRow | RunningSeat]) -> list[str]:
    return [row.id for row in rows]


def test_tables_of_a_guest_are_seated_then_hosted_then_invited_ones(
    database: str,
) -> None:
    async def work(store: TableStore) -> None:
        claimed = table_row("claimed", "bob", minute=7)
        claimed = replace(claimed, seats=(replace(claimed.seats[0], claimant="ann"),))
        await add_rows(
            store,
            table_row("old", "ann", "bob", minute=1),
            table_row("new", "ann", minute=2),
            table_row("hosted", "bob", minute=3, host="ann"),
            table_row("over", "ann", minute=4, phase=FINISHED),
            table_row("others", "bob", minute=5),
            claimed,
        )
        await store.add_table(
            table_row("asked", "bob", "", minute=9, phase=WAITING), invitations=[Invitation("asked", 1, "ann", "Ann")]
        )
        assert ids(await store.tables_of("ann")) == ["new", "old", "claimed", "over", "hosted", "asked"]
        assert ids(await store.tables_of("ann", limit=2)) == ["new", "old"]
        archive = Archive(store)
        await archive.hide_table("ann", "over")
        await archive.hide_table("ann", "over")
        await archive.hide_table("bob", "new")
        assert ids(await store.tables_of("ann")) == ["new", "old", "claimed", "hosted", "asked"]
        assert [(own.id, own.seat) for own in await store.running_seats("ann", 9)] == [("new", 0), ("old", 0)]
        assert ids(await store.running_seats("ann", 1)) == ["new"]
        assert ids(await store.running_seats("bob", 9)) == ["claimed", "others", "hosted", "old"]
        assert [await store.has_table(guest) for guest in ("ann", "bob", "eve")] == [True, True, False]
        assert await store.open_tables_of("ann") == 1
        assert await store.versions(["old", "none"]) == {"old": 0}
        assert (await store.version("old"), await store.version("none")) == (0, None)

    with_store(database, work)


def test_bots_only_tables_of_an_address_are_counted_while_running(database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(
            store,
            table_row("bots", "bot", "bot", client_address="here"),
            table_row("person", "bot", "ann", client_address="here"),
            table_row("over", "bot", client_address="here", phase=FINISHED),
            table_row("ended", "ann", client_address="here", phase=ABANDONED),
            table_row("elsewhere", "bot", client_address="there"),
        )
        assert [await store.bot_tables_at(home) for home in ("here", "there", "")] == [1, 1, 0]
        await store.forget_client_addresses()
        query = select(TABLES.c.id, TABLES.c.client_address)
        homes = await store.database.read(lambda c: {row.id: row[1] for row in c.execute(query)})
        assert homes == {"bots": "here", "person": "here", "over": "", "ended": "", "elsewhere": "there"}

    with_store(database, work)


def test_tables_with_due_bots_or_clocks_are_found(database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(
            store,
            table_row("first", "ann", due=True, next_check=NOON),
            table_row("second", "ann", minute=1, due=True, next_check=NOON - timedelta(hours=1)),
            table_row("third", "ann", minute=2, next_check=NOON + timedelta(seconds=1)),
        )
        assert await store.tables_with_due_bots(9) == ["second", "first"]
        assert await store.tables_with_due_bots(1) == ["second"]
        await store.clear_due("first", 1)
        assert await store.tables_with_due_bots(9) == ["second", "first"], "it has changed"
        await store.clear_due("first", 0)
        assert await store.tables_with_due_bots(9) == ["second"]
        assert await store.tables_to_check(NOON, 9) == ["second", "first"]
        assert await store.tables_to_check(NOON, 1) == ["second"]

    with_store(database, work)


def test_link_leads_to_its_seat_while_it_is_open(database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(store, table_row("one", "ann", "", "", phase=WAITING, invitation_token="any"))
        assert await store.seat_of_invitation("one 1") == ("one", 1)
        assert await store.table_of_invitation("any") == "one"
        assert [await store.seat_of_invitation(wrong) for wrong in ("one 9", "", "ünknown", "\n")] == [None] * 4
        assert [await store.table_of_invitation(wrong) for wrong in ("one 1", "ünknown")] == [None] * 2
        assert await store.table("ünknown") is None
        bob = SeatRow(1, GUEST, "Bob", guest="bob")
        one = await store.table("one")
        assert one is not None
        with pytest.raises(Conflict):
            await store.take_seat(one, 5, bob)
        await store.take_seat(one, 0, bob)
        assert await store.seat_of_invitation("one 1") is None
        with pytest.raises(Conflict, match="seat 1 is taken"):
            await store.take_seat(one, 1, bob)
        actual = await store.table("one")
        assert actual is not None
        assert [seat.kind for seat in actual.seats] == [GUEST, GUEST, OPEN]

    with_store(database, work)


def test_sitting_down_removes_invitations_of_the_person_and_the_seat(database: str) -> None:
    async def work(store: TableStore) -> None:
        for id_ in ("one", "two"):
            row = table_row(id_, "ann", "", "", "", phase=WAITING)
            asked = [
                Invitation(id_, seat, guest, guest.title()) for seat, guest in ((1, "eve"), (2, "bob"), (3, "zoe"))
            ]
            await store.add_table(row, invitations=asked)
        one = await store.table("one")
        assert one is not None
        await store.take_seat(one, 0, SeatRow(1, GUEST, "Bob", guest="bob"))
        invitations = Invitations(store.database)
        assert [asked.guest for asked in await invitations.of_table("one")] == ["zoe"]
        assert [asked.guest for asked in await invitations.of_table("two")] == ["eve", "bob", "zoe"]
        assert [asked.table_id for asked in await invitations.of_guest("bob")] == ["two"]

    with_store(database, work)


def test_seat_moves_by_its_link_and_can_be_claimed_back(database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(store, table_row("one", "ann", "bob", host="ann"))
        token = await store.personal_link("one", "ann")
        assert token is not None
        assert await store.personal_link("one", "ann") == token
        assert await store.personal_link("one", "eve") is None
        assert await store.seat_of_link(token) == ("one", 0, True)
        one = await store.table("one")
        assert one is not None
        assert one.version == 1
        await store.transfer_seat(one, 1, token, "ann2", None)
        one = await store.table("one")
        assert one is not None
        assert (one.host, one.seats[0].guest, one.seats[0].name, one.seats[0].former_guest) == (
            "ann2",
            "ann2",
            "Ann",
            "ann",
        )
        assert (one.seats[0].claimant, one.seats[0].personal_token) == (None, None), "it is the same person"
        with pytest.raises(Conflict):
            await store.transfer_seat(one, 2, token, "eve", None)
        await store.offer_seat("one", 2, 1, "offer")
        assert await store.seat_of_link("offer") == ("one", 1, False)
        await store.transfer_seat(one, 3, "offer", "eve", "Eve")
        one = await store.table("one")
        assert one is not None
        seat = one.seats[1]
        assert (seat.guest, seat.name, seat.claimant, seat.claimant_name, one.host) == (
            "eve",
            "Eve",
            "bob",
            "Bob",
            "ann2",
        )
        await store.offer_seat("one", 4, 1, "again")
        await store.transfer_seat(one, 5, "again", "zoe", "Zoe")
        one = await store.table("one")
        assert one is not None
        assert (one.seats[1].claimant, one.seats[1].claimant_name) == ("bob", "Bob"), "this player had the seat first"
        await store.offer_seat("one", 6, 1, "back")
        await store.transfer_seat(one, 7, "back", "bob", "Bob")
        one = await store.table("one")
        assert one is not None
        assert (one.seats[1].guest, one.seats[1].claimant, one.seats[1].former_guest) == ("bob", None, "zoe")
        with pytest.raises(Conflict):
            await store.offer_seat("one", 7, 1, None)

    with_store(database, work)


def test_claim_without_a_name_stays_with_the_first_player(database: str) -> None:
    async def work(store: TableStore) -> None:
        row = table_row("one", "ann", "bob")
        row = replace(row, seats=(row.seats[0], replace(row.seats[1], claimant="eve", offer_token="offer")))
        await add_rows(store, row)
        await store.transfer_seat(row, 0, "offer", "zoe", None)
        one = await store.table("one")
        assert one is not None
        seat = one.seats[1]
        assert (seat.guest, seat.name, seat.claimant, seat.claimant_name) == ("zoe", "Bob", "eve", None)
        assert one.seats[0] == row.seats[0]

    with_store(database, work)


def test_table_id_is_stored_once_and_a_rematch_after_its_table(database: str) -> None:
    async def work(store: TableStore) -> None:
        over = table_row("over", "ann", phase=FINISHED)
        await add_rows(store, over)
        assert await store.add_table(over), "it is this one"
        assert not await store.add_table(replace(over, seed="2"))
        again = table_row(rematch_id("over"), "ann", minute=1)
        with pytest.raises(Conflict):
            await store.add_table(again, after=("over", 3))
        actual = await store.table("over")
        assert actual is not None
        assert not actual.has_rematch
        assert await store.add_table(again, after=("over", 0))
        actual = await store.table("over")
        assert actual is not None
        assert (actual.has_rematch, actual.version) == (True, 1)
        playing = await store.table(again.id)
        assert playing is not None
        assert not playing.has_rematch

    with_store(database, work)


def test_entries_are_stored_once_in_order_with_times(database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(store, table_row("one", "ann"), table_row("two", "bob"))
        for number in (1, 2, 3):
            entry = Entry(number, 0, f"move {number}", NOON + timedelta(minutes=number))
            await store.append("one", number - 1, entry, PLAYING, number == 2)
            assert await store.tables_with_due_bots(9) == (["one"] if number == 2 else [])
        await store.append("one", 2, entry, PLAYING, False)  # only the answer was lost
        with pytest.raises(Conflict):
            await store.append("one", 2, Entry(3, 0, "another", NOON), PLAYING, False)
        assert await store.entries("one", after=1) == [(0, "move 2"), (0, "move 3")]
        assert [entry.number for entry in await store.dated_entries("one")] == [1, 2, 3]
        assert await store.last_entry_times(["one", "two"]) == {"one": NOON + timedelta(minutes=3)}
        assert await store.entries("two") == []

    with_store(database, work)


def test_clocks_and_agreements_are_loaded_as_stored(database: str) -> None:
    async def work(store: TableStore) -> None:
        agreed = Proposal("end", "p", 1, NOON, (0, 1), timing=Timing(HOUR), seconds=5, pause_ends_at=NOON)
        row = table_row(
            "one",
            "ann",
            "bob",
            timing=Timing(HOUR, 5, (1, 2), "Europe/Kyiv"),
            clocks=(Clock(5.0, 1.5, NOON, 1), Clock(5.0)),
            next_check=NOON,
            pause=Pause(NOON, NOON),
            proposal=agreed,
            substitute="strong",
            options={"a": 1, "b": True},
        )
        await add_rows(store, row)
        assert await store.table("one") == row
        plain = replace(row, timing=None, clocks=(), next_check=None, pause=None, proposal=None, title="Ours")
        await store.update_table(plain, 0, [replace(row.seats[1], resigned=True)])
        actual = await store.table("one")
        assert actual is not None
        assert actual == replace(plain, version=1, seats=(row.seats[0], replace(row.seats[1], resigned=True)))
        with pytest.raises(Conflict):
            await store.update_table(plain, 0)
        with pytest.raises(Conflict):
            await store.skip_pauses("one", 0, 7)
        await store.skip_pauses("one", 1, 7)
        actual = await store.table("one")
        assert actual is not None
        assert actual.pauses_skipped_after == 7

    with_store(database, work)


# The lobby.


def listed(id_: str, *guests: str, **more: Any) -> TableRow:
    return table_row(id_, *guests, **{"phase": WAITING, "listed": True, **more})


def test_lobby_lists_tables_with_a_free_seat_for_the_guest(database: str) -> None:
    async def work(store: TableStore) -> None:
        lobby = Lobby(store)
        invitations = Invitations(store.database)
        await add_rows(
            store,
            listed("one", "bob", ""),
            listed("two", "bob", "", minute=1, host="b", game="rurik", language="de", timing=Timing(HOUR)),
            listed("three", "bob", "", "", minute=2, host="c"),
            listed("full", "bob", "eve"),
            listed("own", "ann", ""),
            listed("hidden", "bob", "", listed=False),
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
            (LobbyFilter(pace="live"), ["three", "one"]),
            (LobbyFilter(pace="days"), ["two"]),
            (LobbyFilter("khan", 2, "", "live"), ["one"]),
        ):
            assert ids(await lobby.find_tables(wanted, "ann")) == actual
        await invitations.send_away("ann", "two")
        assert ids(await lobby.find_tables(LobbyFilter(), "ann")) == ["three", "one"]
        assert await invitations.was_sent_away("ann", "two")
        assert not await invitations.was_sent_away("eve", "two")
        assert [await invitations.has_sent_away(id_) for id_ in ("one", "two")] == [False, True]
        await invitations.readmit("one")
        assert await invitations.has_sent_away("two")
        await invitations.invite(Invitation("two", 1, "ann", "Ann"))
        assert not await invitations.was_sent_away("ann", "two"), "invited people may return"
        await invitations.send_away("eve", "two")
        await invitations.readmit("two")
        assert not await invitations.has_sent_away("two")

    with_store(database, work)


def test_known_people_are_found_by_name_most_recent_first(database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(
            store,
            table_row("one", "ann", "bob", "bot"),
            table_row("two", "eve", "ann", "", minute=1),
            table_row("three", "bob", "zoe", minute=2),
        )
        invitations = Invitations(store.database)
        assert await invitations.recent_players("ann") == ["Eve", "Bob"]
        assert await invitations.companions_named("ann", "bob") == {"bob"}
        assert [await invitations.have_met("ann", other) for other in ("bob", "zoe", "ann")] == [True, False, False]

    with_store(database, work)


def test_unused_tables_have_neither_past_nor_future_activity(database: str) -> None:
    before = NOON
    ago = NOON - timedelta(days=1)

    async def work(store: TableStore) -> None:
        soon = datetime.now(UTC) + timedelta(days=1)
        waiting = Proposal("end", until=NOON + timedelta(seconds=1))
        await add_rows(
            store,
            table_row("waits", "ann", phase=WAITING, created_at=ago),
            table_row("plays", "ann", created_at=ago - timedelta(minutes=1)),
            table_row("over", "ann", phase=FINISHED, created_at=ago),
            table_row("new", "ann", created_at=NOON),
            table_row("pauses", "ann", created_at=ago, timing=Timing(HOUR), pause=Pause(ago)),
            table_row("rings", "ann", created_at=ago, next_check=soon),
            table_row("rang", "ann", created_at=ago - timedelta(minutes=2), next_check=NOON),
            table_row("decides", "ann", created_at=ago, proposal=waiting),
            table_row("decided", "ann", created_at=ago - timedelta(minutes=3), proposal=replace(waiting, until=NOON)),
            table_row("moved", "ann", created_at=ago),
            table_row("changed", "ann", created_at=ago),
        )
        await store.append("moved", 0, Entry(1, 0, "move", NOON + timedelta(seconds=1)), PLAYING, False)
        await store.append("plays", 0, Entry(1, 0, "move", NOON), PLAYING, False)
        late = update(TABLES).where(TABLES.c.id == "changed").values(changed_at=NOON)
        await store.database.write(lambda c: c.execute(late).close())
        archive = Archive(store)
        assert await archive.find_unused_tables(before) == [("decided", 0), ("rang", 0), ("plays", 1), ("waits", 0)]
        assert await archive.find_unused_tables(LONG_AGO) == []
        with pytest.raises(Conflict):
            await archive.remove("plays", 0)
        await archive.remove("plays", 1)
        assert await store.table("plays") is None
        assert await store.entries("plays") == []
        assert await store.entries("moved") != [], "only that one went"
        assert await store.table("waits") is not None

    with_store(database, work)


def test_former_name_is_the_one_at_that_seat(database: str) -> None:
    async def work(store: TableStore) -> None:
        row = table_row("one", "bob", "eve")
        seats = (replace(row.seats[0], claimant="ann", claimant_name="Ann"), replace(row.seats[1], claimant="zoe"))
        await add_rows(store, replace(row, seats=seats), table_row("two", "x", "ann"))
        invitations = Invitations(store.database)
        assert await invitations.former_name("one", 0, "ann") == "Ann"
        assert await invitations.former_name("one", 1, "ann") is None, "it was another seat"
        assert await invitations.former_name("one", 1, "zoe") is None, "no name is known"
        assert await invitations.former_name("two", 0, "ann") is None

    with_store(database, work)
