"""Data of Khan's view: how the log and the page treat notes, actions, refusals and elements, by their keys."""

from typing import Final

from regnum.view import EventKind, LogKeys

LOG_KEYS: Final = LogKeys(
    sections="turn",
    introductions="invade conquer choose lay card direction",
    icons={
        "battle": "conquer expel lost",
        "build": "choose lay reserve asks consent",
        "card": "card invade drive discard keep_rest play pass special_returned reshuffled",
        "move": "direction flees stuck ruler_out",
        "place": "station settle pitch occupy protect",
        "points": "conquered final_points",
    },
    event_kinds=(
        EventKind("conquest", "conquered", "lost", points={"conquered": "points"}, restarts=False, result_known=True),
        EventKind("end_phase", "end_phase", must_read=True),
    ),
)
PLACES: Final = (
    "cell-",
    "invade-",
    "conquest",
    "ruler-",
    "camp-",
    "card-",
    "special-",
    "tile-",
)
"""The id prefixes of elements that have an explanation."""
CARDS: Final = ("card-", "special-", "way-", "tile-")
"""The prefixes of targets that are cards."""
ON_BOARD: Final = ("yurts", "neutral", "rulers")
"""The fields of the state whose pieces are on the board."""
UNEXPECTED_REFUSALS: Final = "card_not_in_hand no_such_cell off_board same_way"
"""Refusals of actions that no player is expected to try."""
