"""The log: its lines, and the notes about automatic effects.

Every game declares the kinds of its notes once, in its `notes.py`.
"""

from typing import Final

from regnum.core.rules.action import Action, Param

__all__ = ["Line", "Note", "NoteKind"]


class NoteKind:
    """A kind of note: its key in the game's words, and the names of its parameters.

    The parameter `player` is the seat that the note is about; things are given by their ids.
    """

    def __init__(self, key: str, *names: str) -> None:
        self.key: Final = key
        self.names: Final = names


class Note:
    """A note about a public, automatic effect: its key, its parameters by name, and the id of its rule clause."""

    def __init__(self, kind: NoteKind, values: list[Param], clause: str = "") -> None:
        """Make a note.

        Args:
            kind: Its kind.
            values: A value for each of the kind's names.
            clause: The id of its rule clause.

        Raises:
            ValueError: If the number of values is wrong.
        """
        if len(values) != len(kind.names):
            raise ValueError(f"note {kind.key}: {len(values)} values for {', '.join(kind.names) or 'no parameters'}")
        self.key: Final = kind.key
        self.clause: Final = clause
        self.params: Final[dict[str, Param]] = dict(zip(kind.names, values, strict=True))

    @property
    def player(self) -> int:
        """The seat that the note is about, or -1."""
        player = self.params.get("player", -1)
        return player if isinstance(player, int) else -1


class Line:
    """A line of the log: a player's action, a note, or an action that was taken back.

    Attributes:
        player: The seat of the player who acted.
        action: The action, or None.
        note: The note, or None.
        undone: The action that was taken back, or None.
        number: The number of its entry in the record, from 1, or 0 for the setup.
        clause: The id of its rule clause, or "" if it is unknown.
    """

    def __init__(
        self,
        player: int,
        action: Action | None = None,
        note: Note | None = None,
        undone: Action | None = None,
        number: int = 0,
        clause: str = "",
    ) -> None:
        self.player: Final = player
        self.action: Final = action
        self.note: Final = note
        self.undone: Final = undone
        self.number: Final = number
        self.clause: Final = note.clause if note is not None else clause

    @property
    def key(self) -> str:
        """The line's key in the game's words: its note's key, or its action's family, or "" for an undo."""
        if self.note is not None:
            return self.note.key
        return self.action.family if self.action is not None else ""
