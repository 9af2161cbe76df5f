"""Maps: numbered areas and their borders. Sets of areas are bit masks."""

from collections.abc import Iterable, Sequence
from typing import Final

__all__ = ["RegionGraph"]


class RegionGraph:
    """The areas of a map, and their adjacency.

    Attributes:
        ids: The ids of the areas, by number.
        neighbours: For each area, the mask of the areas adjacent to it.
    """

    def __init__(self, ids: Sequence[str], borders: Iterable[tuple[str, str]]) -> None:
        """Build the graph.

        Args:
            ids: The ids of the areas.
            borders: The pairs of adjacent areas.

        Raises:
            ValueError: If an area is unknown, borders itself, or is named twice, or if a border is named twice.
        """
        self.ids: Final = list(ids)
        index_of = {name: index for index, name in enumerate(ids)}
        if len(index_of) != len(self.ids):
            raise ValueError("an area is named twice")
        self.neighbours: Final = [0] * len(self.ids)
        for first, second in borders:
            if first not in index_of or second not in index_of:
                raise ValueError(f"border {first}-{second}: unknown area")
            a, b = index_of[first], index_of[second]
            if a == b or self.neighbours[a] >> b & 1:
                raise ValueError(f"border {first}-{second}: a loop, or named twice")
            self.neighbours[a] |= 1 << b
            self.neighbours[b] |= 1 << a
        self.everywhere: Final = (1 << len(self.ids)) - 1

    def __len__(self) -> int:
        return len(self.ids)

    def around(self, mask: int) -> int:
        """Return the areas adjacent to any area of the mask, including areas of the mask adjacent to each other."""
        neighbours = self.neighbours
        border = 0
        while mask:
            lowest = mask & -mask
            border |= neighbours[lowest.bit_length() - 1]
            mask ^= lowest
        return border

    def group(self, start: int, within: int) -> int:
        """Return the areas that can be reached from `start` without leaving `within`.

        Args:
            start: The mask of the areas to begin with.
            within: The mask of the areas that may be entered.
        """
        reached = frontier = start & within
        while frontier:
            frontier = self.around(frontier) & within & ~reached
            reached |= frontier
        return reached

    def groups(self, within: int) -> list[int]:
        """Return the connected groups of areas of `within`, each as a mask, in the order of their lowest areas."""
        connected: list[int] = []
        while within:
            group = self.group(within & -within, within)
            connected.append(group)
            within &= ~group
        return connected
