"""The log of a game: its sections, icons, events and places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from regnum.core.rules.action import Param
from regnum.core.rules.note import Line
from regnum.core.text.words import Words

Rows = list[tuple[str, list[tuple[str, str, bool]]]]
"""A table: what, and for each side in a few letters, in words, and whether it came to nothing.

After the sides there may be one more cell, for `LogKeys.neutral`. A row without cells is a sentence.
"""


@dataclass(frozen=True)
class Report:
    """How an event is told where its lines as they came are not enough.

    `title` says its result; "" where `[summary]` of the words is enough. `rows` are a table: below it the lines are
    folded. `lines` are its lines in the order in which a side reads them, while there is no table.
    """

    title: str = ""
    rows: Rows = field(default_factory=Rows)
    lines: Sequence[Line] = ()


@dataclass(frozen=True)
class Outcome:
    """What an event or a turn brought a side: the lines by which it lost something, and whether it ended well.

    `well` is None if it ended neither well nor badly.
    """

    lost: Sequence[Line] = ()
    well: bool | None = None


class Summary:
    """A kind of event that players look back at, such as a battle or a winter: consecutive lines of the log.

    Keys are those of notes and families of actions, with spaces between. An event begins with a line of a key in
    `begins` and continues while lines have a key in `begins` or `goes_on`; where `anew`, a line in `begins` begins
    another event. Its title is `[summary]` of the words under `key`, filled with the parameters of its first line.
    Lines of a key in `silent` belong to it but are not told. `points` says which notes bring points to their
    player: a parameter's name, or a number each time. With `back` an event also has the lines before it, from the last
    line with one of these keys on, which then is its first.

    With `until` an event continues to the next line of one of these keys, whatever comes between, and is told once by
    `LogView.report`, if it has a line of a key in `goes_on`. What else happened in it is told as well.

    `held`: a player reads an event that they or nobody began before they are asked again, and before the next events
    are shown; so does each player who is named by one of the parameters `sides` of its first line. `brief`: it folds
    as soon as something begins to happen by itself (`LogKeys.stages`). `foreseen`: the player who begins it knows its
    result, so what others did later comes first. `past`: keys of notes that its table needs, such as who had a
    thing before: `LogView.report` is also given all earlier lines with these keys, before its own lines.
    """

    def __init__(
        self,
        key: str,
        begins: str,
        goes_on: str = "",
        points: Mapping[str, str | int] | None = None,
        anew: bool = True,
        silent: str = "",
        until: str = "",
        back: str = "",
        held: bool = False,
        brief: bool = False,
        foreseen: bool = False,
        sides: str = "",
        past: str = "",
    ) -> None:
        self.key: Final = key
        self.begins: Final = frozenset(begins.split())
        self.silent: Final = frozenset(silent.split())
        self.goes_on: Final = frozenset(goes_on.split()) | self.silent
        self.points: Final[Mapping[str, str | int]] = dict(points or {})
        self.anew: Final = anew
        self.until: Final = frozenset(until.split())
        self.back: Final = frozenset(back.split())
        self.held: Final = held
        self.brief: Final = brief
        self.foreseen: Final = foreseen
        self.sides: Final = tuple(sides.split())
        self.past: Final = frozenset(past.split())


class LogKeys:
    """How the log treats lines, by the keys of notes and the families of actions, with spaces between.

    `sections` begin a new section of the log. `stages` begin a part of what happens by itself after a decision: it is
    played back part by part. `details` are only told in the whole log: how something went whose end is another note.
    `news` are about nobody and yet belong to what is new, as the event of a round. `openings` only begin what the next
    line tells: they are left out where there is one. `skipped` are families that the log of the table leaves out: the
    lines around them tell their result. `amounts` names the parameter of notes that tell of an amount: the log adds
    up consecutive ones. `icons` gives small icons to lines, by the icon's name: battle, build, card, church, coin,
    goods, move, place, points, ring and unrest. `summaries` are the kinds of events that are shown until they are
    closed, and can be called up again. `neutral` is the symbol and the key of the title of the sides that nobody
    plays, in the last column of a report.
    """

    def __init__(
        self,
        sections: str = "",
        stages: str = "",
        details: str = "",
        news: str = "",
        openings: str = "",
        skipped: str = "",
        amounts: Mapping[str, str] | None = None,
        icons: Mapping[str, str] | None = None,
        summaries: Sequence[Summary] = (),
        neutral: tuple[str, str] = ("", ""),
    ) -> None:
        self.sections: Final = frozenset(sections.split())
        self.stages: Final = frozenset(stages.split())
        self.details: Final = frozenset(details.split())
        self.news: Final = frozenset(news.split())
        self.openings: Final = frozenset(openings.split())
        self.skipped: Final = frozenset(skipped.split())
        self.amounts: Final[Mapping[str, str]] = dict(amounts or {})
        self.icons: Final[Mapping[str, str]] = dict(icons or {})
        self.icon_of: Final = {key: icon for icon, keys in self.icons.items() for key in keys.split()}
        self.summaries: Final = tuple(summaries)
        self.neutral: Final = neutral


class LogView:
    """What the log tells beyond its lines."""

    def __init__(self, keys: LogKeys | None = None) -> None:
        self.keys: Final = keys or LogKeys()

    def places(self, params: Mapping[str, Param]) -> list[str]:
        """Return the ids of the elements that an action or a note with these parameters is about."""
        return []

    def brief(self, lines: Sequence[Line], player: int, words: Words, names: Sequence[str]) -> str:
        """Return the result of a player's turn (-1: of nobody's) in one line, most important first; "": its lines."""
        return ""

    def report(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str], side: int) -> Report:
        """Return an event, made from its lines, as a side (-1: a spectator) reads it.

        An event with `Summary.until` is told by its table alone.
        """
        return Report()

    def outcome(self, lines: Sequence[Line], side: int) -> Outcome:
        """Return what an event or another player's turn brought a side.

        An event of a `held` kind with losses is read first and marked as a loss; its title is then `[summary]` of the
        words under its key with "_lost", if there is one. In a turn these lines come first.
        """
        return Outcome()
