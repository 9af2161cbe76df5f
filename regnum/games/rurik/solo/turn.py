"""A turn of the rebellion: a new top card, the fastest advisor, and its action with unlocked bonuses, or a forfeit."""

from typing import Any, ClassVar, Final

from regnum.core.rules.step import NextSteps, Step
from regnum.games.rurik import notes
from regnum.games.rurik.action_phase import NEXT_TURN, EndTurn, activate_advisor
from regnum.games.rurik.components import (
    ATTACK,
    BUILD,
    MOVE,
    MUSTER,
    REGION_COUNT,
    REGIONS,
    ROWS,
    SPACE_COST,
    SPACE_POINTS,
    TAX,
)
from regnum.games.rurik.solo.attack import RebelAttack
from regnum.games.rurik.solo.build import RebelBuild, next_site
from regnum.games.rurik.solo.cards import CARD_LESS, CARDS, COIN, FORFEIT_COINS, REBELLION
from regnum.games.rurik.solo.move import RebelMove, next_move
from regnum.games.rurik.solo.muster import RebelMuster, can_muster
from regnum.games.rurik.solo.scheme import RebelScheme
from regnum.games.rurik.solo.table import RebelEvent, region_order, targets, unlocked_bonuses
from regnum.games.rurik.solo.tax import RebelTax, next_tax
from regnum.games.rurik.solo.watch import pause
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_board import fastest_spaces


class RebelTurn(RebelEvent):
    """Put the bottom card on top, then activate the rebellion's fastest advisor; if two are tied, the one further left.

    rurik.solo.top_card, rurik.solo.fastest, rurik.solo.equal
    """

    CLAUSE: ClassVar[str] = "rurik.solo.card_flow"
    NEXT_STEPS: ClassVar[NextSteps] = (*NEXT_TURN, "Watch")

    def happen(self, s: RurikState) -> None:
        card = s.rebel_deck[0]
        s.rebel_deck = (*s.rebel_deck[1:], card)
        s.rebel_known |= 1 << card
        s.rebel_rows = 0
        s.reveal()
        s.add_note(notes.REBELLION_CARD, REBELLION, CARDS[card])
        if not s.occupied_regions(REBELLION) and s.variant.no_troops == "return":
            return_to_map(s)
        spaces = fastest_spaces(s.board, REBELLION)
        if spaces:
            activate_advisor(s, REBELLION, spaces[0])
            pause(s)
            s.schedule(RebelAction())
            s.schedule(EndTurn())


def return_to_map(s: RurikState) -> None:
    """Put the rebellion's leader and a troop into the first region of the top card's order [rurik.solo.return]."""
    region = region_order(s)[0]
    s.leader_at[REBELLION] = region
    s.troops[REBELLION * REGION_COUNT + region] += 1
    s.add_note(notes.REBELLION_RETURNS, REBELLION, REGIONS[region])


class RebelAction(RebelEvent):
    """Begin the action of the rebellion's advisor, or forfeit it if the rebellion cannot pay for the space.

    rurik.solo.action, rurik.solo.no_bonus_actions, rurik.solo.bonuses, rurik.solo.bonus_moves
    """

    CLAUSE: ClassVar[str] = "rurik.solo.action"
    NEXT_STEPS: ClassVar[NextSteps] = ("EndTurn",)

    def happen(self, s: RurikState) -> None:
        s.acted = True
        cost = SPACE_COST[s.sides][s.active]
        if cost > s.coins[REBELLION]:
            s.add_note(notes.REBELLION_CANNOT_PAY, REBELLION, cost)
            forfeit(s)
            return
        column = s.active // ROWS
        moved = False
        if s.variant.bonus_moves == "before" and (column != MUSTER or can_muster(s)):
            moved = bonus_moves(s) and next_move(s, region_order(s), -1)[0] >= 0
        s.schedule(RebelMainAction(moved))


class RebelMainAction(RebelEvent):
    """Pay for the space of the rebellion's advisor and carry out the action, or forfeit it if nothing would happen.

    `moved`: the boots of a bonus have already moved a figure, so something has happened.
    rurik.solo.action, rurik.solo.bonuses, rurik.solo.bonus_moves, rurik.solo.bonus_coins, rurik.solo.forfeit
    """

    CLAUSE: ClassVar[str] = "rurik.solo.action"
    FLAGS: ClassVar[tuple[str, ...]] = ("moved",)
    NEXT_STEPS: ClassVar[NextSteps] = ("EndTurn",)

    def __init__(self, moved: bool) -> None:
        super().__init__()
        self.moved: Final = moved

    def happen(self, s: RurikState) -> None:
        column = s.active // ROWS
        points = SPACE_POINTS[s.sides][s.active]
        less = 0
        bonuses = unlocked_bonuses(s, column)
        for bonus in bonuses:
            if bonus.kind == CARD_LESS:
                less += bonus.amount
            elif bonus.kind == column and column != MOVE:
                points += bonus.amount
        if not has_effect(s, column, points):
            if not self.moved:
                s.add_note(notes.REBELLION_CANNOT_ACT, REBELLION)
                forfeit(s)
                return
            s.add_note(notes.REBELLION_ONLY_MOVES, REBELLION)
        s.coins[REBELLION] -= SPACE_COST[s.sides][s.active]
        for bonus in bonuses:
            if bonus.kind != MOVE:
                s.add_note(notes.REBELLION_BONUS, REBELLION, bonus.name)
            if bonus.kind == COIN:
                s.coins[REBELLION] += bonus.amount
        s.schedule(action(column, points, less))
        if s.variant.bonus_moves == "after":
            bonus_moves(s)


def bonus_moves(s: RurikState) -> bool:
    """Schedule the moves of unlocked bonuses and return whether there are any [rurik.solo.bonus_moves]."""
    moves = 0
    for bonus in unlocked_bonuses(s, s.active // ROWS):
        if bonus.kind == MOVE:
            s.add_note(notes.REBELLION_BONUS, REBELLION, bonus.name)
            moves += bonus.amount
    if moves:
        s.schedule(RebelMove(moves, -1))
    return moves > 0


def forfeit(s: RurikState) -> None:
    """Forfeit an action, for a coin or nothing, because it cannot be paid for or has no effect [rurik.solo.forfeit]."""
    if s.variant.rebellion_forfeit == "coin":
        s.coins[REBELLION] += FORFEIT_COINS
        s.add_note(notes.REBELLION_FORFEITS, REBELLION, FORFEIT_COINS)
    else:
        s.add_note(notes.REBELLION_FORFEITS_NOTHING, REBELLION)
    pause(s)


def has_effect(s: RurikState, column: int, points: int) -> bool:
    """Return whether an action with these points has any effect for the rebellion.

    A scheme action always has one: once everything is unlocked, it still earns its bonus of coins, which every mat has.
    rurik.solo.forfeit, rurik.solo.unlock_none
    """
    if column == MUSTER:
        return can_muster(s)
    if column == MOVE:
        return next_move(s, region_order(s), -1)[0] >= 0
    if column == ATTACK:
        return targets(s) != 0
    if column == TAX:
        return next_tax(s, region_order(s), points)[0] >= 0
    if column == BUILD:
        return next_site(s, region_order(s), points, 0, 0)[0] >= 0
    return True


def action(column: int, points: int, less: int) -> Step[Any]:
    """Return the step in which the rebellion carries out an action, with `less` fewer casualty cards."""
    if column == MUSTER:
        return RebelMuster(points, 0, 0)
    if column == MOVE:
        return RebelMove(points, -1)
    if column == ATTACK:
        return RebelAttack(points, less, -1)
    if column == TAX:
        return RebelTax(points)
    if column == BUILD:
        return RebelBuild(points, 0, 0)
    return RebelScheme()
