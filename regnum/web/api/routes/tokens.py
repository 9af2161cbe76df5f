"""The page where visitors create and revoke tokens for programs. A token is shown once."""

from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.exceptions import ClientException
from litestar.response import Redirect, Template

from regnum.web.api.deps import TokensDep
from regnum.web.api.tokens import TokenService
from regnum.web.errors import RefusedError
from regnum.web.http.deps import VisitorDep
from regnum.web.http.visitor import Visitor, WebRequest, form_of, get, refusal_text
from regnum.web.tables.deps import TablesDep, require_playable, require_visible, table_title
from regnum.web.tables.service import TableService


class TokenForm(msgspec.Struct):
    """A new token: its name, and the only table at which it is valid ("": all tables)."""

    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    table: Annotated[str, msgspec.Meta(max_length=32)] = ""


class RevokeForm(msgspec.Struct):
    """The token to revoke."""

    id: Annotated[str, msgspec.Meta(max_length=32)]


@get("/tokens")
async def show_tokens(visitor: VisitorDep, tables: TablesDep, tokens: TokensDep) -> Template:
    """Show the tokens of a guest."""
    return await _tokens_page(visitor, tables, tokens)


@post("/tokens", status_code=200)
async def create_token(request: WebRequest, visitor: VisitorDep, tables: TablesDep, tokens: TokensDep) -> Template:
    """Create a token and show its key, which is shown only once."""
    try:
        form = await form_of(request, TokenForm)
        if (
            form.table
            and require_playable(await require_visible(tables, visitor.guest, form.table)).seat_of(visitor.guest)
            is None
        ):
            raise ClientException(status_code=409, extra={"text_key": "no_seat"})
        key = await tokens.create(visitor.guest, form.table or None, form.name, visitor.client_address)
    except RefusedError as refused:
        error = refusal_text(refused, visitor.text) or visitor.text(f"tokens.{refused.key}", **refused.params)
        return await _tokens_page(visitor, tables, tokens, error=error)
    return await _tokens_page(visitor, tables, tokens, new_key=key)


@post("/tokens/revoke")
async def revoke_token(request: WebRequest, visitor: VisitorDep, tokens: TokensDep) -> Redirect:
    """Revoke a token; programs that use it lose access immediately."""
    try:
        await tokens.revoke((await form_of(request, RevokeForm)).id, visitor.guest)
    except RefusedError:
        raise ClientException(status_code=400, extra={"text_key": "bad_form"}) from None
    return Redirect("/tokens", status_code=303)


async def _tokens_page(
    visitor: Visitor, tables: TableService, tokens: TokenService, new_key: str = "", error: str = ""
) -> Template:
    mine = await tokens.of_guest(visitor.guest)
    rows = {row.id: row for row in await tables.store.tables_of(visitor.guest)} if mine else {}
    return visitor.page(
        "api/tokens",
        422 if error else 200,
        new_key=new_key,
        error=error,
        origin=visitor.origin,
        tokens=[
            {
                "id": token.id,
                "name": token.name,
                "created_at": token.created_at,
                "table": token.table_id or "",
                "game": table_title(rows[token.table_id], visitor.language) if token.table_id in rows else "",
            }
            for token in mine
        ],
    )


HANDLERS: Final = [show_tokens, create_token, revoke_token]
