"""Build: hammers for churches, strongholds and markets."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.bitmask import bits
from regnum.core.rules.step import Decision, NextSteps, Ranges
from regnum.games.rurik.actions import build, replace_neutral, replace_rebel, replace_troop
from regnum.games.rurik.components import (
    BUILD,
    BUILD_OTHER_COST,
    BUILD_RULED_COST,
    CHURCH,
    MSTISLAV,
    REGION_COUNT,
    REGIONS,
    STRUCTURE_COUNT,
    STRUCTURES_EACH,
)
from regnum.games.rurik.leaders import note_disabled_structure, note_discount
from regnum.games.rurik.main_actions.attack import figure_refusal
from regnum.games.rurik.main_actions.spending import Spend
from regnum.games.rurik.notes import CHURCH_NEUTRAL, CHURCH_REBEL, CHURCH_TROOP, MSTISLAV_SAVES_HAMMER
from regnum.games.rurik.state import RurikState

REBEL: Final = -1
"""The number of a rebel as the target of a church."""
NEUTRAL: Final = -2
"""The number of a neutral troop of the solo game as the target of a church."""


class Build(Spend):
    """Use hammers for a structure in a region that you occupy: one if you rule it, else two.

    rurik.build.cost, rurik.build.where, rurik.build.only_hammers, rurik.structures.one_each, rurik.build.supply,
    rurik.setup.structures, rurik.action.part
    """

    CLAUSE: ClassVar[str] = "rurik.build.points"
    POINT: ClassVar[int] = BUILD

    def spending_actions(self, s: RurikState) -> list[Action]:
        points = s.points[BUILD]
        player = self.player
        regions = s.occupied_regions(player)
        if points < BUILD_OTHER_COST:
            for region in bits(regions):
                if build_cost(s, player, region) > points:
                    regions ^= 1 << region
        actions: list[Action] = []
        for kind in range(STRUCTURE_COUNT):
            if s.structures[player * STRUCTURE_COUNT + kind].bit_count() < STRUCTURES_EACH:
                actions += build.members_in((regions & ~s.regions_with_structure(kind)) << kind * REGION_COUNT)
        return actions

    def spend(self, s: RurikState, action: Action) -> None:
        player = self.player
        plan = build.of(action)
        s.points[BUILD] -= build_cost(s, player, plan.region)
        note_discount(s, player, plan.region, MSTISLAV_SAVES_HAMMER)
        s.structures[player * STRUCTURE_COUNT + plan.structure] |= 1 << plan.region
        if plan.structure == CHURCH:
            targets = church_targets(s, player, plan.region)
            if targets and s.is_disabled(player, plan.region):
                note_disabled_structure(s, player, player, CHURCH, plan.region)
            elif len(targets) == 1:
                convert_figure(s, player, plan.region, targets[0])
            elif targets:
                s.schedule(ReplaceByChurch(player, plan.region))

    def spending_refusal(self, s: RurikState, action: Action) -> Refusal:
        if not build.has(action):
            return self.default_refusal(action)
        plan = build.of(action)
        if not s.figures(self.player, plan.region):
            return Refusal("not_occupied", "rurik.build.where", action.params)
        if s.regions_with_structure(plan.structure) >> plan.region & 1:
            return Refusal("structure_there", "rurik.structures.one_each", action.params)
        if s.structures[self.player * STRUCTURE_COUNT + plan.structure].bit_count() >= STRUCTURES_EACH:
            return Refusal("no_structures_left", "rurik.build.supply", action.params)
        return Refusal("not_ruled", "rurik.build.cost", {**action.params, "points": "build"})


def build_cost(s: RurikState, player: int, region: int) -> int:
    """Return a structure's cost in hammers for a player in a region [rurik.build.cost, rurik.leaders.mstislav]."""
    ruled = s.is_led_by(player, MSTISLAV, region) or s.rules(player, region)
    return BUILD_RULED_COST if ruled else BUILD_OTHER_COST


def church_targets(s: RurikState, player: int, region: int) -> list[int]:
    """Return the possible targets of a church: REBEL, opponents with a troop in the region, NEUTRAL.

    rurik.structures.church, rurik.solo.church_neutral
    """
    targets = [REBEL] if s.rebels >> region & 1 else []
    for other in range(s.sides):
        if other != player and s.troops[other * REGION_COUNT + region]:
            targets.append(other)
    if s.neutral >> region & 1:
        targets.append(NEUTRAL)
    return targets


def convert_figure(s: RurikState, player: int, region: int, target: int) -> None:
    """Let a church remove a rebel or another side's or neutral troop, and add a troop from the player's supply, if any.

    rurik.structures.church, rurik.structures.church_rebel, rurik.structures.church_supply, rurik.solo.church_neutral
    """
    if target == REBEL:
        s.rebels ^= 1 << region
        s.add_note(CHURCH_REBEL, player, REGIONS[region])
    elif target == NEUTRAL:
        s.neutral ^= 1 << region
        s.add_note(CHURCH_NEUTRAL, player, REGIONS[region])
    else:
        s.troops[target * REGION_COUNT + region] -= 1
        s.add_note(CHURCH_TROOP, player, target, REGIONS[region])
    if s.supply(player):
        s.add_troop(player, region)


class ReplaceByChurch(Decision[RurikState]):
    """Choose the rebel, opponent's troop or neutral troop that your church replaces with one of yours."""

    CLAUSE: ClassVar[str] = "rurik.structures.church"
    RANGES: ClassVar[Ranges] = {"region": range(REGION_COUNT)}
    NEXT_STEPS: ClassVar[NextSteps] = ("Build",)

    def __init__(self, player: int, region: int) -> None:
        super().__init__(player)
        self.region: Final = region

    def options(self, s: RurikState) -> list[Action]:
        actions: list[Action] = []
        for target in church_targets(s, self.player, self.region):
            if target == REBEL:
                actions.append(replace_rebel)
            else:
                actions.append(replace_neutral if target == NEUTRAL else replace_troop[target])
        return actions

    def take(self, s: RurikState, action: Action) -> None:
        if action is replace_rebel:
            target = REBEL
        else:
            target = NEUTRAL if action is replace_neutral else replace_troop.of(action).choice
        convert_figure(s, self.player, self.region, target)

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        return replacement_refusal(s, self.player, self.region, action, self.CLAUSE) or self.default_refusal(action)


def replacement_refusal(s: RurikState, player: int, region: int, action: Action, clause: str) -> Refusal | None:
    """Return why a side's church cannot replace this figure, or None for actions that replace no figure."""
    if action is replace_rebel or action is replace_neutral:
        return figure_refusal(s, REGIONS[region], action is replace_neutral)
    if replace_troop.has(action):
        key = "church_own" if replace_troop.of(action).choice == player else "no_troop_there"
        return Refusal(key, clause, {"region": REGIONS[region]})
    return None
