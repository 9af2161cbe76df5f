"""The lobby: tables that anyone may join."""

from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from litestar.response import Template

from regnum.games import all_games
from regnum.web.clocks.sentences import short_description
from regnum.web.errors import UnplayableError
from regnum.web.http import i18n
from regnum.web.http.deps import VisitorDep
from regnum.web.http.games import title_of
from regnum.web.http.request_limits import SLOW_PAGE
from regnum.web.http.visitor import Visitor, WebRequest, get
from regnum.web.lobby.deps import LobbyDep
from regnum.web.lobby.listing import PAGE_SIZE, TIME_LIMITS, LobbyFilter
from regnum.web.tables.deps import TablesDep, table_title
from regnum.web.tables.models import OPEN, TableRow
from regnum.web.tables.rules_upgrade import is_outdated
from regnum.web.tables.service import TableService


@get("/lobby", cost=SLOW_PAGE)
async def show_lobby(request: WebRequest, visitor: VisitorDep, tables: TablesDep, lobby: LobbyDep) -> Template:
    """Show the public tables that wait for players, filtered."""
    games = all_games()
    counts = sorted({count for candidate in games for count in candidate.player_counts if count > 1})
    game, players, language, time_limits = (
        request.query_params.get(name, "") for name in ("game", "players", "language", "time_limits")
    )
    lobby_filter = LobbyFilter(
        game=game if any(candidate.id == game for candidate in games) else "",
        players=int(players) if players in map(str, counts) else 0,
        language=language if language in i18n.NAMES else "",
        time_limits=time_limits if time_limits in TIME_LIMITS else "",
    )
    page_text = request.query_params.get("page", "")
    page = max(int(page_text), 1) if page_text.isdecimal() and len(page_text) < 5 else 1
    rows = await lobby.find_tables(lobby_filter, visitor.guest, page)
    invitations = await tables.invitation_store.of_tables([row.id for row in rows])
    invited = {(invitation.table_id, invitation.seat) for invitation in invitations}
    filters = {name: value for name, value in msgspec.structs.asdict(lobby_filter).items() if value}
    links = {
        name: f"/lobby?{urlencode({**filters, 'page': number})}"
        for name, number, exists in (("newer", page - 1, page > 1), ("older", page + 1, len(rows) > PAGE_SIZE))
        if exists
    }
    return visitor.page(
        "lobby/lobby",
        wanted=lobby_filter,
        games=[(candidate.id, title_of(candidate.id, visitor.language)) for candidate in games],
        counts=counts,
        kinds_of_time_limits=TIME_LIMITS,
        found=[
            exists
            for row in rows[:PAGE_SIZE]
            if await _is_playable(tables, row) and (exists := _table_values(row, visitor, invited))
        ],
        links=links,
        anything=lobby_filter == LobbyFilter(),
    )


async def _is_playable(tables: TableService, row: TableRow) -> bool:
    """Return whether this version can play a table: after an update, some cannot continue."""
    try:
        return not is_outdated(row) or await tables.get(row.id) is not None
    except UnplayableError:
        return False


def _table_values(row: TableRow, visitor: Visitor, invited: set[tuple[str, int]]) -> dict[str, Any] | None:
    """Return a table as shown in the lobby, or None if it has no open seat without an invitation."""
    free = [seat for seat in row.seats if seat.kind == OPEN and (row.id, seat.seat) not in invited]
    if not free:
        return None
    return {
        "id": row.id,
        "title": table_title(row, visitor.language),
        "names": ", ".join(seat.name for seat in row.seats if seat.name),
        "players": row.players,
        "free": len(free),
        "join": free[0].invitation_token,
        "language": i18n.NAMES.get(row.language, ""),
        "code": row.language,
        "time_limits": short_description(row.timing, visitor.text),
        "at": row.created_at.isoformat(timespec="seconds"),
        "date": f"{row.created_at:%Y-%m-%d %H:%M} UTC",
        "spectators_allowed": row.spectators_allowed,
    }


HANDLERS: Final = [show_lobby]
