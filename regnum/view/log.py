"""The log of a game: its sections, icons, events and places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from regnum.core.rules.action import Param
from regnum.core.rules.note import Line
from regnum.core.text.words import Words

Rows = list[tuple[str, list[tuple[str, str, bool]]]]
"""The rows of a table: a label and a cell for each side, with a short text, a long text, and whether it had no effect.

After the sides there may be an extra cell, for `LogKeys.neutral`. A row without cells is a sentence.
"""


@dataclass(frozen=True)
class Report:
    """The presentation of an event whose log lines are not enough.

    Attributes:
        title: The event's result, or "" if `[summary]` of the words is enough.
        rows: The rows of a table. The event's lines are folded below it.
        lines: The event's lines in the order in which a side reads them, if there is no table.
    """

    title: str = ""
    rows: Rows = field(default_factory=Rows)
    lines: Sequence[Line] = ()


@dataclass(frozen=True)
class EventOutcome:
    """The outcome of an event or a turn for a side.

    Attributes:
        losses: The lines with its losses.
        is_good: Whether it ended well, or None if it ended neither well nor badly.
    """

    losses: Sequence[Line] = ()
    is_good: bool | None = None


class EventKind:
    """A kind of event that players look back at, such as a battle or a winter: consecutive lines of the log.

    An event begins with a line whose key is in `start_keys` and continues while lines have keys in `start_keys` or
    `continue_keys`. With `end_keys`, it instead lasts until the next line with one of these keys, whatever comes
    between. It is then shown as the table of `LogView.report`, and only if it has a line with a key in
    `continue_keys`. Its other lines are also shown.

    The title of an event is `[summary]` of the words under `key`, with the parameters of its first line.
    """

    def __init__(
        self,
        key: str,
        start_keys: str,
        continue_keys: str = "",
        points: Mapping[str, str | int] | None = None,
        restarts: bool = True,
        hidden_keys: str = "",
        end_keys: str = "",
        lead_in_keys: str = "",
        must_read: bool = False,
        folds_early: bool = False,
        result_known: bool = False,
        side_params: str = "",
        context_keys: str = "",
    ) -> None:
        """Make a kind of event. Keys are those of notes and families of actions, separated by spaces.

        Args:
            key: The key of the event in the words.
            start_keys: The keys of lines that begin an event.
            continue_keys: The keys of lines that belong to it.
            points: The notes that bring points to their player, with the parameter that contains the points, or a fixed
                number of points.
            restarts: Whether each line with a key in `start_keys` begins a new event.
            hidden_keys: The keys of lines that belong to the event but are not shown.
            end_keys: The keys of lines that end it.
            lead_in_keys: The event also includes the lines before its first one, back to the last line with one of
                these keys.
            must_read: Whether the event is shown before a player's next question and before later events. This applies
                if that player or no player began it, or if its first line names that player in one of the parameters
                `side_params`.
            folds_early: Whether the event folds as soon as an automatic part begins (`LogKeys.stages`).
            result_known: Whether the player who begins the event knows its result, so that later actions of others are
                shown first.
            side_params: The parameters of the first line that name other players involved.
            context_keys: The keys of earlier lines that `LogView.report` also gets, before the event's own lines, such
                as the previous owner of a thing.
        """
        self.key: Final = key
        self.start_keys: Final = frozenset(start_keys.split())
        self.hidden_keys: Final = frozenset(hidden_keys.split())
        self.continue_keys: Final = frozenset(continue_keys.split()) | self.hidden_keys
        self.points: Final[Mapping[str, str | int]] = dict(points or {})
        self.restarts: Final = restarts
        self.end_keys: Final = frozenset(end_keys.split())
        self.lead_in_keys: Final = frozenset(lead_in_keys.split())
        self.must_read: Final = must_read
        self.folds_early: Final = folds_early
        self.result_known: Final = result_known
        self.side_params: Final = tuple(side_params.split())
        self.context_keys: Final = frozenset(context_keys.split())


class LogKeys:
    """The treatment of log lines, by keys of notes and families of actions."""

    def __init__(
        self,
        sections: str = "",
        stages: str = "",
        full_log_only: str = "",
        news: str = "",
        introductions: str = "",
        hidden_families: str = "",
        amounts: Mapping[str, str] | None = None,
        icons: Mapping[str, str] | None = None,
        event_kinds: Sequence[EventKind] = (),
        neutral: tuple[str, str] = ("", ""),
    ) -> None:
        """Make the keys. Several keys in one string are separated by spaces.

        Args:
            sections: Notes that begin a new section of the log.
            stages: Notes that begin a part of the automatic consequences of a decision, which are played back part by
                part.
            full_log_only: Notes that are shown only in the full log: the steps of something whose result is in another
                note.
            news: Notes that concern no player but count as news, such as the event of a round.
            introductions: Lines that only introduce the next line and are left out if there is one.
            hidden_families: Families that the table's log leaves out, because the lines around them show their result.
            amounts: Notes, with the parameter that contains their amount. The log adds up the amounts of consecutive
                notes.
            icons: The keys of lines with a small icon, by the icon's name: battle, build, card, church, coin, goods,
                move, place, points, ring and unrest.
            event_kinds: The kinds of events that are shown until they are closed and can be opened again.
            neutral: The symbol and the title's key for sides without a player, in the last column of a report.
        """
        self.sections: Final = frozenset(sections.split())
        self.stages: Final = frozenset(stages.split())
        self.full_log_only: Final = frozenset(full_log_only.split())
        self.news: Final = frozenset(news.split())
        self.introductions: Final = frozenset(introductions.split())
        self.hidden_families: Final = frozenset(hidden_families.split())
        self.amounts: Final[Mapping[str, str]] = dict(amounts or {})
        self.icons: Final[Mapping[str, str]] = dict(icons or {})
        self.icon_of: Final = {key: icon for icon, keys in self.icons.items() for key in keys.split()}
        self.event_kinds: Final = tuple(event_kinds)
        self.neutral: Final = neutral


class LogView:
    """A game's additions to the lines of the log: places, reports and outcomes."""

    def __init__(self, keys: LogKeys | None = None) -> None:
        self.keys: Final = keys or LogKeys()

    def places(self, params: Mapping[str, Param]) -> list[str]:
        """Return the ids of the elements affected by an action or a note with these parameters."""
        return []

    def turn_summary(self, lines: Sequence[Line], player: int, words: Words, names: Sequence[str]) -> str:
        """Return the result of a turn in one line, with the most important part first; "" to show its lines.

        Args:
            lines: The lines of the turn.
            player: The player whose turn it is, or -1 if it belongs to no player.
            words: The game's words.
            names: The players' names by seat.
        """
        return ""

    def report(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str], side: int) -> Report:
        """Return the report of an event for a side. An event with `EventKind.end_keys` is shown by its table alone.

        Args:
            key: The key of the event's kind.
            lines: The lines of the event.
            words: The game's words.
            names: The players' names by seat.
            side: The side that reads it, or -1 for a spectator.
        """
        return Report()

    def outcome(self, lines: Sequence[Line], side: int) -> EventOutcome:
        """Return the outcome of an event or another player's turn for a side.

        An event of a `must_read` kind with losses is shown first and marked as a loss. Its title is then `[summary]` of
        the words under its key with "_lost", if it exists. In a turn, the lines with losses come first.
        """
        return EventOutcome()
