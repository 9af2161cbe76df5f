"""The odds of the next cards, computed from public information by counting the cards with each effect."""

from collections import Counter

from regnum.core.rules.bitmask import mask_of
from regnum.games.khan.components import CARD_DIRECTION, CARD_RULER, CARDS
from regnum.games.khan.expel import flight_cell
from regnum.games.khan.hidden import times_held
from regnum.games.khan.state import KhanState


def possible_next_cards(s: KhanState) -> list[int]:
    """Return the possible top cards of the draw pile, as far as an observer knows; all are equally likely.

    These cards are not in the discard pile or a visible hand, and were in no hand at the last shuffle.
    """
    known = mask_of(s.discards) | mask_of([card for hand in s.hands for card in hand if card >= 0])
    return [card for card in range(len(CARDS)) if not known >> card & 1 and not times_held(s, card)]


def flight_chances(s: KhanState, ruler: int) -> list[tuple[int, float]]:
    """Return where the next card may drive a ruler (-1: out of the game), with the chances, likeliest first."""
    return _sorted_chances([flight_cell(s, ruler, CARD_DIRECTION[card]) for card in possible_next_cards(s)])


def expulsion_chances(s: KhanState) -> list[tuple[int, float]]:
    """Return the rulers that the next card turned up may expel, each with the chance, likeliest first."""
    return _sorted_chances([CARD_RULER[card] for card in possible_next_cards(s) if s.rulers[CARD_RULER[card]] >= 0])


def _sorted_chances(outcomes: list[int]) -> list[tuple[int, float]]:
    return [(outcome, times / len(outcomes)) for outcome, times in Counter(outcomes).most_common()]
