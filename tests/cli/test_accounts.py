"""`regnum accounts`: the operator lists accounts, creates links, and removes people."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from regnum.web.accounts.one_time_links import INVITE, RESET, OneTimeLinkStore
from regnum.web.accounts.sessions import SessionStore
from regnum.web.accounts.store import AccountStore
from regnum.web.http.identity import Account
from tests.support.command import Run
from tests.support.store.stores import open_store
from tests.support.web.apps import run_in_thread

ORIGIN = "https://games.example"


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A store with two people, one of whom is signed in somewhere."""
    url = f"sqlite:///{tmp_path / 'people.db'}"
    monkeypatch.setenv("REGNUM_DATABASE", url)
    monkeypatch.setenv("REGNUM_ORIGIN", ORIGIN)

    async def work() -> None:
        store = await open_store(url)
        for guest, name, mail in (("a" * 32, "Ann", "ann@friends.example"), ("b" * 32, "Ben", None)):
            await AccountStore(store.database).add(Account(guest, name, datetime.now(UTC), "en", mail), "a hash")
        await SessionStore(store.database).begin("a" * 32, "")
        await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))
    return url


def is_link_valid(url: str, kind: str, link: str) -> bool:
    """Tell whether a link works."""

    async def work() -> bool:
        store = await open_store(url)
        result = await OneTimeLinkStore(store.database).find_link(kind, link.rpartition("/")[2])
        await store.database.close()
        return result is not None

    return run_in_thread(lambda: asyncio.run(work()))


def test_people_are_listed(run: Run, database: str) -> None:
    plain = run("accounts", "list")
    assert run("people", "list") == plain, "the name of the command in 0.2.0"
    assert plain.code == 0
    assert "Ann" in plain.out
    assert "not signed in" in plain.out
    assert plain.out.endswith("2 accounts\n")
    rows = json.loads(run("accounts", "list", "--json").out)
    assert [(row["name"], row["mail"], row["tables"]) for row in rows] == [("Ann", True, 0), ("Ben", False, 0)]
    for secret in ("friends.example", "a hash", "a" * 32):
        assert secret not in plain.out + json.dumps(rows)


def test_command_creates_a_link_for_a_new_password(run: Run, database: str) -> None:
    process = run("accounts", "reset", "ann")
    assert process.out.startswith(f"{ORIGIN}/reset/")
    assert is_link_valid(database, RESET, process.out.strip())


def test_command_creates_invitations(run: Run, database: str) -> None:
    links = run("accounts", "invite", "--count", "3", "--origin", "https://other.example").out.split()
    assert len(set(links)) == 3
    assert all(
        link.startswith("https://other.example/sign-up/") and is_link_valid(database, INVITE, link) for link in links
    )


def test_command_removes_an_account(run: Run, database: str) -> None:
    asked = run("accounts", "remove", "Ann")
    assert (asked.code, asked.err.count("\n")) == (2, 1)
    assert "--yes" in asked.err
    assert run("accounts", "remove", "Ann", "--yes").out == "Ann: removed\n"
    assert run("accounts", "list").out.endswith("1 account\n")
    assert "no account is named" in run("accounts", "remove", "Ann", "--yes").err


@pytest.mark.parametrize(
    "arguments",
    [("reset",), ("remove",), ("list", "Ann"), ("invite", "Ann"), ("burn",), ("list", "--origin", "nonsense")],
)
def test_invalid_arguments_are_reported_in_one_line(run: Run, database: str, arguments: tuple[str, ...]) -> None:
    process = run("accounts", *arguments)
    assert (process.code, process.err.count("\n"), process.out) == (2, 1, "")
