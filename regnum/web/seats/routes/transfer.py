"""The routes for moving a seat: by its holder's personal link, or by a link from the host."""

from typing import Annotated, Any, Final

import msgspec
from litestar import post
from litestar.exceptions import ClientException
from litestar.response import Redirect, Template

from regnum.web.errors import RefusedError
from regnum.web.http.deps import VisitorDep
from regnum.web.http.request_limits import LIGHT
from regnum.web.http.visitor import Visitor, WebRequest, form_of, get
from regnum.web.names import check_name
from regnum.web.seats.deps import SeatTransfersDep, TransferLinkDep
from regnum.web.seats.transfer import TransferLink
from regnum.web.tables.deps import TableDep, TablesDep, conflict_error, refusal_reason, table_title
from regnum.web.tables.models import GUEST


@get("/table/{table_id:str}/seat", cost=LIGHT)
async def show_seat_links(visitor: VisitorDep, tables: TablesDep, table: TableDep) -> Template:
    """Show the holder of a seat their personal link, and the host the links for the other seats."""
    seat = table.seat_of(visitor.guest)
    is_host = visitor.guest == table.row.host
    if seat is None and not is_host:
        raise ClientException(status_code=409, extra={"text_key": "no_seat"})
    if sum(row.guest == visitor.guest for row in table.row.seats) > 1:
        raise ClientException(status_code=409, extra={"message": visitor.text("fork.one_browser_only")})
    start = f"{visitor.origin}/seat/"
    personal_token = await tables.store.seats.personal_link(table.row.id, visitor.guest)
    others: list[dict[str, Any]] = [
        {"seat": row.seat, "name": row.name, "link": start + row.offer_token if row.offer_token else ""}
        for row in table.row.seats
        if is_host and row.kind == GUEST and row.seat != seat
    ]
    return visitor.page(
        "seats/seat_link",
        table=table.row.id,
        row=table.row,
        seat=seat,
        mine=start + personal_token if personal_token else "",
        others=others,
        is_host=is_host,
        is_loopback_only=visitor.is_loopback_only,
    )


class OfferForm(msgspec.Struct):
    """The host's request to create a link for taking over a seat (`create` is "yes"), or to withdraw it."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=100)]
    create: Annotated[str, msgspec.Meta(max_length=3)]


@post("/table/{table_id:str}/offer")
async def change_offer(
    request: WebRequest, visitor: VisitorDep, seat_transfers: SeatTransfersDep, table: TableDep
) -> Redirect:
    """Create or withdraw a link for taking over a guest's seat."""
    try:
        form = await form_of(request, OfferForm)
        await seat_transfers.change_offer(table, form.seat, visitor.guest, form.create == "yes")
    except RefusedError as refused:
        raise conflict_error(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}/seat", status_code=303)


class ClaimForm(msgspec.Struct):
    """A guest's request to take back a seat that the host gave away ("yes"), or to give up their claim to it."""

    back: Annotated[str, msgspec.Meta(max_length=3)]


@post("/table/{table_id:str}/claim")
async def resolve_claim(
    request: WebRequest, visitor: VisitorDep, seat_transfers: SeatTransfersDep, table: TableDep
) -> Redirect:
    """Take back a seat that the host gave away, or give up the claim to it permanently."""
    try:
        form = await form_of(request, ClaimForm)
        try:
            name = check_name(visitor.name)
        except RefusedError:
            name = None
        await seat_transfers.resolve_claim(table, visitor.guest, form.back == "yes", name)
    except RefusedError as refused:
        raise conflict_error(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


class TransferForm(msgspec.Struct):
    """The name of the person who takes over a seat; a personal link needs none."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


def _transfer_page(
    visitor: Visitor, link: TransferLink, typed: str = "", refused: RefusedError | None = None
) -> Template:
    table = link.table
    own_seat = table.seat_of(visitor.guest)
    if own_seat is not None:
        refused = RefusedError(
            "already_seated_here" if own_seat == link.seat else "already_seated_at", {"seat": own_seat + 1}
        )
    return visitor.page(
        "seats/transfer",
        200 if refused is None else 409,
        title=table_title(table.row, visitor.language),
        error=None if refused is None else refusal_reason(refused, table, visitor.text),
        possible=own_seat is None,
        personal=link.personal,
        token=link.token,
        seat=link.seat,
        holder=table.row.seats[link.seat].name,
        typed=typed,
        table=table.row.id,
    )


@get("/seat/{token:str}")
async def show_transfer_page(visitor: VisitorDep, transfer_link: TransferLinkDep) -> Template:
    """Ask whether to move a seat to this browser; loading the page moves nothing, because link previews load it too."""
    return _transfer_page(visitor, transfer_link)


@post("/seat/{token:str}")
async def accept_transfer(
    request: WebRequest, visitor: VisitorDep, seat_transfers: SeatTransfersDep, transfer_link: TransferLinkDep
) -> Redirect | Template:
    """Move a seat to this browser, or show the page again with the reason for a refusal."""
    typed = ""
    try:
        typed = (await form_of(request, TransferForm)).name
        name = None if transfer_link.personal else check_name(typed)
        await seat_transfers.transfer_seat(
            transfer_link.table, transfer_link.seat, transfer_link.token, visitor.guest, name
        )
    except RefusedError as refused:
        return _transfer_page(visitor, transfer_link, typed, refused)
    return Redirect(f"/table/{transfer_link.table.row.id}", status_code=303)


HANDLERS: Final = [show_seat_links, change_offer, resolve_claim, show_transfer_page, accept_transfer]
