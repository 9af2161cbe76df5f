"""The page of ratings: which game, player count and season it shows, and its rows."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from regnum.games import find_game
from regnum.web.bots.catalog import bot_of
from regnum.web.http.i18n import Text, game_words, page_text
from regnum.web.stats.ratings import PERSON, RatedPlayer
from regnum.web.stats.routes import leaderboard

KINDS = [
    ("khan", 3, "2025"),
    ("khan", 2, "2026"),
    ("khan", 4, ""),
    ("gone", 2, "2027"),
    ("rurik", 2, "2026"),
]
ANN = RatedPlayer(f"{PERSON}ann", 20.5, 25.0, 1.5, 5, 2.5)


class Visitor:
    """A visitor whose pages are their values."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.text: Text = page_text(language)

    def page(self, name: str, **values: Any) -> dict[str, Any]:
        return {"name": name, **values}


class Fakes:
    """Ratings, and settings with seasons of a year."""

    season = "year"

    def __init__(self, kinds: Sequence[tuple[str, int, str]], rated: Sequence[RatedPlayer]) -> None:
        self._kinds, self._rated = kinds, rated
        self.asked: list[tuple[Any, ...]] = []

    async def kinds(self, length: str) -> Sequence[tuple[str, int, str]]:
        assert length == "year"
        return self._kinds

    async def standings(self, *asked: Any) -> Sequence[RatedPlayer]:
        self.asked.append(asked)
        return self._rated

    async def names(self, guests: Sequence[str]) -> dict[str, str]:
        return {guest: guest.title() for guest in guests if guest != "nobody"}


def show(
    *rated: RatedPlayer, kinds: Sequence[tuple[str, int, str]] = KINDS, language: str = "en", **query: Any
) -> tuple[list[tuple[Any, ...]], dict[str, Any]]:
    """Return what the page asked for, and its values."""
    fakes, handler = Fakes(kinds, rated), leaderboard.show_ratings
    function: Any = handler.fn
    values: dict[str, Any] = asyncio.run(function(Visitor(language), fakes, fakes, **query))
    return fakes.asked, values


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ({}, ("khan", 2, "2026", "year")),
        ({"of": "khan", "players": 4, "season": "2025"}, ("khan", 4, "2025", "year")),
        ({"of": "rurik", "players": 3, "season": "2027"}, ("rurik", 2, "2026", "year")),
        ({"of": "gone", "season": "all"}, ("khan", 2, "", "year")),
    ],
)
def test_page_shows_the_chosen_ratings_or_the_first_game_smallest_count_and_latest_season(
    query: dict[str, Any], asked: tuple[Any, ...]
) -> None:
    assert show(**query)[0] == [asked]


def test_page_offers_the_games_counts_and_seasons_with_ratings() -> None:
    _, values = show()
    assert [game for game, _ in values["games"]] == ["khan", "rurik"]
    assert values["counts"] == [2, 3, 4]
    assert values["seasons"] == [("2026", "2026"), ("2025", "2025")]
    assert show(of="rurik")[1]["counts"] == [2]
    assert show(season="all")[1]["season"] == "all"


def test_page_without_ratings_is_empty() -> None:
    asked, values = show(kinds=[("gone", 2, "2027")])
    assert asked == []
    assert (values["game"], values["players"], values["season"], values["rows"]) == ("", 0, "all", [])


def test_quarter_has_its_year() -> None:
    _, values = show(kinds=[("khan", 2, "2026-4")])
    assert values["seasons"] == [("2026-4", page_text("en")("ratings.quarter", year="2026", quarter="4"))]


def test_rows_are_people_with_accounts_and_bots() -> None:
    style = next(iter(find_game("khan").characters()))
    bots = [ANN._replace(player_key=bot_of(find_game("khan"), "greedy", one) or "") for one in (style, "")]
    _, values = show(ANN, ANN._replace(player_key=f"{PERSON}nobody"), *bots)
    text, level = page_text("en"), page_text("en")("bot.greedy")
    character = game_words(find_game("khan"), "en").name("character", style)
    assert [(row.name, row.face) for row in values["rows"]] == [
        ("Ann", ""),
        (text("ratings.bot", name=character, level=level), style),
        (text("ratings.plain_bot", level=level), ""),
    ]
    (first, *_) = values["rows"]
    assert (first.rating, first.mean, first.deviation, first.games, first.wins) == ANN[1:]


def test_rating_is_provisional_below_five_games() -> None:
    _, values = show(ANN._replace(games=4), ANN)
    assert [row.is_provisional for row in values["rows"]] == [True, False]


def test_numbers_have_the_decimal_mark_of_the_language() -> None:
    assert [show(language=language)[1]["decimal"] for language in ("en", "de", "uk")] == [".", ",", ","]
