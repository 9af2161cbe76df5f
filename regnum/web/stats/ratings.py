"""Ratings: the strength of people and bots relative to their opponents, by game, player count and season.

A finished table counts once: the leader stores one row with its ranking. Ratings are computed from these rows and the
tables' seats, and the rows from the tables' records, so that both can be rebuilt at any time.
"""

import asyncio
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from time import monotonic
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, insert, select, true, update
from sqlalchemy.exc import IntegrityError

from regnum.players.ratings import rate
from regnum.web.accounts.store import AccountStore
from regnum.web.db.schema import OUTCOMES, SEATS, TABLES
from regnum.web.errors import UnplayableError
from regnum.web.periodic import Sweep, repeat
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, FINISHED, TableRow
from regnum.web.tables.store import TableStore
from regnum.web.tables.stored_options import TABLE_OPTIONS

OUTCOME_SWEEP_INTERVAL: Final = 10.0
"""Seconds between two searches for finished tables by the leader."""
BATCH_SIZE: Final = 20
"""The number of tables processed at once."""
CACHE_SECONDS: Final = 30.0
"""Seconds for which computed standings are cached."""
CONFIDENCE_DEVIATIONS: Final = 3
"""How many standard deviations below the mean the displayed rating is."""
PERSON: Final = "person "
UNRATED: Final = "~ "
"""Prefixes of the internal names of sides: of people, and of sides that are not rated. Bots have no prefix."""


class GameOutcome(NamedTuple):
    """The outcome of a table: when it ended, the internal names of its sides by seat, and their places."""

    ended_at: datetime
    seats: tuple[str, ...]
    ranking: tuple[int, ...]


class RatedPlayer(NamedTuple):
    """The rating of a person or bot in a game for a player count.

    `player_key`: the internal name. `rating`: a conservative estimate. `wins`: the wins, with ties as fractions.
    """

    player_key: str
    rating: float
    mean: float
    deviation: float
    games: int
    wins: float


def season_of(at: datetime, length: str) -> str:
    """Return the season that includes an instant, "2026" or "2026-4", or "" if there are no seasons.

    `length`: "year", "quarter", or anything else for no seasons.
    """
    quarter = f"-{(at.month + 2) // 3}" if length == "quarter" else ""
    return f"{at.year}{quarter}" if length in ("quarter", "year") else ""


def is_rated(row: TableRow) -> bool:
    """Return whether a finished table counts: several players, the normal setup, no corrected facts and no tutorial."""
    return row.players > 1 and not row.options.keys() & set(TABLE_OPTIONS)


def compute_ratings(outcomes: Iterable[GameOutcome]) -> list[RatedPlayer]:
    """Return the ratings of all people and bots after these games, the strongest first."""
    games = list(outcomes)
    ratings = rate((game.seats, game.ranking) for game in games)
    wins: dict[str, list[float]] = {}
    for game in games:
        first = game.ranking.count(1)
        for rated_name in dict.fromkeys(game.seats):
            places = [place for name, place in zip(game.seats, game.ranking, strict=False) if name == rated_name]
            wins.setdefault(rated_name, []).append(places.count(1) / first)
    rated = [
        RatedPlayer(
            rated_name,
            mean - CONFIDENCE_DEVIATIONS * deviation,
            mean,
            deviation,
            len(wins[rated_name]),
            sum(wins[rated_name]),
        )
        for rated_name, (mean, deviation) in ratings.items()
        if not rated_name.startswith(UNRATED)
    ]
    return sorted(rated, key=lambda player: (-player.rating, player.player_key))


class RatingService:
    """The outcomes of finished tables in the store, and the standings derived from them."""

    def __init__(self, store: TableStore) -> None:
        self._store: Final = store
        self._sweep: Final = Sweep("storing outcomes")
        self._cache: Final[dict[tuple[str, int, str, str], tuple[float, list[RatedPlayer]]]] = {}

    async def run(self, leading: asyncio.Event) -> None:
        """Store the outcomes of finished tables while this server is the leader, until cancelled."""
        await repeat(self.store_missing_outcomes, OUTCOME_SWEEP_INTERVAL, "storing outcomes", leading)

    async def store_missing_outcomes(self) -> int:
        """Store the missing outcomes of finished tables and return how many there were."""
        existing = select(OUTCOMES.c.table_id)
        stored = 0
        while processed_count := await self._sweep.process(
            await self._finished_tables(TABLES.c.id.not_in(existing), BATCH_SIZE + self._sweep.skipped_count),
            str,
            self._store_outcome,
        ):
            stored += processed_count
        return stored

    async def rebuild(self) -> int:
        """Recompute all outcomes and return how many; tables whose games cannot be replayed keep their outcomes."""
        stored = await self._sweep.process(
            await self._finished_tables(true()), str, partial(self._store_outcome, overwrite=True)
        )
        self._cache.clear()
        return stored

    async def _finished_tables(self, where: Any, limit: int | None = None) -> list[str]:
        query = (
            select(TABLES.c.id).where((TABLES.c.phase == FINISHED) & where).order_by(TABLES.c.created_at).limit(limit)
        )
        return await self._store.database.read(lambda connection: list(connection.execute(query).scalars()))

    async def _store_outcome(self, table_id: str, overwrite: bool = False) -> None:
        """Store the outcome of a table, unless it is stored; its ranking is empty if the table does not count.

        The ranking is also empty if the game cannot be replayed. `overwrite`: replace a stored outcome if it can.
        Raises UnplayableError if the table is missing or damaged.
        """
        row = await self._store.table(table_id)
        if row is None:
            raise UnplayableError("the table is missing or damaged")
        dated = await self._store.entries.dated_of_table(table_id)
        ended_at = dated[-1].created_at if dated else None
        ranking = await _ranking(row, [(entry.player, entry.text) for entry in dated]) if is_rated(row) else []
        values = {"ended_at": ended_at or row.created_at, "ranking": json.dumps(ranking or [])}
        where = OUTCOMES.c.table_id == table_id

        def work(connection: Connection) -> None:
            existing = connection.execute(select(OUTCOMES.c.table_id).where(where)).first() is not None
            if not existing:
                connection.execute(insert(OUTCOMES).values(table_id=table_id, **values))
            elif overwrite and ranking is not None:
                connection.execute(update(OUTCOMES).where(where).values(**values))

        with suppress(IntegrityError):  # another server was faster, or the table is gone
            await self._store.database.write(work)

    async def outcomes(self, game: str, players: int) -> list[GameOutcome]:
        """Return the rated outcomes of a game for a player count, ordered by when they ended."""
        where = (OUTCOMES.c.ranking != "[]") & (TABLES.c.game == game) & (TABLES.c.players == players)
        query = select(OUTCOMES).join(TABLES, TABLES.c.id == OUTCOMES.c.table_id).where(where)
        query = query.order_by(OUTCOMES.c.ended_at, OUTCOMES.c.table_id)
        seated = select(SEATS).join(OUTCOMES, OUTCOMES.c.table_id == SEATS.c.table_id)
        seated = seated.join(TABLES, TABLES.c.id == SEATS.c.table_id).where(where)

        def work(connection: Connection) -> list[GameOutcome]:
            seats: dict[str, list[str]] = {}
            for seat in connection.execute(seated.order_by(SEATS.c.table_id, SEATS.c.seat)).mappings():
                seats.setdefault(seat["table_id"], []).append(_side_of(seat))
            return [
                GameOutcome(row.ended_at, tuple(seats[row.table_id]), tuple(json.loads(row.ranking)))
                for row in connection.execute(query)
            ]

        return await self._store.database.read(work)

    async def kinds(self, length: str) -> list[tuple[str, int, str]]:
        """Return the combinations of game, player count and season that have rated outcomes, sorted."""
        query = select(TABLES.c.game, TABLES.c.players, OUTCOMES.c.ended_at)
        query = query.join(OUTCOMES, OUTCOMES.c.table_id == TABLES.c.id).where(OUTCOMES.c.ranking != "[]")

        def work(connection: Connection) -> set[tuple[str, int, str]]:
            return {(row[0], row[1], season_of(row[2], length)) for row in connection.execute(query)}

        return sorted(await self._store.database.read(work))

    async def standings(self, game: str, players: int, season: str, length: str) -> list[RatedPlayer]:
        """Return the ratings in a game for a player count in a season ("" for all time), the strongest first."""
        key = (game, players, season, length)
        until, cached = self._cache.get(key, (0.0, []))
        if monotonic() < until:
            return cached
        every = await self.outcomes(game, players)
        games = [game for game in every if not season or season_of(game.ended_at, length) == season]
        cached = await asyncio.to_thread(compute_ratings, games)
        self._cache[key] = (monotonic() + CACHE_SECONDS, cached)
        return cached

    async def names(self, guests: Sequence[str]) -> dict[str, str]:
        """Return the account names of guests, by guest; those without an account are missing."""
        return {
            guest: person.name
            for guest, person in (await AccountStore(self._store.database).accounts_of(guests)).items()
        }

    async def with_names(self, rated: Sequence[RatedPlayer]) -> list[tuple[str, RatedPlayer]]:
        """Return ratings with the names to show: those of bots and accounts, and otherwise "a guest"."""
        people = await self.names([player.player_key.removeprefix(PERSON) for player in rated])
        return [
            (
                people.get(player.player_key.removeprefix(PERSON), "a guest")
                if player.player_key.startswith(PERSON)
                else player.player_key,
                player,
            )
            for player in rated
        ]


async def _ranking(row: TableRow, entries: Sequence[tuple[int, str]]) -> list[int] | None:
    """Return the final places at a table, or None if its game cannot be replayed, or is not finished."""
    try:
        table = await asyncio.to_thread(LiveTable, row, entries)
    except UnplayableError:
        return None
    return list(table.state.ranking()) if table.phase == FINISHED else None


def _side_of(seat: Any) -> str:
    """Return the internal name of a seat's bot or person.

    If another person had the seat for a while, the name is one that is not rated.
    """
    unrated = f"{UNRATED}{seat['table_id']} {seat['seat']}"
    if seat["claimant"] is not None or seat.get("resigned"):
        return unrated
    if seat["kind"] == BOT:
        return str(seat["bot"])
    return f"{PERSON}{seat['guest']}" if seat["guest"] else unrated
