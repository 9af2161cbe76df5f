"""Checks for impossible states of Pennies; each step itself checks whether it can be on the stack."""

from regnum.core.rules.validation import step_errors
from regnum.new_game.pennies.state import UNKNOWN, PenniesState


def position_errors(s: PenniesState) -> list[str]:
    """Return everything that is impossible in a state, one line per error."""
    is_plausible = [count > UNKNOWN and (chosen or not count) for count, chosen in zip(s.hidden, s.chosen, strict=True)]
    texts = [f"hidden[{seat}]: not known, or not chosen" for seat in range(s.players) if not is_plausible[seat]]
    if s.round > s.variant.rounds:
        texts.append(f"round: {s.round}, but there are {s.variant.rounds}")
    if sum(s.points) > s.round:
        texts.append("points: more than one for each round")
    return [*texts, *step_errors(s)]
