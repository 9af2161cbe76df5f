"""The notes of the log, for automatic events: public facts only."""

from typing import Final

from regnum.core.rules.note import NoteKind

FIRST: Final = NoteKind("first", "player", "round")
RIGHT: Final = NoteKind("right", "player")
WRONG: Final = NoteKind("wrong", "player")
OPENED: Final = NoteKind("opened", "player", "count")
