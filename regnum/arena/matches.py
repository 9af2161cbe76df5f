"""Games between bots. Game k of a match has seed S + k, so the same match gives the same results on any machine."""

import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from threading import current_thread, main_thread
from time import perf_counter
from typing import Final, NamedTuple

from regnum.arena.statistics import Interval, mean_interval, share_interval
from regnum.core.action import Action
from regnum.core.game import Game
from regnum.core.option import OptionValue
from regnum.core.play import Play
from regnum.core.record import Record
from regnum.core.registry import find_game
from regnum.core.rng import SEED_LIMIT, number
from regnum.core.state import State
from regnum.players import Player, make

DECISIONS: Final = 100_000
"""A game that takes more decisions than this is held to be endless."""
_BOTS: Final = 1 << 30
"""Where in a seed's numbers those of the bots begin, far from those of the table."""


class Played(NamedTuple):
    """A game that was played out. `fault` says what was wrong with it ("": nothing); it then has no scores."""

    seed: int
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    decisions: int
    entries: tuple[tuple[int, str], ...]
    fault: str
    seconds: float


class BrokenGame(RuntimeError):
    """A game came into a position that cannot be, or a bot chose what it may not."""


def play_game(game: Game, seats: Sequence[str], seed: int, options: Mapping[str, OptionValue]) -> Played:
    """Play one game out between bots named by seat. What goes wrong in it is told in the result, not raised."""
    begin = perf_counter()
    record = Record(game.id, len(seats), seed, options)
    try:
        bots = [make(name, bot_seed(seed, seat)) for seat, name in enumerate(seats)]
        play = Play(record)
        _play_out(play, bots)
        check_end(play.state)
        scores, ranking, fault = tuple(play.state.scores()), tuple(play.state.ranking()), ""
    except Exception as error:  # whatever it is: the seed and what was done before are what one needs to look into it
        scores, ranking, fault = (), (), f"{type(error).__name__}: {error}"
        if isinstance(error, BrokenGame):
            fault = str(error)
    entries = tuple(record.entries)
    return Played(seed, tuple(seats), scores, ranking, len(entries), entries, fault, perf_counter() - begin)


def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of the bot on a seat: it follows from the game's seed.

    A bot that is out to cheat could try out game seeds until one fits its own; whoever lets strangers' bots play for
    something takes a seed of 64 random bits.
    """
    return number(seed, _BOTS + seat)


def _play_out(play: Play, bots: Sequence[Player]) -> None:
    while not play.state.is_terminal:
        state = play.state
        seat = state.players_to_act[0]
        legal = state.legal_actions(seat)
        if not legal:
            raise BrokenGame(f"player {seat} is to act after {play.number} decisions and has no legal action")
        if play.number == DECISIONS:
            raise BrokenGame(f"the game has not ended after {DECISIONS} decisions")
        play.take(seat, choice_of(bots[seat], state, seat, legal))


def choice_of(bot: Player, state: State, seat: int, legal: Sequence[Action]) -> Action:
    """Return what a bot chooses; BrokenGame if it fails or chooses what is not legal."""
    try:
        action = bot.choose(state.observed_by(seat), list(legal))
    except Exception as error:
        raise BrokenGame(f"the bot of player {seat} failed: {type(error).__name__}: {error}") from error
    if action not in legal:
        raise BrokenGame(f"the bot of player {seat} chose {str(action)!r}, which is not legal")
    return action


def check_end(state: State) -> None:
    """Check a finished game; BrokenGame names what cannot be."""
    faults = state.faults()
    places, returns = state.ranking(), state.returns()
    if not len(state.scores()) == len(places) == len(returns) == state.sides:
        faults.append("not one score, place and return per side")
    if abs(sum(returns)) > 1e-9 or not all(-1 <= value <= 1 for value in returns):
        faults.append(f"the returns {returns} are not within -1 and 1 with the sum 0")
    if min(places) != 1:
        faults.append(f"nobody is first in the ranking {places}")
    if faults:
        raise BrokenGame("; ".join(faults))


def record_of(game: Game, played: Played, options: Mapping[str, OptionValue]) -> Record:
    """Return the record of a game that was played."""
    return Record(game.id, len(played.seats), played.seed, options, played.entries)


class Match:
    """Who plays how many games of what. Wrong bots, counts, seeds or options: a ValueError of one line."""

    def __init__(
        self, game: Game, bots: Sequence[str], games: int, seed: int = 0, options: Mapping[str, object] | None = None
    ) -> None:
        """`bots`: one per seat; they move on by one seat from game to game."""
        self.game: Final = game
        self.bots: Final = tuple(bots)
        self.games: Final = games
        self.seed: Final = seed
        self.options: Final = game.read_setup(len(self.bots), seed, options or {})
        if games < 1:
            raise ValueError(f"games {games!r} is not a whole number of at least 1")
        if seed + games > SEED_LIMIT:
            raise ValueError(f"seed {seed} with {games} games goes beyond 2**64 - 1")
        for name in self.bots:
            make(name, 0)

    def seats(self, number_: int) -> tuple[str, ...]:
        """Return the bots by seat in game `number_` (from 0)."""
        turn = number_ % len(self.bots)
        return self.bots[-turn:] + self.bots[:-turn]


def run_match(match: Match, jobs: int = 1, rotate: bool = True, entries: bool = True) -> Iterator[Played]:
    """Play a match in `jobs` processes; the games come in order and are the same for any number of processes.

    `rotate`: the bots move on by one seat from game to game; `entries`: the results hold what was done, else nothing.
    Games and bots that only this process knows (`add_game`, `add_player`) need `jobs` 1.
    """
    tasks = (
        (match.game.id, match.seats(k) if rotate else match.bots, match.seed + k, match.options, entries)
        for k in range(match.games)
    )
    if jobs <= 1:
        yield from map(_play, tasks)
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    chunk = max(1, min(8, match.games // (jobs * 8)))
    try:
        while some := list(islice(tasks, 32 * jobs * chunk)):
            with _undisturbed():
                games = pool.map(_play, some, chunksize=chunk)
            yield from games
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Start processes that never hear Ctrl-C; hear it here once they stand: this process ends them in order."""
    if current_thread() is not main_thread():
        yield  # Ctrl-C is the main thread's business
        return
    heard: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    masked = hasattr(signal, "pthread_sigmask")  # what is blocked here is blocked in what is started here
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masked else set()
    try:
        yield
    finally:
        if masked:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
    if heard:
        raise KeyboardInterrupt


def _play(task: tuple[str, tuple[str, ...], int, dict[str, OptionValue], bool]) -> Played:
    game, seats, seed, options, entries = task
    played = play_game(find_game(game), seats, seed, options)
    return played if entries else played._replace(entries=())


class Standing(NamedTuple):
    """How a bot did, all its seats together."""

    bot: str
    seats: int
    wins: float
    share: Interval
    fair_share: float
    score: Interval
    place: float

    @property
    def verdict(self) -> str:
        """Return "better" or "worse" than its fair share of wins, if that is beyond doubt, else "even"."""
        if self.share.low > self.fair_share:
            return "better"
        return "worse" if self.share.high < self.fair_share else "even"


def standings(match: Match, games: Sequence[Played]) -> list[Standing]:
    """Return how each bot did, best first. A shared win is divided; broken games do not count."""
    sound = [played for played in games if not played.fault]
    if not sound:
        return []
    found: list[Standing] = []
    for bot in dict.fromkeys(match.bots):
        wins = 0.0
        scores: list[float] = []
        places: list[int] = []
        for played in sound:
            first = played.ranking.count(1)
            mine = [seat for seat, name in enumerate(played.seats) if name == bot]
            wins += sum(1 / first for seat in mine if played.ranking[seat] == 1)
            scores.append(sum(played.scores[seat] for seat in mine) / len(mine))
            places += [played.ranking[seat] for seat in mine]
        seats = match.bots.count(bot)
        fair = seats / match.game.sides(len(match.bots))
        share = share_interval(min(wins, len(sound)), len(sound))
        found.append(Standing(bot, seats, wins, share, fair, mean_interval(scores), sum(places) / len(places)))
    return sorted(found, key=lambda standing: standing.fair_share / max(standing.share.value, 1e-9))
