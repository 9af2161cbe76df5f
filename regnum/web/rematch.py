"""The table after a table: the same people and bots once more, each a seat further on."""

from datetime import UTC, datetime
from secrets import randbits

import msgspec

from regnum.core.pledge import new_salt
from regnum.web.clockwork import ticked
from regnum.web.live import GUIDE, LiveTable
from regnum.web.rows import BOT, PLAYING, SeatRow, TableRow
from regnum.web.store import rematch_id


def turned(table: LiveTable) -> TableRow:
    """Return the rematch of a finished table: everybody sits down at once, and plays without a guide."""
    old = table.row
    count = len(old.seats)
    seats = [
        SeatRow(
            at, last.kind, last.name, guest=last.guest, bot=last.bot if last.kind == BOT else None, colour=last.colour
        )
        for at, last in enumerate(old.seats[(at - 1) % count] for at in range(count))
    ]
    row = msgspec.structs.replace(
        old,
        id=rematch_id(old.id),
        rules=table.game.rules_version,
        seed=str(randbits(64)),
        options={name: value for name, value in old.options.items() if name != GUIDE},
        phase=PLAYING,
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
        invite=None,
        mark="",
    )
    table = LiveTable(row, ())
    return ticked(msgspec.structs.replace(row, due=bool(table.bots_to_act())), table.state, row.made)
