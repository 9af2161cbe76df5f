"""The routes for renaming, ending and removing a table."""

from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.response import Redirect

from regnum.web.errors import RefusedError
from regnum.web.http.deps import VisitorDep
from regnum.web.http.visitor import WebRequest, form_of
from regnum.web.lobby.deps import TableManagementDep
from regnum.web.tables.deps import StoredTableDep, TableDep, TablesDep, conflict_error


class TitleForm(msgspec.Struct):
    """The name of a table, or "" if there is none."""

    title: Annotated[str, msgspec.Meta(max_length=400)] = ""


@post("/table/{table_id:str}/title")
async def rename_table(
    request: WebRequest, visitor: VisitorDep, management: TableManagementDep, table: TableDep
) -> Redirect:
    """Set or remove the name of a table."""
    try:
        await management.rename_table(table, visitor.guest, (await form_of(request, TitleForm)).title)
    except RefusedError as refused:
        raise conflict_error(refused, table, visitor) from None
    return Redirect(f"/table/{table.row.id}", status_code=303)


@post("/table/{table_id:str}/end")
async def end_table(visitor: VisitorDep, tables: TablesDep, stored: StoredTableDep) -> Redirect:
    """End a game that cannot continue after an update."""
    try:
        await tables.end_stopped(stored, visitor.guest)
    except RefusedError as refused:
        raise conflict_error(refused, stored, visitor) from None
    return Redirect(f"/table/{stored.row.id}", status_code=303)


@post("/table/{table_id:str}/remove")
async def remove_table(visitor: VisitorDep, management: TableManagementDep, stored: StoredTableDep) -> Redirect:
    """Remove a table that has not begun, or hide one that is over or cannot continue."""
    try:
        await management.remove(stored, visitor.guest)
    except RefusedError as refused:
        raise conflict_error(refused, stored, visitor) from None
    return Redirect("/tables", status_code=303)


HANDLERS: Final = [rename_table, end_table, remove_table]
