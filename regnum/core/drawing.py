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
from regnum.core.note import Line, Note
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
    player: a parameter's name, or so many each time. With `back` an event also has the lines before it, from the last
    one of these keys on, which then is its first.

    With `until` an event goes on to the next line of one of these keys, whatever comes between, and is told once that
    is there, by `Drawing.report`, if it has a line of a key in `goes_on`. What else happened in it is told as well.

    `held`: one that a player has begun himself, or nobody, he reads before he is asked again, and before what others do
    next is shown; so does whoever is named by one of the parameters `sides` of its first line. `brief`: it folds as
    soon as something begins to happen by itself (`Drawing.STAGES`). `foreseen`: whoever begins it knows what comes of
    it; so what others did later comes first. `past`: keys of notes that its table builds upon, such as who had a thing
    before: `Drawing.report` is given all of them that stand before the event as well, in front of its own lines.
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


Report = list[tuple[str, list[tuple[str, str, bool]]]]
"""Rows of an event: what, and for each side in a few letters, in words, and whether it came to nothing.

Behind the sides there may be one cell more: for `Drawing.NEUTRAL`. A row without cells is a sentence.
"""


class Standing:
    """What each side has of something that everybody can see, and which sides lead, where there is a majority.

    `leaders`: their seats, none where nobody leads; None where nothing hangs on having the most. `worth`: the points
    that each of them would get for it as things stand, if it is points. `later`: instead, when it will bring points.
    `total`: these are all points that everybody can see, if it ended now: who has the most of them is said to lead.
    `part`: the points for one of the things of which that is the sum.
    `keeper`: the seat that keeps what the majority brings where nobody leads, -1 for nobody.
    """

    def __init__(
        self,
        title: str,
        counts: Sequence[int],
        leaders: Sequence[int] | None = None,
        worth: int = 0,
        later: str = "",
        total: bool = False,
        keeper: int = -1,
        part: bool = False,
    ) -> None:
        self.title: Final = title
        self.counts: Final = tuple(counts)
        self.leaders: Final = None if leaders is None else tuple(leaders)
        self.keeper: Final = -1 if leaders else keeper
        self.worth: Final = worth if leaders or keeper >= 0 else 0
        self.later: Final = later
        self.total: Final = total
        self.part: Final = part


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
    AMOUNTS: ClassVar[Mapping[str, str]] = {}
    """Keys of notes that tell of an amount, with its parameter: the log adds up what happens several times on end."""
    LAND_OPTIONS: ClassVar[tuple[str, ...]] = ()
    """Options of the game on which the land depends; `land` is given their values."""
    SAME_TO_ALL: ClassVar[bool] = False
    """Whether `pieces` gives everybody who may not act the same as onlookers: then it is drawn once for all of them."""
    SUMMARIES: ClassVar[tuple[Summary, ...]] = ()
    """The kinds of events that are shown until one closes them, and can be called up again."""

    NEUTRAL: ClassVar[tuple[str, str]] = ("", "")
    """The symbol and the title, by its key, of those whom nobody plays, in the last column of a report."""

    DETAILS: ClassVar[frozenset[str]] = frozenset()
    """The keys of notes that only the whole log tells: how something went whose end is another note."""

    NEWS: ClassVar[frozenset[str]] = frozenset()
    """The keys of notes that are about nobody and yet belong to what is new in a few lines, as the event of a round."""

    ASKED: ClassVar[frozenset[str]] = frozenset()
    """Families of actions that are never decided anew: whoever has not chosen otherwise is asked before."""

    SIGNS: ClassVar[Mapping[str, str]] = {}
    """Small signs for lines of the log: by their names, the keys of notes and families of actions, with spaces between.

    There are battle, build, card, church, coin, goods, move, place, points, ring and unrest.
    """

    UNEXPECTED: ClassVar[frozenset[str]] = frozenset()
    """Reasons, by their keys, why something may not be done that nobody expects to do, as playing another's card."""

    FORCED: ClassVar[frozenset[str]] = frozenset()
    """Families of actions that follow by themselves after one's own move if nothing else may be done, as in paying."""

    OPENINGS: ClassVar[frozenset[str]] = frozenset()
    """Families of actions and keys of notes that only begin what the next line tells: left out where there is one."""

    PASSED_OVER: ClassVar[frozenset[str]] = frozenset()
    """Families of actions that the log of the table leaves out: the lines around them tell what came of them."""

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

    def report(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str]) -> Report:
        """Return an event as a table, made from its lines: one with an end (`Summary.until`), or the sum of any other.

        What is told of an event in lines is folded below its table.
        """
        return []

    def losses(self, lines: Sequence[Line], side: int) -> list[Line]:
        """Return the lines of an event or of another's turn by which a side has lost something.

        An event of a `held` kind in which there are any is read first and marked as a loss; its title is then
        `[summary]` of the words under its key with "_lost", if there is one. In a turn these lines stand first.
        """
        return []

    def won(self, lines: Sequence[Line], side: int) -> bool | None:
        """Tell whether an event of a `held` kind ended well for a side that took part in it; None: neither."""
        return None

    def arranged(self, key: str, lines: Sequence[Line], side: int) -> Sequence[Line]:
        """Return the lines of an event that has no table yet in the order in which a side is to read them."""
        return lines

    def status(self, s: S, words: Words) -> str:
        """Return the line above what is asked, while the game goes on."""
        return ""

    def ended(self, s: S, words: Words) -> str:
        """Return why a game that is over has ended; "" where the page's own words do."""
        return ""

    def target(self, action: Action) -> str:
        """Return the places that mean the action: "a", "a b" (both), or "" for none.

        "a|b" (either) or "a|" is an action that only opens another question.
        """
        return ""

    def opens(self, action: Action) -> bool:
        """Tell whether an action only opens another question: a hint for it goes on to what is chosen there."""
        return "|" in self.target(action)

    def group(self, action: Action, words: Words) -> str:
        """Return the heading under which the action's button stands where there are many, or ""."""
        return ""

    def short(self, action: Action, words: Words, names: Sequence[str]) -> str:
        """Return what the button says under its heading, or "" where that is the whole label."""
        return ""

    def prompt(self, s: S, words: Words, names: Sequence[str]) -> str:
        """Return what the observer is asked if the position has a part in it, such as which town is meant; else ""."""
        return ""

    def heading(self, s: S, words: Words) -> str:
        """Return what stands above the question if the observer answers it in somebody else's turn; else ""."""
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

    def brief(self, lines: Sequence[Line], player: int, words: Words, names: Sequence[str]) -> str:
        """Return in one line what came of a player's turn (-1: of nobody's), what matters most first; "": its lines."""
        return ""

    def foremost(self, action: Action, legal: Sequence[Action]) -> int:
        """Return how far in front an action's button stands, in sight wherever it is offered; 0: where it belongs."""
        return 0

    def forced(self, legal: Sequence[Action], last: str) -> Action | None:
        """Return what follows by itself after one's own action of the family `last`; None if there is a choice."""
        return legal[0] if len(legal) == 1 and legal[0].family in self.FORCED else None

    def at_once(self, s: S, words: Words, legal: Sequence[Action]) -> list[tuple[Sequence[Action], str]]:
        """Return what a button of its own takes at once: actions of the observer one after the other, and its label."""
        return []

    def title(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str]) -> str:
        """Return the title of an event with what it came to; "" where the words' `[summary]` says it all.

        It is given the same lines as `report`.
        """
        return ""

    def closes(self, action: Action, s: S) -> bool:
        """Tell whether an action ends the observer's turn though its button does not say so: he is asked before."""
        return False

    def wastes(self, actions: Sequence[Action], s: S) -> bool:
        """Tell whether what one button takes gives up what the observer could still use: he is asked before, too."""
        return False

    def reasons(self, s: S, words: Words) -> list[list[tuple[str, int]]]:
        """Return for each side for what it has how many of its `points`, in words; [] if that is not to be shown."""
        return []

    def is_second_half(self, action: Action) -> bool:
        """Tell whether people take this action in one go with the one before it: so they take it back, too."""
        return False

    def within(self, place: str) -> str:
        """Return the place of which this one is a part, whose reason it gives if it has none of its own; or ""."""
        return ""

    def about(self, place: str, s: S, words: Words, names: Sequence[str]) -> About | None:
        """Return what is to be told of the thing with this id, which begins as `PLACES` say; None if there is none."""
        return None

    def why(self, place: str, s: S, words: Words, names: Sequence[str]) -> str | None:
        """Return why a thing with this id means nothing to the observer, who is to act, where the rules say too little.

        "": there is nothing against it; None: what the rules say holds.
        """
        return None

    def kin(self, action: Action) -> str:
        """Return under what name in `[barred]` of the words an action stands that may not be taken, with others."""
        return action.family

    def is_absurd(self, action: Action, s: S) -> bool:
        """Tell whether nobody at this table could ever take an action: then nobody is told why he may not."""
        return False

    def foretold(self, action: Action, s: S, words: Words, names: Sequence[str]) -> list[str]:
        """Return sentences on what may be expected of an action where chance or others come next, from what is seen."""
        return []

    def advised(self, action: Action, s: S, words: Words) -> str:
        """Return why a hint speaks for an action, where what changes at once says little; "": the reasons are told."""
        return ""

    def points(self, s: S) -> list[int]:
        """Return the points that everybody can see each side has now; [] if they are not to be shown."""
        return []

    def roles(self, s: S, words: Words) -> list[str]:
        """Return as whom each side plays, such as its leader, for the strip of players; [] if that is no matter."""
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
