"""Accounts in a real Chromium: sign-up by keyboard, return to the table, a second browser, accessibility."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from regnum.web.http.i18n import page_text
from tests.support.browser.page import Enter, violations_at_both_sizes
from tests.support.server.server_process import Server
from tests.support.server.smtp_server import Mailbox, run_mailbox
from tests.support.web.accounts import OTHER, PASSWORD, find_link

ORIGIN = "http://testserver.local"


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with run_mailbox() as mailbox:
        yield mailbox


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, mailbox: Mailbox) -> Iterator[Server]:
    """A server that sends mail."""
    mail = {"REGNUM_SMTP": mailbox.url, "REGNUM_MAIL_FROM": "regnum@games.example", "REGNUM_ORIGIN": ORIGIN}
    running = Server(tmp_path_factory.mktemp("data"), environment=mail).start()
    yield running
    running.stop()


def fits(page: Page, language: str) -> None:
    assert violations_at_both_sizes(page, page.url, language) == {}
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 1440, "height": 900})


CALLED = """() => {
    const subscription = { endpoint: "https://push.example/one", unsubscribe: async () => true };
    const pushManager = { getSubscription: async () => subscription };
    navigator.serviceWorker.getRegistration = async () => ({ pushManager });
}"""


@pytest.mark.journey
@pytest.mark.parametrize("language", ["de"])
def test_guest_creates_an_account_and_continues_on_a_phone(
    enter: Enter, server: Server, mailbox: Mailbox, language: str
) -> None:
    text = page_text(language)
    laptop, phone = enter(language), enter(language)
    name, received = f"Ann {language}", len(mailbox.emails)
    laptop.goto(f"{server.address}/new/brian_boru")
    laptop.locator("#name").fill(name)
    laptop.locator("main form button.strong").first.click()
    laptop.wait_for_url("**/table/**")
    table = laptop.url
    laptop.get_by_role("link", name=text("sign_in.sign_in"), exact=True).click()
    fits(laptop, language)
    laptop.get_by_role("link", name=text("sign_in.sign_up"), exact=True).click()
    fits(laptop, language)
    laptop.locator("#name").fill(name)
    laptop.locator("#password").fill("short")
    laptop.keyboard.press("Enter")
    assert laptop.locator("#error").inner_text() == text("account_error.password_too_short", least=10)
    fits(laptop, language)
    laptop.locator("#password").fill(PASSWORD)
    laptop.locator("#mail").fill(f"{language}@friends.example")
    laptop.keyboard.press("Enter")
    laptop.wait_for_url(table)
    assert laptop.locator("header .account-link").inner_text() == name
    laptop.goto(server.address + find_link(mailbox, received + 1))
    fits(laptop, language)
    laptop.locator("main button").click()
    fits(laptop, language)
    phone.goto(f"{server.address}/forgot")
    fits(phone, language)
    phone.locator("#name").fill(name)
    phone.keyboard.press("Enter")
    phone.locator("[role=status]").wait_for()
    phone.goto(server.address + find_link(mailbox, received + 2))
    fits(phone, language)
    phone.locator("#password").fill(OTHER)
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/sign-in")
    phone.locator("#name").fill(name)
    phone.locator("#password").fill(OTHER)
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/account")
    for part in phone.locator("details").all():
        part.evaluate("part => (part.open = true)")
    fits(phone, language)
    phone.evaluate(CALLED)
    with phone.expect_request("**/sign-out") as left:
        phone.locator("#sign-out button").click()
    assert "endpoint=https%3A%2F%2Fpush.example%2Fone" in (left.value.post_data or ""), (
        "this browser is no longer notified"
    )
    assert phone.locator("header .account-link").count() == 0
    phone.goto(f"{server.address}/sign-in")
    phone.locator("#name").fill(name)
    phone.locator("#password").fill(OTHER)
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/account")
    phone.goto(table)
    assert phone.locator("header .account-link").inner_text() == name
    laptop.goto(table)
    assert laptop.get_by_role("link", name=text("sign_in.sign_in"), exact=True).count() == 1, (
        "signed out by the new one"
    )
