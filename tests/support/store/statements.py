"""Statements that a store sends to its database."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event

from regnum.web.tables.store import TableStore


@contextmanager
def statements_of(store: TableStore, hear: Callable[[Connection, str, Any], None]) -> Iterator[None]:
    """Call `hear` with connection, statement and parameters of each statement of this store only.

    SQLAlchemy's listeners receive events of every engine in the process, including the tests' shared application.
    """

    def listen(connection: Connection, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        if connection.engine.url.render_as_string() == store.database.location:
            hear(connection, statement, parameters)

    event.listen(Engine, "before_cursor_execute", listen)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", listen)
