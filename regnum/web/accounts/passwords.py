"""Passwords: kept as argon2id hashes, which are worked out in threads of their own, few at a time."""

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from regnum.web.errors import Busy, Refused

LEAST: Final = 10
MOST: Final = 200
"""How many characters a password has at least, and at most."""
DIFFERENT: Final = 5
"""So many different characters it has at least."""
AT_ONCE: Final = 2
WAITING: Final = 40
"""So many hashes wait at most: each takes a tenth of a second and 64 MB."""
HASHER = PasswordHasher()

T = TypeVar("T")


class Verdict(msgspec.Struct, frozen=True):
    """Whether a password was right; `fresh`: its hash as it would be made today, if it was made otherwise."""

    right: bool
    fresh: str = ""


def checked_password(typed: str, name: str) -> str:
    """Return a new password as it is hashed; Refused if it is too short, too long or easily guessed."""
    password = composed(typed)
    if len(password) < LEAST:
        raise Refused("password_short", {"least": LEAST})
    if len(password) > MOST:
        raise Refused("password_long", {"most": MOST})
    if len(set(password)) < DIFFERENT or password.casefold() == name.casefold():
        raise Refused("password_easy")
    return password


def composed(typed: str) -> str:
    """Return what was typed, the same whatever the keyboard makes of an accent."""
    return unicodedata.normalize("NFKC", typed)


class Passwords:
    """Makes and verifies hashes beside everything else; Busy if too many wait already."""

    def __init__(self) -> None:
        self._threads: Final = ThreadPoolExecutor(AT_ONCE, "password")
        self._waiting = 0
        self._nobody = ""

    async def hashed(self, password: str) -> str:
        """Return what is kept of a password."""
        return await self._beside(lambda: HASHER.hash(password))

    async def verify(self, kept: str | None, typed: str) -> Verdict:
        """Tell whether what was typed is the password that is kept; it takes as long where there is none."""
        if not self._nobody:
            self._nobody = await self.hashed(secrets.token_hex())
        return await self._beside(lambda: _verified(kept, composed(typed)[: MOST + 1], self._nobody))

    async def _beside(self, work: Callable[[], T]) -> T:
        if self._waiting >= WAITING:
            raise Busy("too many passwords wait")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _verified(kept: str | None, typed: str, nobody: str) -> Verdict:
    try:
        HASHER.verify(kept or nobody, typed)
    except (VerificationError, InvalidHashError):
        return Verdict(False)
    if kept is None:
        return Verdict(False)
    return Verdict(True, HASHER.hash(typed) if HASHER.check_needs_rehash(kept) else "")
