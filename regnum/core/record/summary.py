"""Summaries of finished games: points by reason, highlights, and values for statistics.

A game may define its own class, `SUMMARIZER`, in its module `summary`; the default is `Summarizer`. Summaries need full
records, so they exist only for finished games, in which nothing is hidden any more.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from regnum.core import mypyc_attr
from regnum.core.game import Game
from regnum.core.record.play import UNDO
from regnum.core.record.record import Record
from regnum.core.rules.action import Action, Param
from regnum.core.rules.note import Note
from regnum.core.rules.state import IllegalActionError, State
from regnum.core.text.narrator import refusal_message

__all__ = [
    "MAX_HIGHLIGHTS",
    "MAX_PER_PLAYER",
    "MIN_HIGHLIGHTS",
    "GameSummary",
    "Highlight",
    "Summarizer",
    "effective_entries",
    "select_highlights",
    "summarize",
    "summarizer_of",
]

S = TypeVar("S", bound=State)

MAX_HIGHLIGHTS: Final = 5
"""The maximum number of highlights shown for a game."""
MIN_HIGHLIGHTS: Final = 3
"""The number of highlights shown even if they are unremarkable."""
MAX_PER_PLAYER: Final = 2
"""The maximum number of highlights about one player, if there are enough others."""


class Highlight:
    """Something remarkable in a game.

    Attributes:
        key: The key of its sentence in `[highlight]` of the words.
        params: The parameters of the sentence.
        weight: Its value relative to that in a typical game.
        number: The number of the entry at which this value was reached.
    """

    def __init__(self, key: str, params: Mapping[str, Param], weight: float, number: int) -> None:
        self.key: Final = key
        self.params: Final[dict[str, Param]] = dict(params)
        self.weight: Final = weight
        self.number: Final = number

    @property
    def player(self) -> int:
        """The seat that the highlight is about, or -1."""
        player = self.params.get("player", -1)
        return player if isinstance(player, int) else -1


class _Tally:
    """A value, the parameters of its highlight, and the entry at which it was reached."""

    def __init__(self, params: Mapping[str, Param], value: int, number: int) -> None:
        self.params: Final = params
        self.value = value
        self.number = number


@mypyc_attr(allow_interpreted_subclasses=True)
class Summarizer(Generic[S]):
    """Summarizes one game, given every entry that was not undone, in order."""

    TYPICAL_VALUES: ClassVar[Mapping[str, float]] = {}
    """The highlights that it may collect, each with its value in a typical game, as measured by `regnum report`."""

    def __init__(self, start: S) -> None:
        """Begin with the state before the first entry."""
        self.start: Final = start
        self._maxima: Final[dict[str, _Tally]] = {}
        self._occurrences: Final[dict[str, dict[str, _Tally]]] = {}

    def process_entry(self, number: int, player: int, action: Action, notes: Sequence[Note], s: S) -> None:
        """Process an entry.

        Args:
            number: Its number, from 1.
            player: The player who acted.
            action: The action.
            notes: The notes about its effects.
            s: The state after it.
        """

    def process_notes(self, notes: Sequence[Note], number: int) -> None:
        """Process the notes of an entry.

        Args:
            notes: The notes.
            number: The number of the entry, from 1, or 0 for the setup.
        """

    def points(self, s: S) -> list[int]:
        """Return the points of each side in a state of the game, for the chart of points."""
        return s.scores()

    def points_by_reason(self, s: S) -> list[dict[str, int]]:
        """Return each side's points by reason (`[score_reason]` of the words); they add up to the final scores."""
        return [{"points": score} for score in s.scores()]

    def possessions(self, s: S) -> list[dict[str, list[str]]]:
        """Return the ids of each side's things, for statistics, by kind.

        A kind is a key of the words' tables `[possession]` and `[name]`. An id is listed once for
        each such thing that the side had.
        """
        return [{} for _ in range(s.sides)]

    # For subclasses.

    def record_maximum(self, key: str, value: int, number: int, params: Mapping[str, Param]) -> None:
        """Record a value for a highlight. Only the highest value of each key counts.

        Args:
            key: The key of the highlight.
            value: The value, which becomes the parameter `count` of its sentence.
            number: The number of the entry.
            params: The other parameters of the sentence.
        """
        highest = self._maxima.get(key)
        if value > 0 and (highest is None or value > highest.value):
            self._maxima[key] = _Tally(params, value, number)

    def count_occurrence(self, key: str, number: int, params: Mapping[str, Param], times: int = 1) -> None:
        """Count something for a highlight, which shows what occurs most often; there is none if there is a tie.

        Args:
            key: The key of the highlight.
            number: The number of the entry.
            params: What occurs: the parameters of the sentence. The number of occurrences is its parameter `count`.
            times: How often it occurs.
        """
        counts = self._occurrences.setdefault(key, {})
        params_key = repr(sorted(params.items()))
        tally = counts.get(params_key)
        if tally is None:
            counts[params_key] = _Tally(params, times, number)
        else:
            tally.value += times
            tally.number = number

    def highlights(self) -> list[Highlight]:
        """Return all highlights, the most remarkable first."""
        maxima = dict(self._maxima)
        for key, counts in self._occurrences.items():
            most = max([tally.value for tally in counts.values()])
            first = [tally for tally in counts.values() if tally.value == most]
            if len(first) == 1 and most > 0:
                maxima[key] = first[0]
        highlights = [
            Highlight(key, {**best.params, "count": best.value}, best.value / self.TYPICAL_VALUES[key], best.number)
            for key, best in maxima.items()
        ]
        return sorted(highlights, key=lambda highlight: (-highlight.weight, highlight.key))


class GameSummary:
    """The summary of a finished game.

    Attributes:
        score_history: The number of each entry that changed the points, with each side's points after it. It begins
            with the setup (0) and ends with the last entry.
        points_by_reason: See `Summarizer.points_by_reason`.
        highlights: The highlights, the most remarkable first.
        possessions: See `Summarizer.possessions`.
        final_state: The state at the end.
    """

    def __init__(
        self,
        score_history: list[tuple[int, list[int]]],
        points_by_reason: list[dict[str, int]],
        highlights: list[Highlight],
        possessions: list[dict[str, list[str]]],
        final_state: State,
    ) -> None:
        self.score_history: Final = score_history
        self.points_by_reason: Final = points_by_reason
        self.highlights: Final = highlights
        self.possessions: Final = possessions
        self.final_state: Final = final_state


def summarizer_of(game: Game) -> type[Summarizer[Any]]:
    """Return the class that summarizes records of a game."""
    module = game.part("summary")
    summarizer: type[Summarizer[Any]] = Summarizer if module is None else module.SUMMARIZER
    return summarizer


def effective_entries(record: Record) -> list[tuple[int, int, str]]:
    """Return the entries of a record that were not taken back, each as number (from 1), player and text."""
    entries: list[tuple[int, int, str]] = []
    for number, (player, text) in enumerate(record.entries, 1):
        if text != UNDO:
            entries.append((number, player, text))
        else:
            last = next((at for at in range(len(entries) - 1, -1, -1) if entries[at][1] == player), -1)
            if last >= 0:  # later secret actions of others are kept
                del entries[last]
    return entries


def summarize(record: Record) -> GameSummary:
    """Return the summary of a record's game. All entries are checked, because the record may come from a file.

    Raises:
        ValueError: If an entry is illegal, or the game is not finished.
    """
    reason = ""
    play = record.begin(with_log=True)
    summarizer = summarizer_of(record.game)(play.state)
    summarizer.process_notes([line.note for line in play.log if line.note is not None], 0)
    score_history = [(0, summarizer.points(play.state))]
    for number, player, text in effective_entries(record):
        try:
            play.submit(player, text)
        except IllegalActionError as error:
            reason = refusal_message(error, record.game.words("en"))
        except (ValueError, RuntimeError) as error:
            reason = str(error)
        if reason:
            raise ValueError(f"line {number + 1}: {text!r} of player {player} does not fit: {reason}")
        action, *lines = play.latest_lines()
        notes = [line.note for line in lines if line.note is not None]
        assert action.action is not None
        summarizer.process_notes(notes, number)
        summarizer.process_entry(number, player, action.action, notes, play.state)
        points = summarizer.points(play.state)
        if points != score_history[-1][1]:
            score_history.append((number, points))
    final_state = play.state
    if not final_state.is_terminal:
        raise ValueError("the game is not over")
    if score_history[-1][0] != len(record.entries):
        score_history.append((len(record.entries), summarizer.points(final_state)))
    return GameSummary(
        score_history,
        summarizer.points_by_reason(final_state),
        summarizer.highlights(),
        summarizer.possessions(final_state),
        final_state,
    )


def select_highlights(highlights: Sequence[Highlight]) -> list[Highlight]:
    """Return the highlights to show: three to five, or fewer if there are not enough.

    Args:
        highlights: All highlights, the most remarkable first.
    """
    chosen: list[Highlight] = []
    for highlight in highlights:
        usual = highlight.weight < 1 and len(chosen) >= MIN_HIGHLIGHTS
        same_player = [other for other in chosen if other.player == highlight.player and highlight.player >= 0]
        if len(chosen) < MAX_HIGHLIGHTS and not usual and len(same_player) < MAX_PER_PLAYER:
            chosen.append(highlight)
    for highlight in highlights:
        if len(chosen) < MIN_HIGHLIGHTS and highlight not in chosen:
            chosen.append(highlight)
    return chosen
