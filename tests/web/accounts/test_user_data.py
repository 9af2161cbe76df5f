"""Data of a guest: moved to an account, exported to its owner, and anonymized."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Table, insert, select

from regnum.web.accounts import user_data
from regnum.web.accounts.user_data import anonymize, can_move, count_seats_by_guest, export_data, move_data
from regnum.web.db.schema import (
    ACCOUNTS,
    CHANNELS,
    DELIVERIES,
    HIDDEN_TABLES,
    MUTES,
    NOTES,
    NOTIFICATION_SETTINGS,
    SEATS,
    TOKENS,
)
from regnum.web.tables.models import (
    ABANDONED,
    BOT,
    FINISHED,
    GUEST,
    OPEN,
    PLAYING,
    WAITING,
    Entry,
    Proposal,
    TableRow,
)
from regnum.web.tables.store import TableStore
from tests.support.store.rows import NOON, add_rows, table_row
from tests.support.store.stores import with_store


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'test.db'}"


async def insert_rows(store: TableStore, into: Table, *rows: dict[str, Any]) -> None:
    await store.database.write(lambda connection: connection.execute(insert(into), list(rows)).close())


async def read_column(store: TableStore, of: Any) -> list[Any]:
    """Return the sorted values of a column."""
    return await store.database.read(lambda connection: sorted(connection.execute(select(of)).scalars()))


async def find_table(store: TableStore, id_: str) -> TableRow:
    row = await store.table(id_)
    assert row is not None
    return row


def with_claim(row: TableRow, seat: int, claim: str, **more: Any) -> TableRow:
    seats = list(row.seats)
    seats[seat] = replace(seats[seat], claimant=claim, **more)
    return replace(row, seats=tuple(seats))


# An account takes over what a guest has.


def test_guest_with_a_table_has_data_to_move(database: str) -> None:
    async def work(store: TableStore) -> None:
        sits = table_row("sits", "sitting")
        await add_rows(
            store,
            with_claim(sits, 0, "claiming", former_guest="former"),
            table_row("hosts", "x", host="hosting"),
        )
        for guest in ("sitting", "claiming", "former", "hosting"):
            assert await can_move(store.database, guest)
        assert not await can_move(store.database, "nobody")

    with_store(database, work)


def test_seats_tables_and_rows_move_unless_the_account_sits_there(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_data, "BATCH_SIZE", 1)

    async def work(store: TableStore) -> None:
        both = table_row("both", "old", "new", host="old")
        await add_rows(
            store,
            with_claim(table_row("mine", "old", "bob", host="old"), 1, "old"),
            replace(both, seats=(replace(both.seats[0], personal_token="link"), both.seats[1])),
            table_row("hosted", "bob", host="old"),
            table_row("others", "bob"),
        )
        await store.seats.personal_link("mine", "old")
        notes = [{"table_id": id_, "guest": "old", "text": id_} for id_ in ("mine", "both")]
        await insert_rows(store, NOTES, *notes, {"table_id": "others", "guest": "bob", "text": "his"})
        mute = {"created_at": NOON}
        await insert_rows(
            store,
            MUTES,
            {"guest": "old", "muted_guest": "bob", **mute},
            {"guest": "old", "muted_guest": "eve", **mute},
            {"guest": "new", "muted_guest": "eve", **mute},
            {"guest": "bob", "muted_guest": "old", **mute},
        )
        token = {"table_id": None, "name": "", "created_at": NOON}
        await insert_rows(store, TOKENS, *({**token, "id": who, "hash": who, "guest": who} for who in ("old", "bob")))
        await move_data(store.database, "old", "new")
        mine = await find_table(store, "mine")
        assert (mine.host, mine.seats[0].guest, mine.seats[0].personal_token, mine.seats[1].claimant) == (
            "new",
            "new",
            None,
            "new",
        )
        assert mine.version == 2
        stays = await find_table(store, "both")
        assert (stays.host, [seat.guest for seat in stays.seats]) == ("old", ["old", "new"])
        assert (stays.seats[0].personal_token, stays.version) == ("link", 0)
        assert (await find_table(store, "hosted")).host == "new"
        assert ((await find_table(store, "others")).host, (await find_table(store, "others")).version) == ("host", 0)
        rows = await store.database.read(lambda c: c.execute(select(NOTES)).all())
        assert sorted((row.table_id, row.guest) for row in rows) == [
            ("both", "old"),
            ("mine", "new"),
            ("others", "bob"),
        ]
        rows = await store.database.read(lambda c: c.execute(select(MUTES)).all())
        assert sorted((row.guest, row.muted_guest) for row in rows) == [("bob", "new"), ("new", "bob"), ("new", "eve")]
        assert await read_column(store, TOKENS.c.id) == ["bob"], "tokens of the guest end"

    with_store(database, work)


# Somebody leaves.


def test_seats_of_a_deleted_account_are_freed_or_anonymized(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_data, "BATCH_SIZE", 2)

    async def work(store: TableStore) -> None:
        await add_rows(
            store,
            table_row("waits", "bob", "ann", phase=WAITING, host="ann"),
            table_row("plays", "ann", "bob", "bot", substitute="strong", host="ann"),
            table_row("alone", "ann", "bot", host="ann"),
            table_row("over", "bob", "ann", phase=FINISHED),
            table_row("ended", "bob", "ann", phase=ABANDONED),
            table_row("others", "bob", "eve"),
        )
        await store.database.write(lambda c: anonymize(store.database, c, "ann"))
        waits = (await find_table(store, "waits")).seats[1]
        assert (waits.kind, waits.name, waits.guest) == (OPEN, "", None)
        assert waits.invitation_token
        plays = await find_table(store, "plays")
        assert (plays.seats[0].kind, plays.seats[0].name, plays.seats[0].bot, plays.awaits_bot) == (
            BOT,
            "NN 1",
            "strong",
            True,
        )
        alone = await find_table(store, "alone")
        assert (alone.seats[0].kind, alone.seats[0].name, alone.seats[0].guest) == (GUEST, "NN 1", None)
        assert (alone.seats[0].bot, alone.awaits_bot) == (None, False), "no player is left to continue for"
        for id_ in ("over", "ended"):
            seat = (await find_table(store, id_)).seats[1]
            assert (seat.kind, seat.name, seat.guest, seat.bot) == (GUEST, "NN 2", None, None)
        hosts = {id_: (await find_table(store, id_)).host for id_ in ("waits", "plays", "alone", "over", "others")}
        assert hosts == {"waits": "bob", "plays": "bob", "alone": "", "over": "host", "others": "host"}
        others = await find_table(store, "others")
        assert [seat.name for seat in others.seats] == ["Bob", "Eve"]
        assert (others.version, plays.version) == (0, 1)

    with_store(database, work)


def test_claimed_seat_returns_when_its_holder_deletes_the_account(database: str) -> None:
    async def work(store: TableStore) -> None:
        agreed = Proposal("end", until=NOON, agreed=(0, 1))
        playing = with_claim(table_row("plays", "ann", "bob"), 0, "eve", claimant_name="Evelyn", offer_token="o")
        await add_rows(
            store,
            replace(playing, proposal=agreed),
            with_claim(table_row("waits", "ann", "bob", phase=WAITING), 0, "eve"),
            with_claim(table_row("sits", "ann", "eve"), 0, "eve"),
            with_claim(table_row("over", "ann", "bob", phase=FINISHED), 0, "eve"),
            with_claim(table_row("claims", "bob", "eve"), 0, "ann", claimant_name="Ann", former_guest="ann"),
        )
        await store.database.write(lambda c: anonymize(store.database, c, "ann"))
        plays = await find_table(store, "plays")
        seat = plays.seats[0]
        assert (seat.kind, seat.guest, seat.name, seat.bot) == (GUEST, "eve", "Evelyn", "greedy")
        assert (seat.claimant, seat.claimant_name, seat.offer_token, plays.awaits_bot) == (None, None, None, True)
        assert plays.proposal is not None
        assert plays.proposal.agreed == (1,), "she has not answered"
        waits = (await find_table(store, "waits")).seats[0]
        assert (waits.guest, waits.name, waits.bot) == ("eve", "NN 1", None)
        assert (await find_table(store, "sits")).seats[0].kind == BOT, "she sits there already"
        assert (await find_table(store, "over")).seats[0].guest is None
        claims = (await find_table(store, "claims")).seats[0]
        assert (claims.guest, claims.claimant, claims.claimant_name, claims.former_guest) == ("bob", None, None, None)

    with_store(database, work)


def test_rows_of_a_deleted_account_are_removed(database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(store, table_row("one", "ann", "bob"))
        for guest in ("ann", "bob"):
            channel = {"id": f"of {guest}", "guest": guest, "table_id": "", "kind": "json", "address": "", "key": ""}
            more = {"language": "en", "origin": "", "created_at": NOON, "failures": 0, "last_result": ""}
            await insert_rows(store, CHANNELS, {**channel, **more})
            call = {
                "id": guest,
                "channel_id": f"of {guest}",
                "notification": "{}",
                "created_at": NOON,
                "next_attempt_at": NOON,
                "attempts": 0,
            }
            await insert_rows(store, DELIVERIES, call)
            quiet = {"zone": "", "quiet_from": 0, "quiet_to": 0, "daily": 0, "disabled_kinds": ""}
            await insert_rows(store, NOTIFICATION_SETTINGS, {"guest": guest, **quiet})
            await insert_rows(store, HIDDEN_TABLES, {"guest": guest, "table_id": "one"})
        await insert_rows(store, MUTES, {"guest": "bob", "muted_guest": "ann"}, {"guest": "bob", "muted_guest": "eve"})
        await store.database.write(lambda c: anonymize(store.database, c, "ann"))
        for of in (CHANNELS.c.guest, DELIVERIES.c.id, NOTIFICATION_SETTINGS.c.guest, HIDDEN_TABLES.c.guest):
            assert await read_column(store, of) == ["bob"]
        assert await read_column(store, MUTES.c.muted_guest) == ["eve"]

    with_store(database, work)


# The exported data.


def test_data_export_contains_no_secrets_and_no_data_of_others(database: str) -> None:
    async def work(store: TableStore) -> None:
        one = table_row("one", "bob", "ann", options={"a": 1, "position": "{}"}, host="ann")
        await add_rows(store, one, table_row("two", "ann", minute=1), table_row("three", "bob", minute=2, host="ann"))
        for number, player in enumerate((1, 0, 1), 1):
            await store.entries.append("one", number - 1, Entry(number, player, f"move {number}", NOON), PLAYING, False)
        await insert_rows(store, NOTES, *({"table_id": "one", "guest": who, "text": who} for who in ("ann", "bob")))
        await insert_rows(
            store,
            MUTES,
            *({"guest": one, "muted_guest": two, "created_at": NOON} for one, two in (("ann", "eve"), ("eve", "ann"))),
        )
        token = {"id": "t", "hash": "h", "guest": "ann", "table_id": None, "name": "mine", "created_at": NOON}
        await insert_rows(store, TOKENS, token)
        data = await export_data(store.database, "ann")
        assert data["opened"] == ["one", "three"]
        first, second = data["tables"]
        assert (first["id"], first["seat"], first["name"], first["options"]) == ("one", 1, "Ann", {"a": 1})
        assert first["entries"] == [{"text": "move 1", "created_at": NOON}, {"text": "move 3", "created_at": NOON}]
        assert (second["id"], second["entries"]) == ("two", [])
        assert data["notes"] == [{"table_id": "one", "text": "ann"}]
        assert data["mutes"] == [{"created_at": NOON}], "not whom"
        assert data["tokens"] == [{"table_id": None, "name": "mine", "created_at": NOON}]
        assert data["notification_settings"] == []
        assert "seed" not in repr(data)

    with_store(database, work)


def test_counts_seats_of_people_with_accounts(database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_rows(store, table_row("one", "ann", "bob"), table_row("two", "ann"))
        own = dict.fromkeys(("guest", "name", "appearance_key", "name_key"), "ann")
        await insert_rows(store, ACCOUNTS, {**own, "password": "", "language": "en", "created_at": datetime.now(UTC)})
        assert await store.database.read(count_seats_by_guest) == {"ann": 2}
        assert len(await read_column(store, SEATS.c.seat)) == 3

    with_store(database, work)
