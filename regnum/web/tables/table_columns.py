"""The columns of a table's row: what is stored as JSON, and how a row is read and validated."""

import json
import logging
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from regnum.web.db.columns import read_values
from regnum.web.rate_limit import RateLimit
from regnum.web.tables.models import FINISHED, PHASES, TableRow

LOG: Final = logging.getLogger("regnum.web")
_LOG_RATE: Final = RateLimit(1, seconds=3600.0)

_JSON_FIELDS: Final = ("options", "timing", "pause", "proposal")
"""The fields of a `TableRow` that are stored as JSON, besides the clocks."""


def encode_json(value: object) -> str | None:
    """Return a value as JSON; None is NULL."""
    return None if value is None else msgspec.json.encode(value).decode()


def clock_columns(table: TableRow) -> dict[str, Any]:
    """Return the columns of a table's clocks."""
    return {"clocks": encode_json(table.clocks) if table.clocks else None, "next_check_at": table.next_check_at}


def agreement_columns(table: TableRow) -> dict[str, Any]:
    """Return the columns that agreements change: those of the clocks, and the proposal."""
    return {
        **clock_columns(table),
        "timing": encode_json(table.timing),
        "substitute": table.substitute,
        "pause": encode_json(table.pause),
        "proposal": encode_json(table.proposal),
    }


def can_be_key(text: str) -> bool:
    """Return whether a text is a possible id or token: not every database accepts every character."""
    return text.isascii() and text.isprintable()


def read_table(row: Any, seats: Sequence[Any], has_rematch: bool) -> TableRow | None:
    """Return a validated table, or None if its row is damaged, which is logged.

    `has_rematch`: whether the id of its rematch exists.
    """
    try:
        values = read_values(row)
        values.update((name, json.loads(row[name] or "null")) for name in _JSON_FIELDS)
        values.update(clocks=json.loads(row["clocks"] or "[]"), seats=[read_values(seat) for seat in seats])
        table = msgspec.convert({**values, "has_rematch": row["phase"] == FINISHED and has_rematch}, TableRow)
        if table.phase not in PHASES or not table.seed.isdecimal() or not table.seats:
            raise ValueError("its phase, seed or seats are none")
        return table
    except (ValueError, TypeError, RecursionError) as error:  # invalid JSON, or an unexpected shape
        if _LOG_RATE.allows(row["id"]):
            LOG.error("the row of table %s is damaged: %s; see regnum doctor", row["id"], type(error).__name__)
        return None
