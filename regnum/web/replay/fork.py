"""Tries: tables that continue from a position, where one guest and bots have all seats. They do not count.

While a game runs, a trial table knows only its seat's observation; the rest is filled in at random to fit. If
several people play without hints, tries are not available before the end: letting strong bots play on would amount
to hints.
"""

from collections.abc import Sequence
from secrets import randbits
from typing import Final

import msgspec

from regnum.core.game import Game
from regnum.core.rules.state import State
from regnum.web.bots import catalog
from regnum.web.errors import Refused
from regnum.web.http.i18n import Text
from regnum.web.http.visitor import Visitor
from regnum.web.names import is_taken
from regnum.web.replay.snapshots import Snapshots, past
from regnum.web.replay.viewpoint import OWN, ReplaySource, viewpoint_of
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, GUEST, SeatRow
from regnum.web.tables.seat_view import determinize
from regnum.web.tables.service import Tables
from regnum.web.tables.stored_options import DEALT, MOMENT

ME: Final = "me"


class SeatChoice(msgspec.Struct, frozen=True):
    """A seat in the form for a trial table: its name and the proposed player."""

    name: str
    kind: str


def kinds(text: Text) -> list[tuple[str, str]]:
    """Return the possible players of a trial table's seats: the form's value and the label of each."""
    return [(ME, text("new.me")), *((f"bot:{level}", catalog.level_name(level, text)) for level in catalog.LEVELS)]


def proposed(names: Sequence[str], own: int | None) -> list[SeatChoice]:
    """Return the proposed seats: the guest has their own or the first one, and bots have the rest."""
    mine = 0 if own is None else own
    return [SeatChoice(name, ME if seat == mine else f"bot:{catalog.USUAL}") for seat, name in enumerate(names)]


def may_be_tried(table: LiveTable, over: bool) -> bool:
    """Return whether a table may be continued as a trial table: its game is over, or it allows hints."""
    return over or table.hints


def position(then: LiveTable, seat: int | None, over: bool) -> tuple[State, str]:
    """Return the position of a moment to continue from, and its origin; `over`: the game has ended since.

    Refused if the position is final.
    """
    if then.state.is_terminal:
        raise Refused("try_over")
    if over:
        return then.state.clone(), MOMENT
    dealt = determinize(past(then, seat).seen, randbits(64))
    if dealt is None:
        raise Refused("bad_form")
    return dealt, DEALT


def seats(game: Game, chosen: Sequence[str], guest: str, name: str, text: Text) -> list[SeatRow]:
    """Return the chosen seats of a trial table; Refused unless each is the guest's or a bot's."""
    rows: list[SeatRow] = []
    styles = list(game.characters()) or [""]
    for seat, kind in enumerate(chosen):
        taken = [row.name for row in rows]
        level = kind.removeprefix("bot:")
        if kind == ME:
            own = sum(row.kind == GUEST for row in rows)
            rows.append(SeatRow(seat, GUEST, f"{name} {own + 1}" if own else name, guest=guest))
        elif kind == f"bot:{level}" and level in catalog.LEVELS:
            style = styles[seat % len(styles)]
            rows.append(_bot(game, seat, level, style, [*taken, name], text))
        else:
            raise Refused("bad_form")
    return rows


def _bot(game: Game, seat: int, level: str, style: str, taken: Sequence[str], text: Text) -> SeatRow:
    bot_name = catalog.bot_name(game, style, seat, taken, text)
    while is_taken(bot_name, taken):
        bot_name += "*"
    return SeatRow(seat, BOT, bot_name, bot=catalog.bot_of(game, level, style))


async def find_start(snapshots: Snapshots, source: ReplaySource, form: dict[str, str]) -> tuple[State, str]:
    """Return the starting position for the moment in a form; Refused if it may not be continued."""
    if not may_be_tried(source.table, source.over):
        raise Refused("try_running")
    seat = form.get("seat", "")
    side = viewpoint_of(source, int(seat) if seat.isdecimal() and len(seat) < 3 else OWN, 0)
    timeline = side.timeline
    index = timeline.find(form.get("at", ""))
    if index is None:
        raise Refused("bad_form")
    return position(await snapshots.at(source.table, timeline.numbers[index]), side.seat, source.over)


async def open_fork(
    tables: Tables, visitor: Visitor, game: Game, start: tuple[State, str], form: dict[str, str], once: str | None
) -> str:
    """Open a trial table with the seats of a form and return its id; Refused if the seats are invalid."""
    text, state = visitor.text, start[0]
    name = visitor.name or text("start.stranger")
    chosen = [form.get(f"seat{seat}", "") for seat in range(state.players)]
    rows = seats(game, chosen, visitor.guest, name, text)
    return await tables.open(
        game,
        state.players,
        state.options,
        visitor.guest,
        rows,
        start=start,
        once=once,
        client_address=visitor.client_address,
    )
