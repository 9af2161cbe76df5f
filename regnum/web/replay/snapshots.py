"""Snapshots: a table after a number of entries, to be drawn like the table itself, but without actions."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import msgspec

from regnum.web.board.changes import Rendered
from regnum.web.board.render import render
from regnum.web.board.render_cache import RenderCache
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.seat_view import SeatView
from regnum.web.tables.stored_table import same_on_pages

KEPT: Final = 120
"""Maximum number of cached snapshots of all tables: some ten kilobytes each."""

Entries = Sequence[tuple[int, str]]


class Snapshots:
    """Earlier states of tables. A snapshot that is not cached is played from the last earlier one that is."""

    def __init__(self) -> None:
        self._kept: Final[OrderedDict[tuple[str, int], LiveTable]] = OrderedDict()

    async def at(self, table: LiveTable, number: int) -> LiveTable:
        """Return a table after its first `number` entries, or after all if there are fewer."""
        entries = list(table.play.record.entries[:number])
        key = (_key(table), number)
        known = self._kept.get(key)
        if known is None or known.play.record.entries != entries:
            known = await asyncio.to_thread(_play, table, self._before(table, entries), entries)
            self._kept[key] = known
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        if not same_on_pages(known.row, table.row):  # the players and their colours may have changed since
            known.renders.clear()
        known.row = table.row
        return known

    def _before(self, table: LiveTable, entries: Entries) -> LiveTable | None:
        """Return the last cached snapshot that leads to these entries, which an undo may have changed."""
        own = sorted((at for id_, at in self._kept if id_ == _key(table) and at <= len(entries)), reverse=True)
        for moment in (self._kept[_key(table), at] for at in own):
            if moment.play.record.entries == entries[: moment.number]:
                return moment
        return None


def _key(table: LiveTable) -> str:
    """Return the key of a table; an uploaded record has no id."""
    return table.row.id or table.row.host


def _play(table: LiveTable, before: LiveTable | None, entries: Entries) -> LiveTable:
    """Return the table after these entries, played from an earlier snapshot (None: from the beginning)."""
    then = LiveTable(table.row, () if before is not None else entries, table.times)
    if before is not None:
        then.play = before.play.record.copy_play(before.play)
        for player, text in entries[before.number :]:
            then.play.submit(player, text)
    return then


def past(then: LiveTable, seat: int | None, is_revealed: bool = False) -> SeatView:
    """Return the view of a seat (None: a spectator) at a moment; `is_revealed`: with nothing hidden."""
    view = then.revealed(seat) if is_revealed else then.view(seat)
    return msgspec.structs.replace(view, legal=[], hints=False, is_past=True)


def shown(
    then: LiveTable,
    seat: int | None,
    language: str,
    memory: RenderCache | None = None,
    first_new_line: int | None = None,
) -> Rendered:
    """Return a moment as seen by a seat (None: a spectator).

    `memory`: see `render`. `first_new_line`: see `SeatView`.
    """
    return render(
        then,
        msgspec.structs.replace(past(then, seat), first_new_line=first_new_line),
        language,
        memory or RenderCache(),
    )
