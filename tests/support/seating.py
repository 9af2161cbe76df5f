"""Tables with a guest on each seat."""

from typing import Any

import httpx
from litestar import Litestar
from sqlalchemy import delete

from regnum.games import all_games
from regnum.web.db.schema import LAST_SEEN
from regnum.web.tables.live_table import LiveTable
from tests.support.apps import live
from tests.support.guests import Guest, Visit

COUNTS = {game.id: game.player_counts[-1] for game in all_games()}


def seated(visit: Visit, app: Litestar, game: str) -> tuple[list[Guest], LiveTable]:
    """Return people at a new table, and the table."""
    guests = [visit() for _ in range(COUNTS[game])]
    id_ = guests[0].open_table("me", *["open"] * (len(guests) - 1), game=game)
    for number, (guest, link) in enumerate(zip(guests[1:], guests[0].invitations(id_), strict=True)):
        guest.join(link, f"Friend {number}")
    return guests, live(app, id_)


def forget_who_was_seen(guest: Guest) -> None:
    """Let nobody have been seen lately on the server of a guest, not even when they sat down."""
    client: Any = guest.client
    state = client.app.state

    async def forget() -> None:
        state.last_seen._here.clear()
        state.last_seen._fresh.clear()
        await state.tables.store.database.write(lambda connection: connection.execute(delete(LAST_SEEN)))

    client.blocking_portal.call(forget)


def answer(guest: Guest, table: LiveTable, agree: str) -> httpx.Response:
    """Answer what people at a table are asked."""
    proposal = table.row.proposal
    return guest.post(f"/table/{table.row.id}/proposal/{proposal.id if proposal else 'none'}", {"agree": agree})
