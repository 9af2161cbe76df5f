"""Errors that services raise and pages turn into responses."""

from typing import Final


class RefusedError(Exception):
    """The request is not allowed now; nothing has changed. `key` names the message, `clause` the rule behind it."""

    def __init__(self, key: str, params: dict[str, int | str] | None = None, clause: str = "") -> None:
        super().__init__(key)
        self.key: Final = key
        self.params: Final[dict[str, int | str]] = params or {}
        self.clause: Final = clause


class UnplayableError(Exception):
    """This version of the rules cannot continue a stored table."""


class BusyError(Exception):
    """The database does not answer or is locked. Nothing has changed, and a later attempt may succeed."""


class GoneError(Exception):
    """The table was removed in the meantime."""


class ConflictError(Exception):
    """Another request came first: the table has changed, or the link has been used."""
