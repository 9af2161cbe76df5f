"""Notes: what happened by itself, for the log. Every game declares their kinds once, in its `notes.py`."""

from typing import Final

from regnum.core.action import Param


class NoteKind:
    """A kind of note: a key of the game's words, and the names of what is put into them.

    A parameter `player` is the seat that the note is about; things are told by the ids of the data.
    """

    def __init__(self, key: str, *names: str) -> None:
        self.key: Final = key
        self.names: Final = names


class Note:
    """Something public that happened by itself: its key, its parameters by name, and the clause that it rests on."""

    def __init__(self, kind: NoteKind, values: list[Param], clause: str = "") -> None:
        """ValueError for more or fewer values than the kind has names."""
        if len(values) != len(kind.names):
            raise ValueError(f"note {kind.key}: {len(values)} values for {', '.join(kind.names) or 'no parameters'}")
        self.key: Final = kind.key
        self.clause: Final = clause
        self.params: Final[dict[str, Param]] = dict(zip(kind.names, values, strict=True))

    @property
    def player(self) -> int:
        """The seat that it is about, or -1."""
        player = self.params.get("player", -1)
        return player if isinstance(player, int) else -1
