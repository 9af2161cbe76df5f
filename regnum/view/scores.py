"""Points and possessions that everybody can see, and the final scoring."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from regnum.core.rules.state import State
from regnum.core.text.words import Words

S = TypeVar("S", bound=State)


class Standing:
    """How much each side has of something that everybody can see, and which sides lead, where there is a majority.

    `leaders` are the seats that lead, () if nobody leads, or None if having the most brings nothing. `worth` is the
    points that each leader would get as things are; `later` says instead when it will bring points. `total` marks
    the points that everybody can see, if the game ended now: the side with the most is said to lead. `part` marks the
    points that are summed in that total. `keeper` is the seat that keeps what the majority brings where nobody leads,
    -1 for nobody.
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


@dataclass(frozen=True)
class Public:
    """What everybody can see of a side in the strip of players.

    `items` are symbols of the land, how many the side has, and that in words. `role` is as whom it plays, such as its
    leader. `reasons` say what its points are for: what, and how many.
    """

    items: Sequence[tuple[str, int, str]] = ()
    role: str = ""
    reasons: Sequence[tuple[str, int]] = ()


def tallies(kinds: Sequence[tuple[str, str]], counts: Iterable[Sequence[int]]) -> list[Public]:
    """Return for each side symbols with what they mean, and how many of each it has."""
    return [
        Public(
            [(symbol, count, f"{meaning}: {count}") for (symbol, meaning), count in zip(kinds, counted, strict=True)]
        )
        for counted in counts
    ]


class ScoreView(Generic[S]):
    """What everybody can see of points and possessions."""

    def points(self, s: S) -> list[int]:
        """Return the points that everybody can see each side has now; [] if they are not shown."""
        return []

    def public(self, s: S, words: Words) -> list[Public]:
        """Return what everybody can see of each side, for the strip of players; [] for nothing."""
        return []

    def standings(self, s: S, words: Words) -> list[Standing]:
        """Return how much each side has now of what everybody can see, majorities first; titles are unique."""
        return []

    def scoring(self, s: S, words: Words, names: Sequence[str]) -> list[tuple[str, list[int]]]:
        """Return the final scoring line by line, in the order of the chronicle's reasons; it adds up to the scores.

        Without a method of its own a game is scored with the words of the chronicle's reasons.
        """
        return [(words.term("points") if words.has("term", "points") else "=", s.scores())]
