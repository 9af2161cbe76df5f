"""Moving armies into a player's own lands, or into other lands to attack them."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, NextSteps, Ranges
from regnum.games.wallenstein.actions import attack, march, send, shift, stop
from regnum.games.wallenstein.battle import Battle, NeutralBattle
from regnum.games.wallenstein.components import (
    CHURCH,
    CHURCH_PEACE,
    COMBAT_A,
    DEPLOY_1,
    FIGHTING,
    IN_PLAY,
    LANDS,
    NEIGHBOURS,
)
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.turn_up import following_steps

_LANDS: Final[Ranges] = {"source": range(len(LANDS)), "target": range(len(LANDS))}


class _FromLand(Decision[WallensteinState]):
    """A decision about armies that leave one of the player's lands."""

    def __init__(self, player: int, source: int) -> None:
        super().__init__(player)
        self.source: Final = source

    def position_error(self, s: WallensteinState) -> str:
        return s.not_own(self.player, self.source)


class MoveArmies(_FromLand):
    """Move armies from a land where you deployed one army to an adjacent land of your own, if you like.

    wallenstein.actions.deploy_1_move, wallenstein.moving.leave_one
    """

    CLAUSE: ClassVar[str] = "wallenstein.actions.deploy_1_move"
    REFUSALS: ClassVar[dict[str, str]] = {"attack": "no_attack_here"}
    RANGES: ClassVar[Ranges] = _LANDS
    OPTIONAL: ClassVar[bool] = True

    def options(self, s: WallensteinState) -> list[Action]:
        if s.armies[self.source] < 2:
            return []
        actions = shift.members_in(NEIGHBOURS[self.source] & s.lands[self.player])
        if actions:
            actions.append(stop)
        return actions

    def take(self, s: WallensteinState, action: Action) -> None:
        if action is not stop:
            s.schedule(SendArmies(self.player, self.source, shift.of(action).land))

    def refusal(self, s: WallensteinState, action: Action) -> Refusal:
        if not shift.has(action):
            return self.default_refusal(action)
        return _move_refusal(s, self.player, self.source, shift.of(action).land, self.CLAUSE)

    def next_steps(self, s: WallensteinState) -> NextSteps:
        return following_steps(s, "Deploy", self.player, DEPLOY_1)


def _move_refusal(s: WallensteinState, player: int, source: int, land: int, clause: str) -> Refusal:
    """Return why armies may not move into a land that should be the player's own."""
    if not NEIGHBOURS[source] >> land & 1:
        return Refusal("not_adjacent", clause, {"land": LANDS[land], "from": LANDS[source]})
    if not s.lands[player] >> land & 1:
        return Refusal("not_your_land", clause, {"land": LANDS[land]})
    return Refusal("not_now", clause)


class MarchOrAttack(_FromLand):
    """Move armies into an adjacent land of your own, attack an adjacent land, or pass.

    wallenstein.moving.own_land, wallenstein.moving.leave_one, wallenstein.battle.when_player,
    wallenstein.battle.when_neutral
    """

    CLAUSE: ClassVar[str] = "wallenstein.actions.combat"
    RANGES: ClassVar[Ranges] = {**_LANDS, "action": FIGHTING}
    OPTIONAL: ClassVar[bool] = True

    def __init__(self, player: int, source: int, action: int) -> None:
        super().__init__(player, source)
        self.action: Final = action

    def options(self, s: WallensteinState) -> list[Action]:
        if s.armies[self.source] < 2:
            return []
        neighbours = NEIGHBOURS[self.source] & IN_PLAY[s.players]
        own_lands = s.lands[self.player]
        actions = march.members_in(neighbours & own_lands)
        actions += attack.members_in(neighbours & ~own_lands & ~protected_lands(s, self.action))
        if actions:
            actions.append(stop)
        return actions

    def take(self, s: WallensteinState, action: Action) -> None:
        if action is stop:
            return
        land = march.of(action).land if march.has(action) else attack.of(action).land
        s.schedule(SendArmies(self.player, self.source, land))

    def refusal(self, s: WallensteinState, action: Action) -> Refusal:
        if march.has(action) and not protected_lands(s, self.action) >> march.of(action).land & 1:
            return _move_refusal(s, self.player, self.source, march.of(action).land, "wallenstein.moving.own_land")
        if not (march.has(action) or attack.has(action)):
            return self.default_refusal(action)
        land = march.of(action).land if march.has(action) else attack.of(action).land
        names: dict[str, int | str] = {"land": LANDS[land], "from": LANDS[self.source]}
        if not NEIGHBOURS[self.source] >> land & 1:
            return Refusal("not_adjacent", self.CLAUSE, names)
        if not IN_PLAY[s.players] >> land & 1:
            return Refusal("not_in_play", "wallenstein.setup.three_players", names)
        if s.lands[self.player] >> land & 1:
            return Refusal("own_land", "wallenstein.moving.own_land", names)
        if s.is_event_among(CHURCH_PEACE) and s.buildings[CHURCH] >> land & 1:
            return Refusal("church_peace", "wallenstein.event.church_peace", names)
        return Refusal("truce", "wallenstein.favours.truce", names)

    def next_steps(self, s: WallensteinState) -> NextSteps:
        return following_steps(s, "CombatMove", self.player, self.action)


def protected_lands(s: WallensteinState, action: int) -> int:
    """Return a mask of the lands that may not be attacked, because of the church peace event or a truce.

    wallenstein.event.church_peace, wallenstein.favours.truce
    """
    lands = s.buildings[CHURCH] if s.is_event_among(CHURCH_PEACE) else 0
    for player in range(s.players):
        if s.truce[player] >> action - COMBAT_A & 1:
            lands |= s.lands[player]
    return lands


class SendArmies(_FromLand):
    """Choose the number of armies to send; at least one stays behind.

    wallenstein.moving.any_number, wallenstein.moving.no_limit
    """

    CLAUSE: ClassVar[str] = "wallenstein.moving.leave_one"
    RANGES: ClassVar[Ranges] = _LANDS

    def __init__(self, player: int, source: int, target: int) -> None:
        super().__init__(player, source)
        self.target: Final = target

    def options(self, s: WallensteinState) -> list[Action]:
        return [*send.members[1 : s.armies[self.source]]]

    def take(self, s: WallensteinState, action: Action) -> None:
        count = send.of(action).count
        s.armies[self.source] -= count
        if s.lands[self.player] >> self.target & 1:
            s.armies[self.target] += count
        elif s.owner(self.target) >= 0:
            s.schedule(Battle(self.player, self.target, count))
        else:
            s.schedule(NeutralBattle(self.player, self.target, count))

    def refusal(self, s: WallensteinState, action: Action) -> Refusal:
        if action is stop:
            return Refusal("send_some", self.CLAUSE, {"armies": s.armies[self.source] - 1})
        if send.has(action):
            key = "leave_one" if send.of(action).count else "send_some"
            return Refusal(key, self.CLAUSE, {"armies": s.armies[self.source] - 1})
        return self.default_refusal(action)

    def next_steps(self, s: WallensteinState) -> NextSteps:
        if s.lands[self.player] >> self.target & 1:
            return (
                *following_steps(s, "Deploy", self.player, DEPLOY_1),
                *following_steps(s, "CombatMove", self.player, *FIGHTING),
            )
        return following_steps(s, "CombatMove", self.player, *FIGHTING)

    def position_error(self, s: WallensteinState) -> str:
        if not (NEIGHBOURS[self.source] & IN_PLAY[s.players]) >> self.target & 1:
            return f"{LANDS[self.target]} does not border on {LANDS[self.source]}, or is not in play"
        return super().position_error(s) or ("" if s.armies[self.source] > 1 else "no armies can go")
