"""Passwords: their requirements, and the queue for hashing."""

import asyncio

import pytest
from argon2 import PasswordHasher

from regnum.web.accounts import passwords as module
from regnum.web.accounts.passwords import (
    MAX_CONCURRENT_HASHES,
    MAX_QUEUED_HASHES,
    MAX_QUEUED_PER_CLIENT,
    PasswordService,
    Verdict,
    check_new_password,
)
from regnum.web.errors import BusyError, RefusedError
from tests.support.web.apps import run_in_thread

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture(autouse=True)
def fast_hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make hashing fast."""
    monkeypatch.setattr(module, "HASHER", QUICK)


@pytest.mark.parametrize("password", ["abcdefghij", "abcdeeeeee", "abcde" * 40, "pass word 1"])
def test_accepts_passwords_within_the_bounds(password: str) -> None:
    assert check_new_password(password, "Ann") == password


@pytest.mark.parametrize(
    ("password", "refused", "bound"),
    [
        ("abcdefghi", "password_too_short", {"least": 10}),
        ("abcde" * 40 + "x", "password_too_long", {"most": 200}),
        ("abcdabcdabcd", "password_too_easy", {}),
        ("ANNABELLA Smith", "password_too_easy", {}),
        ("\ufb01abcdefg", "password_too_short", {"least": 10}),
    ],
)
def test_refuses_weak_passwords(password: str, refused: str, bound: dict[str, int]) -> None:
    with pytest.raises(RefusedError) as error:
        check_new_password(password, "Annabella Smith")
    assert (error.value.key, error.value.params) == (refused, bound)


def test_verifies_and_rehashes_passwords() -> None:
    async def work() -> None:
        passwords = PasswordService()
        try:
            kept = await passwords.hash("a password of mine", "here")
            assert kept != await passwords.hash("a password of mine", "here")
            assert await passwords.verify(kept, "a password of mine", "here") == Verdict(True)
            for hash_ in (kept, None, "no hash"):
                assert await passwords.verify(hash_, "another password", "here") == Verdict(False)
            other = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1).hash("a password of mine")
            renewed = await passwords.verify(other, "a password of mine", "here")
            assert renewed.is_correct
            assert QUICK.verify(renewed.new_hash, "a password of mine")
            assert not QUICK.check_needs_rehash(renewed.new_hash)
        finally:
            await passwords.close()

    run_in_thread(lambda: asyncio.run(work()))


def test_hashing_queue_refuses_requests_when_full(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (MAX_CONCURRENT_HASHES, MAX_QUEUED_HASHES) == (2, 40)

    async def work() -> None:
        passwords = PasswordService()
        monkeypatch.setattr(module, "MAX_QUEUED_HASHES", 3)
        try:
            for _ in range(2):
                waiting = [asyncio.create_task(passwords.hash("a password of mine", "here")) for _ in range(3)]
                await asyncio.sleep(0)
                with pytest.raises(BusyError):
                    await passwords.hash("a password of mine", "here")
                assert len(await asyncio.gather(*waiting)) == 3
        finally:
            await passwords.close()

    run_in_thread(lambda: asyncio.run(work()))


def test_hashing_queue_has_a_share_for_each_address() -> None:
    assert MAX_QUEUED_PER_CLIENT == 8

    async def work() -> None:
        passwords = PasswordService()
        try:
            waiting = [
                asyncio.create_task(passwords.hash("a password of mine", "here")) for _ in range(MAX_QUEUED_PER_CLIENT)
            ]
            await asyncio.sleep(0)
            with pytest.raises(BusyError):
                await passwords.hash("a password of mine", "here")
            assert await passwords.hash("a password of mine", "there")
            await asyncio.gather(*waiting)
            assert await passwords.hash("a password of mine", "here")
            assert not passwords._waiting
        finally:
            await passwords.close()

    run_in_thread(lambda: asyncio.run(work()))
