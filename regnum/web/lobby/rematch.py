"""The table after a table: the same people and bots once more, each a seat further on, as soon as all have agreed."""

from datetime import UTC, datetime
from secrets import randbits

import msgspec

from regnum.core.pledge import new_salt
from regnum.web.clocks.service import ticked
from regnum.web.db.ids import new_id, rematch_id
from regnum.web.lobby.listing import Asked
from regnum.web.tables.live_table import GUIDE, LiveTable
from regnum.web.tables.models import BOT, GUEST, OPEN, PLAYING, WAITING, SeatRow, TableRow


def turned_seat(table: LiveTable, seat: int) -> int:
    """Return the seat in the rematch of whoever has a seat at a table."""
    return (seat + 1) % len(table.row.seats)


def turned(table: LiveTable, guest: str) -> tuple[TableRow, list[Asked]]:
    """Return the rematch of a finished table, for which a guest asks, and who is asked to take a seat there.

    He and the bots sit down at once; it begins when everybody else has. Nobody is guided.
    """
    old = table.row
    count = len(old.seats)
    id_ = rematch_id(old.id)
    seats: list[SeatRow] = []
    asked: list[Asked] = []
    for at in range(count):
        last = old.seats[(at - 1) % count]
        if last.kind == BOT:
            seats.append(SeatRow(at, BOT, last.name, bot=last.bot, colour=last.colour))
        elif last.guest == guest:
            seats.append(SeatRow(at, GUEST, last.name, guest=guest, colour=last.colour))
        else:
            seats.append(SeatRow(at, OPEN, "", token=new_id(), colour=last.colour))
            asked += [Asked(id_, at, last.guest, last.name)] if last.guest is not None else []
    waits = any(seat.kind == OPEN for seat in seats)
    row = msgspec.structs.replace(
        old,
        id=id_,
        host=guest,
        rules=table.game.rules_version,
        seed=str(randbits(64)),
        options={name: value for name, value in old.options.items() if name != GUIDE},
        phase=WAITING if waits else PLAYING,
        made=datetime.now(UTC),
        seats=tuple(seats),
        version=0,
        due=False,
        hurry=-1,
        rematch=False,
        salt=None if table.tried else new_salt(),  # everybody has seen the last one
        clocks=(),
        alarm=None,
        listed=False,
        invite=new_id() if waits else None,
        mark="",
        pause=None,
        proposal=None,
    )
    table = LiveTable(row, ())
    return ticked(msgspec.structs.replace(row, due=bool(table.bots_to_act())), table.state, row.made), asked
