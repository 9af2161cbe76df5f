"""The automatic consequences of an action in stages: intermediate positions between two record entries."""

from collections.abc import Container

from regnum.core.rules.action import Action
from regnum.core.rules.state import State

Stage = tuple[State, int]
"""A position, and how many notes about the action's consequences come before it."""


def stages(before: State, action: Action, player: int, start_keys: Container[str]) -> list[Stage]:
    """Return, in order, the positions before each step that adds a note with one of the keys `start_keys`.

    In the intermediate positions, no player has to decide.

    Args:
        before: The full state in which the player takes the action. It is not changed.
        action: The action.
        player: The seat of the player.
        start_keys: The keys of the notes.
    """
    s = before.clone()
    s.journal = []
    passed_stages: list[Stage] = []
    s.stack[-1].handle_action(s, action, player)
    s.ply += 1
    while s.stack:
        position, note_count = s.clone(), len(s.journal)
        position.players_to_act, position.choices = (), []
        waits = s.stack[-1].run(s)
        if any(note.key in start_keys for note in s.journal[note_count:]):
            passed_stages.append((position, note_count))
        if waits:
            break
    return passed_stages
