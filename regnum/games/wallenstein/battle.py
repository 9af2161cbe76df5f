"""The battles in the tower: against players, against neutral lands, against the farmers."""

from typing import ClassVar, Final

from regnum.core.step import PlayerEvent, Ranges, Then
from regnum.games.wallenstein.components import (
    ARMIES,
    EVENT_AMOUNT,
    FARMERS,
    FARMERS_2,
    FIGHTING,
    LANDS,
    NEUTRAL_FARMERS,
    PALACE,
    PALACE_GUARD,
    TILE_ATTACK,
    TILE_BONUS,
    TILE_DEFENCE,
)
from regnum.games.wallenstein.notes import ATTACKS, CONQUERS, DEVASTATED, HOLDS, REVOLT, STAYS_NEUTRAL
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.tower import throw
from regnum.games.wallenstein.turn_up import later


class Battle(PlayerEvent[WallensteinState]):
    """Armies of two players fight for a land: all of them go into the tower, and more in the tray win.

    wallenstein.battle.all_armies, wallenstein.battle.winner, wallenstein.battle.others_stay,
    wallenstein.battle.calm_farmers, wallenstein.battle.unrest_farmers, wallenstein.battle.losses,
    wallenstein.battle.attacker_wins, wallenstein.battle.defender_wins, wallenstein.battle.farmers_only,
    wallenstein.battle.tie, wallenstein.battle.buildings_stay, wallenstein.battle.card_at_once
    """

    CLAUSE: ClassVar[str] = "wallenstein.battle.winner"
    RANGES: ClassVar[Ranges] = {"land": range(len(LANDS)), "armies": range(1, ARMIES + 1)}

    def __init__(self, player: int, land: int, armies: int) -> None:
        super().__init__(player)
        self.land: Final = land
        self.armies: Final = armies

    def happen(self, s: WallensteinState) -> None:
        attacker, land = self.player, self.land
        defender = s.owner(land)
        s.tell(ATTACKS, attacker, LANDS[land], self.armies, defender)
        theirs = s.armies[land] + _defence_bonus(s, defender, land)
        s.armies[land] = 0
        _cast(s, attacker, self.armies + _attack_bonus(s, attacker), defender, theirs)
        mine = _lift(s, attacker)
        theirs = _lift(s, defender)
        farmers = _lift(s, s.players) if s.unrest[land] == 0 else 0
        if mine > theirs + farmers:
            s.lose_land(defender, land)
            _conquer(s, attacker, land, mine - theirs - farmers)
        elif theirs + farmers > mine and theirs > 0:
            _hold(s, defender, land, theirs - max(0, mine - farmers))
        else:
            _devastate(s, defender, land)

    def then(self, s: WallensteinState) -> Then:
        return later(s, "CombatMove", self.player, *FIGHTING)

    def fault(self, s: WallensteinState) -> str:
        other = s.owner(self.land) not in (-1, self.player)
        return "" if other else f"{LANDS[self.land]} is not another player's land"


class NeutralBattle(Battle):
    """Armies enter a neutral land and fight against a farmer; with more in the tray they take it.

    wallenstein.battle.neutral_farmers, wallenstein.event.neutral_farmers, wallenstein.battle.neutral_stays
    """

    CLAUSE: ClassVar[str] = "wallenstein.battle.neutral_farmers"

    def happen(self, s: WallensteinState) -> None:
        attacker, land = self.player, self.land
        s.tell(ATTACKS, attacker, LANDS[land], self.armies, -1)
        more = EVENT_AMOUNT[s.event] if s.event_in(FARMERS_2) else NEUTRAL_FARMERS
        defence = _from_supply(s, s.players, more)
        _cast(s, attacker, self.armies + _attack_bonus(s, attacker), s.players, defence)
        mine = _lift(s, attacker)
        farmers = _lift(s, s.players)
        if mine > farmers:
            _conquer(s, attacker, land, mine - farmers)
        else:
            s.tell(STAYS_NEUTRAL, LANDS[land])

    def fault(self, s: WallensteinState) -> str:
        return "" if s.neutral() >> self.land & 1 else f"{LANDS[self.land]} is not a neutral land in play"


class Revolt(PlayerEvent[WallensteinState]):
    """The farmers of a land rise against its owner; unless he wins he loses the land and all that stands there.

    `farmers` from the supply join in, as many as there are.
    wallenstein.battle.revolt_when, wallenstein.battle.revolt_farmers, wallenstein.battle.revolt_won,
    wallenstein.battle.revolt_lost, wallenstein.battle.farmers_never_on_map
    """

    CLAUSE: ClassVar[str] = "wallenstein.battle.revolt_farmers"
    RANGES: ClassVar[Ranges] = {"land": range(len(LANDS)), "farmers": range(FARMERS + 1)}
    THEN: ClassVar[Then] = ("Unrest", "ChooseRevolt", "")

    def __init__(self, player: int, land: int, farmers: int) -> None:
        super().__init__(player)
        self.land: Final = land
        self.farmers: Final = farmers

    def happen(self, s: WallensteinState) -> None:
        player, land = self.player, self.land
        risen = _from_supply(s, s.players, self.farmers)
        s.tell(REVOLT, player, LANDS[land], risen)
        armies = s.armies[land]
        s.armies[land] = 0
        _cast(s, player, armies, s.players, risen)
        mine = _lift(s, player)
        farmers = _lift(s, s.players)
        if mine > farmers:
            _hold(s, player, land, mine - farmers)
        else:
            _devastate(s, player, land)

    def fault(self, s: WallensteinState) -> str:
        return s.not_own(self.player, self.land)


def _cast(s: WallensteinState, first: int, armies: int, second: int, others: int) -> None:
    """Throw the cubes of two sides into the tower; the farmers' colour comes after the players'."""
    cubes = [0] * (s.players + 1)
    cubes[first] = armies
    cubes[second] = others
    throw(s, cubes)


def _lift(s: WallensteinState, colour: int) -> int:
    """Take a party's cubes from the tray into its supply, and return how many they were."""
    count = s.tray[colour]
    s.tray[colour] = 0
    s.supply[colour] += count
    return count


def _from_supply(s: WallensteinState, colour: int, count: int) -> int:
    """Take cubes from a supply, as many as there are, and return how many [wallenstein.battle.short_supply]."""
    count = min(count, s.supply[colour])
    s.supply[colour] -= count
    return count


def _attack_bonus(s: WallensteinState, player: int) -> int:
    """Take the armies of the attack tile from the supply [wallenstein.tiles.attack]."""
    return _from_supply(s, player, TILE_BONUS) if s.tile(player) == TILE_ATTACK else 0


def _defence_bonus(s: WallensteinState, player: int, land: int) -> int:
    """Take the armies of the defence tile and of the palace event from the supply; they add up.

    wallenstein.tiles.defence, wallenstein.event.palace_guard
    """
    count = TILE_BONUS if s.tile(player) == TILE_DEFENCE else 0
    if s.event_in(PALACE_GUARD) and s.buildings[PALACE] >> land & 1:
        count += EVENT_AMOUNT[s.event]
    return _from_supply(s, player, count)


def _conquer(s: WallensteinState, player: int, land: int, left: int) -> None:
    """Give the land to the attacker, with what is left of his armies [wallenstein.battle.attacker_wins]."""
    s.gain_land(player, land)
    s.enlist(player, land, left)
    s.tell(CONQUERS, player, LANDS[land], left)


def _hold(s: WallensteinState, player: int, land: int, left: int) -> None:
    """Put back what is left to the owner [wallenstein.battle.defender_wins, wallenstein.battle.revolt_won]."""
    s.enlist(player, land, left)
    s.tell(HOLDS, player, LANDS[land], left)


def _devastate(s: WallensteinState, player: int, land: int) -> None:
    """Take everything from the land [wallenstein.battle.tie, wallenstein.battle.revolt_lost]."""
    s.devastate(player, land)
    s.tell(DEVASTATED, LANDS[land])
