"""A seat goes on in another browser: by its holder's personal link, or handed out anew by the host."""

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.exceptions import ClientException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from regnum.web.live import LiveTable, Refused
from regnum.web.routes.common import (
    Asked,
    checked_name,
    form_of,
    guest_of,
    here_only,
    language_of,
    origin_of,
    page,
    table_of,
    tables_of,
    text_of,
    title_of,
    why,
)
from regnum.web.store import GUEST


@get("/table/{table_id:str}/seat")
async def links(request: Asked, table_id: FromPath[str]) -> Template:
    """Show the holder of a seat his personal link, and the host what he can do for the others."""
    table = await table_of(request, table_id)
    guest = guest_of(request)
    seat = table.seat_of(guest)
    hosting = guest == table.row.host
    if seat is None and not hosting:
        raise ClientException(status_code=409, extra={"say": "no_seat"})
    start = f"{origin_of(request)}/seat/"
    mine = await tables_of(request).store.personal_link(table_id, guest)
    others: list[dict[str, Any]] = [
        {"seat": row.seat, "name": row.name, "link": start + row.offer if row.offer else ""}
        for row in table.row.seats
        if hosting and row.kind == GUEST and row.seat != seat
    ]
    return page(
        request,
        "seat",
        table=table_id,
        seat=seat,
        mine=start + mine if mine else "",
        others=others,
        here_only=here_only(request),
    )


class OfferForm(msgspec.Struct):
    """What the host asks for: a link for somebody who takes a seat over (made "yes"), or none any more."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=100)]
    made: Annotated[str, msgspec.Meta(max_length=3)]


@post("/table/{table_id:str}/offer")
async def offer(request: Asked, table_id: FromPath[str]) -> Redirect:
    """Make a link by which somebody else can take over an absent guest's seat, or withdraw it."""
    table = await table_of(request, table_id)
    try:
        form = await form_of(request, OfferForm)
        await tables_of(request).offer(table, form.seat, guest_of(request), form.made == "yes")
    except Refused as refused:
        raise ClientException(status_code=409, extra={"message": why(refused, table, text_of(request))}) from None
    return Redirect(f"/table/{table_id}/seat", status_code=303)


class TakeForm(msgspec.Struct):
    """Who takes a seat over; a personal link needs no name."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


async def _linked(request: Asked, token: str) -> tuple[LiveTable, int, bool]:
    """Return table and seat of a link, and whether it is a personal one; a link that was used is refused in words."""
    found = await tables_of(request).store.linked(token)
    if found is None:
        raise ClientException(status_code=404, extra={"name": "not_found", "say": "link_used"})
    return await table_of(request, found[0]), found[1], found[2]


async def _take_page(request: Asked, token: str, typed: str = "", refused: Refused | None = None) -> Template:
    table, seat, personal = await _linked(request, token)
    here = table.seat_of(guest_of(request))
    if here is not None:
        refused = Refused("seat_here" if here == seat else "seated_at", {"seat": here + 1})
    return page(
        request,
        "take",
        200 if refused is None else 409,
        title=title_of(table.row.game, language_of(request)),
        error=None if refused is None else why(refused, table, text_of(request)),
        possible=here is None,
        personal=personal,
        token=token,
        seat=seat,
        holder=table.row.seats[seat].name,
        typed=typed,
        table=table.row.id,
    )


@get("/seat/{token:str}")
async def linked(request: Asked, token: FromPath[str]) -> Template:
    """Ask whether the seat shall go on here. Nothing happens yet: previews of links come this way, too."""
    return await _take_page(request, token)


@post("/seat/{token:str}")
async def take_over(request: Asked, token: FromPath[str]) -> Redirect | Template:
    """Go on with a seat in this browser."""
    table, seat, personal = await _linked(request, token)
    typed = ""
    try:
        typed = (await form_of(request, TakeForm)).name
        name = None if personal else checked_name(typed)
        await tables_of(request).take_over(table, seat, token, guest_of(request), name)
    except Refused as refused:
        return await _take_page(request, token, typed, refused)
    return Redirect(f"/table/{table.row.id}", status_code=303)


HANDLERS = [links, offer, linked, take_over]
