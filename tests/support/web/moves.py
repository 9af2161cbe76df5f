"""Moves of guests through the pages of a server."""

import time

from tests.support.web.guests import Guest


def move_when_possible(table: str, *guests: Guest) -> bool:
    """Let one of the guests move as soon as it is their turn; tell whether that succeeded."""
    deadline = time.monotonic() + 50
    while time.monotonic() < deadline:
        for guest in guests:
            if choices := guest.choices(table):
                return guest.act(table, choices[0]).status_code == 200
        time.sleep(0.05)
    return False
