"""What an action sets off by itself, in parts: the positions in between, which no entry of a record leads to."""

from collections.abc import Container

from regnum.core.rules.action import Action
from regnum.core.rules.state import State

Stage = tuple[State, int]
"""A position, and how many notes had been told of the action's consequences when it was reached."""


def stages(before: State, action: Action, player: int, begins: Container[str]) -> list[Stage]:
    """Return the positions in which something begins that notes with these keys tell of, in order.

    `before` is the full state in which the player takes the action; it stays as it is. In a position in between nobody
    has to decide.
    """
    s = before.clone()
    s.journal = []
    found: list[Stage] = []
    s.stack[-1].answer(s, action, player)
    s.ply += 1
    while s.stack:
        then, told = s.clone(), len(s.journal)
        then.players_to_act, then.choices = (), []
        waits = s.stack[-1].arrive(s)
        if any(note.key in begins for note in s.journal[told:]):
            found.append((then, told))
        if waits:
            break
    return found
