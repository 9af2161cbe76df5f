"""Who has lost what in somebody's turn: the title of an attack, and the lines by which a side loses something."""

from collections.abc import Sequence
from typing import Final

from regnum.core.note import Line
from regnum.core.words import Words

_ATTACKS: Final = ("attack", "guarded_attack", "attack_rebels", "attack_neutral", "rebellion_attacks")
_LOSES: Final = {
    "attack": "opponent",
    "guarded_attack": "opponent",
    "boris_steals": "rival",
    "church_troop": "rival",
    "push": "opponent",
    "push_leader": "opponent",
    "rebellion_attacks": "rival",
}
"""By which notes and actions a side loses something, and the parameter that names it."""


def lost_by(lines: Sequence[Line], side: int) -> list[Line]:
    """Return the lines by which a side loses a figure, its place or something else."""
    return [
        line
        for line in lines
        for told in [line.action or line.note]
        if told is not None and line.key in _LOSES and told.params[_LOSES[line.key]] == side
    ]


def title_of_attack(lines: Sequence[Line], words: Words, names: Sequence[str]) -> str:
    """Return the title of an attack with what it came to and the cards turned up; "" where there is nothing to tell."""
    for line in lines:
        told = line.action or line.note
        if told is None or line.key not in _ATTACKS:
            continue
        region, name = told.params["region"], names[line.player]
        rival = told.params.get("opponent", told.params.get("rival"))
        if not isinstance(rival, int):
            return words.say("attacked", line.key, {"region": region, "name": name})
        both = any(other.key == "casualty" for other in lines)
        params = {"region": region, "name": name, "rival": names[rival]}
        title = words.say("attacked", "both" if both else "one", params)
        shown = [
            words.name("scheme", other.note.params["scheme"])
            for other in lines
            if other.note and "scheme" in other.note.params
        ]
        return words.say("attacked", "cards", {"title": title, "list": ", ".join(shown)}) if shown else title
    return ""
