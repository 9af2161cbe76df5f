"""The rulers of regions in Rurik and how secure they are, computed for all sides in one pass, for the bots."""

from typing import Final

from regnum.core import i64
from regnum.core.packed import bit
from regnum.games.rurik.claim_phase import largest_group
from regnum.games.rurik.components import (
    IN_PLAY,
    REGION_COUNT,
    STRONGHOLD,
    STRUCTURE_COUNT,
    SVIATOPOLK,
    YAROSLAV,
)
from regnum.games.rurik.state import RurikState

REGIONS_IN_SET: Final[list[int]] = [regions.bit_count() for regions in range(1 << REGION_COUNT)]
"""The number of regions in each set of regions."""
_GROUPS: Final[list[int]] = [-1] * (1 << REGION_COUNT)
"""A cache of the size of the largest group in each set of regions, or -1 if not yet computed."""


def _strengths(s: RurikState, yaroslav: int, yaroslav_at: int) -> list[int]:
    """Return each side's strength for ruling each region, in the order of `troops`: see `RurikState.strength`.

    In Yaroslav's region, other players' strongholds do not count [rurik.leaders.yaroslav_structures].
    """
    strengths = s.troops[:]
    for side in range(s.sides):
        at = s.leader_at[side]
        if at >= 0:
            with_rebels = s.leaders[side] == SVIATOPOLK and s.rebels >> at & 1
            place = side * REGION_COUNT + at
            strengths[place] = strengths[place] + (2 if with_rebels else 1)
    counts_alone = s.variant.lone_stronghold == "rules"
    for side in range(s.sides):
        strongholds: i64 = s.structures[side * STRUCTURE_COUNT + STRONGHOLD]
        region = 0
        while strongholds:
            if strongholds & 1:
                place = side * REGION_COUNT + region
                if (counts_alone or strengths[place]) and (region != yaroslav_at or side == yaroslav):
                    strengths[place] = strengths[place] + 1
            strongholds >>= 1
            region += 1
    return strengths


class RegionControl:
    """For each side, the regions that it rules, and how many it rules safely and how many it nearly rules."""

    def __init__(self, sides: int) -> None:
        self.ruled_regions: Final = [0] * sides
        self.safe: Final = [0] * sides
        self.nearly: Final = [0] * sides


def region_control(s: RurikState) -> RegionControl:  # noqa: C901
    """Return which regions each side rules, and how many it rules safely and how many it nearly rules."""
    control = RegionControl(s.sides)
    sides: i64 = s.sides
    width: i64 = IN_PLAY[s.sides]
    yaroslav: i64 = -1
    yaroslav_at: i64 = -1
    sviatopolk: i64 = -1
    sviatopolk_at: i64 = -1
    for player in range(s.sides):
        if s.leaders[player] == YAROSLAV:
            yaroslav = player
            yaroslav_at = s.leader_at[player]
        elif s.leaders[player] == SVIATOPOLK:
            sviatopolk = player
            sviatopolk_at = s.leader_at[player]
    strength = _strengths(s, yaroslav, yaroslav_at)
    rebels: i64 = s.rebels
    neutral: i64 = s.neutral
    region: i64 = 0
    while region < width:
        best: i64 = 0
        second: i64 = 0
        first: i64 = -1
        side: i64 = 0
        place = region
        while side < sides:
            own_strength: i64 = strength[place]
            if own_strength > second:
                if own_strength > best:
                    second = best
                    best = own_strength
                    first = side
                else:
                    second = own_strength
            place += REGION_COUNT
            side += 1
        if best:
            needed = best
            if region == yaroslav_at and strength[yaroslav * REGION_COUNT + region] == best:
                first = yaroslav
                needed += 1
            nobodys = neutral >> region & 1
            if region != sviatopolk_at or first != sviatopolk:
                nobodys |= rebels >> region & 1
            rules = needed > second and needed > nobodys
            if rules:
                control.ruled_regions[first] = control.ruled_regions[first] | bit(region)
                if best > second + 1 and best > nobodys + 1:
                    control.safe[first] = control.safe[first] + 1
            if not second:
                if not rules:
                    control.nearly[first] = control.nearly[first] + 1
            elif second + 1 >= best or not rules:
                side = 0
                place = region
                while side < sides:
                    own_strength = strength[place]
                    if own_strength and own_strength + 1 >= best and not (rules and side == first):
                        control.nearly[side] = control.nearly[side] + 1
                    place += REGION_COUNT
                    side += 1
        region += 1
    return control


def largest_group_size(regions: int) -> int:
    """Return the size of the largest group of adjacent regions in a set; results are cached."""
    size = _GROUPS[regions]
    if size < 0:
        size = largest_group(regions)
        _GROUPS[regions] = size
    return size
