"""Hidden information: indistinguishable positions, and everything that a seat gets to see."""

import random
import re

from litestar import Litestar

from regnum.core.rules.note import Line
from regnum.core.rules.state import State
from regnum.core.text.ledger import LANGUAGES
from regnum.view import view_of
from regnum.web.play.stream import stream_updates
from regnum.web.tables.live_table import LiveTable
from tests.support.web.apps import run_in_app
from tests.support.web.guests import GAME, VARIES, Guest, NewGuest

MOMENTS = {
    "brian_boru": (4, {}, [14, 60, 140]),
    "khan": (3, {}, [2, 30, 60]),
    "rurik": (3, {}, [6, 14, 90]),
    "rurik solo": (1, {"option_level": "hard"}, [1, 4, 40]),
    "wallenstein": (3, {"option_court": "true", "option_landsknechte": "true"}, [4, 12, 70]),
}
"""Players, options, and numbers of entries to look at for each game: at the start and later."""


ID = re.compile(r'\bid="([^"]+)"')


NEVER = 999_999
"""A number of entries that no table has: a page that claims it is sent everything."""


def advance(table: LiveTable, guests: list[Guest], entries: int, dice: random.Random) -> None:
    """Play random actions until the record has this number of entries."""
    while table.entry_count < entries and not table.state.is_terminal:
        seat = dice.choice(table.state.players_to_act)
        action = dice.choice(table.state.legal_actions(seat))
        assert guests[seat].act(table.row.id, str(action), table.known_entry_count(seat)).status_code == 200


def change_hidden_information(table: LiveTable, seat: int | None, real: State, seed: int) -> None:
    """Replace the state by one that this seat cannot distinguish; secrets of other seats differ."""
    dealt = real.observed_by(seat).determinized(seed)
    dealt.seed, dealt.draws = seed, real.draws
    table.play.state = dealt
    members = {family: list(actions) for family, actions in table.game.actions.families.items()}
    dice = random.Random(seed)
    table.play.log[:] = [
        Line(line.player, dice.choice(members[line.action.family]), number=line.number, clause=line.clause)
        if line.action is not None and line.action.secret and line.player != seat
        else line
        for line in table.play.log
    ]
    table.renders.clear()


def first_event(app: Litestar, table: LiveTable, seat: int | None, language: str) -> bytes:
    """Return the first event of the live stream of a seat for a new page."""

    async def listen() -> bytes:
        guest = "" if seat is None else str(table.row.seats[seat].guest)
        stream = stream_updates(app.state.tables, app.state.chat, table, guest, language, NEVER, 0.01)
        received = [await anext(stream), await anext(stream)]
        await stream.aclose()  # type: ignore[attr-defined]
        return b"".join(received)

    return run_in_app(app, listen())


def read_everything(app: Litestar, table: LiveTable, seat: int | None, guest: Guest) -> list[str]:
    """Return everything that a seat gets to see of a table: pages, stream, refusals.

    The language depends on the seat and on how much it has seen, so that a test has all of them.
    """
    seen: list[str] = []
    language = LANGUAGES[
        (table.known_entry_count(seat) + (len(table.row.seats) if seat is None else seat)) % len(LANGUAGES)
    ]
    for row in table.row.seats:
        app.state.tables.presence.page_opened(table, row.seat)  # open pages are no secret
    guest.language = language
    table.renders.clear()
    seen += [guest.get(f"/table/{table.row.id}"), guest.get(f"/table/{table.row.id}/log")]
    seen.append(first_event(app, table, seat, language).decode())
    ids = [id_ for id_ in ID.findall(seen[-3]) if id_.startswith(view_of(table.game).explanations.places or ("\0",))]
    for place in random.Random(8).sample(ids, min(len(ids), 12)):
        seen.append(guest.get(f"/table/{table.row.id}/place/{place}"))
    seen.append(guest.request("GET", f"/table/{table.row.id}/unavailable").text)
    every = [action.text for actions in table.game.actions.families.values() for action in actions]
    for text in ("undo", *random.Random(7).sample(every, 4), "nonsense"):
        if text == "undo" or text not in [str(action) for action in table.view(seat).legal]:
            if text == "undo" and table.undoable_actions(seat):
                continue
            response = guest.act(table.row.id, text, table.known_entry_count(seat))
            assert response.status_code == 409
            seen.append(response.text)
    seen.append(guest.get(f"/table/{table.row.id}/record", status=409))
    guest.language = "en"
    for asked in ("", "?seat=0", "?seat=2&bare=1"):
        seen.append(guest.get(f"/table/{table.row.id}/replay{asked}"))
    return [VARIES.sub("", page) for page in seen]


def open_table_with_friends(
    new_guest: NewGuest, count: int, game: str = GAME, **options: str
) -> tuple[list[Guest], str]:
    """Return the guests at a new table, and its id."""
    guests = [new_guest() for _ in range(count)]
    id_ = guests[0].open_table("me", *["open"] * (count - 1), game=game, **options)
    for number, path in enumerate(guests[0].invitations(id_) if count > 1 else []):
        guests[number + 1].join(path, f"Friend {number}")
    return guests, id_
