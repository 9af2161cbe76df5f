"""Ratings: each finished table counts once; which ones do not count, who is listed, and seasons."""

import asyncio
import random
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from litestar.testing import TestClient
from sqlalchemy import Connection, func, insert, select, update

from regnum.cli import main
from regnum.core.record.record import Record
from regnum.core.text.ledger import LANGUAGES
from regnum.games import find_game
from regnum.web.db.schema import ENTRIES, OUTCOMES
from regnum.web.settings import Settings
from regnum.web.stats import ratings
from regnum.web.stats.ratings import GameOutcome, RatingService, compute_ratings, season_of
from regnum.web.tables.models import BOT, FINISHED, GUEST, SeatRow, TableRow
from regnum.web.tables.store import TableStore
from regnum.web.tables.stored_options import FACTS, POSITION_ORIGIN, START, TUTORIAL
from tests.support.store.stores import open_store
from tests.support.web.apps import create_app, run_in_thread
from tests.support.web.guests import Guest

GAME = "khan"
ANN = "a" * 32
BOB = "b" * 32


def entries_of_game() -> list[tuple[int, str]]:
    """Return the entries of a whole game for two."""
    play = Record(GAME, 2, 7, {}, ()).play()
    dice = random.Random(1)
    while not play.state.is_terminal:
        player = dice.choice(play.state.players_to_act)
        play.submit(player, dice.choice(play.state.legal_actions(player)))
    return play.record.entries


WHOLE = entries_of_game()


async def store_finished_table(store: TableStore, id_: str, ended: datetime, *seats: SeatRow, **more: object) -> None:
    """Store a finished table."""
    game = find_game(GAME)
    options = {option.name: option.default for option in game.options}
    row = TableRow(id_, GAME, game.rules_version, 2, "7", options, ANN, FINISHED, ended, seats)
    await store.add_table(msgspec.structs.replace(row, **more))
    rows = [
        {"table_id": id_, "number": at, "player": player, "text": text, "created_at": ended}
        for at, (player, text) in enumerate(WHOLE, 1)
    ]
    await store.database.write(lambda connection: connection.execute(insert(ENTRIES), rows))


def person(seat: int, guest: str, **more: str) -> SeatRow:
    return SeatRow(seat, GUEST, guest[0].upper(), guest=guest, **more)  # type: ignore[arg-type]


def bot(seat: int, name: str = "greedy") -> SeatRow:
    return SeatRow(seat, BOT, "B", bot=name)


async def store_outcomes(store: TableStore) -> None:
    """Store tables that count and others that do not."""
    spring, autumn = datetime(2026, 2, 3, tzinfo=UTC), datetime(2026, 10, 1, tzinfo=UTC)
    await store_finished_table(store, "one", spring, person(0, ANN), bot(1))
    await store_finished_table(store, "two", autumn, bot(0), person(1, ANN))
    await store_finished_table(store, "three", autumn, person(0, ANN), person(1, BOB, claimant="c" * 32))
    options = {option.name: option.default for option in find_game(GAME).options}
    await store_finished_table(store, "guided", autumn, person(0, ANN), bot(1), options={**options, TUTORIAL: "first"})
    tried = {**options, START: "{}", POSITION_ORIGIN: "position"}
    await store_finished_table(store, "tried", autumn, person(0, ANN), bot(1), options=tried)
    await store_finished_table(store, "facts", autumn, person(0, ANN), bot(1), options={**options, FACTS: "{}"})
    await store_finished_table(store, "older", autumn, person(0, ANN), bot(1), rules_version=-1)
    await store_finished_table(store, "running", autumn, person(0, ANN), bot(1), phase="playing")


def test_finished_table_counts_once_with_several_servers(database: str) -> None:
    async def work() -> None:
        stores = [await open_store(database) for _ in range(3)]
        await store_outcomes(stores[0])
        every = [RatingService(store) for store in stores]
        await asyncio.gather(*(one.store_missing_outcomes() for one in every))
        assert await every[0].store_missing_outcomes() == 0, "nothing is left"
        count = select(func.count()).select_from(OUTCOMES)
        assert await stores[0].database.read(lambda connection: connection.execute(count).scalar()) == 7
        actual = await every[1].outcomes(GAME, 2)
        assert [one.seats[0][:9] for one in actual] == ["person aa", "person aa", "greedy"]
        assert {one.seats[1][:2] for one in actual} == {"gr", "~ ", "pe"}
        assert await every[2].kinds("quarter") == [(GAME, 2, "2026-1"), (GAME, 2, "2026-4")]
        before = await every[0].standings(GAME, 2, "", "quarter")
        assert {one.player_key: one.games for one in before} == {f"person {ANN}": 3, "greedy": 2}
        assert sum(one.wins for one in before) in (2, 3)

        def spoil(connection: Connection) -> None:
            connection.execute(update(OUTCOMES).where(OUTCOMES.c.table_id == "one").values(ranking="[2, 2]"))
            connection.execute(update(OUTCOMES).where(OUTCOMES.c.table_id == "older").values(ranking="[1, 2]"))

        await stores[0].database.write(spoil)
        assert await every[0].rebuild() == 7
        again = await every[0].outcomes(GAME, 2)
        assert all(one in again for one in actual)
        assert len(again) == len(actual) + 1, "of older rules it stays as it was"
        for store in stores:
            await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))


def test_ratings_are_grouped_by_season() -> None:
    at = datetime(2026, 10, 1, tzinfo=UTC)
    assert [season_of(at, length) for length in ("none", "year", "quarter")] == ["", "2026", "2026-4"]
    assert season_of(datetime(2026, 3, 31, tzinfo=UTC), "quarter") == "2026-1"


def test_winners_are_rated_higher_and_anonymous_guests_are_not_listed() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    games = [GameOutcome(at, ("person a", "strong", "~ x 2"), (2, 1, 3)) for _ in range(8)]
    games += [GameOutcome(at, ("strong", "strong", "person a"), (1, 1, 3))]
    actual = compute_ratings(games)
    assert [one.player_key for one in actual] == ["strong", "person a"]
    assert [(one.games, one.wins) for one in actual] == [(9, 9.0), (9, 0.0)]
    assert actual[0].rating < actual[0].mean


@pytest.fixture
def rated(settings: Settings) -> Settings:
    return replace(settings, ratings=True)


def filled(settings: Settings) -> None:
    async def work() -> None:
        store = await open_store(settings.database)
        await store_outcomes(store)
        await RatingService(store).store_missing_outcomes()
        await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))


def test_ratings_page_lists_bots_but_no_anonymous_guests(rated: Settings) -> None:
    filled(rated)
    with TestClient(create_app(rated)) as client:
        guest = Guest(client)
        page = guest.get("/ratings")
        assert re.findall(r'<th scope="row">\s*(.*?)\s*<', page) == ["steady bot"]
        assert '<option value="2026-4" selected>2026, quarter 4' in page
        assert "<td>2</td>" in guest.get("/ratings?season=all")
        assert "<td>1</td>" in guest.get(f"/ratings?of={GAME}&players=2&season=2026-1")
        assert ANN not in page
        for odd in ("?of=nothing", "?players=99", "?season=1999-9", "?season=%3Cb%3E"):
            assert "steady bot" in guest.get(f"/ratings{odd}")
        for language in LANGUAGES:
            guest.language = language
            assert "<h1>" in guest.get("/ratings")


def test_ratings_page_without_games_says_so(rated: Settings) -> None:
    with TestClient(create_app(rated)) as client:
        assert "No games have been finished yet" in Guest(client).get("/ratings")


def test_ratings_are_off_by_default(new_guest: Callable[..., Guest], app: object) -> None:
    new_guest().get("/ratings", status=404)
    assert 'href="/ratings"' not in new_guest().get("/my-games")


def test_leader_records_outcomes_automatically(rated: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "OUTCOME_SWEEP_INTERVAL", 0.05)

    async def fill() -> None:
        store = await open_store(rated.database)
        await store_finished_table(store, "one", datetime(2026, 2, 3, tzinfo=UTC), person(0, ANN), bot(1))
        await store.database.close()

    run_in_thread(lambda: asyncio.run(fill()))
    with TestClient(create_app(rated)) as client:
        guest = Guest(client)
        for _ in range(200):
            if "steady bot" in guest.get("/ratings"):
                return
    raise AssertionError("it was not noted")


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("REGNUM_RATINGS", "yes", "REGNUM_RATINGS='yes' is none of"),
        ("REGNUM_SEASON", "week", "is none of none, quarter"),
    ],
)
def test_invalid_settings_are_refused(
    name: str, value: str, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    monkeypatch.setenv(name, value)
    with pytest.raises(ValueError, match=says):
        Settings.load()


def test_command_shows_and_rebuilds_ratings(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    filled(settings)
    assert run_in_thread(lambda: main(["ratings", "--rebuild", "--database", settings.database])) == 0
    shown = capsys.readouterr().out
    assert "7 finished tables" in shown
    assert "Khan for 2" in shown
    assert "a guest" in shown
    assert run_in_thread(lambda: main(["ratings", "nothing", "--database", settings.database])) == 2
    assert "\n" not in capsys.readouterr().err.strip()


def test_bots_have_names_and_faces(rated: Settings) -> None:
    style = next(iter(find_game(GAME).characters()))

    async def fill() -> None:
        store = await open_store(rated.database)
        seats = (bot(0, f"strong:style={style}"), bot(1, "greedy"))
        await store_finished_table(store, "one", datetime(2026, 2, 3, tzinfo=UTC), *seats)
        await RatingService(store).store_missing_outcomes()
        await store.database.close()

    run_in_thread(lambda: asyncio.run(fill()))
    with TestClient(create_app(rated)) as client:
        page = Guest(client).get("/ratings")
    assert f'href="#face-{style}"' in page
    assert "strong bot" in page
