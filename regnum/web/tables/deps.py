"""Dependencies for handlers: this server's tables, and the table in the URL if the visitor may see it."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency, Provide
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import FromPath

from regnum.core.rules.action import Refusal
from regnum.games import find_game
from regnum.web.errors import RefusedError
from regnum.web.http.deps import service
from regnum.web.http.games import title_of
from regnum.web.http.i18n import Text, game_words
from regnum.web.http.visitor import Visitor, refusal_text
from regnum.web.names import full_title
from regnum.web.tables.access import may_see
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import WAITING, TableRow
from regnum.web.tables.service import TableService
from regnum.web.tables.stored_options import stop_reason
from regnum.web.tables.stored_table import StoredTable


async def table_of(tables: NamedDependency[TableService], table_id: FromPath[str]) -> LiveTable:
    """Return a live table; responds with 404 if the id is unknown, and with 409 if its game cannot continue here."""
    table = await tables.cache.get_stored(table_id)
    if table is None:
        raise NotFoundException
    return require_playable(table)


async def require_visible(tables: TableService, guest: str, table_id: str) -> StoredTable:
    """Return a table, whether or not its game can continue here.

    Responds with 404 if the id is unknown, and with 403 if the guest may not see the table.
    """
    table = await tables.cache.get_stored(table_id)
    if table is None:
        raise NotFoundException
    if not await may_see(table, guest, tables.invitation_store):
        raise ClientException(status_code=403, extra={"name": "private"})
    return table


def require_playable(table: StoredTable) -> LiveTable:
    """Return a table as a live table; responds with 409 if its game cannot continue here."""
    if not isinstance(table, LiveTable):
        raise unplayable_error(table)
    return table


def unplayable_error(table: StoredTable) -> ClientException:
    """Return the 409 response for a table whose game cannot continue here, because its rules or facts differ."""
    name = "other_facts" if stop_reason(table.row) == "facts" else "unplayable"
    return ClientException(status_code=409, extra={"name": name})


async def stored_table(
    tables: NamedDependency[TableService], visitor: NamedDependency[Visitor], table_id: FromPath[str]
) -> StoredTable:
    """Return a table that the visitor may see, whether or not its game can continue; errors as in `require_visible`."""
    return await require_visible(tables, visitor.guest, table_id)


async def visible_table(
    tables: NamedDependency[TableService], visitor: NamedDependency[Visitor], table_id: FromPath[str]
) -> LiveTable:
    """Return a live table that the visitor may see; responds with 404, 403 or 409 otherwise."""
    return require_playable(await require_visible(tables, visitor.guest, table_id))


def begun_table(visitor: NamedDependency[Visitor], table: NamedDependency[LiveTable]) -> LiveTable:
    """Return a table that the visitor may see and whose game has begun; responds with 409 while it waits for players.

    Guests may still change seats at a waiting table, so nobody gets a seat's view of its game.
    """
    if table.phase == WAITING:
        raise conflict_error(RefusedError("not_begun"), table, visitor)
    return table


def table_title(row: TableRow, language: str) -> str:
    """Return the title of a table: the name given by the host, if any, and the title of its game."""
    return full_title(row.title, title_of(row.game, language))


def refusal_reason(refused: RefusedError, table: StoredTable, text: Text) -> str:
    """Return the reason for a refusal as a sentence for the visitor."""
    own = refusal_text(refused, text)
    if own:
        return own
    words = game_words(find_game(table.row.game), text.language)
    if words.has("refusal", refused.key):
        return words.refusal(Refusal(refused.key, refused.clause, refused.params))
    return text("refusal.unknown_action")


def conflict_error(refused: RefusedError, table: StoredTable, visitor: Visitor) -> ClientException:
    """Return a refusal as a 409 response with the reason as its message."""
    return ClientException(status_code=409, extra={"message": refusal_reason(refused, table, visitor.text)})


TablesDep: TypeAlias = NamedDependency[TableService]
TableDep: TypeAlias = NamedDependency[LiveTable]
BegunTableDep: TypeAlias = NamedDependency[LiveTable]
StoredTableDep: TypeAlias = NamedDependency[StoredTable]

DEPENDENCIES: Final = {
    "tables": service("tables"),
    "table": Provide(visible_table),
    "begun_table": Provide(begun_table, sync_to_thread=False),
    "stored": Provide(stored_table),
}
