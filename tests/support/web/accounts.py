"""People with accounts: signed up, in and out through the forms."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import Connection, Table, select

from regnum.web.accounts import passwords
from regnum.web.http.cookies import SESSION, cookie_name
from regnum.web.settings import Settings
from tests.support.server.smtp_server import Mailbox, run_mailbox, text_of
from tests.support.web.apps import SECRET, create_app, run_in_app
from tests.support.web.guests import Guest

ORIGIN = "http://testserver.local"
PASSWORD = "correct horse battery"
OTHER = "another long password"
COOKIE = cookie_name(SESSION, SECRET)
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""A password hasher for tests: the same algorithm, but a thousand times cheaper."""


class Site:
    """A website in this process and its browsers."""

    def __init__(self, app: Litestar, client: TestClient[Litestar]) -> None:
        self.app = app
        self.client = client

    def browser(self) -> Guest:
        return Guest(self.client)


@contextmanager
def run_site(settings: Settings, mailbox: Mailbox | None = None, **changed: object) -> Iterator[Site]:
    """Run a website that sends its emails to `mailbox`."""
    mail = {"smtp": mailbox.url, "mail_from": "regnum@games.example"} if mailbox is not None else {}
    app = create_app(replace(settings, **{"origin": ORIGIN, "sign_in_attempts_per_hour": 1000, **mail, **changed}))  # type: ignore[arg-type]
    with TestClient(app, base_url=ORIGIN) as client:
        yield Site(app, client)


@pytest.fixture(autouse=True)
def fast_hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make hashing fast wherever this fixture is imported."""
    monkeypatch.setattr(passwords, "HASHER", QUICK)


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """Receive the emails of a test."""
    with run_mailbox() as mailbox:
        yield mailbox


@pytest.fixture
def site(settings: Settings, mailbox: Mailbox) -> Iterator[Site]:
    """Run a website with default settings that sends its emails to the test's mailbox."""
    with run_site(settings, mailbox) as site:
        yield site


def post_form(guest: Guest, path: str, **form: str) -> httpx.Response:
    """Post a form with the current CSRF token of this browser."""
    guest.kept_token = ""
    answer = guest.post(path, form)
    guest.kept_token = ""
    return answer


def sign_up(guest: Guest, name: str = "Ann", password: str = PASSWORD, take: str = "yes", **more: str) -> None:
    response = post_form(guest, "/sign-up", name=name, password=password, take=take, **more)
    assert response.status_code == 303, response.text[-1500:]


def sign_in(guest: Guest, name: str = "Ann", password: str = PASSWORD, take: str = "yes") -> httpx.Response:
    return post_form(guest, "/sign-in", name=name, password=password, take=take)


def is_signed_in(guest: Guest) -> bool:
    """Tell whether this browser is signed in."""
    response = guest.request("GET", "/account", follow_redirects=False)
    return response.status_code == 200


def find_link(mailbox: Mailbox, number: int) -> str:
    """Return the path of the link in an email, by its number from 1."""
    actual = re.search(rf"{ORIGIN}(/(?:reset|confirm)/\S+)", text_of(mailbox.wait(number)))
    assert actual
    return actual[1]


def read_rows(site: Site, table: Table) -> list[dict[str, Any]]:
    """Return the rows of a table of the store."""

    def work(connection: Connection) -> list[dict[str, Any]]:
        return [dict(row) for row in connection.execute(select(table)).mappings()]

    result: list[dict[str, Any]] = run_in_app(site.app, site.app.state.tables.store.database.read(work))
    return result
