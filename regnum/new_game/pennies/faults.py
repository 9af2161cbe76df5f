"""What cannot lie on the table of Pennies; what cannot be to come is said by each step itself."""

from regnum.core.rules.faults import step_faults
from regnum.new_game.pennies.state import UNKNOWN, PenniesState


def faults(s: PenniesState) -> list[str]:
    """Return everything that cannot be so, one line each."""
    known = [count > UNKNOWN and (chosen or not count) for count, chosen in zip(s.hidden, s.chosen, strict=True)]
    found = [f"hidden[{seat}]: not known, or not chosen" for seat in range(s.players) if not known[seat]]
    if s.round > s.variant.rounds:
        found.append(f"round: {s.round}, but there are {s.variant.rounds}")
    if sum(s.points) > s.round:
        found.append("points: more than one for each round")
    return [*found, *step_faults(s)]
