"""Church: the players with the most support win monasteries and points."""

from typing import ClassVar, Final

from regnum.core import i64
from regnum.core.packed import bit
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, Event, NextSteps
from regnum.games.brian_boru.actions import monastery, stop
from regnum.games.brian_boru.battle import players_with_most
from regnum.games.brian_boru.components import THIRD_REWARD
from regnum.games.brian_boru.notes import CHURCH_FIRST, CHURCH_SECOND
from regnum.games.brian_boru.state import BrianBoruState


class Church(Event[BrianBoruState]):
    """The player who alone has the most discs takes them back, gets the town marker, and may build a monastery.

    brian_boru.church.first_tie, brian_boru.church.no_discs
    """

    CLAUSE: ClassVar[str] = "brian_boru.church.first"
    NEXT_STEPS: ClassVar[NextSteps] = ("Regions",)

    def happen(self, s: BrianBoruState) -> None:
        first = players_with_most(s.church)
        if len(first) == 1:
            player = first[0]
            s.marker = player
            s.church[player] = 0
            s.add_note(CHURCH_FIRST, player)
            s.schedule(BuildMonastery(player, False))
        s.schedule(SecondReward())


class BuildMonastery(Decision[BrianBoruState]):
    """Build a monastery in a town that you control and that has none yet.

    `paid` means that it costs all of the player's discs in the church area.
    brian_boru.church.own_town, brian_boru.church.third
    """

    CLAUSE: ClassVar[str] = "brian_boru.church.one_monastery"
    REFUSALS: ClassVar[dict[str, str]] = {"monastery": "monastery_there"}
    OPTIONAL: ClassVar[bool] = True
    FLAGS: ClassVar[tuple[str, ...]] = ("paid",)

    def __init__(self, player: i64, paid: bool) -> None:
        super().__init__(player)
        self.paid: Final = paid

    def options(self, s: BrianBoruState) -> list[Action]:
        towns = s.controlled_towns(self.player) & ~s.monasteries
        return [*monastery.members_in(towns), stop] if towns else []

    def take(self, s: BrianBoruState, action: Action) -> None:
        if action is stop:
            return
        s.monasteries |= bit(monastery.of(action).town)
        if self.paid:
            s.church[self.player] = 0

    def refusal(self, s: BrianBoruState, action: Action) -> Refusal:
        if monastery.has(action) and not s.controlled_towns(self.player) >> monastery.of(action).town & 1:
            return Refusal("not_your_town", "brian_boru.church.own_town", action.params)
        return self.default_refusal(action)

    def next_steps(self, s: BrianBoruState) -> NextSteps:
        others = [repr(BuildMonastery(player, True)) for player in range(s.players) if player != self.player]
        return ("Regions", *others) if self.paid else ("SecondReward",)

    def position_error(self, s: BrianBoruState) -> str:
        if self.paid and s.church[self.player] < THIRD_REWARD:
            return f"player {self.player} has not {THIRD_REWARD} discs in the church area"
        if not self.paid and (s.marker != self.player or s.church[self.player]):
            return f"player {self.player} has the marker and the discs back first"
        return ""


class SecondReward(Event[BrianBoruState]):
    """The players who now have the most discs, ties included, get a point and take one disc back.

    Then players with enough discs left may, in clockwise order, give them all for a monastery. Other discs stay.
    brian_boru.church.third, brian_boru.church.order, brian_boru.church.discs_stay
    """

    CLAUSE: ClassVar[str] = "brian_boru.church.second"
    NEXT_STEPS: ClassVar[NextSteps] = ("Regions",)

    def happen(self, s: BrianBoruState) -> None:
        for player in players_with_most(s.church):
            s.points[player] += 1
            s.church[player] -= 1
            s.add_note(CHURCH_SECOND, player)
        for player in s.clockwise():
            if s.church[player] >= THIRD_REWARD:
                s.schedule(BuildMonastery(player, True))
