"""What others did since somebody last looked, move by move: the table as he would have seen it after each of them."""

import asyncio
from collections.abc import Sequence
from typing import Final

import msgspec

from regnum.web.live import LiveTable, View
from regnum.web.moments import shown
from regnum.web.recalling import is_told
from regnum.web.render import Memory, Rendered, rendered
from regnum.web.replaying import said
from regnum.web.store import Entry
from regnum.web.stream import Change, changes

MOST: Final = 24
"""So many moves are played back at the most, the newest."""


class Scene(msgspec.Struct, frozen=True):
    """A position to be shown: what was done, as a part of a page ("": nothing), and what changes on the page."""

    said: str
    changes: Sequence[Change]


def moves_since(view: View, since: int) -> list[int]:
    """Return the numbers of the entries by which others did what the log tells, after the viewer knew of so many."""
    found: list[int] = []
    for line in reversed(view.log):
        if line.number and view.known(line.number) <= since:
            break
        if line.action is not None and line.player != view.viewer and is_told(line, view.seen.game.untold):
            found.append(line.number)
    return found[::-1]


async def scenes(table: LiveTable, seat: int | None, language: str, since: int) -> list[Scene]:
    """Return how the table looked to a seat before and after each move of others since it knew of so many entries.

    The last scene is the present, as a whole: it can follow any other. Nothing can be done in those. None, where there
    was no such move.
    """
    now = table.view(seat)
    numbers = moves_since(now, since)[-MOST:]
    if not numbers:
        return []
    entries = [Entry(at, *entry) for at, entry in enumerate(table.play.record.entries[: numbers[-1]], start=1)]
    present = rendered(table, seat, language)
    start = [(entry.player, entry.text) for entry in entries[: numbers[0] - 1]]
    then = await asyncio.to_thread(LiveTable, table.row, start, table.times)
    memory = Memory()
    last: Rendered | None = None
    found: list[Scene] = []
    for number in [numbers[0] - 1, *numbers]:
        then.follow(then.version, entries[then.number : number])
        lines = then.play.log
        fresh = sum(1 for line in lines if line.number < number) if found else len(lines)
        drawn = shown(then, seat, language, memory, fresh)
        found.append(Scene(said(then, then.view(seat), language, number) if found else "", changes(drawn, last)))
        last = drawn
        await asyncio.sleep(0)  # others want to be drawn, too
    return [*found, Scene("", changes(present, None))]
