"""Muster: helmets for troops, and for the leader if it is off the map."""

from typing import ClassVar

from regnum.core.rules.action import Action, Refusal
from regnum.games.rurik.actions import muster, muster_leader
from regnum.games.rurik.components import LEADERS, MARIA, MUSTER, NEIGHBOURS
from regnum.games.rurik.main_actions.spending import Spend
from regnum.games.rurik.state import RurikState


class Muster(Spend):
    """Use helmets: each puts a troop from your supply, or your leader, into a region that you occupy.

    rurik.muster.where, rurik.muster.supply, rurik.muster.leader, rurik.action.part, rurik.leaders.maria
    """

    CLAUSE: ClassVar[str] = "rurik.muster.points"
    POINT: ClassVar[int] = MUSTER

    def spending_actions(self, s: RurikState) -> list[Action]:
        player = self.player
        occupied = s.occupied_regions(player)
        actions: list[Action] = []
        if s.supply(player):
            actions += muster.members_in(occupied | regions_beside_maria(s, player, occupied))
        if s.leader_at[player] < 0:
            actions += muster_leader.members_in(occupied)
        return actions

    def spend(self, s: RurikState, action: Action) -> None:
        player = self.player
        s.points[MUSTER] -= 1
        if muster_leader.has(action):
            s.leader_at[player] = muster_leader.of(action).choice
        else:
            region = muster.of(action).choice
            if not s.figures(player, region):
                use_ability(s, player)
            s.add_troop(player, region)

    def spending_refusal(self, s: RurikState, action: Action) -> Refusal:
        if muster.has(action) or muster_leader.has(action):
            if muster.has(action) and not s.supply(self.player):
                return Refusal("no_troops_left", "rurik.muster.supply")
            if muster_leader.has(action) and s.leader_at[self.player] >= 0:
                return Refusal("leader_on_map", "rurik.muster.leader")
            if (
                muster.has(action)
                and s.ability_used[self.player]
                and self._is_beside_maria(s, muster.of(action).choice)
            ):
                return Refusal("ability_used", "rurik.leaders.once", {"leader": LEADERS[MARIA]})
            return Refusal("not_occupied", "rurik.muster.where", action.params)
        return self.default_refusal(action)

    def _is_beside_maria(self, s: RurikState, region: int) -> bool:
        """Return whether the player's Maria is next to a region."""
        at = s.leader_at[self.player]
        return at >= 0 and s.leaders[self.player] == MARIA and NEIGHBOURS[s.sides][at] >> region & 1 == 1


def regions_beside_maria(s: RurikState, player: int, occupied: int) -> int:
    """Return the regions next to Maria without a figure of her owner, or none if her ability was used this round.

    rurik.leaders.maria, rurik.leaders.once
    """
    at = s.leader_at[player]
    if at < 0 or s.leaders[player] != MARIA or s.ability_used[player]:
        return 0
    return NEIGHBOURS[s.sides][at] & ~occupied


def use_ability(s: RurikState, player: int) -> None:
    """Record that a leader's once-a-round ability has been used [rurik.leaders.once]."""
    ability_used = list(s.ability_used)
    ability_used[player] = True
    s.ability_used = tuple(ability_used)
