"""Coming back to a seat at which a bot has played meanwhile."""

from typing import Any, Final

from litestar import MediaType, Response, post
from litestar.response import Redirect, Template

from regnum.web.live import Refused
from regnum.web.routes.common import Asked, TheTable, TheTables, TheVisitor
from regnum.web.routes.table import refusal


@post("/table/{table_id:str}/return", status_code=200)
async def come_back(
    request: Asked, visitor: TheVisitor, tables: TheTables, table: TheTable
) -> Response[Any] | Redirect | Template:
    """Let a person play himself again."""
    live = "hx-request" in request.headers
    try:
        await tables.clockwork.give_back(table, visitor.guest)
    except Refused as refused:
        return refusal(refused, table, visitor, live)
    return Response("", media_type=MediaType.HTML) if live else Redirect(f"/table/{table.row.id}", status_code=303)


HANDLERS: Final = [come_back]
