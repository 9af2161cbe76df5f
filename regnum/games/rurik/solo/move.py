"""The rebellion moves: figures can go anywhere, and come from the nearest region that can spare one."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.rules.step import NextSteps, Ranges
from regnum.games.rurik.actions import rebel_target
from regnum.games.rurik.components import IN_PLAY, MAP, POINTS_LEFT, REGION_COUNT, REGIONS
from regnum.games.rurik.notes import (
    REBELLION_GATHERS,
    REBELLION_MOVES,
    REBELLION_MOVES_LEADER,
    REBELLION_MOVES_LEADER_FIRST,
    REBELLION_SPREADS,
)
from regnum.games.rurik.solo.cards import ATTACK_MOVE, HUMAN, REBELLION, SOLO_SIDES
from regnum.games.rurik.solo.table import RebelDecision, RebelEvent, region_order
from regnum.games.rurik.solo.watch import pause
from regnum.games.rurik.state import RurikState


def _distances() -> list[list[int]]:
    """Return the number of borders between each pair of regions of the solo game."""
    unvisited = (1 << IN_PLAY[SOLO_SIDES]) - 1
    table: list[list[int]] = []
    for start in range(IN_PLAY[SOLO_SIDES]):
        row = [0] * IN_PLAY[SOLO_SIDES]
        frontier = 1 << start
        steps = 0
        while frontier != unvisited:
            steps += 1
            new = MAP.around(frontier) & unvisited & ~frontier
            for region in bits(new):
                row[region] = steps
            frontier |= new
        table.append(row)
    return table


DISTANCE: Final = _distances()


class RebelMove(RebelEvent):
    """Move figures: one each to regions without one, or all to one region that the rebellion does not rule.

    `points`: the boots left; `target`: the region where figures gather, or -1.
    rurik.solo.move_spread, rurik.solo.move_gather, rurik.solo.move_order
    """

    CLAUSE: ClassVar[str] = "rurik.solo.move"
    RANGES: ClassVar[Ranges] = {"points": POINTS_LEFT, "target": range(-1, IN_PLAY[SOLO_SIDES])}
    NEXT_STEPS: ClassVar[NextSteps] = ("RebelMove", "RebelMainAction", "EndTurn")

    def __init__(self, points: int, target: int) -> None:
        super().__init__()
        self.points: Final = points
        self.target: Final = target

    def happen(self, s: RurikState) -> None:
        if not self.points:
            return
        spread = s.priority == ATTACK_MOVE
        if self.target < 0 and not spread and s.variant.rebellion_target == "choice":
            possible = reachable_regions(s, region_order(s))
            if possible:
                s.schedule(ChooseTarget(HUMAN, self.points))
            return
        to, source = next_move(s, region_order(s), self.target)
        if to < 0:
            return
        s.add_note(REBELLION_SPREADS if spread else REBELLION_GATHERS, REBELLION, REGIONS[to])
        relocate_figure(s, source, to)
        pause(s)
        s.schedule(RebelMove(self.points - 1, -1 if spread else to))


class ChooseTarget(RebelDecision):
    """Choose, for the rebellion, the region to which its troops move, from those that it does not rule."""

    CLAUSE: ClassVar[str] = "rurik.solo.move_order"
    REFUSALS: ClassVar[dict[str, str]] = {"rebel_target": "no_rebel_target"}
    RANGES: ClassVar[Ranges] = {"points": POINTS_LEFT}
    NEXT_STEPS: ClassVar[NextSteps] = ("RebelMove", "RebelMainAction", "EndTurn")

    def __init__(self, player: int, points: int) -> None:
        super().__init__(player)
        self.points: Final = points

    def options(self, s: RurikState) -> list[Action]:
        return [rebel_target[region] for region in reachable_regions(s, region_order(s))]

    def take(self, s: RurikState, action: Action) -> None:
        s.schedule(RebelMove(self.points, rebel_target.of(action).choice))


def reachable_regions(s: RurikState, order: list[int]) -> list[int]:
    """Return the regions, in order, that the rebellion does not rule but to which it can move a figure."""
    ruled = s.ruled_regions(REBELLION)
    return [region for region in order if not ruled >> region & 1 and source_for(s, order, region) >= 0]


def next_move(s: RurikState, order: list[int], target: int) -> tuple[int, int]:
    """Return the destination and the source of the next figure that moves; -1, -1 if none can.

    `target`: the region where figures gather, or -1.

    rurik.solo.move_spread, rurik.solo.move_gather, rurik.solo.move_order
    """
    if target >= 0:
        goals = [target]
    elif s.priority == ATTACK_MOVE:
        occupied = s.occupied_regions(REBELLION)
        goals = [region for region in order if not occupied >> region & 1]
    else:
        ruled = s.ruled_regions(REBELLION)
        goals = [region for region in order if not ruled >> region & 1]
    for goal in goals:
        source = source_for(s, order, goal)
        if source >= 0:
            return goal, source
    return -1, -1


def source_for(s: RurikState, order: list[int], to: int) -> int:
    """Return the nearest region that can spare a figure; if tied, the last in the order, or -1 if there is none.

    By an option, the leader's region is preferred.

    rurik.solo.move_nearest, rurik.solo.move_lowest, rurik.solo.move_leader
    """
    at = s.leader_at[REBELLION]
    if s.variant.rebellion_leader == "always_first" and at >= 0 and at != to and can_spare(s, at):
        return at
    best = -1
    for region in order:
        if region != to and can_spare(s, region):
            if best < 0 or DISTANCE[region][to] <= DISTANCE[best][to]:
                best = region
    return best


def can_spare(s: RurikState, region: int) -> bool:
    """Return whether a figure may leave a region: one must stay, and the player must not become the ruler.

    rurik.solo.move_stay, rurik.solo.move_rule
    """
    if s.figures(REBELLION, region) < 2:
        return False
    if s.rules(HUMAN, region):
        return True
    lead = s.leader_at[REBELLION] == region
    place = REBELLION * REGION_COUNT + region
    if lead:
        s.leader_at[REBELLION] = -1
    else:
        s.troops[place] -= 1
    loses_region = s.rules(HUMAN, region)
    if lead:
        s.leader_at[REBELLION] = region
    else:
        s.troops[place] += 1
    return not loses_region


def relocate_figure(s: RurikState, region: int, to: int) -> None:
    """Move a figure from a region: the leader if it is there, else a troop [rurik.solo.move_leader]."""
    if s.leader_at[REBELLION] == region:
        s.leader_at[REBELLION] = to
        first = s.variant.rebellion_leader == "always_first"
        kind = REBELLION_MOVES_LEADER_FIRST if first else REBELLION_MOVES_LEADER
        s.add_note(kind, REBELLION, REGIONS[region], REGIONS[to])
    else:
        s.troops[REBELLION * REGION_COUNT + region] -= 1
        s.troops[REBELLION * REGION_COUNT + to] += 1
        s.add_note(REBELLION_MOVES, REBELLION, REGIONS[region], REGIONS[to])
