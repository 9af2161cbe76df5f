"""What belongs to somebody: it goes over to their account, is told to them alone, and loses their name when they go."""

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
    ARCHIVED,
    CHANNELS,
    DELIVERIES,
    MUTES,
    NOTES,
    NOTIFICATION_CHOICES,
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
from tests.support.rows import NOON, add, table
from tests.support.stores import at


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'test.db'}"


async def put(store: TableStore, into: Table, *rows: dict[str, Any]) -> None:
    await store.database.write(lambda connection: connection.execute(insert(into), list(rows)).close())


async def column(store: TableStore, of: Any) -> list[Any]:
    """Return what a column has, in order."""
    return await store.database.read(lambda connection: sorted(connection.execute(select(of)).scalars()))


async def found(store: TableStore, id_: str) -> TableRow:
    row = await store.table(id_)
    assert row is not None
    return row


def with_claim(row: TableRow, seat: int, claim: str, **more: Any) -> TableRow:
    seats = list(row.seats)
    seats[seat] = replace(seats[seat], claim=claim, **more)
    return replace(row, seats=tuple(seats))


# An account takes over what a guest has.


def test_a_guest_with_any_table_has_something_that_could_go_over(database: str) -> None:
    async def work(store: TableStore) -> None:
        sits = table("sits", "sitting")
        await add(
            store,
            with_claim(sits, 0, "claiming", former="former"),
            table("hosts", "x", host="hosting"),
        )
        for guest in ("sitting", "claiming", "former", "hosting"):
            assert await can_move(store.database, guest)
        assert not await can_move(store.database, "nobody")

    at(database, work)


def test_seats_hosted_tables_and_rows_go_over_but_not_where_the_account_sits_already(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_data, "BATCH_SIZE", 1)

    async def work(store: TableStore) -> None:
        both = table("both", "old", "new", host="old")
        await add(
            store,
            with_claim(table("mine", "old", "bob", host="old"), 1, "old"),
            replace(both, seats=(replace(both.seats[0], personal="link"), both.seats[1])),
            table("hosted", "bob", host="old"),
            table("others", "bob"),
        )
        await store.personal_link("mine", "old")
        notes = [{"table_id": id_, "guest": "old", "text": id_} for id_ in ("mine", "both")]
        await put(store, NOTES, *notes, {"table_id": "others", "guest": "bob", "text": "his"})
        mute = {"made": NOON}
        await put(
            store,
            MUTES,
            {"guest": "old", "other": "bob", **mute},
            {"guest": "old", "other": "eve", **mute},
            {"guest": "new", "other": "eve", **mute},
            {"guest": "bob", "other": "old", **mute},
        )
        token = {"table_id": None, "name": "", "made": NOON}
        await put(store, TOKENS, *({**token, "id": who, "hash": who, "guest": who} for who in ("old", "bob")))
        await move_data(store, "old", "new")
        mine = await found(store, "mine")
        assert (mine.host, mine.seats[0].guest, mine.seats[0].personal, mine.seats[1].claim) == (
            "new",
            "new",
            None,
            "new",
        )
        assert mine.version == 2
        stays = await found(store, "both")
        assert (stays.host, [seat.guest for seat in stays.seats]) == ("old", ["old", "new"])
        assert (stays.seats[0].personal, stays.version) == ("link", 0)
        assert (await found(store, "hosted")).host == "new"
        assert ((await found(store, "others")).host, (await found(store, "others")).version) == ("host", 0)
        rows = await store.database.read(lambda c: c.execute(select(NOTES)).all())
        assert sorted((row.table_id, row.guest) for row in rows) == [
            ("both", "old"),
            ("mine", "new"),
            ("others", "bob"),
        ]
        rows = await store.database.read(lambda c: c.execute(select(MUTES)).all())
        assert sorted((row.guest, row.other) for row in rows) == [("bob", "new"), ("new", "bob"), ("new", "eve")]
        assert await column(store, TOKENS.c.id) == ["bob"], "tokens of the guest end"

    at(database, work)


# Somebody leaves.


def test_seats_of_somebody_who_leaves_are_free_a_bots_or_without_a_name(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_data, "BATCH_SIZE", 2)

    async def work(store: TableStore) -> None:
        await add(
            store,
            table("waits", "bob", "ann", phase=WAITING, host="ann"),
            table("plays", "ann", "bob", "bot", substitute="strong", host="ann"),
            table("alone", "ann", "bot", host="ann"),
            table("over", "bob", "ann", phase=FINISHED),
            table("ended", "bob", "ann", phase=ABANDONED),
            table("others", "bob", "eve"),
        )
        await store.database.write(lambda c: anonymize(store, c, "ann"))
        waits = (await found(store, "waits")).seats[1]
        assert (waits.kind, waits.name, waits.guest) == (OPEN, "", None)
        assert waits.token
        plays = await found(store, "plays")
        assert (plays.seats[0].kind, plays.seats[0].name, plays.seats[0].bot, plays.due) == (
            BOT,
            "NN 1",
            "strong",
            True,
        )
        alone = await found(store, "alone")
        assert (alone.seats[0].kind, alone.seats[0].name, alone.seats[0].guest) == (GUEST, "NN 1", None)
        assert (alone.seats[0].bot, alone.due) == (None, False), "nobody is there for whom it could go on"
        for id_ in ("over", "ended"):
            seat = (await found(store, id_)).seats[1]
            assert (seat.kind, seat.name, seat.guest, seat.bot) == (GUEST, "NN 2", None, None)
        hosts = {id_: (await found(store, id_)).host for id_ in ("waits", "plays", "alone", "over", "others")}
        assert hosts == {"waits": "bob", "plays": "bob", "alone": "", "over": "host", "others": "host"}
        others = await found(store, "others")
        assert [seat.name for seat in others.seats] == ["Bob", "Eve"]
        assert (others.version, plays.version) == (0, 1)

    at(database, work)


def test_a_seat_that_somebody_may_take_back_is_theirs_when_its_holder_leaves(database: str) -> None:
    async def work(store: TableStore) -> None:
        agreed = Proposal("end", until=NOON, agreed=(0, 1))
        playing = with_claim(table("plays", "ann", "bob"), 0, "eve", claim_name="Evelyn", offer="o")
        await add(
            store,
            replace(playing, proposal=agreed),
            with_claim(table("waits", "ann", "bob", phase=WAITING), 0, "eve"),
            with_claim(table("sits", "ann", "eve"), 0, "eve"),
            with_claim(table("over", "ann", "bob", phase=FINISHED), 0, "eve"),
            with_claim(table("claims", "bob", "eve"), 0, "ann", claim_name="Ann", former="ann"),
        )
        await store.database.write(lambda c: anonymize(store, c, "ann"))
        plays = await found(store, "plays")
        seat = plays.seats[0]
        assert (seat.kind, seat.guest, seat.name, seat.bot) == (GUEST, "eve", "Evelyn", "greedy")
        assert (seat.claim, seat.claim_name, seat.offer, plays.due) == (None, None, None, True)
        assert plays.proposal is not None
        assert plays.proposal.agreed == (1,), "she has not answered"
        waits = (await found(store, "waits")).seats[0]
        assert (waits.guest, waits.name, waits.bot) == ("eve", "NN 1", None)
        assert (await found(store, "sits")).seats[0].kind == BOT, "she sits there already"
        assert (await found(store, "over")).seats[0].guest is None
        claims = (await found(store, "claims")).seats[0]
        assert (claims.guest, claims.claim, claims.claim_name, claims.former) == ("bob", None, None, None)

    at(database, work)


def test_rows_of_somebody_who_leaves_go_and_those_of_others_stay(database: str) -> None:
    async def work(store: TableStore) -> None:
        await add(store, table("one", "ann", "bob"))
        for guest in ("ann", "bob"):
            channel = {"id": f"of {guest}", "guest": guest, "table_id": "", "kind": "json", "address": "", "key": ""}
            more = {"language": "en", "origin": "", "made": NOON, "failures": 0, "said": ""}
            await put(store, CHANNELS, {**channel, **more})
            call = {"id": guest, "channel": f"of {guest}", "notice": "{}", "made": NOON, "due": NOON, "tries": 0}
            await put(store, DELIVERIES, call)
            quiet = {"zone": "", "quiet_from": 0, "quiet_to": 0, "daily": 0, "silenced": ""}
            await put(store, NOTIFICATION_CHOICES, {"guest": guest, **quiet})
            await put(store, ARCHIVED, {"guest": guest, "table_id": "one"})
        await put(store, MUTES, {"guest": "bob", "other": "ann"}, {"guest": "bob", "other": "eve"})
        await store.database.write(lambda c: anonymize(store, c, "ann"))
        for of in (CHANNELS.c.guest, DELIVERIES.c.id, NOTIFICATION_CHOICES.c.guest, ARCHIVED.c.guest):
            assert await column(store, of) == ["bob"]
        assert await column(store, MUTES.c.other) == ["eve"]

    at(database, work)


# What is told.


def test_somebody_is_told_what_they_did_and_nothing_that_opens_or_betrays_something(database: str) -> None:
    async def work(store: TableStore) -> None:
        one = table("one", "bob", "ann", options={"a": 1, "position": "{}"}, host="ann")
        await add(store, one, table("two", "ann", minute=1), table("three", "bob", minute=2, host="ann"))
        for number, player in enumerate((1, 0, 1), 1):
            await store.append("one", number - 1, Entry(number, player, f"move {number}", NOON), PLAYING, False)
        await put(store, NOTES, *({"table_id": "one", "guest": who, "text": who} for who in ("ann", "bob")))
        await put(
            store, MUTES, *({"guest": one, "other": two, "made": NOON} for one, two in (("ann", "eve"), ("eve", "ann")))
        )
        token = {"id": "t", "hash": "h", "guest": "ann", "table_id": None, "name": "mine", "made": NOON}
        await put(store, TOKENS, token)
        told = await export_data(store.database, "ann")
        assert told["opened"] == ["one", "three"]
        first, second = told["tables"]
        assert (first["id"], first["seat"], first["name"], first["options"]) == ("one", 1, "Ann", {"a": 1})
        assert first["entries"] == [{"text": "move 1", "at": NOON}, {"text": "move 3", "at": NOON}]
        assert (second["id"], second["entries"]) == ("two", [])
        assert told["notes"] == [{"table_id": "one", "text": "ann"}]
        assert told["mutes"] == [{"made": NOON}], "not whom"
        assert told["tokens"] == [{"table_id": None, "name": "mine", "made": NOON}]
        assert told["wishes"] == []
        assert "seed" not in repr(told)

    at(database, work)


def test_it_is_counted_at_how_many_tables_people_with_accounts_sit(database: str) -> None:
    async def work(store: TableStore) -> None:
        await add(store, table("one", "ann", "bob"), table("two", "ann"))
        own = dict.fromkeys(("guest", "name", "look", "small"), "ann")
        await put(store, ACCOUNTS, {**own, "password": "", "language": "en", "made": datetime.now(UTC)})
        assert await store.database.read(count_seats_by_guest) == {"ann": 2}
        assert len(await column(store, SEATS.c.seat)) == 3

    at(database, work)
