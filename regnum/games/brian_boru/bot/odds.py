"""The odds of cards in a power struggle of Brian Boru, from what a player can know."""

from regnum.core import i64
from regnum.core.packed import popcount
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.state import BrianBoruState


def can_win(s: BrianBoruState, card: i64) -> bool:
    """Return whether a card would beat those already played, or True before a town is chosen."""
    if s.active < 0:
        return True
    winner = s.winner()
    return bool(box.MATCHING[box.TOWN_COLOUR[s.active]] >> card & 1) and (winner < 0 or card > s.played[winner])


def is_sure_to_win(s: BrianBoruState, player: i64, card: i64) -> bool:
    """Return whether a card is sure to win: it would lead, and it is the last card or others have no higher one."""
    if not can_win(s, card):
        return False
    if all(s.played[other] >= 0 for other in range(s.players) if other != player):
        return True
    higher = box.MATCHING[box.TOWN_COLOUR[s.active]] >> (card + 1) << (card + 1)
    return not higher & ~s.hand[player]


def count_stronger_cards(card: i64) -> i64:
    """Return the number of cards that beat this card when it competes for a town."""
    colour = box.CARD_COLOUR[card]
    matching = box.MATCHING[0 if colour == box.WHITE else colour]
    return popcount(matching >> (card + 1))
