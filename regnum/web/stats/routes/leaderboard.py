"""The leaderboard: ratings of people and bots by game, player count and season, on a server that rates them."""

from typing import Any, Final

import msgspec
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery
from litestar.response import Template

from regnum.games import find_game, game_ids
from regnum.web.bots import catalog
from regnum.web.http.deps import SettingsDep, VisitorDep
from regnum.web.http.games import title_of
from regnum.web.http.i18n import Text, game_words
from regnum.web.http.visitor import get
from regnum.web.stats.deps import RatingsDep
from regnum.web.stats.ratings import PERSON, RatedPlayer
from regnum.web.ui import avatars

MIN_RELIABLE_GAMES: Final = 5
"""The number of games below which a rating is unreliable."""
ALL: Final = "all"
"""The value of `season` for all time."""


class LeaderboardRow(msgspec.Struct, frozen=True):
    """A row of the leaderboard. `face`: a bot's character ("" for none). `is_provisional`: the rating is unreliable."""

    name: str
    face: str
    rating: float
    mean: float
    deviation: float
    games: int
    wins: float
    is_provisional: bool


@get("/ratings")
async def show_ratings(
    visitor: VisitorDep,
    ratings: RatingsDep,
    settings: SettingsDep,
    of: FromQuery[str] = "",
    players: FromQuery[int] = 0,
    season: FromQuery[str] = "",
) -> Template:
    """Show the ratings in a game (`of`) for a player count; responds with 404 if ratings are off."""
    if ratings is None:
        raise NotFoundException
    kinds = [kind for kind in await ratings.kinds(settings.season) if kind[0] in game_ids()]
    games = sorted({(name, title_of(name, visitor.language)) for name, _, _ in kinds}, key=lambda pair: pair[1])
    game = of if any(name == of for name, _ in games) else games[0][0] if games else ""
    counts = sorted({count for name, count, _ in kinds if name == game})
    players = players if players in counts else counts[0] if counts else 0
    seasons = sorted({season_key for _, _, season_key in kinds if season_key}, reverse=True)
    season = season if season in (*seasons, ALL) else seasons[0] if seasons else ALL
    chosen = "" if season == ALL else season
    rated = await ratings.standings(game, players, chosen, settings.season) if game else []
    names = await ratings.names(
        [player.player_key.removeprefix(PERSON) for player in rated if player.player_key.startswith(PERSON)]
    )
    return visitor.page(
        "stats/leaderboard",
        games=games,
        counts=counts,
        seasons=[(season_key, _season(season_key, visitor.text)) for season_key in seasons],
        game=game,
        players=players,
        season=season,
        rows=[row for player in rated if (row := _row(player, game, names, visitor.text)) is not None],
        symbols=avatars.symbols(find_game(game)) if game else "",
        few=MIN_RELIABLE_GAMES,
        decimal="." if visitor.language == "en" else ",",
    )


def _season(season_key: str, text: Text) -> str:
    """Return the name of a season, such as "2026" or "4th quarter of 2026"."""
    year, _, quarter = season_key.partition("-")
    return text("ratings.quarter", year=year, quarter=quarter) if quarter else year


def _row(player: RatedPlayer, game: str, names: dict[str, str], text: Text) -> LeaderboardRow | None:
    """Return a row of the page, or None for guests without an account."""
    figures: dict[str, Any] = {
        "rating": player.rating,
        "mean": player.mean,
        "deviation": player.deviation,
        "games": player.games,
        "wins": player.wins,
        "is_provisional": player.games < MIN_RELIABLE_GAMES,
    }
    if player.player_key.startswith(PERSON):
        name = names.get(player.player_key.removeprefix(PERSON))
        return LeaderboardRow(name, "", **figures) if name is not None else None
    kind, character = catalog.split_bot_id(player.player_key)
    has_face = character in find_game(game).characters()
    level = catalog.level_name(kind, text)
    display_name = game_words(find_game(game), text.language).name("character", character) if has_face else character
    name = text("ratings.bot", name=display_name, level=level) if character else text("ratings.plain_bot", level=level)
    return LeaderboardRow(name, character if has_face else "", **figures)


HANDLERS: Final = [show_ratings]
