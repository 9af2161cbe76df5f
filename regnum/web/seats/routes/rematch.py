"""The route for a rematch."""

from typing import Any, Final

from litestar import MediaType, Response, post
from litestar.response import Redirect, Template

from regnum.web.errors import RefusedError
from regnum.web.http.deps import VisitorDep
from regnum.web.http.visitor import WebRequest
from regnum.web.play.refusals import refusal_response
from regnum.web.seats.deps import RematchesDep
from regnum.web.tables.deps import TableDep


@post("/table/{table_id:str}/rematch", status_code=200)
async def open_rematch(
    request: WebRequest, visitor: VisitorDep, rematches: RematchesDep, table: TableDep
) -> Response[Any] | Template:
    """Open the rematch of a table, unless it exists, and redirect to it."""
    live = "hx-request" in request.headers
    try:
        opened = f"/table/{await rematches.open(table, visitor.guest, visitor.client_address)}"
    except RefusedError as refused:
        return refusal_response(refused, table, visitor, live)
    return (
        Response("", media_type=MediaType.HTML, headers={"hx-redirect": opened})
        if live
        else Redirect(opened, status_code=303)
    )


HANDLERS: Final = [open_rematch]
