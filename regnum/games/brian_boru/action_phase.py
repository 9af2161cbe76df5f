"""The action phase: power struggles for towns, one after the other."""

from typing import ClassVar

from regnum.core.action import Action
from regnum.core.step import Decision, Event, Refusal
from regnum.games.brian_boru.actions import contest, follow, lead
from regnum.games.brian_boru.components import CARDS, COLOUR_TOWNS, MATCHING, SECONDARY, TOWN_COLOUR, TOWNS, WHITE
from regnum.games.brian_boru.icons import CarryOut, ChooseSecondary
from regnum.games.brian_boru.state import BrianState


class Trick(Event[BrianState]):
    """The next power struggle, led by whoever has the town marker; after the last one the cards left are discarded.

    brian_boru.action.tricks, brian_boru.action.leftover, brian_boru.action.next_leader, brian_boru.action.no_free_town
    """

    CLAUSE: ClassVar[str] = "brian_boru.action.tricks"

    def happen(self, s: BrianState) -> None:
        if s.tricks_left() == 0 or not s.free():
            s.clear_cards()
            return
        leader, *others = s.clockwise()
        s.next(ChooseTown(leader))
        s.next(Lead(leader))
        for player in others:
            s.next(Follow(player))
        s.next(Resolve())
        s.next(Trick())


class ChooseTown(Decision[BrianState]):
    """Put the town marker on a free town for which you have a matching card: it becomes the active town.

    brian_boru.action.choose_town
    """

    CLAUSE: ClassVar[str] = "brian_boru.action.choose_town"

    def options(self, s: BrianState) -> list[Action]:
        free = s.free()
        return contest.each(free & _matching_towns(s.hand[self.player])) or contest.each(free)

    def take(self, s: BrianState, action: Action) -> None:
        s.active = contest.of(action).town

    def why_not(self, s: BrianState, action: Action) -> Refusal:
        if not contest.has(action):
            return Refusal("not_now", self.CLAUSE)
        town = contest.of(action).town
        if s.free() >> town & 1:
            return Refusal("no_matching_card", "brian_boru.action.lead", {"town": TOWNS[town]})
        return Refusal("town_taken", self.CLAUSE, {"town": TOWNS[town]})


def _matching_towns(hand: int) -> int:
    """Return the towns of the colours that the cards match."""
    towns = 0
    for colour in range(len(MATCHING)):
        if hand & MATCHING[colour]:
            towns |= COLOUR_TOWNS[colour]
    return towns


def lacking(free: int) -> int:
    """Return the colours that a leader lacks who can match none of the free towns: theirs and white."""
    colours = 1 << WHITE
    for colour in range(len(COLOUR_TOWNS)):
        if free & COLOUR_TOWNS[colour]:
            colours |= 1 << colour
    return colours


class Lead(Decision[BrianState]):
    """Play a card in the active town's colour, or a white one.

    brian_boru.action.lead, brian_boru.action.no_winner
    """

    CLAUSE: ClassVar[str] = "brian_boru.action.lead"

    def options(self, s: BrianState) -> list[Action]:
        hand = s.hand[self.player]
        return lead.each(hand & MATCHING[TOWN_COLOUR[s.active]]) or lead.each(hand)

    def take(self, s: BrianState, action: Action) -> None:
        card = lead.of(action).card
        if not MATCHING[TOWN_COLOUR[s.active]] >> card & 1:
            s.lacks[self.player] |= lacking(s.free())
        s.play_card(self.player, card)

    def consistent(self, s: BrianState) -> bool:
        """The leader chose a town that he could match, unless he could match no free town at all."""
        hand = s.hand[self.player]
        return bool(hand & MATCHING[TOWN_COLOUR[s.active]]) or not s.free() & _matching_towns(hand)

    def why_not(self, s: BrianState, action: Action) -> Refusal:
        if not lead.has(action):
            return Refusal("not_now", self.CLAUSE)
        card = lead.of(action).card
        held = s.hand[self.player] >> card & 1
        return Refusal("card_does_not_match" if held else "card_not_in_hand", self.CLAUSE, {"card": CARDS[card]})


class Follow(Decision[BrianState]):
    """Play any card from your hand."""

    CLAUSE: ClassVar[str] = "brian_boru.action.follow"

    def options(self, s: BrianState) -> list[Action]:
        return follow.each(s.hand[self.player])

    def take(self, s: BrianState, action: Action) -> None:
        s.play_card(self.player, follow.of(action).card)

    def why_not(self, s: BrianState, action: Action) -> Refusal:
        if follow.has(action):
            return Refusal("card_not_in_hand", self.CLAUSE, {"card": CARDS[follow.of(action).card]})
        return Refusal("not_now", self.CLAUSE)


def winner_of(s: BrianState) -> int:
    """Return who played the highest card in the active town's colour or white; -1 if nobody did.

    brian_boru.action.winner, brian_boru.action.nobles, brian_boru.action.no_winner
    """
    matching = MATCHING[TOWN_COLOUR[s.active]]
    best = -1
    winner = -1
    for player in range(s.players):
        card = s.played[player]
        if card > best and matching >> card & 1:
            best = card
            winner = player
    return winner


class Resolve(Event[BrianState]):
    """In ascending order of the cards everybody acts: the winner by his main action, the others by a secondary one.

    brian_boru.action.order, brian_boru.action.main, brian_boru.action.secondary
    """

    CLAUSE: ClassVar[str] = "brian_boru.action.order"

    def happen(self, s: BrianState) -> None:
        winner = winner_of(s)
        s.tell_by_key("struggle_won" if winner >= 0 else "struggle_unwon", winner, TOWNS[s.active])
        by_card = sorted((s.played[player], player) for player in range(s.players))
        for card, player in by_card:
            if player == winner:
                s.next(CarryOut(player, 0, 0))
            elif len(SECONDARY[card]) > 1:
                s.next(ChooseSecondary(player))
            else:
                s.next(CarryOut(player, 1, 0))
        s.next(EndTrick())


class EndTrick(Event[BrianState]):
    """The cards played are discarded, face down for good.

    brian_boru.action.discard, brian_boru.action.discard_closed
    """

    CLAUSE: ClassVar[str] = "brian_boru.action.discard"

    def happen(self, s: BrianState) -> None:
        s.played = [-1] * s.players
        s.active = -1
