"""Notes about leaders whose ability changes a cost, the ruler of a region, or the effect of a structure."""

from regnum.core.rules.note import NoteKind
from regnum.games.rurik.components import MSTISLAV, REGIONS, STRUCTURES, YAROSLAV
from regnum.games.rurik.notes import YAROSLAV_STOPS, YAROSLAV_TIES
from regnum.games.rurik.state import RurikState


def has_discount(s: RurikState, player: int, region: int) -> bool:
    """Return whether a player pays less in a region only because of Mstislav [rurik.leaders.mstislav]."""
    return s.is_led_by(player, MSTISLAV, region) and not s.rules(player, region)


def note_discount(s: RurikState, player: int, region: int, saved: NoteKind) -> None:
    """Log that a player pays less in a region because of their leader, if so."""
    if s.journal is None:
        return
    if has_discount(s, player, region):
        s.add_note(saved, player)
    note_tie(s, player, region)


def has_won_tie(s: RurikState, player: int, region: int) -> bool:
    """Return whether a player rules a region only because of Yaroslav [rurik.leaders.yaroslav_ties]."""
    if not s.is_led_by(player, YAROSLAV, region) or not s.rules(player, region):
        return False
    own_strength = s.strength(player, region)
    if (s.rebels | s.neutral) >> region & 1 and own_strength == 1:
        return True
    return any(other != player and s.strength(other, region) == own_strength for other in range(s.sides))


def note_tie(s: RurikState, player: int, region: int) -> None:
    """Log that a player rules a region only because of Yaroslav, if so."""
    if s.journal is not None and has_won_tie(s, player, region):
        s.add_note(YAROSLAV_TIES, player, REGIONS[region])


def disabling_player(s: RurikState, player: int, region: int) -> int:
    """Return the owner of the Yaroslav that disables a player's structures in a region, or -1.

    rurik.leaders.yaroslav_structures
    """
    for other in range(s.sides):
        if other != player and s.is_led_by(other, YAROSLAV, region):
            return other
    return -1


def note_disabled_structure(s: RurikState, player: int, owner: int, structure: int, region: int) -> None:
    """Log that Yaroslav keeps the owner's structure in a region from affecting a player's action."""
    if s.journal is not None:
        s.add_note(YAROSLAV_STOPS, player, disabling_player(s, owner, region), STRUCTURES[structure], REGIONS[region])
