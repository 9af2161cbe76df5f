"""Single lines of the log: whether pages show them, which places they mention, and how they read."""

from collections.abc import Callable, Container, Sequence

from regnum.core.rules.note import Line
from regnum.core.rules.state import FULL
from regnum.core.text import narrator
from regnum.core.text.words import Words
from regnum.view import LogView
from regnum.web.http.i18n import Text

LineWriter = Callable[[Line], str]
"""A function that returns a line of the log in words."""


def line_text(line: Line, words: Words, text: Text, names: Sequence[str], viewer: int) -> str:
    """Return a line in words, as the viewer may know it."""
    return narrator.line(line, words, names, viewer) or text("log.player_undoes", player=names[line.player])


def is_shown(line: Line, unlogged_families: Container[str]) -> bool:
    """Return whether a line of the log is shown; actions of `unlogged_families` are left out."""
    action = line.action or line.undone
    return action is None or action.family not in unlogged_families


def is_heading(line: Line, heads: Container[str]) -> bool:
    """Return whether a line is a note with one of these keys."""
    return line.note is not None and line.note.key in heads


def places_of(line: Line, log_view: LogView, viewer: int) -> list[str]:
    """Return the ids of the places that a line mentions, or none for the secret actions of others."""
    if line.action is not None and line.action.secret and viewer not in (FULL, line.player):
        return []
    fact = line.action or line.note
    return [] if fact is None else log_view.places(fact.params)


def last_own_action(lines: Sequence[Line], viewer: int, unlogged_families: Container[str]) -> int:
    """Return the position of the viewer's last action (for spectators: the second to last action), or -1 if none.

    `unlogged_families` do not count for spectators, who would otherwise see how often players change their plans.
    """
    remaining = 1 if viewer >= 0 else 2
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at]
        if line.action is not None and (is_shown(line, unlogged_families) if viewer < 0 else line.player == viewer):
            remaining -= 1
            if remaining == 0:
                return at
    return -1
