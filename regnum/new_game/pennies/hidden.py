"""Hidden information: the other players' hands."""

from regnum.new_game.pennies.components import COINS
from regnum.new_game.pennies.state import UNKNOWN, PenniesState


def observed_values(s: PenniesState, player: int) -> tuple[object, ...]:
    """Cover every hand but the player's own."""
    return ([count if seat == player else UNKNOWN for seat, count in enumerate(s.hidden)],)


def deal_unknown(s: PenniesState, observer: int) -> None:
    """Put any number of coins into each unknown hand; a player who has not chosen yet has none."""
    for seat, count in enumerate(s.hidden):
        if count == UNKNOWN:
            s.hidden[seat] = s.random_below(COINS + 1) if s.chosen[seat] else 0
