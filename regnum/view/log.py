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

    `title` is the event's result; "" if `[summary]` of the words is enough. `rows` are a table, with the lines folded
    below it. If there is no table, `lines` are the event's lines in the order in which a side reads them.
    """

    title: str = ""
    rows: Rows = field(default_factory=Rows)
    lines: Sequence[Line] = ()


@dataclass(frozen=True)
class EventOutcome:
    """The outcome of an event or a turn for a side: the lines with its losses, and whether it ended well.

    `is_good` is None if it ended neither well nor badly.
    """

    losses: Sequence[Line] = ()
    is_good: bool | None = None


class EventKind:
    """A kind of event that players look back at, such as a battle or a winter: consecutive lines of the log.

    Keys are those of notes and families of actions. Parameters with several keys separate them by spaces.

    An event begins with a line whose key is in `start_keys`. The following lines belong to it as long as their keys are
    in `start_keys` or `continue_keys`. If `restarts`, each line with a key in `start_keys` begins a new event. Lines
    with a key in `hidden_keys` belong to the event but are not shown. With `lead_in_keys`, the event also includes the
    lines before its first one, back to the last line with one of these keys.

    With `end_keys`, an event instead lasts until the next line with one of these keys, whatever comes between. It is
    shown as the table of `LogView.report`, and only if it has a line with a key in `continue_keys`. Its other lines are
    also shown.

    The title of an event is `[summary]` of the words under `key`, with the parameters of its first line. `points`
    maps the notes that bring points to their player to the parameter with the points, or to a fixed number.

    `must_read`: the event is shown before a player's next question and before later events, if that player or no player
    began it, or its first line names that player in one of the parameters `side_params`. `folds_early`: the event folds
    as soon as an automatic part begins (`LogKeys.stages`). `result_known`: the player who begins the event knows its
    result, so later actions of others are shown first. `context_keys`: notes that its table needs, such as the previous
    owner of a thing. `LogView.report` also gets all earlier lines with these keys, before the event's own lines.
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
    """The treatment of log lines, by keys of notes and families of actions, separated by spaces.

    `sections` begin a new section of the log. `stages` begin a part of the automatic consequences of a decision, which
    are played back part by part. `full_log_only` are shown only in the full log: the steps of something whose result is
    in another note. `news` concern no player but count as news, such as the event of a round. `introductions` only
    introduce the next line, and are left out if there is one. `hidden_families` are families that the table's log
    leaves out, because the lines around them show their result. `amounts` maps notes to the parameter with their
    amount: the log adds up the amounts of consecutive notes. `icons` assigns small icons to lines, by the icon's name:
    battle, build, card, church, coin, goods, move, place, points, ring and unrest. `event_kinds` are the kinds of
    events that are shown until they are closed, and can be opened again. `neutral` is the symbol and the title's key
    for sides without a player, in the last column of a report.
    """

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
        """Return the result of a turn in one line, the most important part first; "" to show its lines.

        `player` is -1 if the turn belongs to no player.
        """
        return ""

    def report(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str], side: int) -> Report:
        """Return the report of an event, made from its lines, for a side (-1: a spectator).

        An event with `EventKind.end_keys` is shown by its table alone.
        """
        return Report()

    def outcome(self, lines: Sequence[Line], side: int) -> EventOutcome:
        """Return the outcome of an event or another player's turn for a side.

        An event of a `must_read` kind with losses is shown first and marked as a loss. Its title is then `[summary]` of
        the words under its key with "_lost", if it exists. In a turn, the lines with losses come first.
        """
        return EventOutcome()
