"""Spending the points of a turn one by one: what is the same for every kind of point."""

from typing import ClassVar

from regnum.core.action import Action
from regnum.core.step import Decision, Then
from regnum.games.rurik.actions import stop
from regnum.games.rurik.state import RurikState


class Spend(Decision[RurikState]):
    """Spend a point of one kind, or stop and put off what is left; asked again as long as points and ways are left.

    rurik.action.part
    """

    POINT: ClassVar[int] = -1
    """The kind of point, of `POINTS`."""
    OPTIONAL: ClassVar[bool] = True
    THEN: ClassVar[Then] = ("Turn",)

    def ways(self, s: RurikState) -> list[Action]:
        """Return how a point can be spent; there is one at least."""
        raise TypeError(f"{type(self).__name__} has no method ways")

    def spend(self, s: RurikState, action: Action) -> None:
        """Pay the points and carry the action out."""
        raise TypeError(f"{type(self).__name__} has no method spend")

    def options(self, s: RurikState) -> list[Action]:
        if not s.points[self.POINT]:
            return []
        found = self.ways(s)
        if found:
            found.append(stop)
        return found

    def take(self, s: RurikState, action: Action) -> None:
        if action is stop:
            s.put_off |= 1 << self.POINT
            return
        s.put_off = 0
        self.spend(s, action)
        s.next(self)
