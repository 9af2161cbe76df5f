"""Forks: tables that continue from a position, with one guest and bots in all seats. Results do not count.

While a game runs, a fork is made from a seat's observation, and everything hidden is filled in at random. If
several people play without hints, forks are not available before the end, because letting strong bots play
on would amount to hints.
"""

from collections.abc import Sequence
from secrets import randbits
from typing import Final

import msgspec

from regnum.core.game import Game
from regnum.core.rules.state import State
from regnum.web.bots import catalog
from regnum.web.errors import RefusedError
from regnum.web.http.i18n import Text
from regnum.web.http.visitor import Visitor
from regnum.web.names import is_taken
from regnum.web.replay.snapshots import SnapshotCache, past_view
from regnum.web.replay.viewpoint import OWN_SEAT, ReplaySource, viewpoint_of
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import BOT, GUEST, SeatRow
from regnum.web.tables.new_table import NewTable
from regnum.web.tables.seat_view import determinize
from regnum.web.tables.service import TableService
from regnum.web.tables.stored_options import DEALT, MOMENT

MY_SEAT: Final = "me"


class SeatChoice(msgspec.Struct, frozen=True):
    """A seat in the form for a fork: its name and the proposed player."""

    name: str
    kind: str


def seat_kinds(text: Text) -> list[tuple[str, str]]:
    """Return the players that a seat of a fork can have: the form value and the label of each."""
    return [
        (MY_SEAT, text("new_table.my_seat")),
        *((f"bot:{level}", catalog.level_name(level, text)) for level in catalog.LEVELS),
    ]


def default_seats(names: Sequence[str], own: int | None) -> list[SeatChoice]:
    """Return the proposed seats: the guest gets their own seat or the first one, and bots get the others."""
    own_seat = 0 if own is None else own
    return [
        SeatChoice(name, MY_SEAT if seat == own_seat else f"bot:{catalog.DEFAULT_BOT}")
        for seat, name in enumerate(names)
    ]


def can_fork(table: LiveTable, is_over: bool) -> bool:
    """Return whether a table may be continued in a fork: its game is over, or it allows hints."""
    return is_over or table.hints_allowed


def fork_position(snapshot: LiveTable, seat: int | None, is_over: bool) -> tuple[State, str]:
    """Return the position at a moment, to continue from, and its origin; `is_over`: whether the game is over by now.

    Raises RefusedError if the position is final, or if no position fits the seat's observation.
    """
    if snapshot.state.is_terminal:
        raise RefusedError("already_over")
    if is_over:
        return snapshot.state.clone(), MOMENT
    position = determinize(past_view(snapshot, seat).seen, randbits(64))
    if position is None:
        raise RefusedError("bad_form")
    return position, DEALT


def seats_from_form(game: Game, chosen: Sequence[str], guest: str, name: str, text: Text) -> list[SeatRow]:
    """Return the chosen seats of a fork; raises RefusedError unless the guest or a bot has each seat."""
    rows: list[SeatRow] = []
    characters = list(game.characters()) or [""]
    for seat, kind in enumerate(chosen):
        taken_names = [row.name for row in rows]
        level = kind.removeprefix("bot:")
        if kind == MY_SEAT:
            own = sum(row.kind == GUEST for row in rows)
            rows.append(SeatRow(seat, GUEST, f"{name} {own + 1}" if own else name, guest=guest))
        elif kind == f"bot:{level}" and level in catalog.LEVELS:
            character = characters[seat % len(characters)]
            rows.append(_bot(game, seat, level, character, [*taken_names, name], text))
        else:
            raise RefusedError("bad_form")
    return rows


def _bot(game: Game, seat: int, level: str, character: str, taken_names: Sequence[str], text: Text) -> SeatRow:
    name = catalog.bot_name(game, character, seat, taken_names, text)
    while is_taken(name, taken_names):
        name += "*"
    return SeatRow(seat, BOT, name, bot=catalog.bot_of(game, level, character))


async def find_start(snapshots: SnapshotCache, source: ReplaySource, form: dict[str, str]) -> tuple[State, str]:
    """Return the starting position for the moment in a form; raises RefusedError if it may not be continued."""
    if not can_fork(source.table, source.is_over):
        raise RefusedError("game_running")
    seat = form.get("seat", "")
    viewpoint = viewpoint_of(source, int(seat) if seat.isdecimal() and len(seat) < 3 else OWN_SEAT, 0)
    timeline = viewpoint.timeline
    index = timeline.find(form.get("at", ""))
    if index is None:
        raise RefusedError("bad_form")
    return fork_position(await snapshots.load(source.table, timeline.numbers[index]), viewpoint.seat, source.is_over)


async def open_fork(
    tables: TableService,
    visitor: Visitor,
    game: Game,
    start: tuple[State, str],
    form: dict[str, str],
    request_id: str | None,
) -> str:
    """Open a fork with the seats in a form and return its id; raises RefusedError if the seats are invalid."""
    text, state = visitor.text, start[0]
    name = visitor.name or text("home.guest_name")
    chosen = [form.get(f"seat{seat}", "") for seat in range(state.players)]
    rows = seats_from_form(game, chosen, visitor.guest, name, text)
    return await tables.open(
        NewTable(
            game,
            state.players,
            state.options,
            visitor.guest,
            rows,
            start=start,
            request_id=request_id,
            client_address=visitor.client_address,
        )
    )
