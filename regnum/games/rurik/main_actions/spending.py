"""The points of a turn: the rules, common to all kinds, for gaining them and spending them one by one."""

from typing import ClassVar

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, NextSteps
from regnum.games.rurik.actions import end_turn, forfeit, main_action, stop
from regnum.games.rurik.components import ATTACK, BUILD, GUARDED, MAIN_OVER, ROWS, TAX
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.stowing import is_stowing, stow_in_turn, stowing_refusal, try_stow


def gain_points(s: RurikState, kind: int, points: int) -> None:
    """Add points from a bonus action; leftover points of the main action become usable with points of their kind.

    rurik.bonus.points, rurik.bonus.between
    """
    s.points[kind] += points
    column = s.active // ROWS
    if points and s.bonus & MAIN_OVER and can_combine(s, kind) and column == (ATTACK if kind == GUARDED else kind):
        s.points[column] += s.main_points
        s.main_points = 0


def can_combine(s: RurikState, kind: int) -> bool:
    """Return whether a bonus action's points of a kind combine with others of the turn [rurik.bonus.points]."""
    return s.variant.bonus_points == "pool" or kind in (TAX, BUILD)


def lose_bonus_points(s: RurikState, keep: int = -1) -> None:
    """Remove points from bonus actions that had to be used before another action began; `keep`: a kind to keep.

    rurik.bonus.points
    """
    if s.variant.bonus_points == "pool":
        return
    main = s.active // ROWS if s.acted and not s.bonus & MAIN_OVER else -1
    for kind, points in enumerate(s.points):
        if kind not in (TAX, BUILD) and kind != keep and (kind != GUARDED or keep != ATTACK):
            s.points[kind] = min(points, s.main_points) if kind == main else 0


def count_spent(s: RurikState, kind: int, points: int) -> None:
    """Record that points were used. During the main action, its own points are used first if the others can be kept.

    rurik.bonus.between, rurik.bonus.points
    """
    if kind == s.active // ROWS and not s.bonus & MAIN_OVER:
        spent_main_points = max(0, s.main_points - points)
        s.main_points = spent_main_points if can_combine(s, kind) else min(s.main_points, s.points[kind])


def end_main_action(s: RurikState) -> None:
    """End the main action because another begins; its points can no longer be used alone [rurik.bonus.between]."""
    if s.acted and not s.bonus & MAIN_OVER and s.variant.bonus_actions == "around":
        s.bonus |= MAIN_OVER
        if s.main_points:
            s.points[s.active // ROWS] -= s.main_points


def meanwhile_refusal(s: RurikState, player: int, action: Action) -> Refusal | None:
    """Return why another action of a turn may not be taken while points are spent; None for actions that spend them."""
    if is_stowing(action):
        return stowing_refusal(s, player, action)
    if action is end_turn:
        return Refusal("pass_first", "rurik.action.part")
    if s.acted and (action is main_action or action is forfeit):
        return Refusal("already_acted", "rurik.action.main")
    return None


class Spend(Decision[RurikState]):
    """Spend points of one kind, or stop and put off the rest; repeated while there are points and ways to spend them.

    rurik.action.part, rurik.tax.stow
    """

    POINT: ClassVar[int] = -1
    """The kind of point, as an index of `POINTS`."""
    OPTIONAL: ClassVar[bool] = True
    NEXT_STEPS: ClassVar[NextSteps] = ("Turn",)

    def spending_actions(self, s: RurikState) -> list[Action]:
        """Return the actions that spend points, given that there is at least one point."""
        raise TypeError(f"{type(self).__name__} has no method ways")

    def spend(self, s: RurikState, action: Action) -> None:
        """Pay the points and carry out the action."""
        raise TypeError(f"{type(self).__name__} has no method spend")

    def options(self, s: RurikState) -> list[Action]:
        if not s.points[self.POINT]:
            return []
        actions = self.spending_actions(s)
        if actions:
            actions.append(stop)
            stow_in_turn(s, self.player, actions)
        return actions

    def take(self, s: RurikState, action: Action) -> None:
        if action is stop:
            s.put_off |= 1 << self.POINT
            return
        if not try_stow(s, self.player, action):
            s.put_off = 0
            kind = self.POINT
            points = s.points[kind]
            self.spend(s, action)
            count_spent(s, kind, points - s.points[kind])
        s.schedule(self)

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        return meanwhile_refusal(s, self.player, action) or self.spending_refusal(s, action)

    def spending_refusal(self, s: RurikState, action: Action) -> Refusal:
        """Return why points cannot be spent on this action."""
        raise TypeError(f"{type(self).__name__} has no method spending_refusal")
