"""The action phase: players activate their advisors, fastest first. A turn has a main action and bonus actions."""

from collections.abc import Sequence
from typing import ClassVar, Final

from regnum.core.rules.action import Action, Family, IndexedAction, Refusal
from regnum.core.rules.step import Decision, Event, NextSteps, PlayerEvent
from regnum.games.rurik.actions import activate, end_turn, forfeit, main_action, resume, return_to, stop, use
from regnum.games.rurik.bonus_actions import bonus_options, bonus_refusal, take_bonus
from regnum.games.rurik.components import (
    ATTACK,
    BUILD,
    COLUMNS,
    GUARDED,
    MAIN_OVER,
    MARCH,
    MARKER_SPACE,
    MOVE,
    MUSTER,
    NO_POINTS,
    PLAYED_SCHEME,
    POINTS,
    PUT_OFF_AGAIN,
    ROWS,
    SCHEME,
    SPACE_COST,
    SPACE_POINTS,
    TAX,
)
from regnum.games.rurik.main_actions.attack import Attack
from regnum.games.rurik.main_actions.build import Build
from regnum.games.rurik.main_actions.move import March, Move
from regnum.games.rurik.main_actions.muster import Muster
from regnum.games.rurik.main_actions.scheme import ChooseDeck, PassMarker
from regnum.games.rurik.main_actions.spending import can_combine, end_main_action, lose_bonus_points
from regnum.games.rurik.main_actions.tax import Tax
from regnum.games.rurik.notes import ACTIVATES
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.stowing import stow_in_turn
from regnum.games.rurik.strategy_board import EMPTY, fastest_spaces

NEXT_TURN: Final = ("NextAdvisor", "RebelTurn", "ClaimPhase", "")
"""The names of the steps that may follow a turn."""


class NextAdvisor(PlayerEvent[RurikState]):
    """Begin a player's turn; a player without figures on the map may first return to it.

    rurik.action.return, rurik.action.fastest
    """

    CLAUSE: ClassVar[str] = "rurik.action.order"
    NEXT_STEPS: ClassVar[NextSteps] = NEXT_TURN

    def happen(self, s: RurikState) -> None:
        player = self.player
        if s.leader_at[player] < 0 and not s.occupied_regions(player) and s.variant.no_troops == "return":
            s.schedule(ReturnToMap(player))
        else:
            activate_fastest(s, player)


class ReturnToMap(Decision[RurikState]):
    """If you have no figure on the map, you may put your leader and a troop into any region."""

    CLAUSE: ClassVar[str] = "rurik.action.return"
    NEXT_STEPS: ClassVar[NextSteps] = NEXT_TURN

    def options(self, s: RurikState) -> list[Action]:
        return [*return_to.members_in(s.regions()), stop]

    def take(self, s: RurikState, action: Action) -> None:
        if action is not stop:
            region = return_to.of(action).choice
            s.leader_at[self.player] = region
            s.add_troop(self.player, region)
        activate_fastest(s, self.player)

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        if return_to.has(action):
            return Refusal("region_not_in_play", "rurik.setup.regions", action.params)
        return self.default_refusal(action)


def activate_fastest(s: RurikState, player: int) -> None:
    """Begin the turn of a player's advisor with the lowest number; if two are tied, the player chooses between them.

    rurik.action.fastest
    """
    spaces = fastest_spaces(s.board, player)
    if len(spaces) > 1:
        s.schedule(ChooseAdvisor(player))
    elif spaces:
        begin_turn(s, player, spaces[0])


class ChooseAdvisor(Decision[RurikState]):
    """Choose which of two equally fast advisors you activate now."""

    CLAUSE: ClassVar[str] = "rurik.action.equal"
    NEXT_STEPS: ClassVar[NextSteps] = NEXT_TURN

    def options(self, s: RurikState) -> list[Action]:
        return [activate[space] for space in fastest_spaces(s.board, self.player)]

    def take(self, s: RurikState, action: Action) -> None:
        begin_turn(s, self.player, activate.of(action).space)

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        if not activate.has(action):
            return self.default_refusal(action)
        code = s.board[activate.of(action).space]
        if code == EMPTY:
            return Refusal("no_advisor_there", "rurik.action.fastest", action.params)
        if code & 7 != self.player:
            return Refusal("not_your_advisor", "rurik.action.fastest", action.params)
        return Refusal("not_fastest", "rurik.action.fastest", {"column": str(action.params["column"])})


def begin_turn(s: RurikState, player: int, space: int) -> None:
    """Begin the turn of the advisor on a space."""
    activate_advisor(s, player, space)
    s.schedule(Turn(player))
    s.schedule(EndTurn())


def activate_advisor(s: RurikState, player: int, space: int) -> None:
    """Take the advisor off a space, which becomes the active one; its bribe goes back to the supply.

    rurik.action.bribe
    """
    advisor = s.board[space] >> 3 & 7
    s.board[space] = EMPTY
    s.active = space
    s.add_note(ACTIVATES, player, advisor, COLUMNS[space // ROWS])


def spending_step(player: int, kind: int) -> Decision[RurikState]:
    """Return the step in which a player uses points of a kind."""
    if kind == MUSTER:
        return Muster(player)
    if kind == MOVE:
        return Move(player)
    if kind == TAX:
        return Tax(player)
    if kind == BUILD:
        return Build(player)
    if kind == MARCH:
        return March(player)
    return Attack(player)


def first_main_actions(s: RurikState, legal: Sequence[Action]) -> list[Action]:
    """Return the actions with which the main action can begin, or [] if it is not legal."""
    if main_action not in legal:
        return []
    player, column = s.players_to_act[0], s.active // ROWS
    if column == SCHEME:
        return ChooseDeck(player, SPACE_POINTS[s.sides][s.active]).options(s)
    return spending_step(player, column).options(state_after_main_begins(s))


def state_after_main_begins(s: RurikState) -> RurikState:
    """Return the position after paying for the main action, which must not be Scheme, and gaining its points."""
    next_state = s.clone()
    lose_bonus_points(next_state)
    next_state.coins[s.players_to_act[0]] -= SPACE_COST[s.sides][s.active]
    next_state.points[s.active // ROWS] += SPACE_POINTS[s.sides][s.active]
    return next_state


def first_point_actions(s: RurikState, legal: Sequence[Action]) -> list[Action]:
    """Return the actions that can begin the use of points, for each kind that can be used or resumed now."""
    kinds = [how.of(action).choice for action in legal for how in (use, resume) if how.has(action)]
    return [
        first for kind in kinds for first in spending_step(s.players_to_act[0], kind).options(s) if first is not stop
    ]


class Turn(Decision[RurikState]):
    """Your turn: take or forfeit the main action of the advisor's space, with bonus actions before and after it.

    rurik.action.main, rurik.action.cost, rurik.action.forfeit, rurik.scheme.marker_stays,
    rurik.scheme.marker_forfeited, rurik.bonus.when, rurik.bonus.between, rurik.bonus.points, rurik.solo.first,
    rurik.action.unused, rurik.tax.stow
    """

    CLAUSE: ClassVar[str] = "rurik.action.turn"
    OPTIONAL: ClassVar[bool] = True
    NEXT_STEPS: ClassVar[NextSteps] = ("EndTurn",)

    def options(self, s: RurikState) -> list[Action]:
        player = self.player
        actions: list[Action] = []
        put_off: list[Action] = []
        if not s.acted:
            if s.coins[player] >= SPACE_COST[s.sides][s.active]:
                actions.append(main_action)
            actions.append(forfeit)
        if s.points != NO_POINTS:
            for kind, points in enumerate(s.points):
                if points and not s.put_off >> kind & 1:
                    self._offer(s, kind, use, actions)
                elif points and s.acted and not s.put_off >> (PUT_OFF_AGAIN + kind) & 1:
                    self._offer(s, kind, resume, put_off)
        bonus_options(s, player, actions)
        if s.acted and (actions or put_off or (s.hand[player] and not s.bonus & PLAYED_SCHEME)):
            actions.append(end_turn)
            actions += put_off
        stow_in_turn(s, player, actions)
        return actions

    def _offer(self, s: RurikState, kind: int, how: Family[IndexedAction], actions: list[Action]) -> None:
        """Offer the use of a kind of points if it is possible; guarded attacks are offered together with swords."""
        if kind == GUARDED:
            if s.points[ATTACK]:
                return
            kind = ATTACK
        if spending_step(self.player, kind).options(s):
            actions.append(how[kind])

    def take(self, s: RurikState, action: Action) -> None:
        player = self.player
        if action is end_turn:
            return
        if action is main_action:
            lose_bonus_points(s)
            self._main(s)
        elif action is forfeit:
            lose_bonus_points(s)
            s.acted = True
            s.put_off = 0
            s.coins[player] += 1
            if s.active == MARKER_SPACE and s.variant.marker_forfeited == "passes":
                s.schedule(PassMarker(player))
        elif use.has(action):
            self._use(s, use.of(action).choice)
        elif resume.has(action):
            kind = resume.of(action).choice
            s.put_off |= 1 << (PUT_OFF_AGAIN + kind)
            if kind == ATTACK:
                s.put_off |= 1 << (PUT_OFF_AGAIN + GUARDED)
            self._use(s, kind)
        else:
            take_bonus(s, player, action)
        s.schedule(self)

    def _use(self, s: RurikState, kind: int) -> None:
        """Begin to use points of a kind. The main action ends if its points are of another kind."""
        if kind != s.active // ROWS:
            end_main_action(s)
        elif s.main_points and not s.bonus & MAIN_OVER:
            lose_bonus_points(s, keep=kind)
        s.schedule(spending_step(self.player, kind))

    def _main(self, s: RurikState) -> None:
        """Pay for the space, and gain its points or draw its schemes; the top scheme space also passes the marker."""
        column = s.active // ROWS
        points = SPACE_POINTS[s.sides][s.active]
        s.coins[self.player] -= SPACE_COST[s.sides][s.active]
        s.acted = True
        s.put_off = 0
        if column == SCHEME:
            s.schedule(ChooseDeck(self.player, points))
            if s.active == MARKER_SPACE and s.players == s.sides:
                s.schedule(PassMarker(self.player))
        else:
            s.points[column] += points
            s.main_points = points
            s.schedule(spending_step(self.player, column))

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        if action is main_action or action is forfeit:
            if s.acted:
                return Refusal("already_acted", "rurik.action.main")
            return Refusal("cannot_pay_space", "rurik.action.cost", {"coins": SPACE_COST[s.sides][s.active]})
        if action is end_turn or (action is stop and not s.acted):
            return Refusal("act_or_forfeit", "rurik.action.forfeit")
        if action is stop:
            return Refusal("end_instead", self.CLAUSE)
        if use.has(action):
            return self._use_refusal(s, use.of(action).choice)
        if resume.has(action):
            return self._resumption_refusal(s, resume.of(action).choice)
        return bonus_refusal(s, self.player, action)

    def _resumption_refusal(self, s: RurikState, kind: int) -> Refusal:
        """Return why the player cannot resume the use of a kind of points."""
        if not s.put_off >> kind & 1 or not (s.points[kind] or (kind == ATTACK and s.points[GUARDED])):
            return Refusal("not_put_off", "rurik.action.unused", {"points": POINTS[kind]})
        if not s.acted:
            return Refusal("put_off", "rurik.bonus.points", {"points": POINTS[kind]})
        if s.put_off >> (PUT_OFF_AGAIN + kind) & 1:
            return Refusal("put_off_twice", "rurik.action.unused", {"points": POINTS[kind]})
        key = "use_with_swords" if kind == GUARDED and Attack(self.player).options(s) else "no_use"
        return Refusal(key, "rurik.bonus.points", {"points": POINTS[kind]})

    def _use_refusal(self, s: RurikState, kind: int) -> Refusal:
        """Return why the player cannot use a kind of points."""
        if not s.points[kind] and not (kind == ATTACK and s.points[GUARDED]):
            if s.bonus & MAIN_OVER and s.main_points and kind == s.active // ROWS and can_combine(s, kind):
                return Refusal("main_over", "rurik.bonus.between", {"points": POINTS[kind]})
            key = "no_points"
        elif s.put_off >> kind & 1:
            key = "put_off"
        elif kind == GUARDED and Attack(self.player).options(s):
            key = "use_with_swords"
        else:
            key = "no_use"
        return Refusal(key, "rurik.bonus.points", {"points": POINTS[kind]})


class EndTurn(Event[RurikState]):
    """End the turn; unused points are lost."""

    CLAUSE: ClassVar[str] = "rurik.action.unused"
    NEXT_STEPS: ClassVar[NextSteps] = NEXT_TURN

    def happen(self, s: RurikState) -> None:
        s.active = -1
        s.acted = False
        s.points = NO_POINTS[:]
        s.main_points = 0
        s.bonus = 0
        s.put_off = 0
        s.running = False
