"""Summaries of finished games: points by reason, highlights, and what statistics count.

A game may define its own class, `SUMMARIZER`, in its module `summary`; the default is the class here.
Summaries are made from full records, so only of games that are over and have no more secrets.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from regnum.core import mypyc_attr
from regnum.core.game import Game
from regnum.core.record.play import UNDO
from regnum.core.record.record import Record
from regnum.core.rules.action import Action, Param
from regnum.core.rules.note import Note
from regnum.core.rules.state import IllegalAction, State
from regnum.core.text.narrator import refusal_message

S = TypeVar("S", bound=State)

MAX_HIGHLIGHTS: Final = 5
"""The most highlights shown for a game."""
MIN_HIGHLIGHTS: Final = 3
"""The number of highlights shown even if they are unremarkable."""
MAX_PER_PLAYER: Final = 2
"""The most highlights about one player, if there are others."""


class Highlight:
    """Something remarkable in a game: a key of `[fact]` in the game's words, and the parameters of its sentence.

    `weight`: how remarkable it is; 1 is the value of a usual game. `number`: the entry at which it was reached.
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
    """Summarizes one game: it is passed every entry that was not undone, in order."""

    TYPICAL_VALUES: ClassVar[Mapping[str, float]] = {}
    """The highlights that it may collect, each with its value in a typical game, as measured by `regnum report`."""

    def __init__(self, start: S) -> None:
        """Begin with the state before the first entry."""
        self.start: Final = start
        self._maxima: Final[dict[str, _Tally]] = {}
        self._occurrences: Final[dict[str, dict[str, _Tally]]] = {}

    def process_entry(self, number: int, player: int, action: Action, notes: Sequence[Note], s: S) -> None:
        """Process entry `number` (from 1), given its notes and the state `s` after it."""

    def process_notes(self, notes: Sequence[Note], number: int) -> None:
        """Process the notes of an entry; 0: of the setup."""

    def points(self, s: S) -> list[int]:
        """Return the points of each side in a state of the game, for the chart of points."""
        return s.scores()

    def points_by_reason(self, s: S) -> list[dict[str, int]]:
        """Return each side's points by reason (`[final]` of the words); they add up to the final scores."""
        return [{"points": score} for score in s.scores()]

    def possessions(self, s: S) -> list[dict[str, list[str]]]:
        """Return each side's things for statistics: their ids by kind (`[had]` of the words, and of names).

        A thing is listed as often as the side had it.
        """
        return [{} for _ in range(s.sides)]

    # For subclasses.

    def record_maximum(self, key: str, value: int, number: int, params: Mapping[str, Param]) -> None:
        """Record a value for a highlight: the highest value of its key becomes the highlight's `count`."""
        known = self._maxima.get(key)
        if value > 0 and (known is None or value > known.value):
            self._maxima[key] = _Tally(params, value, number)

    def count_occurrence(self, key: str, number: int, params: Mapping[str, Param], times: int = 1) -> None:
        """Count an occurrence for a highlight: the parameters that occur most often are shown, unless there is a tie.

        The number of occurrences is the highlight's `count`.
        """
        counts = self._occurrences.setdefault(key, {})
        named = repr(sorted(params.items()))
        known = counts.get(named)
        if known is None:
            counts[named] = _Tally(params, times, number)
        else:
            known.value += times
            known.number = number

    def highlights(self) -> list[Highlight]:
        """Return all highlights, the most remarkable first."""
        found = dict(self._maxima)
        for key, counts in self._occurrences.items():
            most = max([counted.value for counted in counts.values()])
            first = [counted for counted in counts.values() if counted.value == most]
            if len(first) == 1 and most > 0:
                found[key] = first[0]
        highlights = [
            Highlight(key, {**one.params, "count": one.value}, one.value / self.TYPICAL_VALUES[key], one.number)
            for key, one in found.items()
        ]
        return sorted(highlights, key=lambda highlight: (-highlight.weight, highlight.key))


class GameSummary:
    """The summary of a finished game.

    `score_history`: the points of the sides after each entry that changed them, with its number, from 0 to the end.
    `points_by_reason` and `possessions` have one dict per side, as the methods of `Summarizer` return them.
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
    """Return the class that summarizes games of a game."""
    module = game.part("summary")
    found: type[Summarizer[Any]] = Summarizer if module is None else module.SUMMARIZER
    return found


def effective_entries(record: Record) -> list[tuple[int, int, str]]:
    """Return the entries of a record that were not taken back, each as number (from 1), player and text."""
    found: list[tuple[int, int, str]] = []
    for number, (player, text) in enumerate(record.entries, 1):
        if text != UNDO:
            found.append((number, player, text))
        else:
            last = next((at for at in range(len(found) - 1, -1, -1) if found[at][1] == player), -1)
            if last >= 0:  # later secret actions of others are kept
                del found[last]
    return found


def summarize(record: Record) -> GameSummary:
    """Return the summary of a record's game; ValueError for the first entry that does not fit, or an unfinished game.

    The entries are checked like those of a file: nothing is trusted.
    """
    misfit = ""
    play = record.begin(with_log=True)
    summarizer = summarizer_of(record.game)(play.state)
    summarizer.process_notes([line.note for line in play.log if line.note is not None], 0)
    score_history = [(0, summarizer.points(play.state))]
    for number, player, text in effective_entries(record):
        try:
            play.submit(player, text)
        except IllegalAction as error:
            misfit = refusal_message(error, record.game.words("en"))
        except (ValueError, RuntimeError) as error:
            misfit = str(error)
        if misfit:
            raise ValueError(f"line {number + 1}: {text!r} of player {player} does not fit: {misfit}")
        action, *lines = play.latest_lines()
        notes = [line.note for line in lines if line.note is not None]
        assert action.action is not None
        summarizer.process_notes(notes, number)
        summarizer.process_entry(number, player, action.action, notes, play.state)
        points = summarizer.points(play.state)
        if points != score_history[-1][1]:
            score_history.append((number, points))
    end = play.state
    if not end.is_terminal:
        raise ValueError("the game is not over")
    if score_history[-1][0] != len(record.entries):
        score_history.append((len(record.entries), summarizer.points(end)))
    return GameSummary(
        score_history, summarizer.points_by_reason(end), summarizer.highlights(), summarizer.possessions(end), end
    )


def select_highlights(highlights: Sequence[Highlight]) -> list[Highlight]:
    """Return the highlights to show, three to five if there are enough, given all, the most remarkable first."""
    chosen: list[Highlight] = []
    for highlight in highlights:
        usual = highlight.weight < 1 and len(chosen) >= MIN_HIGHLIGHTS
        others = [one for one in chosen if one.player == highlight.player and highlight.player >= 0]
        if len(chosen) < MAX_HIGHLIGHTS and not usual and len(others) < MAX_PER_PLAYER:
            chosen.append(highlight)
    for highlight in highlights:
        if len(chosen) < MIN_HIGHLIGHTS and highlight not in chosen:
            chosen.append(highlight)
    return chosen
