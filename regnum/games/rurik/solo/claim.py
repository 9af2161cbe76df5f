"""The claim phase of the solo game: the rebellion's new priority, unlocked bonuses, and troops at the end."""

from typing import ClassVar

from regnum.core.rules.step import NextSteps
from regnum.games.rurik import notes
from regnum.games.rurik.claim_phase import boat_goods, largest_group
from regnum.games.rurik.components import MAP, REGIONS, ROUNDS, STRUCTURE_COUNT, TRACK_COUNT, TRACKS
from regnum.games.rurik.solo import cards as solo
from regnum.games.rurik.solo.scheme import unlock
from regnum.games.rurik.solo.table import RebelEvent, absence_error, level
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.stowing import ClaimStowing, max_boat_goods


class StowForPriority(ClaimStowing):
    """Move goods, if you like, before the rebellion's priority is set; offered if your boat can decide it.

    The goods aboard after these moves count.
    rurik.solo.priority_goods
    """

    NEXT_STEPS: ClassVar[NextSteps] = ("StowForPriority", "SetPriority")

    def is_worth_asking(self, s: RurikState) -> bool:
        if (
            s.round == ROUNDS
            or solo.START_PRIORITY[level(s)] == solo.TAX_FIRST
            or more_regions(s)
            or more_structures(s)
        ):
            return False
        return max_boat_goods(s, solo.HUMAN) > boat_goods(s, solo.REBELLION)

    def next_stowing(self, moved: int) -> ClaimStowing:
        return StowForPriority(self.player, moved)

    def position_error(self, s: RurikState) -> str:
        return absence_error(s) or super().position_error(s)


def more_regions(s: RurikState) -> bool:
    """Return whether the player occupies more regions than the rebellion [rurik.solo.priority_regions]."""
    return s.occupied_regions(solo.HUMAN).bit_count() > s.occupied_regions(solo.REBELLION).bit_count()


def more_structures(s: RurikState) -> bool:
    """Return whether the player has built more in adjacent regions than the rebellion.

    rurik.solo.priority_structures
    """
    if s.variant.priority_structures == "regions":
        return largest_group(s.structure_regions(solo.HUMAN)) > largest_group(s.structure_regions(solo.REBELLION))
    return largest_structure_group(s, solo.HUMAN) > largest_structure_group(s, solo.REBELLION)


def largest_structure_group(s: RurikState, side: int) -> int:
    """Return the highest number of a side's structures in a group of adjacent regions."""
    structures = s.structures[side * STRUCTURE_COUNT : side * STRUCTURE_COUNT + STRUCTURE_COUNT]
    most = 0
    for group in MAP.groups(s.structure_regions(side)):
        most = max(most, sum([(regions & group).bit_count() for regions in structures]))
    return most


class SetPriority(RebelEvent):
    """Set the rebellion's priority by what the player has more of: regions, structures or goods; else, the first one.

    rurik.solo.priority_regions, rurik.solo.priority_structures, rurik.solo.priority_goods, rurik.solo.priority_start
    """

    CLAUSE: ClassVar[str] = "rurik.solo.priority"
    NEXT_STEPS: ClassVar[NextSteps] = ("StowForTracks", "Advance", "")

    def happen(self, s: RurikState) -> None:
        if more_regions(s):
            s.priority, reason = solo.ATTACK_MOVE, notes.REBELLION_PRIORITY_REGIONS
        elif more_structures(s):
            s.priority, reason = solo.BUILD_FIRST, notes.REBELLION_PRIORITY_STRUCTURES
        elif boat_goods(s, solo.HUMAN) > boat_goods(s, solo.REBELLION):
            s.priority, reason = solo.TAX_FIRST, notes.REBELLION_PRIORITY_GOODS
        else:
            s.priority, reason = solo.START_PRIORITY[level(s)], notes.REBELLION_PRIORITY_START
        s.add_note(reason, solo.REBELLION, solo.PRIORITIES[s.priority])


class UnlockBehind(RebelEvent):
    """Unlock a bonus of the rebellion for each claim track on which the player is ahead."""

    CLAUSE: ClassVar[str] = "rurik.solo.unlock_tracks"
    NEXT_STEPS: ClassVar[NextSteps] = ("StowForIncome", "Income", "FinalScoring", "")

    def happen(self, s: RurikState) -> None:
        for track in range(TRACK_COUNT):
            human_space, rebel_space = s.tracks[track::TRACK_COUNT]
            if human_space > rebel_space:
                s.add_note(notes.REBELLION_BEHIND, solo.REBELLION, TRACKS[track])
                unlock(s)


class LeaderMusters(RebelEvent):
    """Add a troop to Sviatopolk's region at the end of the round, if that leader is on the map."""

    CLAUSE: ClassVar[str] = "rurik.solo.leader_musters"
    NEXT_STEPS: ClassVar[NextSteps] = ("Round", "")

    def happen(self, s: RurikState) -> None:
        region = s.leader_at[solo.REBELLION]
        if region >= 0 and s.supply(solo.REBELLION) >= solo.LEADER_TROOPS:
            for _ in range(solo.LEADER_TROOPS):
                s.add_troop(solo.REBELLION, region)
            s.add_note(notes.REBELLION_LEADER_MUSTERS, solo.REBELLION, REGIONS[region])
