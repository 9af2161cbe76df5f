"""The rebellion builds: the region comes from four lists, and the structure from the card's order."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import NextSteps, Ranges
from regnum.games.rurik import notes
from regnum.games.rurik.actions import replace_neutral, replace_troop
from regnum.games.rurik.components import (
    CHURCH,
    IN_PLAY,
    POINTS_LEFT,
    REGIONS,
    STRUCTURE_COUNT,
    STRUCTURES,
    STRUCTURES_EACH,
)
from regnum.games.rurik.leaders import note_disabled_structure
from regnum.games.rurik.main_actions.build import (
    NEUTRAL,
    build_cost,
    church_targets,
    convert_figure,
    replacement_refusal,
)
from regnum.games.rurik.solo.cards import HUMAN, REBELLION, SOLO_SIDES
from regnum.games.rurik.solo.table import RebelDecision, RebelEvent, build_order, human_troops, next_place, region_order
from regnum.games.rurik.solo.watch import pause
from regnum.games.rurik.state import RurikState

LIST_COUNT: Final = 4
_LIST_NOTES: Final = [notes.REBELLION_SITE_1, notes.REBELLION_SITE_2, notes.REBELLION_SITE_3, notes.REBELLION_SITE_4]
"""The note for each of the lists."""


class RebelBuild(RebelEvent):
    """Build in the first possible region of the four lists.

    `points`: the hammers left. The search begins in list `rank` (0 to 3), at index `at` of the order of regions.
    rurik.solo.build_lists, rurik.solo.build_kind, rurik.solo.church_troop, rurik.solo.costs
    """

    CLAUSE: ClassVar[str] = "rurik.solo.build"
    RANGES: ClassVar[Ranges] = {"points": POINTS_LEFT, "rank": range(LIST_COUNT), "at": range(IN_PLAY[SOLO_SIDES])}

    def __init__(self, points: int, rank: int, at: int) -> None:
        super().__init__()
        self.points: Final = points
        self.rank: Final = rank
        self.at: Final = at

    def happen(self, s: RurikState) -> None:
        order = region_order(s)
        rank, place = next_site(s, order, self.points, self.rank, self.at)
        if rank < 0:
            return
        region = order[place]
        kind = structure_for(s, region)
        cost = build_cost(s, REBELLION, region)
        s.add_note(_LIST_NOTES[rank], REBELLION, REGIONS[region])
        s.structures[REBELLION * STRUCTURE_COUNT + kind] |= 1 << region
        s.add_note(notes.REBELLION_BUILDS, REBELLION, STRUCTURES[kind], REGIONS[region])
        if kind == CHURCH:
            targets = church_targets(s, REBELLION, region)
            if targets and s.is_disabled(REBELLION, region):
                note_disabled_structure(s, REBELLION, REBELLION, CHURCH, region)
            elif len(targets) > 1 and s.variant.rebellion_church_troop == "choice":
                s.schedule(ChooseConverted(HUMAN, region))
            elif targets:
                convert_figure(s, REBELLION, region, targets[0])
        pause(s)
        s.schedule(RebelBuild(self.points - cost, rank, (place + 1) % len(order)))


class ChooseConverted(RebelDecision):
    """Choose for the rebellion whether its church replaces a troop of yours or a neutral one."""

    CLAUSE: ClassVar[str] = "rurik.solo.church_troop"
    RANGES: ClassVar[Ranges] = {"region": range(IN_PLAY[SOLO_SIDES])}
    NEXT_STEPS: ClassVar[NextSteps] = ("Watch", "RebelBuild")

    def __init__(self, player: int, region: int) -> None:
        super().__init__(player)
        self.region: Final = region

    def options(self, s: RurikState) -> list[Action]:
        return [replace_troop[HUMAN], replace_neutral]

    def take(self, s: RurikState, action: Action) -> None:
        convert_figure(s, REBELLION, self.region, NEUTRAL if action is replace_neutral else HUMAN)

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        return replacement_refusal(s, REBELLION, self.region, action, self.CLAUSE) or self.default_refusal(action)


def sites_of_rank(s: RurikState, rank: int) -> int:
    """Return the regions of one of the four lists [rurik.solo.build_lists].

    `rank`:

    - 0: regions that the rebellion rules and has not built in.
    - 1: regions that it occupies but does not rule, and has not built in.
    - 2: regions that it rules and has built in, with a figure of the player's or a neutral troop.
    - 3: all regions that it rules and has built in.
    """
    occupied = s.occupied_regions(REBELLION)
    ruled = s.ruled_regions(REBELLION) & occupied
    structure_regions = s.structure_regions(REBELLION)
    if rank == 0:
        return ruled & ~structure_regions
    if rank == 1:
        return occupied & ~ruled & ~structure_regions
    if rank == 2:
        return ruled & structure_regions & (s.occupied_regions(HUMAN) | s.neutral)
    return ruled & structure_regions


def next_site(s: RurikState, order: list[int], points: int, rank: int, at: int) -> tuple[int, int]:
    """Return the list of the next region to build in, and the region's index in the order; -1, -1 for none.

    rurik.solo.build_lists, rurik.solo.costs
    """
    while rank < LIST_COUNT and points:
        possible = 0
        for region in order:
            if (
                sites_of_rank(s, rank) >> region & 1
                and build_cost(s, REBELLION, region) <= points
                and structure_for(s, region) >= 0
            ):
                possible |= 1 << region
        place = next_place(order, at, possible)
        if place >= 0:
            return rank, place
        rank += 1
        at = 0
    return -1, -1


def structure_for(s: RurikState, region: int) -> int:
    """Return the structure that the rebellion builds in a region, or -1 if it can build none there.

    rurik.solo.build_kind, rurik.solo.build_order
    """
    free = [
        kind
        for kind in build_order(s)
        if s.structures[REBELLION * STRUCTURE_COUNT + kind].bit_count() < STRUCTURES_EACH
        and not s.regions_with_structure(kind) >> region & 1
    ]
    if s.variant.rebellion_church == "first":
        if CHURCH in free and (s.occupied_regions(HUMAN) | s.neutral) >> region & 1:
            return CHURCH
    elif CHURCH in free and not (human_troops(s) | s.neutral) >> region & 1:
        free.remove(CHURCH)
    return free[0] if free else -1
