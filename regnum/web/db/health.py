"""Whether a database can be read and written now."""

import asyncio
import time
from typing import Final

from sqlalchemy import select

from regnum.web.db.database import Database
from regnum.web.errors import BusyError

WRITE_TEST_INTERVAL: Final = 5.0
"""The minimum number of seconds between two write tests; the result is reused in between."""


class DatabaseHealth:
    """Tests a database by reading and writing."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database
        self._lock: Final = asyncio.Lock()
        self._last_write_test = -WRITE_TEST_INTERVAL
        self._error: BusyError | None = None

    async def ping(self) -> None:
        """Test reading, and also writing if the last write test is older than WRITE_TEST_INTERVAL seconds.

        Raises BusyError if reading fails, or if the last write test failed.
        """
        await self._database.read(lambda connection: connection.execute(select(1)))
        async with self._lock:
            if time.monotonic() - self._last_write_test > WRITE_TEST_INTERVAL:
                try:
                    await self._database.write(self._database.probe)
                    self._error = None
                except BusyError as error:
                    self._error = error
                self._last_write_test = time.monotonic()
        if self._error is not None:
            raise self._error
