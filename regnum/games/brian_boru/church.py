"""Church: whoever supported it most is rewarded with monasteries and points."""

from typing import ClassVar, Final

from regnum.core.action import Action
from regnum.core.step import Decision, Event, Refusal
from regnum.games.brian_boru.actions import monastery, stop
from regnum.games.brian_boru.battle import leaders
from regnum.games.brian_boru.components import THIRD_REWARD, TOWNS
from regnum.games.brian_boru.state import BrianState


class Church(Event[BrianState]):
    """Whoever alone has the most discs may build a monastery, gets the town marker and takes all his discs back.

    brian_boru.church.first_tie, brian_boru.church.no_discs
    """

    CLAUSE: ClassVar[str] = "brian_boru.church.first"

    def happen(self, s: BrianState) -> None:
        first = leaders(s.church)
        if len(first) == 1:
            player = first[0]
            s.marker = player
            s.church[player] = 0
            s.tell_by_key("church_first", player)
            s.next(BuildMonastery(player, False))
        s.next(SecondReward())


class BuildMonastery(Decision[BrianState]):
    """Build a monastery in a town that you control and that has none yet.

    `paid`: it costs all discs in the church area.
    brian_boru.church.own_town, brian_boru.church.third
    """

    CLAUSE: ClassVar[str] = "brian_boru.church.one_monastery"
    OPTIONAL: ClassVar[bool] = True

    def __init__(self, player: int, paid: bool) -> None:
        super().__init__(player)
        self.paid: Final = paid

    def options(self, s: BrianState) -> list[Action]:
        towns = s.controlled(self.player) & ~s.monasteries
        return [*monastery.each(towns), stop] if towns else []

    def take(self, s: BrianState, action: Action) -> None:
        if action is stop:
            return
        s.monasteries |= 1 << monastery.of(action).town
        if self.paid:
            s.church[self.player] = 0

    def why_not(self, s: BrianState, action: Action) -> Refusal:
        if not monastery.has(action):
            return Refusal("not_now", self.CLAUSE)
        town = monastery.of(action).town
        if not s.controlled(self.player) >> town & 1:
            return Refusal("not_your_town", "brian_boru.church.own_town", {"town": TOWNS[town]})
        return Refusal("monastery_there", self.CLAUSE, {"town": TOWNS[town]})


class SecondReward(Event[BrianState]):
    """Whoever now has the most discs, ties included, gets a point and takes one disc back.

    Then, clockwise, whoever has enough left may give them all for a monastery; other discs stay for the next round.
    brian_boru.church.third, brian_boru.church.order, brian_boru.church.discs_stay
    """

    CLAUSE: ClassVar[str] = "brian_boru.church.second"

    def happen(self, s: BrianState) -> None:
        for player in leaders(s.church):
            s.points[player] += 1
            s.church[player] -= 1
            s.tell_by_key("church_second", player)
        for player in s.clockwise():
            if s.church[player] >= THIRD_REWARD:
                s.next(BuildMonastery(player, True))
