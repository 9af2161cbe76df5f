"""The benchmark suite: scores any bot against a fixed ladder of bots on fixed deals, so that results are comparable.

On each rung, the bot has one seat and the rung's bot has all the others. The share of wins is converted to that in a
duel: with strengths b and 1, the bot wins b / (b + players - 1) of the games and would win b / (b + 1) against one
opponent. A score is the mean over the ladder, in percent: 50 is as strong as the rungs on average, 0 never wins, and
100 always wins.
"""

import tomllib
from collections.abc import Iterable, Sequence
from importlib import resources
from math import fsum, sqrt
from typing import Any, Final, NamedTuple

from regnum.arena.bot_results import standings
from regnum.arena.game_runner import GameResult
from regnum.arena.intervals import Interval
from regnum.arena.match import Match
from regnum.games import find_game

_SUITE_DATA: Final[dict[str, Any]] = tomllib.loads(
    (resources.files("regnum.arena") / "bench.toml").read_text(encoding="utf-8")
)
SUITE: Final[str] = _SUITE_DATA["suite"]
GAMES: Final[tuple[str, ...]] = tuple(_SUITE_DATA["players"])
SELF_SCORE: Final = Interval(50.0, 50.0, 50.0)
"""The score of a bot against itself."""


class Rung(NamedTuple):
    """One bot of the ladder in one game: the number of players, and the number of games to play."""

    game: str
    players: int
    opponent: str
    games: int

    @property
    def name(self) -> str:
        """The name of the rung, which is also a valid file name."""
        return f"{self.game}-{self.opponent.replace(':', '-').replace('=', '')}"


def ladder(game: str) -> list[Rung]:
    """Return the rungs of a game, weakest first; raises ValueError for a game that is not in the suite."""
    if game not in GAMES:
        raise ValueError(f"{game!r} is not in {SUITE}; there are: {', '.join(GAMES)}")
    return [
        Rung(game, _SUITE_DATA["players"][game], opponent, games) for opponent, games in _SUITE_DATA["ladder"].items()
    ]


def rung_match(rung: Rung, bot: str, deals: int | None = None) -> Match | None:
    """Return the match of a bot on a rung; None if it is the rung's own bot. `deals`: the maximum number of deals."""
    if bot == rung.opponent:
        return None
    games = rung.games if deals is None else min(rung.games, deals * rung.players)
    return Match(find_game(rung.game), [bot, *[rung.opponent] * (rung.players - 1)], games, _SUITE_DATA["seed"])


def score_on(match: Match, games: Sequence[GameResult]) -> Interval:
    """Return the score of the first bot from the games of its match; 50 (0 to 100) without a valid game."""
    for standing in standings(match, games):
        if standing.bot == match.bots[0]:
            return Interval(*(100 * duel_share(share, match.players) for share in standing.share))
    return Interval(50.0, 0.0, 100.0)


def duel_share(share: float, players: int) -> float:
    """Return a bot's expected share of wins in a duel, from its share (0 to 1) against `players` - 1 opponents."""
    return share / (share + (1 - share) / (players - 1))


def mean_score(scores: Iterable[Interval]) -> Interval:
    """Return the mean of independent scores; the lower and upper errors are combined separately."""
    all_ = list(scores)
    value = fsum(score.value for score in all_) / len(all_)
    down = sqrt(fsum((score.value - score.low) ** 2 for score in all_)) / len(all_)
    up = sqrt(fsum((score.high - score.value) ** 2 for score in all_)) / len(all_)
    return Interval(value, value - down, value + up)
