"""A table as one seat sees it."""

import logging
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

import msgspec

from regnum.core.rules.action import Action
from regnum.core.rules.note import Line
from regnum.core.rules.state import FULL, SPECTATOR, State

LOG: Final = logging.getLogger("regnum.web")


class SeatView(msgspec.Struct, frozen=True):
    """A seat's view of a table (None: a spectator's). Pages show nothing else of the game."""

    seat: int | None
    seen: State
    legal: Sequence[Action]
    entry_count: int
    """The number of entries known to the seat."""
    decision_start: int
    """The value of `entry_count` when the seat got its current decision."""
    log: Sequence[Line]
    hints_allowed: bool = False
    """Whether the seat may ask for hints."""
    is_past: bool = False
    """Whether this is an earlier moment of the game."""
    times: Mapping[int, datetime] = {}
    """When the entries of the record were made, where known."""
    unknown: Sequence[int] = ()
    """The numbers of the entries unknown to the seat, in order: nothing may reveal that they exist."""

    first_new_line: int | None = None
    """The index in the log from which lines are marked as new (None: after the viewer's own last action)."""
    is_revealed: bool = False
    """Whether nothing is hidden: the seat is only the viewpoint."""

    def known(self, number: int) -> int:
        """Return how many entries the seat knows up to and including the entry with this number, which it knows."""
        return number - bisect_left(self.unknown, number)

    @property
    def viewer(self) -> int:
        """The viewer as a number: a seat, SPECTATOR, or FULL if nothing is hidden."""
        return FULL if self.is_revealed else SPECTATOR if self.seat is None else self.seat


def determinize(seen: State, seed: int) -> State | None:
    """Return a determinization of an observed state; None if there is none, which is an error in the game's rules."""
    try:
        return seen.determinized(seed)
    except (RuntimeError, ValueError) as error:
        LOG.error("a position of %s has no determinization: %s", seen.game.id, type(error).__name__)
        return None
