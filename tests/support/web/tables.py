"""Tables of a server in this process."""

import random

import regnum
from regnum.core.rules.option import Options
from regnum.web.db.ids import new_id
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST, OPEN, SeatRow
from regnum.web.tables.new_table import NewTable
from regnum.web.tables.service import TableService
from tests.support.web.guests import GAME


def seat_rows(*kinds: str) -> list[SeatRow]:
    """Return seats for guests "g0", "g1" ... (or open ones)."""
    return [
        SeatRow(seat, GUEST, f"P{seat}", guest=f"g{seat}")
        if kind == GUEST
        else SeatRow(seat, OPEN, "", invitation_token=new_id())
        for seat, kind in enumerate(kinds)
    ]


async def open_table(tables: TableService, *kinds: str) -> LiveTable:
    options: Options = {option.name: option.default for option in regnum.game(GAME).options}
    id_ = await tables.open(NewTable(regnum.game(GAME), len(kinds), options, "g0", seat_rows(*kinds)))
    table = await tables.get(id_)
    assert table is not None
    return table


async def move_randomly(tables: TableService, table: LiveTable, dice: random.Random) -> None:
    state = table.state
    seat = state.players_to_act[0]
    await tables.act(table, seat, str(dice.choice(state.legal_actions(seat))), table.known_entry_count(seat))
