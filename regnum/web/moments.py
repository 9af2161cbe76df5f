"""Moments of finished games: the table as it stood after so many entries, for everybody to look at."""

import asyncio
from collections import OrderedDict
from typing import Final

import msgspec

from regnum.web.live import LiveTable
from regnum.web.render import Memory, Rendered, render

KEPT: Final = 30
"""So many moments are remembered."""


class Moments:
    """The tables as they once stood. What a page of one shows is drawn like the table itself, but offers nothing."""

    def __init__(self) -> None:
        self._kept: Final[OrderedDict[tuple[str, int, int], LiveTable]] = OrderedDict()

    async def at(self, table: LiveTable, number: int) -> LiveTable:
        """Return a finished table as it stood after so many entries, at most as many as there are."""
        key = (table.row.id, table.version, number)
        known = self._kept.get(key)
        if known is None:
            entries = list(table.play.record.entries[:number])
            known = self._kept[key] = await asyncio.to_thread(LiveTable, table.row, entries, table.times)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return known


def shown(
    then: LiveTable, seat: int | None, language: str, memory: Memory | None = None, fresh: int | None = None
) -> Rendered:
    """Return a moment as a seat (None: an onlooker) saw it; `memory`, `fresh`: see `render` and `View`."""
    view = msgspec.structs.replace(then.view(seat), legal=[], can_undo=False, hints=False, past=True, fresh=fresh)
    return render(then, view, language, memory or Memory())
