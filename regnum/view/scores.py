"""Public points and possessions, and the final scoring."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from regnum.core.rules.state import State
from regnum.core.text.words import Words

S = TypeVar("S", bound=State)


class Standing:
    """The public count of something for each side, and the leading sides, if there is a majority."""

    def __init__(
        self,
        title: str,
        counts: Sequence[int],
        leaders: Sequence[int] | None = None,
        leader_points: int = 0,
        scoring_note: str = "",
        total: bool = False,
        holder: int = -1,
        part: bool = False,
    ) -> None:
        """Make a row of the standings.

        Args:
            title: The name of what is counted.
            counts: The count of each side.
            leaders: The seats that lead, or () if no side leads, or None if having the most brings nothing.
            leader_points: The points that each leader would get now.
            scoring_note: When the majority will bring points, if it doesn't now.
            total: Whether the counts are the public points that each side would have if the game ended now. The side
                with the most is shown as leading.
            holder: The seat that keeps the benefit of the majority if no side leads, or -1 if there is none.
            part: Whether the counts are points that are part of that total.
        """
        self.title: Final = title
        self.counts: Final = tuple(counts)
        self.leaders: Final = None if leaders is None else tuple(leaders)
        self.holder: Final = -1 if leaders else holder
        self.leader_points: Final = leader_points if leaders or holder >= 0 else 0
        self.scoring_note: Final = scoring_note
        self.total: Final = total
        self.part: Final = part


@dataclass(frozen=True)
class PublicInfo:
    """The public information about a side in the strip of players.

    Attributes:
        items: Symbols of the land, each with the side's number of that thing, in digits and in words.
        role: The side's role, such as its leader.
        reasons: The sources of its points, with the points from each.
    """

    items: Sequence[tuple[str, int, str]] = ()
    role: str = ""
    reasons: Sequence[tuple[str, int]] = ()


def public_counts(kinds: Sequence[tuple[str, str]], counts: Iterable[Sequence[int]]) -> list[PublicInfo]:
    """Return each side's counts as public items.

    Args:
        kinds: The symbols with their meanings.
        counts: For each side, a count of each kind.
    """
    return [
        PublicInfo(
            [
                (symbol, count, f"{meaning}: {count}")
                for (symbol, meaning), count in zip(kinds, side_counts, strict=True)
            ]
        )
        for side_counts in counts
    ]


class ScoreView(Generic[S]):
    """The public view of points and possessions."""

    def points(self, s: S) -> list[int]:
        """Return the current public points of each side, or [] if they are not shown."""
        return []

    def public_info(self, s: S, words: Words) -> list[PublicInfo]:
        """Return the public information about each side, for the strip of players, or [] if there are none."""
        return []

    def standings(self, s: S, words: Words) -> list[Standing]:
        """Return the current public standings, majorities first; titles are unique."""
        return []

    def scoring(self, s: S, words: Words, names: Sequence[str]) -> list[tuple[str, list[int]]]:
        """Return the lines of the final scoring, in the order of the summary's reasons.

        If a game does not override this method, its scoring uses the words of the summary's reasons.

        Returns:
            A label and the points of each side for each line. The points add up to the scores.
        """
        return [(words.term("points") if words.has("term", "points") else "=", s.scores())]
