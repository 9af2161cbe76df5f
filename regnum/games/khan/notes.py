"""The notes of the log, for automatic events: their kinds, and the parameters of their sentences."""

from typing import Final

from regnum.core.rules.note import NoteKind

FIRST_PLAYER: Final = NoteKind("first_player", "player")
TURN: Final = NoteKind("turn", "player")
RESHUFFLED: Final = NoteKind("reshuffled")
# expelling
CARD: Final = NoteKind("card", "card")
DIRECTION: Final = NoteKind("direction", "ruler", "direction")
FLEES: Final = NoteKind("flees", "ruler", "cell")
STUCK: Final = NoteKind("stuck", "ruler", "cell")
RULER_OUT: Final = NoteKind("ruler_out", "ruler")
END_PHASE: Final = NoteKind("end_phase")
# actions
ASKS: Final = NoteKind("asks", "player", "tile", "cell")
CONQUERED: Final = NoteKind("conquered", "player", "tile", "points", "cell")
LOST: Final = NoteKind("lost", "player", "cell")
ACTION_LOST: Final = NoteKind("action_lost", "player")
NO_ACTION: Final = NoteKind("no_action", "player")
SPECIAL_RETURNED: Final = NoteKind("special_returned", "player", "special")
FINAL_POINTS: Final = NoteKind("final_points", "player", "tiles", "areas", "cells")
