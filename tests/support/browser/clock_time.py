"""Passing time while a browser is open."""

import json
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from tests.support.browser.page import wait_until


def pass_time(database: Path, table: str, hours: float, only: int | None = None) -> None:
    """Let time pass at a table directly in the store; wait until the server has noticed.

    `only`: for this seat, and not for others who are to act at the same time.
    """

    def earlier(at: str) -> str:
        moved = datetime.fromisoformat(at.replace("Z", "+00:00")) - timedelta(hours=hours)
        return moved.isoformat().replace("+00:00", "Z")

    with closing(sqlite3.connect(database, timeout=10)) as store, store:
        (item,) = store.execute("SELECT clocks FROM tables WHERE id = ?", [table]).fetchone()
        clocks = [
            {**clock, "since": clock["since"] and earlier(clock["since"])} if only in (None, seat) else clock
            for seat, clock in enumerate(json.loads(item))
        ]
        change = (
            "UPDATE tables SET clocks = ?, next_check_at = '2001-01-01 00:00:00.000000', version = version + 1 "
            "WHERE id = ?"
        )
        store.execute(change, [json.dumps(clocks), table])
    with closing(sqlite3.connect(database, timeout=10)) as store:
        look = "SELECT count(*) FROM tables WHERE id = ? AND next_check_at < '2002-01-01'"
        wait_until(lambda: store.execute(look, [table]).fetchone() == (0,), what="the server looks at the clock")
