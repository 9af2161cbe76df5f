"""Table rows for a store, without a game."""

from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from regnum.core.rules.option import Options
from regnum.web.db.ids import new_id
from regnum.web.tables.models import BOT, GUEST, OPEN, PLAYING, WAITING, SeatRow, TableRow
from regnum.web.tables.store import TableStore

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def table_row(id_: str, *guests: str, minute: int = 0, **more: Any) -> TableRow:
    """Return a table created some minutes after noon with these people; "": an open seat, "bot": a bot."""
    kinds = {"": OPEN, "bot": BOT}
    seats = tuple(
        SeatRow(
            seat,
            kinds.get(guest, GUEST),
            guest.title(),
            guest=guest if guest not in kinds else None,
            invitation_token=f"{id_} {seat}" if not guest else None,
            bot="greedy" if guest == "bot" else None,
        )
        for seat, guest in enumerate(guests)
    )
    created_at = NOON + timedelta(minutes=minute)
    row = TableRow(id_, "khan", 1, len(guests), "1", {}, "host", PLAYING, created_at, seats)
    return replace(row, **more)


def waiting_row() -> TableRow:
    """Return a table that waits for a second player."""
    seats = (SeatRow(0, GUEST, "Ann", guest="a" * 32), SeatRow(1, OPEN, "", invitation_token=new_id()))
    options: Options = {"reading": "strict", "count": 5, "long": True}
    return TableRow(new_id(), "some_game", 1, 2, str(2**64 - 1), options, "a" * 32, WAITING, datetime.now(UTC), seats)


async def add_rows(store: TableStore, *rows: TableRow) -> None:
    for row in rows:
        assert await store.add_table(row)
