"""One game between bots, played to its end: observations, thinking times and faults.

A bot is at fault if it raises an error, chooses an illegal action, exceeds the time limit, ends its process,
or keeps the game from ending. It then loses: all its seats share the last place, all other sides share the first one,
and no side has points. Therefore, no bot gains by failing, and the result does not depend on the progress of the game.
"""

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from time import monotonic, perf_counter
from traceback import extract_tb
from typing import Any, Final, NamedTuple, TypeVar

from regnum.core.game import Game
from regnum.core.record.play import Play, is_unnoticed
from regnum.core.record.record import Record
from regnum.core.rules.action import Action
from regnum.core.rules.option import OptionValue
from regnum.core.rules.rng import draw_number
from regnum.core.rules.state import State
from regnum.players import Player, make_player

__all__ = [
    "DECISION_TIME_LIMIT",
    "MAX_DECISIONS",
    "BotError",
    "BrokenGameError",
    "GameResult",
    "Supervision",
    "ThinkingTime",
    "bot_seed",
    "forfeit",
    "forfeit_ranking",
    "play_game",
    "record_of",
]

MAX_DECISIONS: Final = 100_000
"""A game with more decisions than this counts as endless: the bot that took most of them is at fault."""
DECISION_TIME_LIMIT: Final = 60.0
"""The default number of seconds that a bot may take for a decision, in matches started from the command line."""
_BOT_SEED_OFFSET: Final = 1 << 30
"""The offset of a seed's numbers for the bots, far from those of the table."""


class ThinkingTime(NamedTuple):
    """The thinking time of a seat's bot.

    Attributes:
        moves: The number of its moves.
        seconds: The seconds that it has used, also between its moves.
        slowest: The seconds of its slowest move.
    """

    moves: int
    seconds: float
    slowest: float


class GameResult(NamedTuple):
    """A finished game.

    Attributes:
        number: The number of the game in its match.
        seed: The deal.
        seats: The name of the bot for each seat.
        scores: The points of each side, or () after a fault.
        ranking: The place of each side, 1 for the first. If a bot was at fault, its seats are last and all others
            first. Otherwise, a faulty game has the ranking (): it reached an impossible position and counts for no bot.
        decisions: The number of decisions.
        entries: The entries of the record, each a player and a text, or () if they were not requested.
        fault: What went wrong, or "" if nothing did.
        seconds: The duration of the game.
        thoughts: The thinking time of the bot for each seat.
    """

    number: int
    seed: int
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    decisions: int
    entries: tuple[tuple[int, str], ...]
    fault: str
    seconds: float
    thoughts: tuple[ThinkingTime, ...]

    def wins(self, bot: str) -> float:
        """Return a bot's share of the win, summed over its seats; a shared win is divided equally."""
        first = self.ranking.count(1)
        return sum(1 / first for seat, name in enumerate(self.seats) if name == bot and self.ranking[seat] == 1)

    @property
    def at_fault(self) -> str | None:
        """The bot that lost the game because of a fault, or None if no bot was at fault."""
        return self.seats[self.ranking.index(max(self.ranking))] if self.fault and self.ranking else None


class BrokenGameError(RuntimeError):
    """Raised if a game reaches an impossible position."""


class BotError(BrokenGameError):
    """Raised if the bot of a seat fails, chooses an illegal action, or takes too long."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(f"the bot of player {seat} {reason}")
        self.seat: Final = seat


class ThinkingMark:
    """Records which bot is thinking: written by the process that plays and read by its supervisor.

    `cells` are three numbers in shared memory: the game, the seat, and the start (by the monotonic clock, or 0 while no
    bot is thinking).
    """

    def __init__(self, cells: Any) -> None:
        self._cells: Final[Any] = cells

    def game(self, number: int) -> None:
        """Record the number of a new game."""
        self._cells[0] = number

    def begin(self, seat: int) -> None:
        """Record that the bot of a seat begins to think."""
        self._cells[1] = seat
        self._cells[2] = monotonic()

    def end(self) -> None:
        """Record that no bot is thinking."""
        self._cells[2] = 0.0

    def thinking(self) -> tuple[int, int, float] | None:
        """Return the game and seat of the thinking bot, and its start, or None if no bot is thinking."""
        number, seat, since = self._cells
        return (int(number), int(seat), since) if since else None


class Supervision(NamedTuple):
    """The supervision of a game.

    Attributes:
        limit: The seconds that a bot has for each call, or None for no limit.
        mark: The mark that the supervisor shares with the process that plays, or None without a supervisor.
    """

    limit: float | None = None
    mark: ThinkingMark | None = None


UNSUPERVISED: Final = Supervision()
T = TypeVar("T")


def play_game(
    game: Game,
    seats: Sequence[str],
    seed: int,
    options: Mapping[str, OptionValue],
    at: int = 0,
    supervision: Supervision = UNSUPERVISED,
) -> GameResult:
    """Play a game between bots and return the result. Errors of bots are part of the result.

    Args:
        game: The game.
        seats: The name of the bot for each seat.
        seed: The seed of the deal.
        options: Every option of the game with its value.
        at: The number of the game in its match.
        supervision: The time limit of the bots.
    """
    begin = perf_counter()
    record = Record(game.id, len(seats), seed, options)
    clocks = [_Clock() for _ in seats]
    if supervision.mark is not None:
        supervision.mark.game(at)
    try:
        bots = [
            _call_bot(supervision, seat, make_player, name, bot_seed(seed, seat)) for seat, name in enumerate(seats)
        ]
        play = Play(record)
        _play_out(play, bots, clocks, supervision)
        check_end(play.state)
        scores, ranking, fault = tuple(play.state.scores()), tuple(play.state.ranking()), ""
    except BotError as error:
        scores, ranking, fault = (), forfeit_ranking(error.seat, seats, game.sides(len(seats))), str(error)
    except Exception as error:  # whatever the error is, the seed and the entries so far are needed to investigate it
        scores, ranking, fault = (), (), str(error) if isinstance(error, BrokenGameError) else describe_error(error)
    entries = tuple(record.entries)
    thoughts = tuple(clock.thinking_time() for clock in clocks)
    seconds = perf_counter() - begin
    return GameResult(at, seed, tuple(seats), scores, ranking, len(entries), entries, fault, seconds, thoughts)


def forfeit_ranking(seat: int, seats: Sequence[str], sides: int) -> tuple[int, ...]:
    """Return the places in a game that a bot has lost because of a fault.

    All seats of this bot are last, so that it gains nothing by failing on one seat while another of its seats leads. If
    it has all the seats, only the failing one is last.

    Args:
        seat: The seat whose bot failed.
        seats: The name of the bot for each seat.
        sides: The number of sides.
    """
    last = {number for number, name in enumerate(seats) if name == seats[seat]}
    if len(last) == sides:
        last = {seat}
    return tuple(sides - len(last) + 1 if side in last else 1 for side in range(sides))


def forfeit(game: Game, number: int, seats: Sequence[str], seed: int, seat: int, reason: str) -> GameResult:
    """Return the result of a game that the bot of a seat lost by ending its process or taking too long."""
    ranking, fault = forfeit_ranking(seat, seats, game.sides(len(seats))), str(BotError(seat, reason))
    return GameResult(
        number, seed, tuple(seats), (), ranking, 0, (), fault, 0.0, (ThinkingTime(0, 0.0, 0.0),) * len(seats)
    )


def timeout_fault(limit: float) -> str:
    """Return the fault message for a bot that exceeded the time limit."""
    return f"took longer than {limit:g} s"


def bot_seed(seed: int, seat: int) -> int:
    """Return the seed of the bot on a seat, derived from the game's seed.

    A cheating bot could try game seeds until one matches its own; in competitions with untrusted bots, use a seed
    of 64 random bits.
    """
    return draw_number(seed, _BOT_SEED_OFFSET + seat)


class _Clock:
    """Measures the thinking time of the bot of a seat."""

    def __init__(self) -> None:
        self.moves = 0
        self.seconds = 0.0
        self.slowest = 0.0

    def add_move(self, seconds: float) -> None:
        """Add the time of a move."""
        self.moves += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)

    def thinking_time(self) -> ThinkingTime:
        """Return the measured times."""
        return ThinkingTime(self.moves, self.seconds, self.slowest)


def _play_out(play: Play, bots: Sequence[Player], clocks: Sequence[_Clock], supervision: Supervision) -> None:
    followers = [seat for seat, bot in enumerate(bots) if type(bot).follow is not Player.follow]
    for seat, bot in enumerate(bots):
        if type(bot).begin is not Player.begin:
            observation = play.state.observed_by(seat)
            run_timed(clocks[seat], False, _call_bot, supervision, seat, bot.begin, observation)
    while not play.state.is_terminal:
        state = play.state
        step, waiting = state.stack[-1], state.players_to_act
        seat = waiting[0]
        legal = state.legal_actions(seat)
        if not legal:
            raise BrokenGameError(f"player {seat} must act after {play.entry_count} decisions but has no legal action")
        if play.entry_count == MAX_DECISIONS:
            [(most, _)] = Counter(player for player, _ in play.record.entries).most_common(1)
            raise BotError(most, f"took most decisions of a game that has not ended after {MAX_DECISIONS}")
        action = run_timed(clocks[seat], True, choose_checked, bots[seat], state.observed_by(seat), legal, supervision)
        play.apply(seat, action)
        if followers:
            unnoticed = is_unnoticed(action, step, waiting, play.state)
            for follower in followers:
                if follower == seat or not unnoticed:
                    visible_action = None if action.secret and follower != seat else action
                    observation = play.state.observed_by(follower)
                    run_timed(
                        clocks[follower],
                        False,
                        _call_bot,
                        supervision,
                        follower,
                        bots[follower].follow,
                        observation,
                        seat,
                        visible_action,
                    )


def run_timed(clock: _Clock, moves: bool, function: Callable[..., T], *args: Any) -> T:
    """Call `function` and return its result; its time counts as a move if `moves`, else as time between moves."""
    begin = perf_counter()
    result = function(*args)
    seconds = perf_counter() - begin
    if moves:
        clock.add_move(seconds)
    else:
        clock.seconds += seconds
    return result


def _call_bot(supervision: Supervision, seat: int, method: Callable[..., T], *args: Any) -> T:
    """Call a bot's code and return the result; raises BotError if it fails or takes too long."""
    limit, mark = supervision
    if mark is not None:
        mark.begin(seat)
    begin = monotonic()
    try:
        result = method(*args)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and mark is None:
            raise  # from the keyboard; supervised processes ignore it
        raise BotError(seat, f"failed: {describe_error(error)}") from error
    finally:
        if mark is not None:
            mark.end()
    if limit is not None and monotonic() - begin > limit:
        raise BotError(seat, timeout_fault(limit))
    return result


def choose_checked(
    bot: Player, observation: State, legal: Sequence[Action], supervision: Supervision = UNSUPERVISED
) -> Action:
    """Return a bot's choice.

    Args:
        bot: The bot.
        observation: The observed state of its seat.
        legal: Its legal actions.
        supervision: The time limit.

    Raises:
        BotError: If the bot fails, takes too long, or chooses an illegal action.
    """
    action: object = _call_bot(supervision, observation.observer, bot.choose, observation, list(legal))
    for allowed in legal:
        if allowed is action:  # by identity, because a bot's object could have its own equality
            return allowed
    description = repr(str(action)) if isinstance(action, Action) else f"a thing of the type {type(action).__name__}"
    raise BotError(observation.observer, f"chose {description}, which is not legal")


def describe_error(error: BaseException) -> str:
    """Return an error in one line: its message, and the line of code where it was raised."""
    try:
        message = " ".join(f"{type(error).__name__}: {error}".split())
    except BaseException:  # a bot's own error may fail as well when it is converted to text
        message = type(error).__name__
    frames = extract_tb(error.__traceback__)
    if not frames:
        return message
    last = frames[-1]
    return f"{message} ({os.path.basename(last.filename)}, line {last.lineno}, in {last.name}: {last.line or '?'})"


def check_end(state: State) -> None:
    """Check a finished game.

    Raises:
        BrokenGameError: If its result is inconsistent. The message lists the faults.
    """
    faults = state.position_errors()
    places, returns = state.ranking(), state.returns()
    if not len(state.scores()) == len(places) == len(returns) == state.sides:
        faults.append("not one score, place and return per side")
    if abs(sum(returns)) > 1e-9 or not all(-1 <= value <= 1 for value in returns):
        faults.append(f"the returns {returns} are not within -1 and 1 with the sum 0")
    if min(places) != 1:
        faults.append(f"nobody is first in the ranking {places}")
    if faults:
        raise BrokenGameError("; ".join(faults))


def record_of(game: Game, result: GameResult, options: Mapping[str, OptionValue]) -> Record:
    """Return the record of a finished game."""
    return Record(game.id, len(result.seats), result.seed, options, result.entries)
