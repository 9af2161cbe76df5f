"""The odds of cards in a power struggle of Brian Boru, as far as a player can know."""

from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.state import BrianBoruState


def may_win(s: BrianBoruState, card: int) -> bool:
    """Return whether a card beats those already played; before a town is chosen, any card may."""
    if s.active < 0:
        return True
    winner = s.winner()
    return bool(box.MATCHING[box.TOWN_COLOUR[s.active]] >> card & 1) and (winner < 0 or card > s.played[winner])


def sure_to_win(s: BrianBoruState, player: int, card: int) -> bool:
    """Return whether a card wins in any case: it is the last one, or no other player has a higher one."""
    if not may_win(s, card):
        return False
    if all(s.played[other] >= 0 for other in range(s.players) if other != player):
        return True
    higher = box.MATCHING[box.TOWN_COLOUR[s.active]] >> (card + 1) << (card + 1)
    return not higher & ~s.hand[player]


def beaten_by(card: int) -> int:
    """Return how many cards beat a card that competes for the town."""
    colour = box.CARD_COLOUR[card]
    matching = box.MATCHING[0 if colour == box.WHITE else colour]
    return (matching >> (card + 1)).bit_count()
