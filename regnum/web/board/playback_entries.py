"""Which entries of the log a page plays back: moves of others, and entries with several automatic parts."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from regnum.core.rules.note import Line
from regnum.view import LogView
from regnum.web.board.log_lines import is_heading, is_shown
from regnum.web.tables.seat_view import SeatView

LEAST_PLAYED_BACK: Final = 2
"""The automatic parts after a decision are played back if there are at least this many."""
_MAX_SEARCHED_LINES: Final = 400
"""How many of the newest lines in the log are searched for automatic parts."""


def moves_of_others(log: Sequence[Line], view: SeatView, log_view: LogView) -> set[int]:
    """Return the numbers of the entries in a part of the log that are moves of others, for playback.

    Actions that the log hides do not count, nor introductions of the player's next one (`LogKeys.introductions`).
    """
    numbers: set[int] = set()
    unlogged_families = view.seen.game.unlogged_families | log_view.keys.hidden_families
    after = -1  # the player of the following action
    for line in reversed(log):
        if line.action is not None and is_shown(line, unlogged_families):
            if line.player != view.viewer and not (
                line.action.family in log_view.keys.introductions and line.player == after
            ):
                numbers.add(line.number)
            after = line.player
    return numbers


def playback_start(view: SeatView, log_view: LogView) -> int:
    """Return how many entries the viewer knew at the last entry with several automatic parts, or 0 if there is none."""
    stage_starts: dict[int, int] = {}
    unknown = set(view.unknown)
    known_lines = (line for line in reversed(view.log if log_view.keys.stages else ()) if line.number not in unknown)
    for line in islice(known_lines, _MAX_SEARCHED_LINES):
        if is_heading(line, log_view.keys.stages) and line.number:
            stage_starts[line.number] = stage_starts.get(line.number, 0) + 1
            if stage_starts[line.number] >= LEAST_PLAYED_BACK:
                return view.known(line.number)
    return 0
