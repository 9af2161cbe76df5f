"""Hidden information: the draw pile and the other players' hands. But all players can count cards."""

from regnum.core.rules.bitmask import mask_of
from regnum.games.khan.codecs import UNKNOWN
from regnum.games.khan.components import CARDS
from regnum.games.khan.state import KhanState


def observed_values(s: KhanState, player: int) -> tuple[object, ...]:
    """Cover the draw pile and the other players' hands; for their cards, only the time in the hand is known.

    An observer sees each card on its way to the discard pile and how many cards each hand draws, and so knows at each
    shuffle the cards in the new draw pile and those in hands. Nothing else reveals a player's hand.
    """
    hands = s.hands[:]
    for other in range(s.players):
        if other != player:
            hands[other] = tuple([UNKNOWN - times_held(s, card) for card in hands[other]])
    return [UNKNOWN] * len(s.deck), hands


def times_held(s: KhanState, card: int) -> int:
    """Return how many consecutive shuffles up to the last one a card spent in a hand."""
    times = 0
    for cards in s.held:
        times += cards >> card & 1
    return times


def deal_unknown(s: KhanState, observer: int) -> None:
    """Deal the unknown cards: to each place in a hand a card with the same time in hand, the rest to the draw pile."""
    known = mask_of(s.discards) | mask_of([card for hand in s.hands for card in hand if card >= 0])
    dealt: list[list[int]] = [[] for _ in range(len(s.held) + 1)]
    for card in range(len(CARDS)):
        if not known >> card & 1:
            dealt[times_held(s, card)].append(card)
    for player in range(s.players):
        cards = [card if card >= 0 else _draw(s, dealt[UNKNOWN - card]) for card in s.hands[player]]
        s.hands[player] = tuple(cards)
    s.deck = dealt[0]


def _draw(s: KhanState, cards: list[int]) -> int:
    """Take a random card."""
    return cards.pop(s.random_below(len(cards)))
