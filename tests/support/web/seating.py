"""Tables with seated guests."""

import re
from typing import Any

import httpx
from litestar import Litestar
from sqlalchemy import delete

from regnum.games import all_games
from regnum.web.db.schema import LAST_SEEN
from regnum.web.tables.live_table import LiveTable
from tests.support.web.apps import live_table
from tests.support.web.guests import Guest, NewGuest

COUNTS = {game.id: game.player_counts[-1] for game in all_games()}


def open_seated_table(new_guest: NewGuest, app: Litestar, game: str) -> tuple[list[Guest], LiveTable]:
    """Return the guests at a new table, and the table."""
    guests = [new_guest() for _ in range(COUNTS[game])]
    id_ = guests[0].open_table("me", *["open"] * (len(guests) - 1), game=game)
    for number, (guest, link) in enumerate(zip(guests[1:], guests[0].invitations(id_), strict=True)):
        guest.join(link, f"Friend {number}")
    return guests, live_table(app, id_)


def clear_last_seen(guest: Guest) -> None:
    """Forget when people were last seen on the server of a guest, including when they sat down."""
    client: Any = guest.client
    state = client.app.state

    async def forget() -> None:
        state.last_seen._here.clear()
        state.last_seen._fresh.clear()
        await state.tables.store.database.write(lambda connection: connection.execute(delete(LAST_SEEN)))

    client.blocking_portal.call(forget)


def answer_proposal(guest: Guest, table: LiveTable, agree: str) -> httpx.Response:
    """Answer the open proposal at a table."""
    proposal = table.row.proposal
    return guest.post(f"/table/{table.row.id}/proposal/{proposal.id if proposal else 'none'}", {"agree": agree})


def open_table_for_two(
    new_guest: NewGuest, app: Litestar, third: str = "bot:random", **more: str
) -> tuple[LiveTable, Guest, Guest]:
    """Return a table of two people and a bot, and the people."""
    ann, bob = new_guest(), new_guest()
    id_ = ann.open_table("me", "open", third, option_first_player="1", **more)
    assert bob.join(ann.invitations(id_)[0], "Bob").status_code == 303
    return live_table(app, id_), ann, bob


def record_events(app: Litestar) -> list[tuple[str, int]]:
    """Return a list that collects the events from now on."""
    recorded: list[tuple[str, int]] = []
    app.state.events.listen(lambda _, what: recorded.append((what.kind, what.seat)))
    return recorded


def lobby_titles(guest: Guest, query: str = "") -> list[str]:
    """Return the titles of the tables in the lobby."""
    page = guest.get(f"/lobby{query}")
    return re.findall(r'<a href="/join/[^"]+"><span class="serif">([^<]+)', page)
