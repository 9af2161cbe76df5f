"""Chronicles of finished games: the sources of the points, remarkable facts, and counts for statistics.

A game may define its own class, `CHRONICLE`, in its module `chronicle`; the default is the class here.
Chronicles are made from full records, so only of games that are over and have no more secrets.
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
from regnum.core.text.narrator import refused

S = TypeVar("S", bound=State)

MOST_FACTS: Final = 5
"""The most facts shown for a game."""
LEAST_FACTS: Final = 3
"""The number of facts shown even if they are unremarkable."""
ON_ONE: Final = 2
"""The most facts about one player, if there are others."""


class Fact:
    """A remarkable fact of a game: a key of `[fact]` in the game's words, and the parameters of its sentence.

    `weight`: how remarkable it is; 1 is the value of a usual game. `number`: the entry at which it was reached.
    """

    def __init__(self, key: str, params: Mapping[str, Param], weight: float, number: int) -> None:
        self.key: Final = key
        self.params: Final[dict[str, Param]] = dict(params)
        self.weight: Final = weight
        self.number: Final = number

    @property
    def player(self) -> int:
        """The seat that the fact is about, or -1."""
        player = self.params.get("player", -1)
        return player if isinstance(player, int) else -1


class _Counted:
    """A value, the parameters of its fact, and the entry at which it was reached."""

    def __init__(self, params: Mapping[str, Param], value: int, number: int) -> None:
        self.params: Final = params
        self.value = value
        self.number = number


@mypyc_attr(allow_interpreted_subclasses=True)
class Chronicle(Generic[S]):
    """A summary of one game: it is passed every entry that was not undone, in order, and collects facts and counts."""

    USUAL: ClassVar[Mapping[str, float]] = {}
    """The facts that it may collect, each with its value in a usual game, as measured by `regnum report`."""

    def __init__(self, start: S) -> None:
        """Begin with the state before the first entry."""
        self.start: Final = start
        self._greatest: Final[dict[str, _Counted]] = {}
        self._counts: Final[dict[str, dict[str, _Counted]]] = {}

    def follow(self, number: int, player: int, action: Action, notes: Sequence[Note], s: S) -> None:
        """Process entry `number` (from 1), given its notes and the state `s` after it."""

    def told(self, notes: Sequence[Note], number: int) -> None:
        """Process the notes of an entry; 0: of the setup."""

    def points(self, s: S) -> list[int]:
        """Return the points of each side in a state of the game, for the chart of points."""
        return s.scores()

    def sources(self, s: S) -> list[dict[str, int]]:
        """Return each side's points by reason (`[final]` of the words); they add up to the final scores."""
        return [{"points": score} for score in s.scores()]

    def had(self, s: S) -> list[dict[str, list[str]]]:
        """Return each side's things for statistics: their ids by kind (`[had]` of the words, and of names).

        A thing is listed as often as the side had it.
        """
        return [{} for _ in range(s.sides)]

    # For subclasses.

    def greatest(self, key: str, value: int, number: int, params: Mapping[str, Param]) -> None:
        """Record a value for a fact: the highest value of its key becomes the fact's `count`."""
        known = self._greatest.get(key)
        if value > 0 and (known is None or value > known.value):
            self._greatest[key] = _Counted(params, value, number)

    def again(self, key: str, number: int, params: Mapping[str, Param], times: int = 1) -> None:
        """Count an occurrence for a fact: the parameters that occur most often become the fact, unless there is a tie.

        The number of occurrences is the fact's `count`.
        """
        counts = self._counts.setdefault(key, {})
        named = repr(sorted(params.items()))
        known = counts.get(named)
        if known is None:
            counts[named] = _Counted(params, times, number)
        else:
            known.value += times
            known.number = number

    def facts(self) -> list[Fact]:
        """Return all facts, the most remarkable first."""
        found = dict(self._greatest)
        for key, counts in self._counts.items():
            most = max([counted.value for counted in counts.values()])
            first = [counted for counted in counts.values() if counted.value == most]
            if len(first) == 1 and most > 0:
                found[key] = first[0]
        told = [
            Fact(key, {**one.params, "count": one.value}, one.value / self.USUAL[key], one.number)
            for key, one in found.items()
        ]
        return sorted(told, key=lambda fact: (-fact.weight, fact.key))


class Retold:
    """The result of a chronicle.

    `course`: the points of the sides after each entry that changed them, with its number, from 0 to the end.
    """

    def __init__(
        self,
        course: list[tuple[int, list[int]]],
        sources: list[dict[str, int]],
        facts: list[Fact],
        had: list[dict[str, list[str]]],
        end: State,
    ) -> None:
        self.course: Final = course
        self.sources: Final = sources
        self.facts: Final = facts
        self.had: Final = had
        self.end: Final = end


def chronicle_of(game: Game) -> type[Chronicle[Any]]:
    """Return the chronicle class of a game."""
    module = game.part("chronicle")
    found: type[Chronicle[Any]] = Chronicle if module is None else module.CHRONICLE
    return found


def standing_entries(record: Record) -> list[tuple[int, int, str]]:
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


def retell(record: Record) -> Retold:
    """Return the chronicle of a record's game; ValueError for the first entry that does not fit, or an unfinished game.

    The entries are checked like those of a file: nothing is trusted.
    """
    misfit = ""
    play = record.begin(telling=True)
    chronicle = chronicle_of(record.game)(play.state)
    chronicle.told([line.note for line in play.log if line.note is not None], 0)
    course = [(0, chronicle.points(play.state))]
    for number, player, text in standing_entries(record):
        try:
            play.submit(player, text)
        except IllegalAction as error:
            misfit = refused(error, record.game.words("en"))
        except (ValueError, RuntimeError) as error:
            misfit = str(error)
        if misfit:
            raise ValueError(f"line {number + 1}: {text!r} of player {player} does not fit: {misfit}")
        action, *lines = play.latest()
        notes = [line.note for line in lines if line.note is not None]
        assert action.action is not None
        chronicle.told(notes, number)
        chronicle.follow(number, player, action.action, notes, play.state)
        points = chronicle.points(play.state)
        if points != course[-1][1]:
            course.append((number, points))
    end = play.state
    if not end.is_terminal:
        raise ValueError("the game is not over")
    if course[-1][0] != len(record.entries):
        course.append((len(record.entries), chronicle.points(end)))
    return Retold(course, chronicle.sources(end), chronicle.facts(), chronicle.had(end), end)


def most_remarkable(facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts to show, three to five if there are enough, from all facts sorted from the most remarkable."""
    chosen: list[Fact] = []
    for fact in facts:
        usual = fact.weight < 1 and len(chosen) >= LEAST_FACTS
        others = [one for one in chosen if one.player == fact.player and fact.player >= 0]
        if len(chosen) < MOST_FACTS and not usual and len(others) < ON_ONE:
            chosen.append(fact)
    for fact in facts:
        if len(chosen) < LEAST_FACTS and fact not in chosen:
            chosen.append(fact)
    return chosen
