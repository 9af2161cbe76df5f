"""How a game looks at the table in the browser: contexts for its templates, and what its actions mean on the board.

docs/drawing.md tells the whole contract. A game's package `drawing` holds its `DRAWING`, an object of a class of its
own; what that does not say, and a game that has none, gets what stands here: no board, the position as tables of text.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeVar

from regnum.core import mypyc_attr
from regnum.core.action import Action, Param
from regnum.core.folder import folder_of
from regnum.core.narrator import general_grids
from regnum.core.note import Note
from regnum.core.state import State
from regnum.core.words import Words

S = TypeVar("S", bound=State)


class About:
    """What is to be told of a thing on the table: its name, sentences, and the clause of the rules that says more."""

    def __init__(self, title: str, lines: Sequence[str] = (), clause: str = "") -> None:
        self.title: Final = title
        self.lines: Final = tuple(lines)
        self.clause: Final = clause


class Summary:
    """A kind of event worth looking back at, such as a battle or a winter: lines of the log that follow each other.

    Keys are those of notes and families of actions, with spaces between. An event begins with a line of a key in
    `begins` and goes on as long as lines have a key in `begins` or `goes_on`; where `anew`, one in `begins` begins
    another event. Its title is `[summary]` of the words under `key`, filled with what its first line speaks of.
    Lines of a key in `silent` belong to it, too, but are not told. `points` says which notes bring points to their
    player: a parameter's name, or so many each time.

    With `until` an event goes on to the next line of one of these keys, whatever comes between, and is told once that
    is there, by `Drawing.report`, if it has a line of a key in `goes_on`. What else happened in it is told as well.
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
    ) -> None:
        self.key: Final = key
        self.begins: Final = frozenset(begins.split())
        self.silent: Final = frozenset(silent.split())
        self.goes_on: Final = frozenset(goes_on.split()) | self.silent
        self.points: Final[Mapping[str, str | int]] = dict(points or {})
        self.anew: Final = anew
        self.until: Final = frozenset(until.split())


Report = list[tuple[str, list[tuple[str, str, bool]]]]
"""Rows of an event: what, and for each side in a few letters, in words, and whether it came to nothing."""


class Standing:
    """What each side has of something that everybody can see, and which sides lead, where there is a majority.

    `leaders`: their seats, none where nobody leads; None where nothing hangs on having the most. `worth`: the points
    that each of them would get for it as things stand, if it is points.
    """

    def __init__(self, title: str, counts: Sequence[int], leaders: Sequence[int] | None = None, worth: int = 0) -> None:
        self.title: Final = title
        self.counts: Final = tuple(counts)
        self.leaders: Final = None if leaders is None else tuple(leaders)
        self.worth: Final = worth if leaders else 0


def tallies(kinds: Sequence[tuple[str, str]], counts: Iterable[Sequence[int]]) -> list[list[tuple[str, int, str]]]:
    """Return `Drawing.public` of symbols with what they mean, and how many of each every side has."""
    return [
        [(symbol, count, f"{meaning}: {count}") for (symbol, meaning), count in zip(kinds, counted, strict=True)]
        for counted in counts
    ]


@mypyc_attr(allow_interpreted_subclasses=True)
class Drawing(Generic[S]):
    """A game's drawing. Every state that it is given is an observed one: what a seat may not know is not there."""

    SIZE: ClassVar[tuple[int, int]] = (0, 0)
    """Width and height of the board's view box: the page keeps room of this shape. (0, 0): there is no board."""
    SECTIONS: ClassVar[frozenset[str]] = frozenset()
    """Keys of notes that begin a new section of the log."""
    LAND_OPTIONS: ClassVar[tuple[str, ...]] = ()
    """Options of the game on which the land depends; `land` is given their values."""
    SAME_TO_ALL: ClassVar[bool] = False
    """Whether `pieces` gives everybody who may not act the same as onlookers: then it is drawn once for all of them."""
    SUMMARIES: ClassVar[tuple[Summary, ...]] = ()
    """The kinds of events that are shown until one closes them, and can be called up again."""

    SIGNS: ClassVar[Mapping[str, str]] = {}
    """Small signs for lines of the log: by their names, the keys of notes and families of actions, with spaces between.

    There are battle, build, card, church, coin, goods, move, place, points, ring and unrest.
    """

    UNEXPECTED: ClassVar[frozenset[str]] = frozenset()
    """Reasons, by their keys, why something may not be done that nobody expects to do, as playing another's card."""

    STAGES: ClassVar[frozenset[str]] = frozenset()
    """Keys of notes that begin a part of what happens by itself after a decision: played back part by part."""

    CARDS: ClassVar[tuple[str, ...]] = ()
    """How the targets begin that are cards: a card is clicked itself, its button stands in the folded list only."""

    ON_BOARD: ClassVar[tuple[str, ...]] = ()
    """The fields of what lies on the board's places, as it is set up by hand; () are all that fit its places."""

    PLACES: ClassVar[tuple[str, ...]] = ()
    """How the ids of those elements begin that may be asked about: "town-", "card-"."""

    def __init__(self, package: str) -> None:
        """`package`: the game's, by its dotted name."""
        self.folder: Final[Path] = folder_of(package) / "drawing"

    def land(self, words: Words, *chosen: Any) -> dict[str, Any]:
        """Return the context of land.svg.jinja, for these values of `LAND_OPTIONS`; it is kept."""
        return {}

    def pieces(self, s: S, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the context of pieces.svg.jinja."""
        return {}

    def panel(self, s: S, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return the context of panel.html.jinja and hand.html.jinja; `s.observer` is the viewer."""
        return {"grids": general_grids(s, names)}

    def told(self, notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any]:
        """Return what the notes of the log change in the contexts of pieces and panel."""
        return {}

    def report(self, key: str, notes: Sequence[Note], words: Words, names: Sequence[str]) -> Report:
        """Return what was done in an event with an end (`Summary.until`), made from its notes."""
        return []

    def status(self, s: S, words: Words) -> str:
        """Return the line under the title."""
        return ""

    def target(self, action: Action) -> str:
        """Return the places that mean the action: "a", "a b" (both), or "" for none.

        "a|b" (either) or "a|" is an action that only opens another question.
        """
        return ""

    def group(self, action: Action, words: Words) -> str:
        """Return the heading under which the action's button stands where there are many, or ""."""
        return ""

    def short(self, action: Action, words: Words, names: Sequence[str]) -> str:
        """Return what the button says under its heading, or "" where that is the whole label."""
        return ""

    def prompt(self, s: S, words: Words, names: Sequence[str]) -> str:
        """Return what the observer is asked if the position has a part in it, such as which town is meant; else ""."""
        return ""

    def symbol(self, action: Action) -> str:
        """Return the id of the symbol in the land that stands on the action's button, or ""."""
        return ""

    def label(self, action: Action, s: S, words: Words, names: Sequence[str]) -> str:
        """Return what the button says if the position has a part in it, such as how much one gets; else ""."""
        return ""

    def places(self, params: Mapping[str, Param]) -> list[str]:
        """Return the ids of the elements that an action or a note with these parameters speaks of."""
        return []

    def within(self, place: str) -> str:
        """Return the place of which this one is a part, whose reason it gives if it has none of its own; or ""."""
        return ""

    def about(self, place: str, s: S, words: Words, names: Sequence[str]) -> About | None:
        """Return what is to be told of the thing with this id, which begins as `PLACES` say; None if there is none."""
        return None

    def points(self, s: S) -> list[int]:
        """Return the points that everybody can see each side has now; [] if they are not to be shown."""
        return []

    def public(self, s: S, words: Words) -> list[list[tuple[str, int, str]]]:
        """Return what everybody can see that each side has, for the strip: a symbol of the land, how many, in words."""
        return []

    def standings(self, s: S, words: Words) -> list[Standing]:
        """Return who has how much now, majorities first: what everybody can see; each title stands there once."""
        return []

    def scoring(self, s: S, words: Words, names: Sequence[str]) -> list[tuple[str, list[int]]]:
        """Return the final scoring line by line, in the order of the chronicle's reasons; it adds up to the scores.

        Where a drawing has no words of its own for that, those of the chronicle's reasons are taken.
        """
        return [(words.term("points") if words.has("term", "points") else "=", s.scores())]
