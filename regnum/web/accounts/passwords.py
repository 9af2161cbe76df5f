"""Passwords, stored as argon2id hashes that are computed in a small thread pool."""

import asyncio
import secrets
import unicodedata
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from regnum.web.errors import BusyError, RefusedError

MIN_LENGTH: Final = 10
MAX_LENGTH: Final = 200
"""The minimum and maximum length of a password, in characters."""
MIN_DIFFERENT_CHARACTERS: Final = 5
"""The minimum number of different characters in a password."""
MAX_CONCURRENT_HASHES: Final = 2
MAX_QUEUED_HASHES: Final = 40
"""The maximum number of queued hashes: each takes a tenth of a second and 64 MB."""
MAX_QUEUED_PER_CLIENT: Final = 8
"""The maximum number of queued hashes for one client address or person, so that none can fill the queue."""
HASHER = PasswordHasher()

T = TypeVar("T")


class Verdict(msgspec.Struct, frozen=True):
    """Whether a password is correct; `new_hash`: its new hash, if the stored one was made with outdated parameters."""

    is_correct: bool
    new_hash: str = ""


def check_new_password(typed: str, name: str) -> str:
    """Return a new password in the form that is hashed.

    Raises RefusedError if it is too short, too long or easily guessed.
    """
    password = normalize_text(typed)
    if len(password) < MIN_LENGTH:
        raise RefusedError("password_too_short", {"least": MIN_LENGTH})
    if len(password) > MAX_LENGTH:
        raise RefusedError("password_too_long", {"most": MAX_LENGTH})
    if len(set(password)) < MIN_DIFFERENT_CHARACTERS or password.casefold() == name.casefold():
        raise RefusedError("password_too_easy")
    return password


def normalize_text(typed: str) -> str:
    """Return typed text in NFKC, so that it does not depend on how a keyboard composes accents."""
    return unicodedata.normalize("NFKC", typed)


class PasswordService:
    """Hashes and verifies passwords in threads.

    Raises BusyError if too many are queued, in total or by one `client` (an address or a person).
    """

    def __init__(self) -> None:
        self._threads: Final = ThreadPoolExecutor(MAX_CONCURRENT_HASHES, "password")
        self._waiting: Final[Counter[str]] = Counter()
        self._dummy_hash = ""

    async def hash(self, password: str, client: str) -> str:
        """Return the hash of a password."""
        return await self._run_in_thread(lambda: HASHER.hash(password), client)

    async def verify(self, stored: str | None, typed: str, client: str) -> Verdict:
        """Return whether a typed password matches the hash `stored`. If that is None, it takes equally long."""
        if not self._dummy_hash:
            self._dummy_hash = await self.hash(secrets.token_hex(), client)
        return await self._run_in_thread(
            lambda: _verify(stored, normalize_text(typed)[: MAX_LENGTH + 1], self._dummy_hash), client
        )

    async def _run_in_thread(self, work: Callable[[], T], client: str) -> T:
        if self._waiting.total() >= MAX_QUEUED_HASHES or self._waiting[client] >= MAX_QUEUED_PER_CLIENT:
            raise BusyError("too many passwords wait")
        self._waiting[client] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client]

    async def close(self) -> None:
        """Shut down the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _verify(stored: str | None, typed: str, dummy_hash: str) -> Verdict:
    try:
        HASHER.verify(stored or dummy_hash, typed)
    except (VerificationError, InvalidHashError):
        return Verdict(False)
    if stored is None:
        return Verdict(False)
    return Verdict(True, HASHER.hash(typed) if HASHER.check_needs_rehash(stored) else "")
