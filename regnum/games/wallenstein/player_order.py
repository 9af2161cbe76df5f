"""The event and the player order: an event is drawn, bids are paid, and players choose spaces with their tiles."""

from typing import ClassVar

from regnum.core.packed import bit
from regnum.core.rules.action import Action
from regnum.core.rules.bitmask import bits
from regnum.core.rules.step import Decision, Event, NextSteps
from regnum.games.wallenstein.actions import take_space
from regnum.games.wallenstein.components import (
    BID,
    CARDS,
    COIN_0,
    COIN_CARDS,
    EVENTS,
    SPACES,
    TILES,
    TOWER_CARD,
    coins_on,
)
from regnum.games.wallenstein.notes import EVENT, HAS_BID, TILE
from regnum.games.wallenstein.state import WallensteinState


class DetermineEvent(Event[WallensteinState]):
    """Draw one of the open events, which applies to all players in this round.

    wallenstein.event.draw, wallenstein.event.for_all
    """

    CLAUSE: ClassVar[str] = "wallenstein.event.draw"
    NEXT_STEPS: ClassVar[NextSteps] = ("RevealBids", "")

    def happen(self, s: WallensteinState) -> None:
        events = list(bits(s.open_events))
        s.event = events[s.random_below(len(events))]
        s.open_events &= ~bit(s.event)
        s.add_note(EVENT, EVENTS[s.event])


class RevealBids(Event[WallensteinState]):
    """Turn up the bids and pay them; the highest bidder chooses a space first, and ties are broken at random.

    wallenstein.order.pay, wallenstein.order.rank, wallenstein.order.land_bid, wallenstein.order.no_bid,
    wallenstein.order.ties, wallenstein.court.tower_card_bid
    """

    CLAUSE: ClassVar[str] = "wallenstein.order.pay"
    NEXT_STEPS: ClassVar[NextSteps] = ("TurnBanners", "")

    def happen(self, s: WallensteinState) -> None:
        ranks: list[int] = []
        for player in range(s.players):
            card = s.plan[player][BID]
            s.shown[player] |= 1 << BID
            ranks.append(rank_of(card))
            s.add_note(HAS_BID, player, CARDS[card] if card < len(CARDS) else "none")
            s.pay(player, coins_on(card))
        s.reveal()
        for rank in range(COIN_CARDS + 1, -1, -1):
            tied = [player for player in range(s.players) if ranks[player] == rank]
            s.shuffle(tied)
            for player in tied:
                s.schedule(ChooseSpace(player))


def rank_of(card: int) -> int:
    """Return the rank of a bid, from 6 to 0: coins 4 to 1, a land card, coin card 0 or a tower card, no card.

    wallenstein.order.rank
    """
    if card < COIN_0:
        return 2
    if card in (COIN_0, TOWER_CARD):
        return 1
    return coins_on(card) + 2 if card < TOWER_CARD else 0


class ChooseSpace(Decision[WallensteinState]):
    """Choose a free space in the player order, which is your turn order and gives you its tile for this round.

    wallenstein.order.choose, wallenstein.order.all_spaces, wallenstein.order.unused_tiles
    """

    CLAUSE: ClassVar[str] = "wallenstein.order.choose"
    REFUSALS: ClassVar[dict[str, str]] = {"space": "space_taken"}
    NEXT_STEPS: ClassVar[NextSteps] = ("ChooseSpace", "TurnBanners", "")

    def options(self, s: WallensteinState) -> list[Action]:
        return [take_space[space] for space in range(SPACES) if space not in s.space]

    def take(self, s: WallensteinState, action: Action) -> None:
        s.space[self.player] = take_space.of(action).count - 1
        s.add_note(TILE, self.player, TILES[s.tile(self.player)])

    def position_error(self, s: WallensteinState) -> str:
        return "the player has a space" if s.space[self.player] >= 0 else ""
