"""Moving armies, and the battles in the tower: against players, against neutral lands, against the farmers."""

from typing import ClassVar, Final

from regnum.core.action import Action
from regnum.core.step import Decision, Event, Refusal
from regnum.games.wallenstein.actions import attack, march, send, shift, stop
from regnum.games.wallenstein.board import turn_up
from regnum.games.wallenstein.components import (
    CHURCH,
    CHURCH_PEACE,
    COMBAT_A,
    EVENT_AMOUNT,
    FARMERS_2,
    IN_PLAY,
    LANDS,
    NEIGHBOURS,
    NEUTRAL_FARMERS,
    PALACE,
    PALACE_GUARD,
    TILE_ATTACK,
    TILE_BONUS,
    TILE_DEFENCE,
)
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.tower import throw


class MoveArmies(Decision[WallensteinState]):
    """After deploying one army you may move armies from there into an adjacent land of your own.

    wallenstein.actions.deploy_1_move, wallenstein.moving.leave_one
    """

    CLAUSE: ClassVar[str] = "wallenstein.actions.deploy_1_move"
    OPTIONAL: ClassVar[bool] = True

    def __init__(self, player: int, source: int) -> None:
        super().__init__(player)
        self.source: Final = source

    def options(self, s: WallensteinState) -> list[Action]:
        if s.armies[self.source] < 2:
            return []
        found = shift.each(NEIGHBOURS[self.source] & s.lands[self.player])
        if found:
            found.append(stop)
        return found

    def take(self, s: WallensteinState, action: Action) -> None:
        if action is not stop:
            s.next(SendArmies(self.player, self.source, shift.of(action).land, COMBAT_A))

    def why_not(self, s: WallensteinState, action: Action) -> Refusal:
        if attack.has(action):
            return Refusal("no_attack_here", self.CLAUSE)
        if not shift.has(action):
            return Refusal("not_now", self.CLAUSE)
        return _no_way(s, self.player, self.source, shift.of(action).land, self.CLAUSE)


def _no_way(s: WallensteinState, player: int, source: int, land: int, clause: str) -> Refusal:
    """Say why armies may not go to a land."""
    if not NEIGHBOURS[source] >> land & 1:
        return Refusal("not_adjacent", clause, {"land": LANDS[land], "from": LANDS[source]})
    if not s.lands[player] >> land & 1:
        return Refusal("not_your_land", clause, {"land": LANDS[land]})
    return Refusal("not_now", clause)


class CombatMove(Event[WallensteinState]):
    """Turn up the card for combat/move A or B: armies may go from that land into an adjacent one."""

    CLAUSE: ClassVar[str] = "wallenstein.actions.combat"

    def __init__(self, player: int, action: int) -> None:
        super().__init__()
        self.player: Final = player
        self.action: Final = action

    def happen(self, s: WallensteinState) -> None:
        land = turn_up(s, self.player, self.action)
        if land >= 0:
            s.next(MarchOrAttack(self.player, land, self.action))


class MarchOrAttack(Decision[WallensteinState]):
    """Move armies into an adjacent land of your own, attack an adjacent land, or let it be.

    wallenstein.moving.own_land, wallenstein.moving.leave_one, wallenstein.battle.when_player,
    wallenstein.battle.when_neutral
    """

    CLAUSE: ClassVar[str] = "wallenstein.actions.combat"
    OPTIONAL: ClassVar[bool] = True

    def __init__(self, player: int, source: int, action: int) -> None:
        super().__init__(player)
        self.source: Final = source
        self.action: Final = action

    def options(self, s: WallensteinState) -> list[Action]:
        if s.armies[self.source] < 2:
            return []
        around = NEIGHBOURS[self.source] & IN_PLAY[s.players]
        own = s.lands[self.player]
        found = march.each(around & own)
        found += attack.each(around & ~own & ~barred(s, self.action))
        if found:
            found.append(stop)
        return found

    def take(self, s: WallensteinState, action: Action) -> None:
        if action is stop:
            return
        land = march.of(action).land if march.has(action) else attack.of(action).land
        s.next(SendArmies(self.player, self.source, land, self.action))

    def why_not(self, s: WallensteinState, action: Action) -> Refusal:
        if march.has(action):
            return _no_way(s, self.player, self.source, march.of(action).land, "wallenstein.moving.own_land")
        if not attack.has(action):
            return Refusal("not_now", self.CLAUSE)
        land = attack.of(action).land
        names: dict[str, int | str] = {"land": LANDS[land], "from": LANDS[self.source]}
        if not NEIGHBOURS[self.source] >> land & 1:
            return Refusal("not_adjacent", self.CLAUSE, names)
        if not IN_PLAY[s.players] >> land & 1:
            return Refusal("not_in_play", "wallenstein.setup.three_players", names)
        if s.lands[self.player] >> land & 1:
            return Refusal("own_land", "wallenstein.moving.own_land", names)
        if s.event >= 0 and CHURCH_PEACE >> s.event & 1 and s.buildings[CHURCH] >> land & 1:
            return Refusal("church_peace", "wallenstein.event.church_peace", names)
        return Refusal("truce", "wallenstein.favours.truce", names)


def barred(s: WallensteinState, action: int) -> int:
    """Return the lands that may not be attacked: under the church event those with a church; those with a truce.

    wallenstein.event.church_peace, wallenstein.favours.truce
    """
    lands = s.buildings[CHURCH] if s.event >= 0 and CHURCH_PEACE >> s.event & 1 else 0
    for player in range(s.players):
        if s.truce[player] >> action - COMBAT_A & 1:
            lands |= s.lands[player]
    return lands


class SendArmies(Decision[WallensteinState]):
    """Say how many armies go; one at least stays behind.

    wallenstein.moving.any_number, wallenstein.moving.no_limit
    """

    CLAUSE: ClassVar[str] = "wallenstein.moving.leave_one"

    def __init__(self, player: int, source: int, target: int, action: int) -> None:
        super().__init__(player)
        self.source: Final = source
        self.target: Final = target
        self.action: Final = action

    def options(self, s: WallensteinState) -> list[Action]:
        return [*send.members[1 : s.armies[self.source]]]

    def take(self, s: WallensteinState, action: Action) -> None:
        count = send.of(action).count
        s.armies[self.source] -= count
        if s.lands[self.player] >> self.target & 1:
            s.armies[self.target] += count
        elif s.owner(self.target) >= 0:
            s.next(Battle(self.player, self.target, count))
        else:
            s.next(NeutralBattle(self.player, self.target, count))

    def why_not(self, s: WallensteinState, action: Action) -> Refusal:
        if send.has(action):
            return Refusal("leave_one", self.CLAUSE, {"armies": s.armies[self.source] - 1})
        return Refusal("not_now", self.CLAUSE)


class Battle(Event[WallensteinState]):
    """Armies of two players fight for a land: all of them go into the tower, and more in the tray win.

    wallenstein.battle.all_armies, wallenstein.battle.winner, wallenstein.battle.others_stay,
    wallenstein.battle.calm_farmers, wallenstein.battle.unrest_farmers, wallenstein.battle.losses,
    wallenstein.battle.attacker_wins, wallenstein.battle.defender_wins, wallenstein.battle.farmers_only,
    wallenstein.battle.tie, wallenstein.battle.buildings_stay, wallenstein.battle.card_at_once
    """

    CLAUSE: ClassVar[str] = "wallenstein.battle.winner"

    def __init__(self, player: int, land: int, armies: int) -> None:
        super().__init__()
        self.player: Final = player
        self.land: Final = land
        self.armies: Final = armies

    def happen(self, s: WallensteinState) -> None:
        attacker, land = self.player, self.land
        defender = s.owner(land)
        s.tell("attacks", attacker, LANDS[land], self.armies)
        cubes = [0] * (s.players + 1)
        cubes[attacker] = self.armies + _attack_bonus(s, attacker)
        cubes[defender] = s.armies[land] + _defence_bonus(s, defender, land)
        s.armies[land] = 0
        throw(s, land, cubes)
        calm = s.unrest[land] == 0
        mine = _lift(s, attacker)
        theirs = _lift(s, defender)
        farmers = _lift(s, s.players) if calm else 0
        if mine > theirs + farmers:
            left = mine - theirs - farmers
            s.lose_land(defender, land)
            s.gain_land(attacker, land)
            s.enlist(attacker, land, left)
            s.tell("conquers", attacker, LANDS[land], left)
        elif theirs + farmers > mine and theirs > 0:
            left = theirs - max(0, mine - farmers)
            s.enlist(defender, land, left)
            s.tell("holds", defender, LANDS[land], left)
        else:
            s.devastate(defender, land)
            s.tell("devastated", -1, LANDS[land])


def _lift(s: WallensteinState, colour: int) -> int:
    """Take a party's cubes from the tray into its supply, and return how many they were."""
    count = s.tray[colour]
    s.tray[colour] = 0
    s.supply[colour] += count
    return count


def _attack_bonus(s: WallensteinState, player: int) -> int:
    """Take the armies of the attack tile from the supply [wallenstein.tiles.attack]."""
    if s.tile(player) != TILE_ATTACK:
        return 0
    return _from_supply(s, player, TILE_BONUS)


def _from_supply(s: WallensteinState, colour: int, count: int) -> int:
    """Take cubes from a supply, as many as there are, and return how many [wallenstein.battle.short_supply]."""
    count = min(count, s.supply[colour])
    s.supply[colour] -= count
    return count


def _defence_bonus(s: WallensteinState, player: int, land: int) -> int:
    """Take the armies of the defence tile and of the palace event from the supply; they add up.

    wallenstein.tiles.defence, wallenstein.event.palace_guard
    """
    count = TILE_BONUS if s.tile(player) == TILE_DEFENCE else 0
    if s.event >= 0 and PALACE_GUARD >> s.event & 1 and s.buildings[PALACE] >> land & 1:
        count += EVENT_AMOUNT[s.event]
    return _from_supply(s, player, count)


class NeutralBattle(Event[WallensteinState]):
    """Armies enter a neutral land and fight against a farmer; with more in the tray they take it.

    wallenstein.battle.neutral_farmers, wallenstein.event.neutral_farmers, wallenstein.battle.neutral_stays
    """

    CLAUSE: ClassVar[str] = "wallenstein.battle.neutral_farmers"

    def __init__(self, player: int, land: int, armies: int) -> None:
        super().__init__()
        self.player: Final = player
        self.land: Final = land
        self.armies: Final = armies

    def happen(self, s: WallensteinState) -> None:
        attacker, land = self.player, self.land
        s.tell("attacks", attacker, LANDS[land], self.armies)
        more = EVENT_AMOUNT[s.event] if s.event >= 0 and FARMERS_2 >> s.event & 1 else NEUTRAL_FARMERS
        cubes = [0] * (s.players + 1)
        cubes[attacker] = self.armies + _attack_bonus(s, attacker)
        cubes[s.players] = _from_supply(s, s.players, more)
        throw(s, land, cubes)
        mine = _lift(s, attacker)
        farmers = _lift(s, s.players)
        if mine > farmers:
            s.gain_land(attacker, land)
            s.enlist(attacker, land, mine - farmers)
            s.tell("conquers", attacker, LANDS[land], mine - farmers)
        else:
            s.tell("stays_neutral", -1, LANDS[land])


class Revolt(Event[WallensteinState]):
    """The farmers of a land rise against its owner; unless he wins he loses the land and all that stands there.

    `farmers` from the supply join in, as many as there are.
    wallenstein.battle.revolt_when, wallenstein.battle.revolt_farmers, wallenstein.battle.revolt_won,
    wallenstein.battle.revolt_lost, wallenstein.battle.farmers_never_on_map
    """

    CLAUSE: ClassVar[str] = "wallenstein.battle.revolt_farmers"

    def __init__(self, player: int, land: int, farmers: int) -> None:
        super().__init__()
        self.player: Final = player
        self.land: Final = land
        self.farmers: Final = farmers

    def happen(self, s: WallensteinState) -> None:
        player, land = self.player, self.land
        s.tell("revolt", player, LANDS[land], self.farmers)
        cubes = [0] * (s.players + 1)
        cubes[player] = s.armies[land]
        cubes[s.players] = _from_supply(s, s.players, self.farmers)
        s.armies[land] = 0
        throw(s, land, cubes)
        mine = _lift(s, player)
        farmers = _lift(s, s.players)
        if mine > farmers:
            s.enlist(player, land, mine - farmers)
            s.tell("holds", player, LANDS[land], mine - farmers)
        else:
            s.devastate(player, land)
            s.tell("devastated", -1, LANDS[land])
