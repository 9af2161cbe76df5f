"""Queries for the rebellion's steps: the orders of the top card, unlocked bonuses, and where figures are."""

from typing import ClassVar

from regnum.core.rules.step import Decision, Event, NextSteps
from regnum.games.rurik.solo.cards import BUILD_ORDER, HUMAN, LEVELS, MATS, ORDER, REBELLION, REMOVED_AGENDAS, Bonus
from regnum.games.rurik.state import RurikState


def absence_error(s: RurikState) -> str:
    """Return why a step of the rebellion cannot be on the stack, or ""."""
    if s.sides == s.players:
        return "belongs to a solo game"
    return "" if s.rebel_deck else "the rebellion is not there yet"


class RebelEvent(Event[RurikState]):
    """An event of the rebellion; by default, an action of its turn."""

    NEXT_STEPS: ClassVar[NextSteps] = ("RebelMove", "EndTurn")

    def position_error(self, s: RurikState) -> str:
        return absence_error(s)


class RebelDecision(Decision[RurikState]):
    """A decision that the player takes for the rebellion, or during its action."""

    def position_error(self, s: RurikState) -> str:
        return absence_error(s)


def region_order(s: RurikState) -> list[int]:
    """Return the regions in the order of the top card [rurik.solo.top_card, rurik.solo.region_order]."""
    return ORDER[s.rebel_deck[-1]]


def build_order(s: RurikState) -> list[int]:
    """Return the structures in the order of the top card for the priority [rurik.solo.build_order]."""
    return BUILD_ORDER[s.rebel_deck[-1]][s.priority]


def next_place(order: list[int], at: int, among: int) -> int:
    """Return the index of the next region of an order, from `at` on and wrapping around, in the mask, or -1 for none.

    rurik.solo.region_order
    """
    for step in range(len(order)):
        place = (at + step) % len(order)
        if among >> order[place] & 1:
            return place
    return -1


def first_region(order: list[int], among: int) -> int:
    """Return the first region of an order that is in the mask, or -1 if there is none."""
    place = next_place(order, 0, among)
    return order[place] if place >= 0 else -1


def level(s: RurikState) -> int:
    """Return the index of the game's level in LEVELS [rurik.solo.level]."""
    return LEVELS.index(s.variant.level)


def unlocked_bonuses(s: RurikState, column: int) -> list[Bonus]:
    """Return the unlocked bonuses of the mat that come with a column's action [rurik.solo.bonuses]."""
    unlocked: list[Bonus] = []
    for bonuses, coins in zip(MATS[level(s)], s.mat_coins, strict=True):
        for bonus in bonuses[: len(bonuses) - coins]:
            if bonus.column == column:
                unlocked.append(bonus)
    return unlocked


def human_troops(s: RurikState) -> int:
    """Return the regions where the player has a troop; the leader does not count."""
    occupied = s.occupied_regions(HUMAN)
    at = s.leader_at[HUMAN]
    return occupied ^ 1 << at if at >= 0 and s.figures(HUMAN, at) == 1 else occupied


def targets(s: RurikState) -> int:
    """Return the regions where the rebellion can attack [rurik.solo.attack, rurik.attack.war]."""
    return s.occupied_regions(REBELLION) & ((s.occupied_regions(HUMAN) if s.can_attack(REBELLION) else 0) | s.neutral)


def agendas_in_box(s: RurikState) -> int:
    """Return the agendas that a solo game leaves out [rurik.solo.agendas]."""
    return REMOVED_AGENDAS[s.variant.solo_agendas] if s.sides > s.players else 0
