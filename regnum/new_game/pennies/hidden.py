"""Hidden information: the other players' hands."""

from regnum.new_game.pennies.components import COINS
from regnum.new_game.pennies.state import UNKNOWN, PenniesState


def observed_values(s: PenniesState, player: int) -> tuple[object, ...]:
    """Return the hands as a player sees them: all but their own are UNKNOWN."""
    return ([count if seat == player else UNKNOWN for seat, count in enumerate(s.hidden)],)


def deal_unknown(s: PenniesState, observer: int) -> None:
    """Put a random number of coins into each unknown hand; players who have not chosen yet have none."""
    for seat, count in enumerate(s.hidden):
        if count == UNKNOWN:
            s.hidden[seat] = s.random_below(COINS + 1) if s.chosen[seat] else 0
