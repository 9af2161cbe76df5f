"""The page of a table that is running, waiting for players or stopped."""

from collections.abc import Sequence
from typing import Final

from litestar.response import Template
from markupsafe import Markup, escape

from regnum.view import view_of
from regnum.web.board.empty_board import board_with_pieces, seat_symbols, symbols
from regnum.web.board.render import render_for_seat
from regnum.web.board.turn_texts import aim_of, basics_of
from regnum.web.bots import catalog
from regnum.web.chat.view import panel_values as chat_panel_values
from regnum.web.clocks.sentences import clock_sentences
from regnum.web.http.assets import board_script, board_styles
from regnum.web.http.games import title_of
from regnum.web.http.i18n import game_words
from regnum.web.http.visitor import Visitor
from regnum.web.play.stream import waiting_at
from regnum.web.tables import colours
from regnum.web.tables.access import belongs_to
from regnum.web.tables.deps import table_title
from regnum.web.tables.invitation_store import Invitation
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import ENDED_PHASES, FINISHED, GUEST, OPEN, WAITING, SeatRow
from regnum.web.tables.service import TableService
from regnum.web.tables.stored_options import stop_reason
from regnum.web.tables.stored_table import StoredTable

_NO_HINT: Final = '<div id="hint" role="status"></div>'


def stopped_page(visitor: Visitor, table: StoredTable) -> Template:
    """Return the page of a game stopped by an update or by changed facts, with what the visitor can do."""
    return visitor.page(
        "play/stopped",
        title=table_title(table.row, visitor.language),
        table=table.row,
        why="ended" if table.phase in ENDED_PHASES else stop_reason(table.row),
        belongs=belongs_to(table, visitor.guest),
        is_host=visitor.guest == table.row.host,
    )


def table_page(
    visitor: Visitor,
    table: LiveTable,
    status: int = 200,
    message: Markup | None = None,
    hint: Markup | None = None,
    confirmation: Markup | None = None,
) -> Template:
    """Return the page of a table, or of its waiting room, for a visitor."""
    if table.phase == WAITING:
        return _waiting_room(visitor, table, status, message)
    seat = table.seat_of(visitor.guest)
    is_host = visitor.guest == table.row.host
    now = render_for_seat(table, seat, visitor.language)
    has_people = any(row.kind == GUEST for row in table.row.seats)
    return visitor.page(
        "play/table",
        status,
        away=".".join(str(away) for away in sorted(table.away_seats(seat))),
        status_digest=table.status_digest,
        colours=colours.seat_colour_css(table.row.seats),
        title=title_of(table.row.game, visitor.language),
        table_title=table_title(table.row, visitor.language),
        aim=aim_of(game_words(table.game, visitor.language)),
        basics=basics_of(game_words(table.game, visitor.language)),
        table=table.row,
        commitment=table.commitment.digest if table.commitment is not None else "",
        game=table.game,
        size=view_of(table.game).board.size,
        places=" ".join(view_of(table.game).explanations.places),
        board=board_with_pieces(table.game, visitor.language, now.pieces, table.state.options),
        board_css=board_styles(table.game),
        symbols=symbols(table.game),
        board_script=board_script(table.game),
        panel=Markup(now.panel if hint is None else now.panel.replace(_NO_HINT, f"{_NO_HINT[:-6]}{hint}</div>")),
        entry_count=now.entry_count,
        message=message or _seat_notice(table, visitor),
        confirmation=confirmation,
        claim=_claimed_seat(table, visitor.guest),
        position_origin=table.position_origin,
        is_host_only=is_host and seat is None,
        host_may_rematch=is_host
        and seat is None
        and has_people
        and table.phase == FINISHED
        and not table.row.has_rematch,
        seated=seat is not None,
        **chat_panel_values(table, seat),
    )


async def waiting_room_page(visitor: Visitor, tables: TableService, table: LiveTable, renewed: bool) -> Template:
    """Return the page of a table that waits for players; `renewed`: the host has just renewed the links to seats."""
    invitations = tables.invitation_store
    invitations_here = await invitations.of_table(table.row.id)
    is_host = visitor.guest == table.row.host
    companion_names = await invitations.recent_players(visitor.guest) if is_host else ()
    was_removed = await invitations.was_removed(visitor.guest, table.row.id)
    message = escape(visitor.text("refusal.guest_removed")) if was_removed else None
    if is_host and renewed:
        message = escape(visitor.text("waiting_room.new_links"))
    has_removed_guests = is_host and await invitations.has_removed_guests(table.row.id)
    if table.phase != WAITING:  # the game has begun in the meantime
        return table_page(visitor, table, message=message)
    return _waiting_room(
        visitor, table, 200, message, companion_names, invitations_here, was_removed, has_removed_guests
    )


def _waiting_room(
    visitor: Visitor,
    table: LiveTable,
    status: int,
    message: Markup | None,
    companion_names: Sequence[str] = (),
    invitations_here: Sequence[Invitation] = (),
    was_removed: bool = False,
    has_removed_guests: bool = False,
) -> Template:
    return visitor.page(
        "play/waiting_room",
        status,
        colours=colours.seat_colour_css(table.row.seats),
        title=table_title(table.row, visitor.language),
        corrected_facts=table.game.facts,
        table=table.row,
        since=waiting_at(table),
        seat=table.seat_of(visitor.guest),
        is_host=visitor.guest == table.row.host,
        origin=visitor.origin,
        is_loopback_only=visitor.is_loopback_only,
        message=message or _seat_notice(table, visitor),
        has_removed_guests=has_removed_guests,
        claim=_claimed_seat(table, visitor.guest),
        symbols=symbols(table.game) + seat_symbols(table.game, visitor.language, table.state.options),
        faces=catalog.faces(table.game, table.row.seats),
        companion_names=companion_names,
        invited_by_name={invitation.seat: invitation.name for invitation in invitations_here},
        offered={} if was_removed else _seats_on_offer(table, visitor.guest, invitations_here),
        time_limits=clock_sentences(table.row, visitor.text),
        bot_labels=[catalog.bot_label(table.game, row, visitor.text) for row in table.row.seats],
    )


def _claimed_seat(table: LiveTable, guest: str) -> SeatRow | None:
    """Return the seat that a guest may take back."""
    claimed = table.claimed_seat_of(guest)
    return None if claimed is None else table.row.seats[claimed]


def _seats_on_offer(table: LiveTable, guest: str, invitations_here: Sequence[Invitation]) -> dict[int, bool]:
    """Return the open seats that a guest may take here, and whether the guest is invited to each."""
    if table.seat_of(guest) is not None:
        return {}
    invited = {invitation.seat: invitation.guest for invitation in invitations_here}
    free = table.row.is_listed or guest == table.row.host
    return {
        row.seat: invited.get(row.seat) == guest
        for row in table.row.seats
        if row.kind == OPEN and (invited.get(row.seat) == guest or (free and row.seat not in invited))
    }


def _seat_notice(table: LiveTable, visitor: Visitor) -> Markup | None:
    """Return a notice about this guest's seat if it is offered to others or was moved to another browser."""
    seat = table.seat_of(visitor.guest)
    if seat is not None:
        return escape(visitor.text("seat_link.seat_offered")) if table.row.seats[seat].offer_token else None
    if table.claimed_seat_of(visitor.guest) is not None:
        return None
    moved = any(row.kind == GUEST and row.former_guest == visitor.guest for row in table.row.seats)
    return escape(visitor.text("seat_link.seat_moved")) if moved else None
