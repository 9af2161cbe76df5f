"""The routes for the start page, a guest's tables, and the tables at which it is their turn."""

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from litestar import MediaType, Response
from litestar.params import QueryParameter
from litestar.response import Redirect, Template
from markupsafe import Markup

from regnum.games import all_games
from regnum.web.board import tutorial
from regnum.web.clocks.countdown import first_countdown
from regnum.web.errors import BusyError, UnplayableError
from regnum.web.http.assets import emblem
from regnum.web.http.deps import VisitorDep
from regnum.web.http.games import counts_of, notice_of, title_of
from regnum.web.http.i18n import game_words
from regnum.web.http.request_limits import LIGHT, SLOW_PAGE
from regnum.web.http.visitor import Visitor, get
from regnum.web.presence.deps import LastSeenDep
from regnum.web.tables.deps import TablesDep, table_title
from regnum.web.tables.models import ABANDONED, ENDED_PHASES, FINISHED, PLAYING, STOPPED, WAITING, SeatRow, TableRow
from regnum.web.tables.rules_upgrade import is_outdated
from regnum.web.tables.service import TableService
from regnum.web.tables.stored_options import POSITION_ORIGIN, TUTORIAL

LOG: Final = logging.getLogger("regnum.web")
YOUR_TURN: Final = "your_turn"
INVITED: Final = "invited"
MAX_CHECKED_TABLES: Final = 200
"""The maximum number of tables that are checked for a guest's turn."""
PHASE_ORDER: Final = (YOUR_TURN, INVITED, PLAYING, WAITING, STOPPED, FINISHED, ABANDONED)
"""The order of table lists; within a phase, tables with the latest activity come first."""

ExceptTable: TypeAlias = Annotated[str, QueryParameter(name="except")]
"""The id of the table that the guest comes from, which is left out."""


@get("/")
async def show_home(visitor: VisitorDep, tables: TablesDep) -> Template:
    """Show the games, and above them the guest's running tables."""
    language = visitor.language
    games = []
    for game in all_games():
        words = game_words(game, language)
        games.append(
            {
                "id": game.id,
                "title": title_of(game.id, language),
                "tagline": words.text("game", "tagline", {}) if words.has("game", "tagline") else "",
                "notice": notice_of(game.id, language),
                "counts": counts_of(game, visitor.text),
                "tutorials": tutorial.titles(game, visitor.text),
                "emblem": Markup(emblem(game)),
            }
        )
    mine = await _own_tables(tables, visitor, 30)
    running = [table for table in mine if table["phase"] not in (*ENDED_PHASES, INVITED)]
    running = [*running[:8], *[table for table in mine if table["phase"] == INVITED][:3]]
    return visitor.page(
        "lobby/home", games=games, mine=running, more=len(mine) > len(running), waiting=_count_own_turns(mine)
    )


@get("/tables", cost=SLOW_PAGE)
async def show_my_tables(visitor: VisitorDep, tables: TablesDep) -> Template:
    """Show this guest's tables."""
    mine = await _own_tables(tables, visitor, 100)
    return visitor.page("lobby/my_tables", mine=mine, waiting=_count_own_turns(mine))


@get("/waiting", cost=LIGHT)
async def count_waiting_tables(
    visitor: VisitorDep, tables: TablesDep, last_seen: LastSeenDep, except_table: ExceptTable = ""
) -> Response[str]:
    """Return the number of tables, besides the open one, at which it is this guest's move, or nothing if it is 0.

    A header gives the number including the open one. Visible pages poll this route, so their users are not notified.
    """
    if await tables.store.has_table(visitor.guest):  # guests without a table are never notified
        last_seen.record(visitor.guest)
    table_ids = await _tables_to_act_at(tables, visitor.guest)
    count = sum(id_ != except_table for id_ in table_ids)
    sentence = visitor.text("nav.waiting", count=count) if count else ""
    headers = {"cache-control": "no-store", "regnum-waiting": str(len(table_ids))}
    return Response(sentence, media_type=MediaType.TEXT, headers=headers)


@get("/tables/next", cost=SLOW_PAGE)
async def redirect_to_next_table(visitor: VisitorDep, tables: TablesDep, except_table: ExceptTable = "") -> Redirect:
    """Redirect to the table that has waited longest for this guest, or to the start page. The app starts here.

    `except_table`: the table that the guest comes from.
    """
    rows = await tables.store.tables_of(visitor.guest, MAX_CHECKED_TABLES)
    move_times = {
        id_: moved
        for id_, moved in (await _last_move_times(tables, visitor.guest, rows)).items()
        if id_ != except_table
    }
    first = min(move_times, key=move_times.__getitem__, default=None)
    url = "/" if first is None else f"/table/{first}"
    return Redirect(url, status_code=303, headers={"cache-control": "no-store"})


async def _last_move_times(tables: TableService, guest: str, rows: Iterable[TableRow]) -> dict[str, datetime]:
    """Return the tables at which it is a guest's move, with the time of the last move there."""
    statuses = {row.id: await _table_status(tables, row, guest) for row in rows if row.phase == PLAYING}
    return {
        id_: status.moved
        for id_, status in statuses.items()
        if any(seat.guest == guest and not seat.absent for seat in status.acting)
    }


async def _tables_to_act_at(tables: TableService, guest: str) -> set[str]:
    """Return the ids of the tables at which it is a guest's move: those of `_last_move_times`, without the times.

    Every visible page asks for them twice a minute.
    """
    table_ids: set[str] = set()
    for own in await tables.store.running_seats(guest, MAX_CHECKED_TABLES):
        try:
            if own.seat in (await tables.cache.turn_status(own)).acting:
                table_ids.add(own.id)
        except (UnplayableError, BusyError):
            pass
        except Exception as error:
            LOG.error("listing table %s failed: %s", own.id, type(error).__name__)
    return table_ids


def _count_own_turns(tables: list[dict[str, Any]]) -> int:
    return sum(table["phase"] == YOUR_TURN for table in tables)


async def _own_tables(tables: TableService, visitor: Visitor, limit: int) -> list[dict[str, Any]]:
    """Return the values of the visitor's tables for a list, sorted."""
    rows = await tables.store.tables_of(visitor.guest, limit)
    invited = {
        invitation.table_id: invitation.seat for invitation in await tables.invitation_store.of_guest(visitor.guest)
    }
    rows = [row for row in rows if _is_own_table(visitor.guest, row) or row.id in invited]
    ended = await tables.store.entries.last_times([row.id for row in rows if row.phase in ENDED_PHASES])
    statuses = {row.id: await _table_status(tables, row, visitor.guest, ended) for row in rows}
    rows.sort(key=lambda row: statuses[row.id].moved, reverse=True)
    values = [_table_values(visitor, row, statuses[row.id], invited.get(row.id)) for row in rows]
    return sorted(values, key=lambda table: PHASE_ORDER.index(table["phase"]))


def _is_own_table(guest: str, row: TableRow) -> bool:
    return guest == row.host or any(guest in (seat.guest, seat.claimant) for seat in row.seats)


class TableStatus(msgspec.Struct, frozen=True):
    """The status of a table for a guest: its phase, the seats to move, and the time of the last entry.

    Only entries that the guest knows of count, so the time of others' secret actions is never revealed.
    """

    phase: str
    acting: list[SeatRow]
    moved: datetime


async def _table_status(
    tables: TableService, row: TableRow, guest: str, ended: Mapping[str, datetime] = {}
) -> TableStatus:
    """Return the status of a table; `ended`: end times of finished tables. A broken table does not break the list."""
    if row.phase in ENDED_PHASES:
        return TableStatus(row.phase, [], ended.get(row.id, row.created_at))
    try:
        if row.phase == PLAYING or is_outdated(row):
            turn = await tables.cache.turn_status(row)
            seat = next((seat.seat for seat in row.seats if seat.guest == guest), None)
            acting = [seat for seat in row.seats if row.phase == PLAYING and seat.seat in turn.acting]
            return TableStatus(row.phase, acting, turn.last_entry_times.get(seat) or row.created_at)
    except UnplayableError:
        return TableStatus(STOPPED, [], row.created_at)
    except BusyError:
        pass
    except Exception as error:
        LOG.error("listing table %s failed: %s", row.id, type(error).__name__)
    return TableStatus(row.phase, [], row.created_at)


def _table_values(visitor: Visitor, row: TableRow, status: TableStatus, invited: int | None) -> dict[str, Any]:
    """Return a table as shown in lists; `invited`: the seat to which this guest is invited."""
    phase, acting, moved = status.phase, status.acting, status.moved
    yours = any(seat.guest == visitor.guest and not seat.absent for seat in acting)
    own_seats = [seat.seat for seat in row.seats if seat.guest == visitor.guest]
    clocks = own_seats if yours else [seat.seat for seat in acting]
    return {
        "id": row.id,
        "title": table_title(row, visitor.language),
        "is_tutorial": TUTORIAL in row.options,
        "is_from_position": POSITION_ORIGIN in row.options,
        "names": ", ".join(seat.name for seat in row.seats if seat.name),
        "phase": YOUR_TURN if yours else INVITED if invited is not None and phase == WAITING else phase,
        "link": f"/table/{row.id}"
        if invited is None or phase != WAITING
        else f"/join/{row.seats[invited].invitation_token}",
        "has_stand_in": any(row.seats[seat].absent for seat in own_seats) and row.phase == PLAYING,
        "clock": first_countdown(row, clocks, visitor.text),
        "paused": row.phase == PLAYING and row.pause is not None,
        "acting": ", ".join(seat.name for seat in acting),
        "at": moved.isoformat(timespec="seconds"),
        "date": f"{moved:%Y-%m-%d %H:%M} UTC",
    }


HANDLERS: Final = [show_home, show_my_tables, count_waiting_tables, redirect_to_next_table]
