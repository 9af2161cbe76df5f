"""Snapshots: tables after a number of entries, which are rendered like live tables but without actions."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import msgspec

from regnum.web.board.changes import TableRendering
from regnum.web.board.render import render_view
from regnum.web.board.render_cache import RenderCache
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.seat_view import SeatView
from regnum.web.tables.stored_table import looks_same

MAX_CACHED_SNAPSHOTS: Final = 120
"""The maximum number of cached snapshots of all tables; each takes tens of kilobytes."""

Entries = Sequence[tuple[int, str]]


class SnapshotCache:
    """Caches earlier states of tables. A missing snapshot is computed from the last cached one before it."""

    def __init__(self) -> None:
        self._cache: Final[OrderedDict[tuple[str, int], LiveTable]] = OrderedDict()

    async def load(self, table: LiveTable, number: int) -> LiveTable:
        """Return a table after its first `number` entries, or after all if there are fewer."""
        entries = list(table.play.record.entries[:number])
        key = (_key(table), number)
        cached = self._cache.get(key)
        if cached is None or cached.play.record.entries != entries:
            cached = await asyncio.to_thread(_play, table, self._before(table, entries), entries)
            self._cache[key] = cached
            while len(self._cache) > MAX_CACHED_SNAPSHOTS:
                self._cache.popitem(last=False)
        else:
            self._cache.move_to_end(key)
        if not looks_same(cached.row, table.row):  # the players and their colours may have changed since
            cached.renders.clear()
        cached.row = table.row
        return cached

    def _before(self, table: LiveTable, entries: Entries) -> LiveTable | None:
        """Return the last cached snapshot that these entries continue, or None; undos make some outdated."""
        own = sorted((at for id_, at in self._cache if id_ == _key(table) and at <= len(entries)), reverse=True)
        for moment in (self._cache[_key(table), at] for at in own):
            if moment.play.record.entries == entries[: moment.entry_count]:
                return moment
        return None


def _key(table: LiveTable) -> str:
    """Return the key of a table: its id or, for an uploaded record, the key of the upload."""
    return table.row.id or table.row.host


def _play(table: LiveTable, before: LiveTable | None, entries: Entries) -> LiveTable:
    """Return the table after these entries, played from an earlier snapshot (None: from the beginning)."""
    snapshot = LiveTable(table.row, () if before is not None else entries, table.times)
    if before is not None:
        snapshot.play = before.play.record.copy_play(before.play)
        for player, text in entries[before.entry_count :]:
            snapshot.play.submit(player, text)
    return snapshot


def past_view(snapshot: LiveTable, seat: int | None, is_revealed: bool = False) -> SeatView:
    """Return the view of a seat (None: a spectator) at a moment; `is_revealed`: with nothing hidden."""
    view = snapshot.revealed_view(seat) if is_revealed else snapshot.view(seat)
    return msgspec.structs.replace(view, legal=[], hints_allowed=False, is_past=True)


def render_snapshot(
    snapshot: LiveTable,
    seat: int | None,
    language: str,
    render_cache: RenderCache | None = None,
    first_new_line: int | None = None,
) -> TableRendering:
    """Return a moment as seen by a seat (None: a spectator).

    `render_cache`: see `render_view`. `first_new_line`: see `SeatView`.
    """
    return render_view(
        snapshot,
        msgspec.structs.replace(past_view(snapshot, seat), first_new_line=first_new_line),
        language,
        render_cache or RenderCache(),
    )
