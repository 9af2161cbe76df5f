"""Which errors of a database are worth a retry."""

from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from regnum.web.db.retry import is_temporary, sql_state
from regnum.web.errors import BusyError


def wrap_error(original: Exception, **more: Any) -> DBAPIError:
    return OperationalError("SELECT 1", {}, original, **more)


class ServerError(Exception):
    def __init__(self, state: str | None) -> None:
        super().__init__(state)
        self.sqlstate = state


class InternalClientError(Exception):
    """Has the name of the driver's own error."""


@pytest.mark.parametrize("state", ["08006", "53300", "57P01", "57014", "40001", "40P01", "55P03", "25006", "25P03"])
def test_errors_of_a_busy_or_unreachable_server_are_temporary(state: str) -> None:
    assert is_temporary(ServerError(state))
    assert is_temporary(wrap_error(ServerError(state)))
    assert sql_state(wrap_error(ServerError(state))) == state


def test_connection_errors_are_temporary() -> None:
    passing = (OSError(), TimeoutError(), PoolTimeout(), BusyError("x"), InternalClientError())
    assert [is_temporary(error) for error in passing] == [True] * len(passing)
    assert is_temporary(wrap_error(ServerError("42P01"), connection_invalidated=True))
    lasting = (ServerError("42P01"), ServerError("23505"), ServerError(None), ServerError("57000"), ValueError())
    assert [is_temporary(error) for error in lasting] == [False] * len(lasting)
    assert [sql_state(error) for error in (ServerError(None), ValueError())] == ["", ""]
