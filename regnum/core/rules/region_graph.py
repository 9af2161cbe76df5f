"""Maps: numbered areas and their borders. Sets of areas are bit masks."""

from collections.abc import Iterable, Sequence
from typing import Final


class RegionGraph:
    """The areas of a map and their adjacency.

    `neighbours[a]` is the mask of the areas adjacent to area `a`.
    """

    def __init__(self, ids: Sequence[str], borders: Iterable[tuple[str, str]]) -> None:
        """Build the map; raises ValueError for an unknown area, a loop, or an area or border named twice."""
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
        """Return the areas that can be reached from those in `start` without leaving `within`."""
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
