"""Statistics of one's own games."""

import asyncio
import re

import pytest

from regnum.core.text.ledger import LANGUAGES
from regnum.web.settings import Settings
from regnum.web.stats.results import ResultService
from tests.support.store.finished_games import play_to_the_end
from tests.support.store.stores import store_at
from tests.support.web.apps import run_in_thread
from tests.support.web.guests import NewGuest


def cells(page: str, name: str) -> list[str]:
    """Return the cells of a named row."""
    row = re.search(rf'<tr><th scope="row">{name}</th>(.*?)</tr>', page)
    assert row, name
    return re.findall("<td>(.*?)</td>", row[1])


def set_time_limit(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Set the time for computing the results of a page, which is short on a busy machine."""
    monkeypatch.setattr("regnum.web.stats.results.RESULTS_TIME_LIMIT", seconds)


def test_finished_games_are_counted_by_game_and_seat(
    new_guest: NewGuest, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_time_limit(monkeypatch, 600)
    guest, other = new_guest(), new_guest()
    assert "not finished a game" in guest.get("/my-games")
    ends: list[tuple[int, int]] = []
    for seed, (game, seats) in enumerate(
        (("khan", ("me", "bot:random")), ("khan", ("bot:random", "me")), ("rurik", ("bot:random", "me", "bot:random")))
    ):
        table = guest.open_table(*seats, game=game)
        guest.get("/")
        state = play_to_the_end(settings.data / "test.db", table, seed).replay()
        seat = seats.index("me")
        ends.append((state.ranking()[seat], state.scores()[seat]))
    guest.open_table("me", "bot:random", game="khan")  # goes on
    page = guest.get("/my-games")
    wins = [place == 1 for place, _ in ends]
    assert f"3 games, {sum(wins)} won" in page

    def expected(*games: int) -> list[str]:
        places, points = zip(*(ends[game] for game in games), strict=True)
        means = [f"{sum(values) / len(games):.1f}" for values in (places, points)]
        return [str(len(games)), str(sum(wins[game] for game in games)), *means, str(max(points))]

    assert cells(page, "Khan") == expected(0, 1)
    assert cells(page, "Rurik.*?") == expected(2)
    assert cells(page, "Seat 1") == expected(0)
    assert cells(page, "Seat 2") == expected(1, 2)
    assert cells(page, "3 players") == expected(2)
    assert "not finished a game" in other.get("/my-games")
    assert 'href="/my-games"' in guest.get("/tables")


@pytest.mark.parametrize("language", LANGUAGES)
def test_remaining_games_are_counted_the_next_time(
    new_guest: NewGuest, settings: Settings, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = new_guest(language)
    tables = [guest.open_table("me", "bot:random", game="khan") for _ in range(2)]
    guest.get("/")
    for table in tables:
        play_to_the_end(settings.data / "test.db", table)

    async def work() -> None:
        store = store_at(settings.database)
        results = ResultService(store)
        rows = [row for table in tables if (row := await store.table(table)) is not None]
        set_time_limit(monkeypatch, -1)
        assert await results.load_results(rows) == ({}, 2)
        set_time_limit(monkeypatch, 600)
        actual, left = await results.load_results(rows)
        assert (sorted(actual), left) == (sorted(tables), 0)
        set_time_limit(monkeypatch, -1)
        assert await results.load_results(rows) == (actual, 0)
        await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))
    assert "?" not in re.sub(r"<a [^>]*>|<link[^>]*>|<script[^>]*>", "", guest.get("/my-games").partition("<main")[2])
