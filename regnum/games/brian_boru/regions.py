"""Regions: the player who controls the most towns of a region gets its token."""

from typing import ClassVar, Final

from regnum.core import i64
from regnum.core.packed import Packed, bit, count_of, filled, highest, index_of, popcount, total
from regnum.core.rules.step import Event, NextSteps
from regnum.games.brian_boru.components import MONASTERY_WEIGHT, REGION_TOWNS, REGIONS, THRESHOLD
from regnum.games.brian_boru.notes import (
    TOKEN_CLAIMED,
    TOKEN_DOWN,
    TOKEN_KEPT,
    TOKEN_LOST,
    TOKEN_OPENS,
    TOKEN_TIED,
    TOKEN_VIKINGS,
)
from regnum.games.brian_boru.state import BrianBoruState

NOBODY: Final = -1


def town_weight(s: BrianBoruState, towns: i64) -> i64:
    """Return the count of these towns, of which those with a monastery count double [brian_boru.regions.monastery]."""
    return popcount(towns) + (MONASTERY_WEIGHT - 1) * popcount(towns & s.monasteries)


def counts_in_region(s: BrianBoruState, region: i64) -> Packed:
    """Return the count of each player's towns in a region, then that of the Vikings.

    With a military pact, the Vikings' towns count for the player instead.

    brian_boru.regions.vikings, brian_boru.regions.pact
    """
    towns = REGION_TOWNS[region]
    counts = filled(s.players + 1, 0)
    for player in range(s.players):
        counts[player] = town_weight(s, s.controlled_towns(player) & towns)
    counts[s.pact if s.pact >= 0 else s.players] += town_weight(s, s.vikings & towns)
    return counts


class Regions(Event[BrianBoruState]):
    """Turn up the tokens of regions with enough towns, then give each open one to the player with the most towns.

    Tokens are turned and moved at no other time [brian_boru.regions.when], and never turned back.
    brian_boru.regions.flip, brian_boru.regions.stays_open, brian_boru.regions.viking_threshold
    """

    CLAUSE: ClassVar[str] = "brian_boru.regions.claim"
    NEXT_STEPS: ClassVar[NextSteps] = ("Round",)

    def happen(self, s: BrianBoruState) -> None:
        for region in range(len(REGIONS)):
            side_counts = counts_in_region(s, region)
            if not s.open >> region & 1 and total(side_counts) >= towns_to_flip(s, region):
                s.open |= bit(region)
                s.add_note(TOKEN_OPENS, REGIONS[region])
            if s.open >> region & 1:
                _assign_token(s, region, side_counts)
            elif total(side_counts):
                s.add_note(TOKEN_DOWN, REGIONS[region], total(side_counts), towns_to_flip(s, region))


def towns_to_flip(s: BrianBoruState, region: i64) -> i64:
    """Return the number of towns needed to turn up a region's token [brian_boru.regions.flip]."""
    return THRESHOLD[region] + (1 if s.variant.threshold == "more_than" else 0)


def _assign_token(s: BrianBoruState, region: i64, side_counts: Packed) -> None:
    """Give a region's token to the player who alone has the highest count; in a tie, it keeps its owner.

    brian_boru.regions.tie, brian_boru.regions.keep, brian_boru.regions.vikings
    """
    most = highest(side_counts)
    if count_of(side_counts, most) > 1:
        if most:
            s.add_note(TOKEN_TIED, REGIONS[region], most)
        return
    first = index_of(side_counts, most)
    owner, old_owner = first if first < s.players else NOBODY, s.owner[region]
    s.owner[region] = owner
    if owner == NOBODY:
        s.add_note(TOKEN_VIKINGS if old_owner == NOBODY else TOKEN_LOST, REGIONS[region])
    else:
        s.add_note(TOKEN_KEPT if owner == old_owner else TOKEN_CLAIMED, owner, REGIONS[region])
