"""The draft: each player keeps two cards and passes the rest to the left, until all are kept."""

from typing import ClassVar

from regnum.core import i64
from regnum.core.packed import bit, filled
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.bitmask import bits
from regnum.core.rules.step import Event, NextSteps, Simultaneous
from regnum.games.brian_boru.action_phase import Trick
from regnum.games.brian_boru.actions import keep
from regnum.games.brian_boru.components import CARDS, DEALT, KEEP, STAGES
from regnum.games.brian_boru.state import WAITING, BrianBoruState


class Deal(Event[BrianBoruState]):
    """Shuffle all action cards and deal each player a packet; undealt cards stay face down.

    brian_boru.draft.shuffle, brian_boru.draft.undealt
    """

    CLAUSE: ClassVar[str] = "brian_boru.draft.deal"
    NEXT_STEPS: ClassVar[NextSteps] = ("Upkeep",)

    def happen(self, s: BrianBoruState) -> None:
        cards = list(range(len(CARDS)))
        s.shuffle(cards)
        size = DEALT[s.players]
        for packet in range(s.players):
            for card in cards[packet * size : packet * size + size]:
                s.packet[packet] |= bit(card)
                s.slot[card] = packet * 8 + WAITING
        s.stage = 0
        s.to_keep = filled(s.players, KEEP)
        s.schedule(Draft())
        s.schedule(Trick())


class Draft(Simultaneous[BrianBoruState]):
    """Keep two cards of your current packet and pass the others to the left. The whole last packet is kept.

    brian_boru.draft.pass, brian_boru.draft.last_packet, brian_boru.draft.hand, brian_boru.draft.final
    """

    CLAUSE: ClassVar[str] = "brian_boru.draft.keep"
    REFUSALS: ClassVar[dict[str, str]] = {"keep": "card_not_in_packet"}
    NEXT_STEPS: ClassVar[NextSteps] = ("Trick",)

    def waiting(self, s: BrianBoruState) -> list[int]:
        return [player for player in range(s.players) if s.to_keep[player]]

    def options(self, s: BrianBoruState, player: i64) -> list[Action]:
        return keep.members_in(s.packet[s.packet_before(player)])

    def take(self, s: BrianBoruState, player: i64, action: Action) -> None:
        s.take_card(player, keep.of(action).card)
        s.to_keep[player] -= 1

    def refusal(self, s: BrianBoruState, player: i64, action: Action) -> Refusal:
        if keep.has(action) and s.hand[player] >> keep.of(action).card & 1:
            return Refusal("card_kept", self.CLAUSE, action.params)
        return self.default_refusal(action)

    def happen(self, s: BrianBoruState) -> None:
        s.stage += 1
        if s.stage < STAGES[s.players] - 1:
            s.to_keep = filled(s.players, KEEP)
            s.schedule(Draft())
            return
        for player in range(s.players):
            for card in bits(s.packet[s.packet_before(player)]):
                s.take_card(player, card)
        s.stage += 1
