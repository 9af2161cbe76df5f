"""Coming back to a seat at which a bot has played, leaving one for good, what the host does about those of others."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Response, post
from litestar.di import NamedDependency
from litestar.exceptions import ClientException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from regnum.web.accounts.deps import TheAccounts
from regnum.web.accounts.service import Accounts
from regnum.web.bots import catalog
from regnum.web.clocks import forms as clock_forms
from regnum.web.clocks import proposals as proposing
from regnum.web.clocks.deps import TheClocks
from regnum.web.errors import Refused
from regnum.web.http.csrf import posted
from regnum.web.http.visitor import Asked, TheVisitor, Visitor, form_of, get
from regnum.web.lobby.deps import TheSeating
from regnum.web.lobby.routes_join import JoinLink
from regnum.web.lobby.routes_new_table import clock_form
from regnum.web.lobby.seating import together
from regnum.web.notifications.deps import TheNotifications
from regnum.web.notifications.service import Notifications
from regnum.web.play.routes_page import refusal
from regnum.web.tables import agreement
from regnum.web.tables.clock import UTC_NAME, zone_of
from regnum.web.tables.deps import TheStored, TheTable, TheTables, table_title, why
from regnum.web.tables.live_table import LiveTable, StoredTable
from regnum.web.tables.models import PLAYING, WAITING
from regnum.web.tables.service import Tables

FAULTS: Final = {"duration", "more_time", "wall_time", "night_long", "zone", "pause_date"}
"""Refusals of what somebody has typed: the form is shown again."""


class SeatForm(msgspec.Struct):
    """Which seat is meant, and whom the host asks to sit down there ("": nobody any more)."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=100)]
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


def _no(refused: Refused, table: StoredTable, visitor: Visitor) -> ClientException:
    return ClientException(status_code=409, extra={"message": why(refused, table, visitor.text)})


@post("/table/{table_id:str}/return", status_code=200)
async def come_back(
    request: Asked, visitor: TheVisitor, clocks: TheClocks, table: TheTable
) -> Response[Any] | Redirect | Template:
    """Let a person play himself again."""
    live = "hx-request" in request.headers
    try:
        await clocks.give_back(table, visitor.guest)
    except Refused as refused:
        return refusal(refused, table, visitor, live)
    return Response("", media_type=MediaType.HTML) if live else Redirect(f"/table/{table.row.id}", status_code=303)


@get("/table/{table_id:str}/leave")
async def leaving(
    visitor: TheVisitor, seating: TheSeating, notifications: TheNotifications, stored: TheStored
) -> Template | Redirect:
    """Show how one can leave a table, or end the game, and what that means."""
    if not isinstance(stored, LiveTable):
        return Redirect(f"/table/{stored.row.id}", status_code=303)  # which says so itself
    table = stored
    seat = table.seat_of(visitor.guest)
    hosting = visitor.guest == table.row.host
    if seat is None and not hosting:
        raise ClientException(status_code=409, extra={"say": "no_seat"})
    gone = [] if seat is None else seating.gone(table, seat, await _seen(notifications, table))
    return visitor.page(
        "lobby/leave",
        table=table.row,
        title=table_title(table.row, visitor.language),
        waiting=table.phase == WAITING,
        playing=table.phase == PLAYING,
        seated=seat is not None,
        hosting=hosting,
        alone=agreement.alone(table.row),
        absent=seat is not None and table.row.seats[seat].absent,
        proposal=proposing.proposal_view(table.row, seat, visitor.text),
        acting=table.state.observed_by(seat).players_to_act,
        level=catalog.level_name(table.row.substitute, visitor.text),
        gone=[table.row.seats[at] for at in gone if at != seat],
    )


async def _seen(notifications: Notifications, table: LiveTable) -> dict[str, datetime]:
    """Return when those who sit at a table last looked at a page of ours."""
    return await notifications.last_seen.last({row.guest for row in table.row.seats if row.guest is not None})


@post("/table/{table_id:str}/stand-in")
async def stand_in(
    request: Asked, visitor: TheVisitor, seating: TheSeating, notifications: TheNotifications, table: TheTable
) -> Redirect:
    """Let a bot play for somebody who is gone, until he is back."""
    try:
        form = await form_of(request, SeatForm)
        await seating.stand_in(table, form.seat, visitor.guest, await _seen(notifications, table))
    except Refused as refused:
        raise _no(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


@post("/table/{table_id:str}/leave")
async def leave(visitor: TheVisitor, seating: TheSeating, stored: TheStored) -> Redirect:
    """Stand up; once the game goes on, a bot has the seat for good. A game that cannot go on is put away."""
    try:
        if isinstance(stored, LiveTable):
            await seating.leave(stored, visitor.guest)
        else:
            await seating.remove(stored, visitor.guest)
    except Refused as refused:
        raise _no(refused, stored, visitor) from None
    goes = isinstance(stored, LiveTable) and stored.may_watch(visitor.guest)
    return Redirect(f"/table/{stored.row.id}" if goes else "/tables", status_code=303)


@get("/table/{table_id:str}/propose")
async def proposals(visitor: TheVisitor, notifications: TheNotifications, table: TheTable) -> Template:
    """Show what somebody can propose to the others at a table."""
    return _propose_page(visitor, table, await _seen(notifications, table), {})


def _propose_page(
    visitor: Visitor,
    table: LiveTable,
    seen: dict[str, datetime],
    sent: dict[str, str],
    refused: Refused | None = None,
) -> Template:
    row, text = table.row, visitor.text
    seat = table.seat_of(visitor.guest)
    if seat is None:
        raise ClientException(status_code=409, extra={"say": "no_seat"})
    if table.phase != PLAYING:
        raise _no(Refused("not_begun" if table.phase == WAITING else "game_over"), table, visitor)
    zone = UTC_NAME if row.timing is None else row.timing.zone
    return visitor.page(
        "lobby/propose",
        200 if refused is None else 422,
        table=row,
        title=table_title(row, visitor.language),
        error=None if refused is None else why(refused, table, text),
        kinds=agreement.possible(row),
        proposal=proposing.proposal_view(row, seat, text),
        paused=proposing.paused(row, text),
        alone=agreement.needs_nobody(row, datetime.now(UTC)),
        time=clock_forms.duration_text(
            agreement.time_to_answer(row, together(table, seat, seen)).total_seconds(), text
        ),
        sent=sent,
        zone=zone,
        first_day=f"{datetime.now(zone_of(zone)) + timedelta(days=1):%Y-%m-%d}",
        clock=clock_forms.typed(sent) if "clock_pace" in sent else clock_forms.again(row),
        **clock_form(text),
    )


@post("/table/{table_id:str}/propose")
async def propose(
    request: Asked, visitor: TheVisitor, seating: TheSeating, notifications: TheNotifications, table: TheTable
) -> Redirect | Template:
    """Propose something to the others at a table; to end the game, say, or to pause its clocks."""
    sent, seen = await posted(request), await _seen(notifications, table)
    try:
        wanted = proposing.proposal_from_form(table.row, sent, datetime.now(UTC))
        await seating.propose(table, visitor.guest, wanted, seen)
    except Refused as refused:
        if refused.key in FAULTS:
            return _propose_page(visitor, table, seen, sent, refused)
        raise _no(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


class AnswerForm(msgspec.Struct):
    """Whether somebody agrees ("yes"), or not: then the proposal is over."""

    agree: Annotated[str, msgspec.Meta(max_length=3)]


@post("/table/{table_id:str}/proposal/{proposal_id:str}", status_code=200)
async def answer(
    request: Asked, visitor: TheVisitor, seating: TheSeating, table: TheTable, proposal_id: FromPath[str]
) -> Response[Any] | Redirect | Template:
    """Agree to a proposal, or refuse or withdraw it."""
    live = "hx-request" in request.headers
    try:
        form = await form_of(request, AnswerForm)
        await seating.answer(table, visitor.guest, proposal_id, form.agree == "yes")
    except Refused as refused:
        return refusal(refused, table, visitor, live)
    return Response("", media_type=MediaType.HTML) if live else Redirect(f"/table/{table.row.id}", status_code=303)


class TitleForm(msgspec.Struct):
    """The name of a table; "": none."""

    title: Annotated[str, msgspec.Meta(max_length=400)] = ""


@post("/table/{table_id:str}/title")
async def entitle(request: Asked, visitor: TheVisitor, seating: TheSeating, table: TheTable) -> Redirect:
    """Give a table a name, or take it away."""
    try:
        await seating.entitle(table, visitor.guest, (await form_of(request, TitleForm)).title)
    except Refused as refused:
        raise _no(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


@post("/table/{table_id:str}/end")
async def end(visitor: TheVisitor, tables: TheTables, stored: TheStored) -> Redirect:
    """End a game for good that an update has stopped."""
    try:
        await tables.end_stopped(stored, visitor.guest)
    except Refused as refused:
        raise _no(refused, stored, visitor) from None
    return Redirect(f"/table/{stored.row.id}", status_code=303)


@post("/table/{table_id:str}/remove")
async def remove(visitor: TheVisitor, seating: TheSeating, stored: TheStored) -> Redirect:
    """Remove a table that has not begun, or put one away that is over or cannot go on."""
    try:
        await seating.remove(stored, visitor.guest)
    except Refused as refused:
        raise _no(refused, stored, visitor) from None
    return Redirect("/tables", status_code=303)


@post("/table/{table_id:str}/send-away")
async def send_away(request: Asked, visitor: TheVisitor, seating: TheSeating, table: TheTable) -> Redirect:
    """Free the seat of a person before the game begins."""
    try:
        form = await form_of(request, SeatForm)
        await seating.send_away(table, form.seat, visitor.guest, visitor.home)
    except Refused as refused:
        raise _no(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}?links=new", status_code=303)


@post("/table/{table_id:str}/readmit")
async def readmit(visitor: TheVisitor, seating: TheSeating, table: TheTable) -> Redirect:
    """Let those whom the host has sent away sit down again."""
    try:
        await seating.readmit(table, visitor.guest)
    except Refused as refused:
        raise _no(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


@post("/table/{table_id:str}/ask")
async def ask(
    request: Asked, visitor: TheVisitor, tables: TheTables, seating: TheSeating, accounts: TheAccounts, table: TheTable
) -> Redirect:
    """Ask somebody who is known here by name to sit down on an open seat, or withdraw that."""
    try:
        form = await form_of(request, SeatForm)
        if form.name.strip():
            find = partial(_known, tables, accounts, visitor.guest)
            await seating.ask(table, form.seat, visitor.guest, find, form.name, visitor.home)
        else:
            await seating.ask_no_more(table, form.seat, visitor.guest)
    except Refused as refused:
        raise _no(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


async def _known(tables: Tables, accounts: Accounts, host: str, name: str) -> str | None:
    """Return the guest whom a host means by a name: somebody with whom they have played, or who has an account.

    Refused if these are two: anybody may sit down under somebody else's name.
    """
    found = await tables.invitations.companions_called(host, name)
    person = await accounts.store.called(name)
    if person is not None:
        found.add(person.guest)
    if len(found) > 1:
        raise Refused("name_of_two", {"name": name})
    return next(iter(found), None)


@post("/join/{token:str}/decline")
async def decline(visitor: TheVisitor, seating: TheSeating, join_link: NamedDependency[JoinLink]) -> Redirect:
    """Say no to having been asked to sit down."""
    await seating.decline(join_link.table, visitor.guest)
    return Redirect("/tables", status_code=303)


HANDLERS: Final = [
    come_back,
    leaving,
    stand_in,
    leave,
    proposals,
    propose,
    answer,
    entitle,
    end,
    remove,
    send_away,
    readmit,
    ask,
    decline,
]
