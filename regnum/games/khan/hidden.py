"""Hidden information: the draw pile and the other players' hands, except for what players know from counting cards."""

from regnum.core.rules.bitmask import mask_of
from regnum.games.khan.codecs import UNKNOWN
from regnum.games.khan.components import CARDS
from regnum.games.khan.state import KhanState


def observed_values(s: KhanState, player: int) -> tuple[object, ...]:
    """Return the draw pile and the hands as a player sees them: of the other hands, only how long each card was held.

    All players see which cards are discarded and how many cards each player draws. At each shuffle, they therefore know
    which cards form the new draw pile and which are in hands. Nothing else reveals a player's hand.
    """
    hands = s.hands[:]
    for other in range(s.players):
        if other != player:
            hands[other] = tuple([UNKNOWN - times_held(s, card) for card in hands[other]])
    return [UNKNOWN] * len(s.deck), hands


def times_held(s: KhanState, card: int) -> int:
    """Return during how many consecutive shuffles, up to the last one, a card was in a hand."""
    times = 0
    for cards in s.held:
        times += cards >> card & 1
    return times


def deal_unknown(s: KhanState, observer: int) -> None:
    """Deal the unknown cards: to hands, those held during as many shuffles as is known; to the draw pile, the rest."""
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
    """Remove and return a random card."""
    return cards.pop(s.random_below(len(cards)))
