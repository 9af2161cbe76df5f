"""The claim phase of the solo game: a new priority, bonuses unlocked, the rebellion's income, the end of the round."""

from typing import ClassVar

from regnum.core.step import Then
from regnum.games.rurik.claim_phase import largest_group, loaded
from regnum.games.rurik.components import LINES, REGIONS, TRACKS
from regnum.games.rurik.notes import (
    REBELLION_BEHIND,
    REBELLION_LEADER_MUSTERS,
    REBELLION_PRIORITY_GOODS,
    REBELLION_PRIORITY_REGIONS,
    REBELLION_PRIORITY_START,
    REBELLION_PRIORITY_STRUCTURES,
)
from regnum.games.rurik.solo.cards import (
    ATTACK_MOVE,
    BUILD_FIRST,
    HUMAN,
    LEADER_TROOPS,
    PRIORITIES,
    REBELLION,
    START_PRIORITY,
    TAX_FIRST,
)
from regnum.games.rurik.solo.scheme import unlock
from regnum.games.rurik.solo.table import RebelEvent, level
from regnum.games.rurik.state import RurikState


class SetPriority(RebelEvent):
    """The rebellion turns to where the player is ahead: regions occupied, structures, goods; else as at the start.

    rurik.solo.priority_regions, rurik.solo.priority_structures, rurik.solo.priority_goods, rurik.solo.priority_start
    """

    CLAUSE: ClassVar[str] = "rurik.solo.priority"
    THEN: ClassVar[Then] = ("Advance", "")

    def happen(self, s: RurikState) -> None:
        if s.occupied(HUMAN).bit_count() > s.occupied(REBELLION).bit_count():
            s.priority, reason = ATTACK_MOVE, REBELLION_PRIORITY_REGIONS
        elif largest_group(s.built(HUMAN)) > largest_group(s.built(REBELLION)):
            s.priority, reason = BUILD_FIRST, REBELLION_PRIORITY_STRUCTURES
        elif loaded(s, HUMAN) > loaded(s, REBELLION):
            s.priority, reason = TAX_FIRST, REBELLION_PRIORITY_GOODS
        else:
            s.priority, reason = START_PRIORITY[level(s)], REBELLION_PRIORITY_START
        s.tell(reason, REBELLION, PRIORITIES[s.priority])


class UnlockBehind(RebelEvent):
    """For each claim track on which the player is ahead, the rebellion unlocks a bonus."""

    CLAUSE: ClassVar[str] = "rurik.solo.unlock_tracks"
    THEN: ClassVar[Then] = ("Income", "FinalScoring", "")

    def happen(self, s: RurikState) -> None:
        for track in range(LINES):
            if s.tracks[HUMAN * LINES + track] > s.tracks[REBELLION * LINES + track]:
                s.tell(REBELLION_BEHIND, REBELLION, TRACKS[track])
                unlock(s)


class LeaderMusters(RebelEvent):
    """At the end of the round a troop joins Sviatopolk, if he is on the map."""

    CLAUSE: ClassVar[str] = "rurik.solo.leader_musters"
    THEN: ClassVar[Then] = ("Round", "")

    def happen(self, s: RurikState) -> None:
        region = s.leader_at[REBELLION]
        if region >= 0 and s.supply(REBELLION) >= LEADER_TROOPS:
            for _ in range(LEADER_TROOPS):
                s.add_troop(REBELLION, region)
            s.tell(REBELLION_LEADER_MUSTERS, REBELLION, REGIONS[region])
