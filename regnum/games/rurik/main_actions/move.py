"""Move: boots move figures to adjacent regions, and a deed's marches to any region."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.bitmask import bits
from regnum.core.rules.step import Decision, NextSteps, Ranges
from regnum.games.rurik.actions import Journey, by_pair, escort, march, march_leader, move, move_leader, stop
from regnum.games.rurik.components import (
    AGATHA,
    IN_PLAY,
    LEADER_MARCHED,
    MARCH,
    MOVE,
    NEIGHBOURS,
    REGION_COUNT,
    REGIONS,
)
from regnum.games.rurik.main_actions.spending import Spend
from regnum.games.rurik.state import RurikState

_MOVES: Final = by_pair(move)
_MARCHES: Final = by_pair(march)


def _journeys_between(table: list[list[Action | None]], region: int, goals: int) -> list[Action]:
    actions: list[Action] = []
    for to in bits(goals):
        journey = table[region][to]
        if journey is not None:
            actions.append(journey)
    return actions


def _journeys_by_region(table: list[list[Action | None]], players: int, adjacent: bool) -> list[list[Action]]:
    """Return the journeys from each region to other regions in play, or only to adjacent ones."""
    everywhere = (1 << IN_PLAY[players]) - 1
    return [
        _journeys_between(table, region, NEIGHBOURS[players][region] if adjacent else everywhere)
        for region in range(REGION_COUNT)
    ]


_MOVES_FROM: Final = [
    _journeys_by_region([list(row) for row in _MOVES], players, True) for players in range(len(IN_PLAY))
]
_MARCHES_FROM: Final = [
    _journeys_by_region([list(row) for row in _MARCHES], players, False) for players in range(len(IN_PLAY))
]


class Move(Spend):
    """Use boots: each moves one figure of your choice to an adjacent region, whatever other figures are there.

    rurik.move.split, rurik.move.pass_through, rurik.action.part, rurik.leaders.troop
    """

    CLAUSE: ClassVar[str] = "rurik.move.points"
    POINT: ClassVar[int] = MOVE

    def spending_actions(self, s: RurikState) -> list[Action]:
        actions = journeys(s, self.player, _MOVES_FROM[s.sides])
        at = s.leader_at[self.player]
        if at >= 0:
            actions += move_leader.members_in(NEIGHBOURS[s.sides][at])
        return actions

    def spend(self, s: RurikState, action: Action) -> None:
        player = self.player
        s.points[MOVE] -= 1
        if move_leader.has(action):
            relocate_leader(s, player, move_leader.of(action).choice)
        else:
            relocate_troop(s, player, move.of(action))

    def spending_refusal(self, s: RurikState, action: Action) -> Refusal:
        if move.has(action):
            return journey_refusal(s, self.player, move.of(action), self.CLAUSE)
        if move_leader.has(action):
            return leader_refusal(s, self.player, move_leader.of(action).choice, self.CLAUSE)
        return self.default_refusal(action)


def journeys(s: RurikState, player: int, ways: list[list[Action]]) -> list[Action]:
    """Return the journeys from the regions where a player has a troop."""
    actions: list[Action] = []
    start = player * REGION_COUNT
    for region in range(IN_PLAY[s.sides]):
        if s.troops[start + region]:
            actions += ways[region]
    return actions


def relocate_troop(s: RurikState, player: int, journey: Journey) -> None:
    """Move a troop."""
    s.troops[player * REGION_COUNT + journey.region] -= 1
    s.troops[player * REGION_COUNT + journey.to] += 1


def journey_refusal(s: RurikState, player: int, journey: Journey, clause: str) -> Refusal:
    """Return why a troop cannot move: there is none, or the destination is not in play."""
    if not s.troops[player * REGION_COUNT + journey.region]:
        return Refusal("no_troop_of_yours", clause, {"region": REGIONS[journey.region]})
    return Refusal("region_not_in_play", "rurik.setup.regions", {"region": REGIONS[journey.to]})


def leader_refusal(s: RurikState, player: int, to: int, clause: str) -> Refusal:
    """Return why a leader cannot move to a region, for example because it is off the map or already there."""
    params: dict[str, int | str] = {"region": REGIONS[to]}
    if s.leader_at[player] < 0:
        return Refusal("leader_off_map", clause)
    if s.leader_at[player] == to:
        return Refusal("leader_there", clause, params)
    if not s.regions() >> to & 1:
        return Refusal("region_not_in_play", "rurik.setup.regions", params)
    return Refusal("not_adjacent", clause, params)


def relocate_leader(s: RurikState, player: int, to: int) -> None:
    """Move a leader; Agatha may take troops along [rurik.leaders.agatha]."""
    region = s.leader_at[player]
    s.leader_at[player] = to
    if s.leaders[player] == AGATHA:
        s.schedule(Escort(player, region, to))


class Escort(Decision[RurikState]):
    """Let Agatha take along up to two of your troops from the region that she leaves, free of charge."""

    CLAUSE: ClassVar[str] = "rurik.leaders.agatha"
    OPTIONAL: ClassVar[bool] = True
    RANGES: ClassVar[Ranges] = {"region": range(REGION_COUNT), "to": range(REGION_COUNT)}
    NEXT_STEPS: ClassVar[NextSteps] = ("Move", "March")

    def __init__(self, player: int, region: int, to: int) -> None:
        super().__init__(player)
        self.region: Final = region
        self.to: Final = to

    def options(self, s: RurikState) -> list[Action]:
        troops = s.troops[self.player * REGION_COUNT + self.region]
        if not troops:
            return []
        return [*escort.members[:troops], stop]

    def take(self, s: RurikState, action: Action) -> None:
        if action is not stop:
            troops = escort.of(action).choice
            s.troops[self.player * REGION_COUNT + self.region] -= troops
            s.troops[self.player * REGION_COUNT + self.to] += troops

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        if escort.has(action):
            troops = s.troops[self.player * REGION_COUNT + self.region]
            return Refusal("too_few_troops", self.CLAUSE, {"region": REGIONS[self.region], "troops": troops})
        return self.default_refusal(action)


class March(Spend):
    """Use a deed's marches: each moves a figure to any region, your leader only once. Agatha may take troops along.

    rurik.leaders.agatha
    """

    CLAUSE: ClassVar[str] = "rurik.deeds.march"
    POINT: ClassVar[int] = MARCH

    def spending_actions(self, s: RurikState) -> list[Action]:
        actions = journeys(s, self.player, _MARCHES_FROM[s.sides])
        at = s.leader_at[self.player]
        if at >= 0 and not s.bonus & LEADER_MARCHED:
            actions += march_leader.members_in(s.regions() & ~(1 << at))
        return actions

    def spend(self, s: RurikState, action: Action) -> None:
        player = self.player
        s.points[MARCH] -= 1
        if march_leader.has(action):
            s.bonus |= LEADER_MARCHED
            relocate_leader(s, player, march_leader.of(action).choice)
        else:
            relocate_troop(s, player, march.of(action))

    def spending_refusal(self, s: RurikState, action: Action) -> Refusal:
        if march.has(action):
            return journey_refusal(s, self.player, march.of(action), self.CLAUSE)
        if march_leader.has(action):
            if s.bonus & LEADER_MARCHED:
                return Refusal("leader_marched", self.CLAUSE)
            return leader_refusal(s, self.player, march_leader.of(action).choice, self.CLAUSE)
        return self.default_refusal(action)
