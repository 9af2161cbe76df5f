"""Battles fought in the cube tower: against players, for neutral lands, and against farmers in revolt."""

from typing import ClassVar, Final

from regnum.core.rules.step import NextSteps, PlayerEvent, Ranges
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
from regnum.games.wallenstein.notes import (
    AGAINST,
    AGAINST_FARMERS,
    ATTACKS,
    CONQUERS,
    DEVASTATED,
    FARMERS_HELP,
    FARMERS_STAY,
    HOLDS,
    JOINS,
    JOINS_FARMERS,
    REVOLT,
    STAYS_NEUTRAL,
)
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.tower import throw_cubes
from regnum.games.wallenstein.turn_up import following_steps


class Battle(PlayerEvent[WallensteinState]):
    """Armies of two players fight for a land: all go into the tower, and the side with more cubes in the tray wins.

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
        s.add_note(ATTACKS, attacker, LANDS[land], self.armies, defender, s.armies[land])
        attack_cubes = self.armies + _attack_bonus(s, attacker)
        s.add_note(JOINS, defender, s.armies[land], "land")
        defence_cubes = s.armies[land] + _defence_bonus(s, defender, land)
        s.armies[land] = 0
        _throw_cubes(s, attacker, attack_cubes, defender, defence_cubes)
        attack_cubes = _return_cubes(s, attacker)
        defence_cubes = _return_cubes(s, defender)
        s.add_note(AGAINST, attacker, attack_cubes, defender, defence_cubes)
        farmers = self._farmers(s, defender)
        if attack_cubes > defence_cubes + farmers:
            s.lose_land(defender, land)
            _conquer_land(s, attacker, land, attack_cubes - defence_cubes - farmers)
        elif defence_cubes + farmers > attack_cubes and defence_cubes > 0:
            _hold_land(s, defender, land, defence_cubes - max(0, attack_cubes - farmers))
        else:
            _devastate_land(s, defender, land)

    def _farmers(self, s: WallensteinState, defender: int) -> int:
        """Take the farmers who help the defender out of the tray and return their number; 0 if the land has unrest."""
        if s.unrest[self.land] == 0:
            farmers = _return_cubes(s, s.players)
            if farmers:
                s.add_note(FARMERS_HELP, defender, farmers)
            return farmers
        if s.tray[s.players]:
            s.add_note(FARMERS_STAY, LANDS[self.land])
        return 0

    def next_steps(self, s: WallensteinState) -> NextSteps:
        return following_steps(s, "CombatMove", self.player, *FIGHTING)

    def position_error(self, s: WallensteinState) -> str:
        has_other_owner = s.owner(self.land) not in (-1, self.player)
        return "" if has_other_owner else f"{LANDS[self.land]} is not another player's land"


class NeutralBattle(Battle):
    """Armies fight the farmers of a neutral land; they take it if they have more cubes in the tray.

    wallenstein.battle.neutral_farmers, wallenstein.event.neutral_farmers, wallenstein.battle.neutral_stays
    """

    CLAUSE: ClassVar[str] = "wallenstein.battle.neutral_farmers"

    def happen(self, s: WallensteinState) -> None:
        attacker, land = self.player, self.land
        s.add_note(ATTACKS, attacker, LANDS[land], self.armies, -1, 0)
        attack_cubes = self.armies + _attack_bonus(s, attacker)
        defence = _take_from_supply(s, s.players, defending_farmers(s))
        s.add_note(JOINS_FARMERS, defence, "land")
        _throw_cubes(s, attacker, attack_cubes, s.players, defence)
        attack_cubes = _return_cubes(s, attacker)
        farmers = _return_cubes(s, s.players)
        s.add_note(AGAINST_FARMERS, attacker, attack_cubes, farmers)
        if attack_cubes > farmers:
            _conquer_land(s, attacker, land, attack_cubes - farmers)
        else:
            s.add_note(STAYS_NEUTRAL, LANDS[land])

    def position_error(self, s: WallensteinState) -> str:
        return "" if s.neutral_lands() >> self.land & 1 else f"{LANDS[self.land]} is not a neutral land in play"


class Revolt(PlayerEvent[WallensteinState]):
    """The farmers of a land rise against its owner, who must win the battle or lose the land and everything in it.

    `farmers` is the number that join from the supply, which may have fewer.
    wallenstein.battle.revolt_when, wallenstein.battle.revolt_farmers, wallenstein.battle.revolt_won,
    wallenstein.battle.revolt_lost, wallenstein.battle.farmers_never_on_map
    """

    CLAUSE: ClassVar[str] = "wallenstein.battle.revolt_farmers"
    RANGES: ClassVar[Ranges] = {"land": range(len(LANDS)), "farmers": range(FARMERS + 1)}
    NEXT_STEPS: ClassVar[NextSteps] = ("Unrest", "ChooseRevolt", "")

    def __init__(self, player: int, land: int, farmers: int) -> None:
        super().__init__(player)
        self.land: Final = land
        self.farmers: Final = farmers

    def happen(self, s: WallensteinState) -> None:
        player, land = self.player, self.land
        risen = _take_from_supply(s, s.players, self.farmers)
        armies = s.armies[land]
        s.add_note(REVOLT, player, LANDS[land], risen, armies)
        s.add_note(JOINS, player, armies, "land")
        s.armies[land] = 0
        _throw_cubes(s, player, armies, s.players, risen)
        army_cubes = _return_cubes(s, player)
        farmers = _return_cubes(s, s.players)
        s.add_note(AGAINST_FARMERS, player, army_cubes, farmers)
        if army_cubes > farmers:
            _hold_land(s, player, land, army_cubes - farmers)
        else:
            _devastate_land(s, player, land)

    def position_error(self, s: WallensteinState) -> str:
        return s.not_own(self.player, self.land)


def _throw_cubes(s: WallensteinState, first: int, first_cubes: int, second: int, second_cubes: int) -> None:
    """Throw the cubes of two sides into the tower; the farmers are the colour after the last player's."""
    for side in (first, second):
        if s.tray[side] and side < s.players:
            s.add_note(JOINS, side, s.tray[side], "tray")
        elif s.tray[side]:
            s.add_note(JOINS_FARMERS, s.tray[side], "tray")
    cubes = [0] * (s.players + 1)
    cubes[first] = first_cubes
    cubes[second] = second_cubes
    throw_cubes(s, cubes)


def _return_cubes(s: WallensteinState, colour: int) -> int:
    """Return all cubes of a colour from the tray to its supply and return their number."""
    count = s.tray[colour]
    s.tray[colour] = 0
    s.supply[colour] += count
    return count


def _take_from_supply(s: WallensteinState, colour: int, count: int) -> int:
    """Take up to `count` cubes from a supply and return their number [wallenstein.battle.short_supply]."""
    count = min(count, s.supply[colour])
    s.supply[colour] -= count
    return count


def _join_battle(s: WallensteinState, player: int, count: int, source: str) -> int:
    """Take up to `count` reinforcements from the supply, log them, and return their number."""
    count = _take_from_supply(s, player, count)
    if count:
        s.add_note(JOINS, player, count, source)
    return count


def tile_bonus(s: WallensteinState, player: int, tile: int) -> int:
    """Return the armies that a player gets for an advantage tile, 0 if it isn't theirs; the supply may have fewer."""
    return TILE_BONUS if s.tile(player) == tile else 0


def guard_bonus(s: WallensteinState, land: int) -> int:
    """Return the armies that a land gets for its palace during the palace guard event, or 0 without either.

    The supply may have fewer [wallenstein.event.palace_guard].
    """
    return EVENT_AMOUNT[s.event] if s.is_event_among(PALACE_GUARD) and s.buildings[PALACE] >> land & 1 else 0


def defending_farmers(s: WallensteinState) -> int:
    """Return the number of farmers that defend a neutral land; the supply may have fewer."""
    return EVENT_AMOUNT[s.event] if s.is_event_among(FARMERS_2) else NEUTRAL_FARMERS


def _attack_bonus(s: WallensteinState, player: int) -> int:
    """Take the armies of the attack tile from the supply and return their number [wallenstein.tiles.attack]."""
    return _join_battle(s, player, tile_bonus(s, player, TILE_ATTACK), "order")


def _defence_bonus(s: WallensteinState, player: int, land: int) -> int:
    """Take the armies of the defence tile and of the palace guard event from the supply, and return their sum.

    wallenstein.tiles.defence, wallenstein.event.palace_guard
    """
    count = _join_battle(s, player, tile_bonus(s, player, TILE_DEFENCE), "order")
    return count + _join_battle(s, player, guard_bonus(s, land), "event")


def _conquer_land(s: WallensteinState, player: int, land: int, armies_left: int) -> None:
    """Give the land to the attacker, with their remaining armies [wallenstein.battle.attacker_wins]."""
    s.gain_land(player, land)
    s.enlist(player, land, armies_left)
    s.add_note(CONQUERS, player, LANDS[land], armies_left)


def _hold_land(s: WallensteinState, player: int, land: int, armies_left: int) -> None:
    """Put the owner's remaining armies back [wallenstein.battle.defender_wins, wallenstein.battle.revolt_won]."""
    s.enlist(player, land, armies_left)
    s.add_note(HOLDS, player, LANDS[land], armies_left)


def _devastate_land(s: WallensteinState, player: int, land: int) -> None:
    """Remove everything from the land [wallenstein.battle.tie, wallenstein.battle.revolt_lost]."""
    s.devastate(player, land)
    s.add_note(DEVASTATED, LANDS[land])
