"""Reads rows one by one if one of them is damaged, so that the others can still be read."""

import logging
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, tuple_

from regnum.web.rate_limit import RateLimit

LOG: Final = logging.getLogger("regnum.web")
_LOG_RATE: Final = RateLimit(1, seconds=3600.0)


def readable_rows(connection: Connection, query: Any, *key: Any) -> Sequence[Any]:
    """Return the rows of a query as mappings, except those with an unreadable timestamp, which are logged once an hour.

    `key`: the columns that identify a row. Only SQLite can have such rows, because it does not check types.
    """
    try:
        return connection.execute(query).mappings().all()
    except ValueError:
        keys = connection.execute(query.with_only_columns(*key)).all()
    rows: list[Any] = []
    for values in keys:
        try:
            rows += connection.execute(query.where(tuple_(*key) == tuple_(*values))).mappings().all()
        except ValueError:
            place = f"{key[0].table.name} {' '.join(map(str, values))}"
            if _LOG_RATE.allows(place):
                LOG.error("the row of %s is damaged: a timestamp cannot be read; see regnum doctor", place)
    return rows
