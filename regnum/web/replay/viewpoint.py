"""The source of a replay, which is a table or an uploaded record, and its permitted viewpoints."""

from typing import Any, Final

import msgspec
from litestar.exceptions import ClientException

from regnum.web.analysis.store import ReviewStore
from regnum.web.board import timeline as timelines
from regnum.web.board.timeline import Timeline
from regnum.web.http.visitor import Visitor
from regnum.web.replay.uploads import UploadService
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import FINISHED

OWN_SEAT: Final = -1
"""The default value for a seat: the guest's own seat, or a spectator."""


class ReplaySource(msgspec.Struct, frozen=True):
    """A game to replay: its table, the address of its pages, the visitor's seat and the review.

    `is_over`: whether it may be seen from every seat, and with nothing hidden. `matches_commitment`: whether a record's
    seed matches its commitment, or None without a commitment, or for a table, which has a page for that.
    """

    table: LiveTable
    base: str
    own_seat: int | None
    is_over: bool
    review: dict[str, Any] = {}
    matches_commitment: bool | None = None


class Viewpoint(msgspec.Struct, frozen=True):
    """A viewpoint: a seat (None: a spectator), and whether nothing is hidden."""

    source: ReplaySource
    seat: int | None
    is_revealed: bool

    @property
    def query(self) -> str:
        """The query of this viewpoint's addresses, to which a moment is appended.

        While a game runs, it names no player's seat, so a shared address shows each visitor only what they may see.
        """
        if not self.source.is_over:
            return "?seat=0&at=" if self.seat is None and self.source.own_seat is not None else "?at="
        return f"?seat={0 if self.seat is None else self.seat + 1}{'&bare=1' if self.is_revealed else ''}&at="

    @property
    def address(self) -> str:
        """The address of this viewpoint, to which a moment is appended."""
        return self.source.base + self.query

    @property
    def timeline(self) -> Timeline:
        """The stops of this viewpoint."""
        return timelines.timeline_of(self.source.table, self.seat, self.is_revealed)


def viewpoint_of(source: ReplaySource, seat: int, is_revealed: int) -> Viewpoint:
    """Return the permitted viewpoint for a requested seat, counted from 1 (0: a spectator)."""
    if source.is_over:
        chosen = source.own_seat if seat == OWN_SEAT else seat - 1 if 1 <= seat <= source.table.row.players else None
        return Viewpoint(source, chosen, bool(is_revealed))
    return Viewpoint(source, None if seat == 0 else source.own_seat, False)


async def source_of(review_store: ReviewStore, table: LiveTable, visitor: Visitor) -> ReplaySource:
    """Return a table's replay as this visitor may see it."""
    is_over = table.phase == FINISHED
    row = await review_store.find(table.row.id) if is_over else None
    review = row.results if row is not None else {}
    return ReplaySource(table, f"/table/{table.row.id}/replay", table.seat_of(visitor.guest), is_over, review)


async def uploaded_source(uploads: UploadService, key: str, visitor: Visitor) -> ReplaySource:
    """Return this visitor's upload by its key; responds with 404 if it does not exist or has expired."""
    upload = await uploads.table(key, visitor.guest, visitor.text)
    if upload is None:
        raise ClientException(status_code=404, extra={"name": "not_found", "text_key": "upload_expired"})
    return ReplaySource(upload.table, f"/replay/{key}", None, True, matches_commitment=upload.matches_commitment)
