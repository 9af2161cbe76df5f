"""One game between bots, played out: what they see and hear, how long they think, and what goes wrong."""

import os
from collections.abc import Mapping, Sequence
from time import perf_counter
from traceback import extract_tb
from typing import Final, NamedTuple

from regnum.core.action import Action
from regnum.core.game import Game
from regnum.core.option import OptionValue
from regnum.core.play import Play, unnoticed
from regnum.core.record import Record
from regnum.core.rng import number
from regnum.core.state import State
from regnum.players import Player, make

DECISIONS: Final = 100_000
"""A game that takes more decisions than this is held to be endless."""
_BOTS: Final = 1 << 30
"""Where in a seed's numbers those of the bots begin, far from those of the table."""


class Thought(NamedTuple):
    """How long the bot of a seat thought, in seconds: all its moves with what it heard between them; the slowest."""

    moves: int
    seconds: float
    slowest: float


class Played(NamedTuple):
    """A game that was played out. `fault` says what was wrong with it ("": nothing); it then has no scores."""

    number: int
    seed: int
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    decisions: int
    entries: tuple[tuple[int, str], ...]
    fault: str
    seconds: float
    thoughts: tuple[Thought, ...]

    def wins(self, bot: str) -> float:
        """Return how much of the win a bot's seats have; a shared one is divided."""
        first = self.ranking.count(1)
        return sum(1 / first for seat, name in enumerate(self.seats) if name == bot and self.ranking[seat] == 1)


class BrokenGame(RuntimeError):
    """A game came into a position that cannot be, or a bot chose what it may not."""


def play_game(game: Game, seats: Sequence[str], seed: int, options: Mapping[str, OptionValue], at: int = 0) -> Played:
    """Play one game out between bots named by seat. What goes wrong in it is told in the result, not raised.

    `at`: its number in a match.
    """
    begin = perf_counter()
    record = Record(game.reference, len(seats), seed, options)
    clocks = [_Clock() for _ in seats]
    try:
        bots = [make(name, bot_seed(seed, seat)) for seat, name in enumerate(seats)]
        play = Play(record)
        _play_out(play, bots, clocks)
        check_end(play.state)
        scores, ranking, fault = tuple(play.state.scores()), tuple(play.state.ranking()), ""
    except Exception as error:  # whatever it is: the seed and what was done before are what one needs to look into it
        scores, ranking, fault = (), (), str(error) if isinstance(error, BrokenGame) else told(error)
    entries = tuple(record.entries)
    thoughts = tuple(clock.thought() for clock in clocks)
    seconds = perf_counter() - begin
    return Played(at, seed, tuple(seats), scores, ranking, len(entries), entries, fault, seconds, thoughts)


def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of the bot on a seat: it follows from the game's seed.

    A bot that is out to cheat could try out game seeds until one fits its own; whoever lets strangers' bots play for
    something takes a seed of 64 random bits.
    """
    return number(seed, _BOTS + seat)


class _Clock:
    """Counts how long the bot of a seat thinks."""

    def __init__(self) -> None:
        self.moves = 0
        self.seconds = 0.0
        self.slowest = 0.0

    def moved(self, seconds: float) -> None:
        """Count a move."""
        self.moves += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)

    def thought(self) -> Thought:
        """Return what was counted."""
        return Thought(self.moves, self.seconds, self.slowest)


def _play_out(play: Play, bots: Sequence[Player], clocks: Sequence[_Clock]) -> None:
    followers = [seat for seat, bot in enumerate(bots) if type(bot).follow is not Player.follow]
    for seat, bot in enumerate(bots):
        if type(bot).begin is not Player.begin:
            _hear(bot, clocks[seat], play.state.observed_by(seat))
    while not play.state.is_terminal:
        state = play.state
        step, waiting = state.stack[-1], state.players_to_act
        seat = waiting[0]
        legal = state.legal_actions(seat)
        if not legal:
            raise BrokenGame(f"player {seat} is to act after {play.number} decisions and has no legal action")
        if play.number == DECISIONS:
            raise BrokenGame(f"the game has not ended after {DECISIONS} decisions")
        seen = state.observed_by(seat)
        begin = perf_counter()
        action = choice_of(bots[seat], seen, legal)
        clocks[seat].moved(perf_counter() - begin)
        play.take(seat, action)
        if followers:
            quiet = unnoticed(action, step, waiting, play.state)
            for other in followers:
                if other == seat or not quiet:
                    shown = None if action.secret and other != seat else action
                    _hear(bots[other], clocks[other], play.state.observed_by(other), (seat, shown))


def _hear(bot: Player, clock: _Clock, seen: State, acted: tuple[int, Action | None] | None = None) -> None:
    """Tell a bot that the game begins, or who did what; BrokenGame if it fails."""
    begin = perf_counter()
    try:
        if acted is None:
            bot.begin(seen)
        else:
            bot.follow(seen, *acted)
    except (Exception, SystemExit) as error:
        raise BrokenGame(f"the bot of player {seen.observer} failed: {told(error)}") from error
    clock.seconds += perf_counter() - begin


def choice_of(bot: Player, seen: State, legal: Sequence[Action]) -> Action:
    """Return what a bot chooses, given what its seat sees; BrokenGame if it fails or chooses what is not legal."""
    try:
        action: object = bot.choose(seen, list(legal))
    except (Exception, SystemExit) as error:
        raise BrokenGame(f"the bot of player {seen.observer} failed: {told(error)}") from error
    for allowed in legal:
        if allowed is action:  # by identity: whatever it is, it is not asked whether it is equal
            return allowed
    what = repr(str(action)) if isinstance(action, Action) else f"a thing of the type {type(action).__name__}"
    raise BrokenGame(f"the bot of player {seen.observer} chose {what}, which is not legal")


def told(error: BaseException) -> str:
    """Return an error in one line: what it says, and the line of code where it was raised."""
    said = " ".join(f"{type(error).__name__}: {error}".split())
    frames = extract_tb(error.__traceback__)
    if not frames:
        return said
    last = frames[-1]
    return f"{said} ({os.path.basename(last.filename)}, line {last.lineno}, in {last.name}: {last.line or '?'})"


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
    return Record(game.reference, len(played.seats), played.seed, options, played.entries)
