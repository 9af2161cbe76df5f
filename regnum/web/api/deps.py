"""The dependencies of the API's handlers: tokens, the token of a request, its table and its texts."""

from typing import Final, NamedTuple, TypeAlias

from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.params import FromPath

from regnum.web.analysis import deps as analysis_deps
from regnum.web.api.tokens import Token, TokenService
from regnum.web.db.health import DatabaseHealth
from regnum.web.http import deps as http_deps
from regnum.web.http.deps import service
from regnum.web.http.i18n import Text, choose_language, page_text
from regnum.web.http.visitor import WebRequest
from regnum.web.presence import deps as presence_deps
from regnum.web.proposals import deps as proposals_deps
from regnum.web.seats import deps as seats_deps
from regnum.web.tables import deps as tables_deps
from regnum.web.tables.deps import TablesDep, require_playable, require_visible
from regnum.web.tables.live_table import LiveTable


class TableAccess(NamedTuple):
    """A requested table, and the token of the request."""

    table: LiveTable
    token: Token

    @property
    def seat(self) -> int | None:
        """The seat of the token's guest, or None if they have none."""
        return self.table.seat_of(self.token.guest)


async def request_token(request: WebRequest, tokens: NamedDependency[TokenService]) -> Token:
    """Return the token of a request; raises NotAuthorizedException if it has no valid token."""
    kind, _, key = request.headers.get("authorization", "").partition(" ")
    token = await tokens.find(key.strip()) if kind.lower() == "bearer" else None
    if token is None:
        raise NotAuthorizedException
    return token


async def table_access_of(tables: TablesDep, token: NamedDependency[Token], table_id: FromPath[str]) -> TableAccess:
    """Return the requested table with the token; raises PermissionDeniedException if the token is for another table."""
    if token.table_id not in (None, table_id):
        raise PermissionDeniedException
    return TableAccess(require_playable(await require_visible(tables, token.guest, table_id)), token)


def text_of(request: WebRequest) -> Text:
    """Return the texts in the requested language."""
    return page_text(choose_language("", request.headers.get("accept-language", "")))


RequestTokenDep: TypeAlias = NamedDependency[Token]
TableAccessDep: TypeAlias = NamedDependency[TableAccess]
TokensDep: TypeAlias = NamedDependency[TokenService]
DatabaseHealthDep: TypeAlias = NamedDependency[DatabaseHealth]
TextDep: TypeAlias = NamedDependency[Text]

DEPENDENCIES: Final = {"tokens": service("tokens"), "database_health": service("database_health")}
API_DEPENDENCIES: Final = {
    "token": Provide(request_token),
    "access": Provide(table_access_of),
    "text": Provide(text_of, sync_to_thread=False),
}
"""The dependencies of the endpoints under /api only."""
APP_DEPENDENCIES: Final = {
    **http_deps.DEPENDENCIES,
    **tables_deps.DEPENDENCIES,
    **presence_deps.DEPENDENCIES,
    **proposals_deps.DEPENDENCIES,
    **analysis_deps.DEPENDENCIES,
    **seats_deps.DEPENDENCIES,
    **DEPENDENCIES,
}
"""All dependencies of these endpoints that the application provides."""
