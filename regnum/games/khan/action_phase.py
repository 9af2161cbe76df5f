"""Phase 2: two single actions, or the combined one. Expelling and conquering have their own modules."""

from typing import ClassVar, Final

from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, NextSteps, PlayerEvent, Ranges
from regnum.games.khan.actions import (
    choose,
    combine,
    conquer,
    discard,
    expel,
    invade,
    keep_rest,
    occupy,
    pass_action,
    pitch,
)
from regnum.games.khan.components import CARD_GROUND, CARDS, CELLS, GROUNDS, RULERS
from regnum.games.khan.conquer import ChooseTile, Lay, pass_refusal, tiles_to_lay
from regnum.games.khan.expel import AFTER_ACTION, Drive, ExpelByAction
from regnum.games.khan.notes import ACTION_LOST, NO_ACTION
from regnum.games.khan.placement import can_conquer
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import BIT

ACTIONS_PER_TURN: Final = 2
EXPEL: Final = [expel.members_in(mask) for mask in range(1 << len(RULERS))]
"""For each set of rulers, as a bit mask, the actions that expel one of them."""


class Actions(PlayerEvent[KhanState]):
    """Begin a player's two actions; in the end phase, both are conquests.

    khan.turn.two_actions, khan.end.conquests
    """

    CLAUSE: ClassVar[str] = "khan.turn.two_actions"
    NEXT_STEPS: ClassVar[NextSteps] = ("ReturnSpecial(player={player})",)

    def happen(self, s: KhanState) -> None:
        s.actions_left = ACTIONS_PER_TURN
        s.refused = 0
        s.reveal()  # so that actions of earlier turns cannot be taken back
        s.schedule(Act(self.player))


class Act(Decision[KhanState]):
    """Invade with a card, expel a ruler, conquer, or take the combined action, which uses both actions.

    khan.turn.two_actions, khan.turn.combined, khan.turn.no_pass, khan.turn.no_legal_action, khan.end.must
    """

    CLAUSE: ClassVar[str] = "khan.turn.two_actions"
    OPTIONAL: ClassVar[bool] = True
    NEXT_STEPS: ClassVar[NextSteps] = ("ReturnSpecial(player={player})", "Refill(player={player})")

    def options(self, s: KhanState) -> list[Action]:
        player = self.player
        if not s.actions_left:
            return []
        if s.end_phase:
            return tiles_to_lay(s, player)
        actions: list[Action] = []
        if s.stock[player]:
            free = s.free
            invaded = s.board.invaded
            cards = invade.members
            for card in s.hands[player]:
                if free & invaded[card]:
                    actions.append(cards[card])
        if can_expel(s, player):
            actions += EXPEL[s.rulers_in]
        if can_conquer(s, player):
            actions.append(conquer)
        if s.actions_left == ACTIONS_PER_TURN and can_combine(s, player):
            actions.append(combine)
        return actions

    def take(self, s: KhanState, action: Action) -> None:
        player = self.player
        s.actions_left -= 1
        if choose.has(action):
            s.schedule(Lay(player, choose.of(action).choice))
        elif action is conquer:
            s.schedule(ChooseTile(player))
        else:
            s.end_refusals()
            self.take_other(s, action)
            if not s.actions_left:
                return
        s.schedule(self)  # even after the last action if it is a conquest, because a refusal gives it back

    def take_other(self, s: KhanState, action: Action) -> None:
        """Begin an action that is not a conquest."""
        player = self.player
        if expel.has(action):
            ruler = expel.of(action).choice
            s.schedule(ExpelByAction(ruler) if s.variant.expel_direction == "deck" else Drive(player, ruler))
        elif invade.has(action):
            card = invade.of(action).card
            s.discard_card(player, card)
            s.schedule(Pitch(player, card))
        else:
            s.actions_left = 0
            s.schedule(Occupy(player))
            s.schedule(Discard(player, True))

    def refusal(self, s: KhanState, action: Action) -> Refusal:  # noqa: C901
        if action is pass_action:
            return pass_refusal(s)
        if s.end_phase and action is conquer:
            return Refusal("choose_tile", "khan.end.conquests")
        if s.end_phase and (invade.has(action) or expel.has(action) or action is combine):
            return Refusal("end_phase", "khan.end.conquests")
        if invade.has(action):
            card = invade.of(action).card
            if card not in s.hands[self.player]:
                return Refusal("card_not_in_hand", "khan.invade.card", {"card": CARDS[card]})
            key = "no_free_cell" if s.stock[self.player] else "no_yurts"
            return Refusal(key, "khan.invade.impossible", {"card": CARDS[card]})
        if expel.has(action):
            ruler = expel.of(action).choice
            if s.rulers[ruler] < 0:
                return Refusal("ruler_is_out", "khan.expel_action.ruler", {"ruler": RULERS[ruler]})
            return Refusal("no_card_for_direction", "khan.expel_action.direction")
        if s.end_phase:
            return ChooseTile(self.player).refusal(s, action)
        if action is conquer:
            return Refusal("nothing_to_conquer", "khan.conquer.majority")
        if choose.has(action):
            return Refusal("conquer_first", "khan.turn.two_actions")
        if action is combine:
            if s.actions_left < ACTIONS_PER_TURN:
                return Refusal("combined_replaces_both", "khan.turn.combined")
            key = "no_free_land" if s.stock[self.player] else "no_yurts"
            return Refusal(key, "khan.invade.impossible")
        return self.default_refusal(action)


def lose_action(s: KhanState, player: int) -> bool:
    """Take away an action from a player who has no legal one and return whether they may try again.

    They may if players who have refused may now be asked again. Otherwise, they lose all remaining actions.
    khan.turn.no_legal_action, khan.special.refused
    """
    s.actions_left -= 1
    refused = s.refused
    s.end_refusals()
    if s.actions_left and s.refused != refused:
        s.add_note(ACTION_LOST, player)
        return True
    s.add_note(NO_ACTION, player)
    s.actions_left = 0
    return False


def can_expel(s: KhanState, player: int) -> bool:
    """Return whether a player can expel a ruler (action B): this needs a hand card if hand cards give directions."""
    return s.variant.expel_direction == "deck" or len(s.hands[player]) > 0


def can_combine(s: KhanState, player: int) -> bool:
    """Return whether a player can take the combined action D: this needs a yurt in stock and a free cell.

    khan.combined.anywhere
    """
    return s.stock[player] > 0 and bool(s.free)


def can_act(s: KhanState, player: int) -> bool:
    """Return whether a player can take any single action before the end phase.

    Invading need not be checked: players with a hand card can also expel a ruler.
    """
    return can_expel(s, player) or can_conquer(s, player)


class Pitch(Decision[KhanState]):
    """Put a yurt on a free cell of the ground that your card shows.

    khan.invade.landscape, khan.invade.khan, khan.invade.river, khan.invade.umland, khan.invade.land_only,
    khan.invade.ignores
    """

    CLAUSE: ClassVar[str] = "khan.invade.card"
    RANGES: ClassVar[Ranges] = {"card": range(len(CARDS))}
    NEXT_STEPS: ClassVar[NextSteps] = AFTER_ACTION

    def __init__(self, player: int, card: int) -> None:
        super().__init__(player)
        self.card: Final = card

    def options(self, s: KhanState) -> list[Action]:
        return pitch.members_in(s.free & s.board.invaded[self.card])

    def take(self, s: KhanState, action: Action) -> None:
        s.place_yurt(self.player, pitch.cell(action))

    def refusal(self, s: KhanState, action: Action) -> Refusal:
        if not pitch.has(action):
            return self.default_refusal(action)
        cell = pitch.cell(action)
        ground = CARD_GROUND[self.card]
        if s.board.land & ~s.board.grounds[ground] & BIT[cell]:
            return Refusal("wrong_ground", self.CLAUSE, {"cell": CELLS[cell], "ground": GROUNDS[ground]})
        return s.refusal_unless_free(cell, "khan.invade.land_only")


class Occupy(Decision[KhanState]):
    """Put a yurt on any free cell of land [khan.combined.anywhere]."""

    CLAUSE: ClassVar[str] = "khan.combined.anywhere"
    NEXT_STEPS: ClassVar[NextSteps] = ("Discard(player={player}, must=True)",)

    def options(self, s: KhanState) -> list[Action]:
        return occupy.members_in(s.free)

    def take(self, s: KhanState, action: Action) -> None:
        s.place_yurt(self.player, occupy.cell(action))

    def refusal(self, s: KhanState, action: Action) -> Refusal:
        return (
            s.refusal_unless_free(occupy.cell(action), self.CLAUSE)
            if occupy.has(action)
            else self.default_refusal(action)
        )


class Discard(Decision[KhanState]):
    """Discard any number of hand cards, but at least one.

    `must`: whether the player may not stop yet.
    khan.combined.discard
    """

    CLAUSE: ClassVar[str] = "khan.combined.discard"
    REFUSALS: ClassVar[dict[str, str]] = {"keep_rest": "must_discard", "discard": "card_not_in_hand"}
    OPTIONAL: ClassVar[bool] = True
    FLAGS: ClassVar[tuple[str, ...]] = ("must",)
    NEXT_STEPS: ClassVar[NextSteps] = ("ReturnSpecial(player={player})",)

    def __init__(self, player: int, must: bool) -> None:
        super().__init__(player)
        self.must: Final = must

    def options(self, s: KhanState) -> list[Action]:
        cards: list[Action] = [discard[card] for card in s.hands[self.player]]
        return cards if self.must or not cards else [*cards, keep_rest]

    def take(self, s: KhanState, action: Action) -> None:
        if action is keep_rest:
            return
        s.discard_card(self.player, discard.of(action).card)
        s.schedule(Discard(self.player, s.variant.discard == "all"))

    def refusal(self, s: KhanState, action: Action) -> Refusal:
        return (
            Refusal("must_discard", self.CLAUSE)
            if self.must and action is pass_action
            else self.default_refusal(action)
        )
