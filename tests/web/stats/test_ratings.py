"""RatingService from rows of finished tables: seasons, who counts as whom, and what is cached or stored again."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import insert, select

from regnum.web.accounts.store import AccountStore
from regnum.web.db.schema import OUTCOMES
from regnum.web.http.identity import Account
from regnum.web.stats import ratings as module
from regnum.web.stats.ratings import GameOutcome, RatedPlayer, RatingService, compute_ratings, is_rated, season_of
from regnum.web.tables.models import FINISHED, PLAYING, Entry, TableRow
from regnum.web.tables.store import TableStore
from regnum.web.tables.stored_options import TABLE_OPTIONS
from tests.support.store.rows import NOON, add_rows, table_row
from tests.support.store.stores import with_store

DAY = timedelta(days=1)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'test.db'}"


def finished(id_: str, *guests: str, seat: dict[str, Any] | None = None, **more: Any) -> TableRow:
    """Return the row of a finished table; `seat`: changes of its first seat."""
    row = table_row(id_, *guests, phase=FINISHED, **more)
    return replace(row, seats=(replace(row.seats[0], **(seat or {})), *row.seats[1:]))


async def add_outcomes(store: TableStore, *outcomes: tuple[TableRow, list[int], datetime]) -> None:
    """Store tables with their rankings and when they ended."""
    await add_rows(store, *(row for row, _, _ in outcomes))
    rows = [{"table_id": row.id, "ended_at": at, "ranking": json.dumps(ranking)} for row, ranking, at in outcomes]
    await store.database.write(lambda connection: connection.execute(insert(OUTCOMES), rows).close())


def test_quarters_begin_in_january_april_july_and_october() -> None:
    seasons = [season_of(datetime(2026, month, 1, tzinfo=UTC), "quarter") for month in range(1, 13)]
    assert seasons == [f"2026-{quarter}" for quarter in (1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4)]


def test_only_games_of_several_players_with_the_normal_setup_count() -> None:
    assert is_rated(finished("t", "ann", "bob", options={"board": "steppe"}))
    assert not is_rated(finished("t", "ann"))
    assert not any(is_rated(finished("t", "ann", "bob", options={"board": "steppe", key: ""})) for key in TABLE_OPTIONS)


def test_tied_winners_share_a_win_and_equals_are_listed_by_name() -> None:
    games = [
        GameOutcome(NOON, ("person b", "person a", "~ t 2"), (1, 1, 3)),
        GameOutcome(NOON, ("strong", "greedy", "strong"), (1, 2, 1)),
        GameOutcome(NOON, ("person b", "person a"), (1, 1)),
    ]
    rated = {one.player_key: one for one in compute_ratings(games)}
    assert {key: (one.games, one.wins) for key, one in rated.items()} == {
        "person a": (2, 1.0),
        "person b": (2, 1.0),
        "greedy": (1, 0.0),
        "strong": (1, 1.0),
    }
    a, b = rated["person a"], rated["person b"]
    assert (a.mean, a.deviation) == pytest.approx((b.mean, b.deviation))
    assert a.rating == a.mean - module.CONFIDENCE_DEVIATIONS * a.deviation
    assert [one.player_key for one in compute_ratings(games)] == sorted(
        rated, key=lambda key: (-rated[key].rating, key)
    )


def test_outcomes_are_those_of_the_game_and_player_count_in_order(database: str) -> None:
    async def work(store: TableStore) -> None:
        await add_outcomes(
            store,
            (finished("late", "ann", "bob"), [2, 1], NOON + DAY),
            (finished("early", "bob", "bot"), [1, 2], NOON),
            (finished("also", "bot", "ann"), [1, 1], NOON),
            (finished("unrated", "ann", "bob"), [], NOON),
            (finished("three", "ann", "bob", "eve"), [1, 2, 3], NOON),
            (finished("other", "ann", "bob", game="rurik"), [1, 2], NOON),
        )
        ratings = RatingService(store)
        assert await ratings.outcomes("khan", 2) == [
            GameOutcome(NOON, ("greedy", "person ann"), (1, 1)),
            GameOutcome(NOON, ("person bob", "greedy"), (1, 2)),
            GameOutcome(NOON + DAY, ("person ann", "person bob"), (2, 1)),
        ]
        assert [one.ranking for one in await ratings.outcomes("khan", 3)] == [(1, 2, 3)]
        assert await ratings.kinds("year") == [("khan", 2, "2026"), ("khan", 3, "2026"), ("rurik", 2, "2026")]

    with_store(database, work)


@pytest.mark.parametrize(
    ("seat", "name"),
    [
        ({}, "person ann"),
        ({"bot": "greedy"}, "person ann"),
        ({"claimant": "eve"}, "~ t 0"),
        ({"kind": "bot", "guest": None, "bot": "strong"}, "strong"),
        ({"kind": "bot", "guest": None, "bot": "strong", "resigned": True}, "~ t 0"),
        ({"guest": None}, "~ t 0"),
    ],
)
def test_side_whose_player_changed_or_is_unknown_is_not_rated(database: str, seat: dict[str, Any], name: str) -> None:
    async def work(store: TableStore) -> None:
        await add_outcomes(store, (finished("t", "ann", "bob", seat=seat), [1, 2], NOON))
        ((first, second),) = [one.seats for one in await RatingService(store).outcomes("khan", 2)]
        assert (first, second) == (name, "person bob")

    with_store(database, work)


def test_standings_are_of_a_season_and_cached_for_a_while(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])

    async def work(store: TableStore) -> None:
        ratings = RatingService(store)
        await add_outcomes(store, (finished("one", "ann", "bob"), [2, 1], NOON))

        async def games(season: str) -> dict[str, int]:
            return {one.player_key: one.games for one in await ratings.standings("khan", 2, season, "year")}

        once, twice = ({"person ann": count, "person bob": count} for count in (1, 2))
        assert (await games(""), await games("2026"), await games("2027")) == (once, once, {})
        assert [one.player_key for one in await ratings.standings("khan", 2, "", "year")] == [
            "person bob",
            "person ann",
        ]
        await add_outcomes(store, (finished("two", "ann", "bob"), [1, 2], NOON + 365 * DAY))
        now[0] += module.CACHE_SECONDS - 1
        assert await games("") == once
        now[0] += 2
        assert (await games(""), await games("2026"), await games("2027")) == (twice, once, once)

    with_store(database, work)


def test_rated_people_have_their_account_names(database: str) -> None:
    async def work(store: TableStore) -> None:
        await AccountStore(store.database).add(Account("ann", "Anna", NOON, "en"), "hash")
        rated = [RatedPlayer(key, 1.0, 1.0, 0.0, 1, 1.0) for key in ("person ann", "person bob", "ann")]
        assert await RatingService(store).with_names(rated) == list(zip(["Anna", "a guest", "ann"], rated, strict=True))

    with_store(database, work)


def test_missing_outcomes_are_stored_once_and_only_a_rebuild_replaces_them(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[list[int] | None] = [[1, 2]]

    async def ranking(row: TableRow, entries: object) -> list[int] | None:
        return places[0]

    monkeypatch.setattr(module, "_ranking", ranking)
    monkeypatch.setattr(module, "BATCH_SIZE", 1)

    async def work(store: TableStore) -> None:
        await add_rows(
            store,
            finished("a", "ann", "bob"),
            finished("b", "ann", "bob", minute=1),
            finished("alone", "ann", minute=2),
            table_row("plays", "ann", "bob", phase=PLAYING),
        )
        ratings = RatingService(store)

        async def stored() -> dict[str, str]:
            query = select(OUTCOMES.c.table_id, OUTCOMES.c.ranking)
            return await store.database.read(lambda c: {row[0]: row[1] for row in c.execute(query)})

        assert await ratings.store_missing_outcomes() == 3
        assert await ratings.store_missing_outcomes() == 0
        assert await stored() == {"a": "[1, 2]", "b": "[1, 2]", "alone": "[]"}
        await ratings.standings("khan", 2, "", "year")
        for number, at in ((1, NOON), (2, NOON + DAY)):
            await store.entries.append("b", number - 1, Entry(number, 0, "move", at), FINISHED, False)
        places[0] = None
        assert await ratings.rebuild() == 3
        assert (await stored())["a"] == "[1, 2]", "the game cannot be replayed"
        places[0] = [2, 1]
        await ratings.rebuild()
        assert await stored() == {"a": "[2, 1]", "b": "[2, 1]", "alone": "[]"}
        assert [one.ended_at for one in await ratings.outcomes("khan", 2)] == [NOON, NOON + DAY], "its last move"
        assert (await ratings.standings("khan", 2, "", "year"))[0].player_key == "person bob"

    with_store(database, work)
