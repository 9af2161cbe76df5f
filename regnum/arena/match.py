"""Matches: the schedule of bots, deals and seats, which is the same on any machine.

A line-up is as many bots as there are seats. A round is one line-up and one deal: the deal is played as often as there
are seats, and each time all bots move on by one seat, so that no bot profits from a good seat or a good deal.
The order of the bots is drawn again for each round. Line-ups take turns; once all have played, a cycle is complete.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple, SupportsIndex

from regnum.core.game import Game
from regnum.core.integers import to_int
from regnum.core.rules.rng import SEED_LIMIT, draw_below
from regnum.players import make_player
from regnum.players.characters import check_characters

__all__ = ["MAX_BOTS", "Match", "ScheduledGame", "line_ups"]

MAX_BOTS: Final = 32
_ORDER_SEED_OFFSET: Final = 1 << 31
"""The offset of a seed's numbers that draw the order of the bots, far from those of the table and the bots."""


class ScheduledGame(NamedTuple):
    """A game of a match.

    Attributes:
        number: Its number, from 0.
        seed: The deal.
        seats: The name of the bot for each seat.
    """

    number: int
    seed: int
    seats: tuple[str, ...]


class Match:
    """The bots, games and setup of a match.

    Attributes:
        game: The game.
        bots: The names of the bots.
        players: The number of players.
        games: The number of games, in whole rounds.
        seed: The seed of the first deal.
        options: Every option of the game with its value.
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        games: SupportsIndex,
        seed: SupportsIndex = 0,
        options: Mapping[str, object] | None = None,
        players: SupportsIndex | None = None,
        rotate: bool = True,
    ) -> None:
        """Make a match.

        Args:
            game: The game.
            bots: The names of the bots: one for each seat, or more, and then all their line-ups play.
            games: The number of games. It is rounded up to whole rounds.
            seed: The seed of the first deal.
            options: Options of the game by name; the others have their default values.
            players: The number of players; by default, the number of bots if the game allows that many, else four, or
                the game's minimum.
            rotate: Whether each deal is played from every seat. If false, it is played once, by the bots in the given
                order.

        Raises:
            ValueError: If the bots, counts, seed or options are invalid. The message has one line.
        """
        self.game: Final = game
        self.bots: Final = tuple(bots)
        self.seed: Final = to_int(seed)
        self.players: Final = _default_players(game, len(self.bots)) if players is None else to_int(players)
        self.options: Final = game.read_setup(self.players, self.seed, options or {})
        self.rotate: Final = rotate
        self.turns: Final = self.players if rotate else 1
        """The number of times that each deal is played."""
        game_count = to_int(games)
        if game_count < 1:
            raise ValueError(f"games {games!r} is not a whole number of at least 1")
        rounds = -(-game_count // self.turns)
        self.games: Final = rounds * self.turns
        if self.seed + rounds > SEED_LIMIT:
            raise ValueError(f"seed {self.seed} with {game_count} games goes beyond 2**64 - 1")
        if len(self.bots) < self.players or (len(self.bots) > self.players and not rotate):
            count = f"{len(self.bots)} bots for {self.players} players"
            raise ValueError(f"{count}: name one for each, the same twice if need be")
        if len(self.bots) > MAX_BOTS:
            raise ValueError(f"{len(self.bots)} bots: a match is for {MAX_BOTS} at most")
        for name in dict.fromkeys(self.bots):
            make_player(name, 0)
        check_characters(game, self.bots)
        self.line_ups: Final = [tuple(self.bots[at] for at in places) for places in line_ups(len(bots), self.players)]

    @property
    def cycle(self) -> int:
        """The number of games in a cycle: one deal from all seats for each line-up."""
        return len(self.line_ups) * self.turns

    def game_at(self, number: int) -> ScheduledGame:
        """Return the deal and the bots by seat of game `number` (from 0)."""
        round_, turn = divmod(number, self.turns)
        seed = self.seed + round_
        seats = list(self.line_ups[round_ % len(self.line_ups)])
        if self.rotate:
            for last in range(len(seats) - 1, 0, -1):
                swapped = draw_below(seed, _ORDER_SEED_OFFSET + last, last + 1)
                seats[last], seats[swapped] = seats[swapped], seats[last]
        return ScheduledGame(number, seed, (*seats[-turn:], *seats[:-turn]) if turn else tuple(seats))


def _default_players(game: Game, bots: int) -> int:
    """Return the default number of players at a table."""
    if bots <= max(game.player_counts):
        return bots
    return 4 if 4 in game.player_counts else game.player_counts[0]


def line_ups(bots: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Yield all combinations of the bots so that, at any time, all have played about equally often.

    Combinations that are rotations of each other are consecutive: over such a group, all bots play equally often.

    Args:
        bots: The number of bots.
        seats: The number of seats.

    Yields:
        The numbers of the bots, by seat.
    """
    yielded: set[tuple[int, ...]] = set()
    for first in combinations(range(bots), seats):
        for turn in range(bots if first not in yielded else 0):
            moved = tuple(sorted((number + turn) % bots for number in first))
            if moved not in yielded:
                yielded.add(moved)
                yield moved
