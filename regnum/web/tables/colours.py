"""The colours of a table's seats: those chosen by their players, and unused ones for the rest."""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from regnum.web.tables.models import SeatRow

COLOUR_COUNT: Final = 5
"""The number of colours, --hue-0 to --hue-4 in tokens.css. By default, a seat's colour has the number of the seat."""


def colours_of(seats: Sequence[SeatRow]) -> list[int]:
    """Return the colour of each seat; all are different."""
    chosen_colours = {row.colour for row in seats if row.colour is not None}
    free_colours = [hue for hue in range(COLOUR_COUNT) if hue not in chosen_colours]
    colours = []
    for row in seats:
        if row.colour is not None:
            colours.append(row.colour)
        else:
            colour = row.seat if row.seat in free_colours else free_colours[0]
            free_colours.remove(colour)
            colours.append(colour)
    return colours


def unchosen_colours(seats: Sequence[SeatRow]) -> list[int]:
    """Return the colours that no player has chosen."""
    return [hue for hue in range(COLOUR_COUNT) if all(row.colour != hue for row in seats)]


def seat_colour_css(seats: Sequence[SeatRow]) -> Markup:
    """Return CSS that sets the colours of the seats whose colour differs from the default."""
    changed = [(seat, hue) for seat, hue in enumerate(colours_of(seats)) if seat != hue]
    return Markup("".join(f"--seat-{seat}:var(--hue-{hue});--on-{seat}:var(--on-hue-{hue});" for seat, hue in changed))


def parse_colour(sent: str) -> int | None:
    """Return the colour chosen in a form, or None if it is missing or invalid."""
    return int(sent) if sent in {str(hue) for hue in range(COLOUR_COUNT)} else None
