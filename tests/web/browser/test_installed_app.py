"""The installed app in a real Chromium: service worker cache, offline page, and push notifications."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.browser.chromium import find_browser
from tests.support.browser.page import (
    PHONE,
    Enter,
    accessibility_violations,
    open_table,
    violations_at_both_sizes,
    wait_until,
)


@pytest.fixture(scope="module")
def browser(launch_browser: Callable[..., Browser]) -> Iterator[Browser]:
    """Start a Chromium that can show notifications."""
    path = find_browser("--whole")
    if not path:
        pytest.skip("no Chromium that shows notifications")
    browser = launch_browser(executable_path=path)
    yield browser
    browser.close()


def controlled(page: Page) -> None:
    """Wait until the service worker controls the page; a late one does so after the next load."""
    for _ in range(40):
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        if page.evaluate("navigator.serviceWorker.controller?.state === 'activated'"):
            return
        page.wait_for_timeout(250)
        if page.evaluate("navigator.serviceWorker.controller === null"):
            page.reload()
    pytest.fail("no service worker")


def kept(page: Page) -> list[str]:
    """Return the paths of all cached files."""
    paths: list[str] = page.evaluate(
        """async () => {
            const names = await caches.keys();
            const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
            return found.flat().map((request) => new URL(request.url)).map((url) => url.pathname + url.search);
        }"""
    )
    return paths


@pytest.mark.journey
def test_service_worker_caches_static_files_only_and_shows_an_offline_page(enter: Enter) -> None:
    page = enter("de", service_workers="allow")
    page.goto("/")
    controlled(page)
    open_table(page, "bot:greedy", "bot:greedy")
    page.goto("/tables")
    page.goto("/settings")
    files = kept(page)
    assert [path for path in files if path.startswith("/static/css/base.css?v=")]
    assert [path for path in files if path.startswith("/js/") and path.endswith("/table.js")]
    for path in files:
        plain = path.partition("?")[0]
        assert plain in ("/language", "/offline/en", "/offline/de", "/offline/uk") or plain.startswith(
            ("/static/", "/js/", "/drawing/")
        ), path
    page.context.set_offline(True)
    page.goto("/tables")
    expect(page.locator("h1")).to_have_text("Keine Verbindung")
    assert page.url.endswith("/tables")
    assert accessibility_violations(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.context.set_offline(False)
    expect(page.locator("h1")).to_have_text("Meine Tische", timeout=15_000)


def hide(page: Page, hidden: bool) -> None:
    """Move a page to the background or back to the front."""
    page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


REMEMBER = """() => {
    const show = registration.showNotification.bind(registration);
    self.shown = new Promise((done) => {
        registration.showNotification = async (...given) => done(await show(...given));
    });
}"""
"""Lets a service worker report when it has shown a notification."""


def deliver_push(context: BrowserContext, page: Page, data: dict[str, Any]) -> list[dict[str, str]]:
    """Deliver a push message and return the shown notifications.

    Nobody asks for them before the worker has shown one: Chromium then removes those that it finds written down and not
    shown yet.
    """
    session = context.new_cdp_session(page)
    result: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: result.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not result:
        page.wait_for_timeout(20)
    (worker,) = context.service_workers
    worker.evaluate(REMEMBER)
    origin = page.evaluate("window.location.origin")
    message = {"origin": origin, "registrationId": result[-1], "data": json.dumps(data)}
    session.send("ServiceWorker.deliverPushMessage", message)
    worker.evaluate("() => self.shown")
    return list(
        page.evaluate(
            """async () => (await (await navigator.serviceWorker.ready).getNotifications())
                .map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }))"""
        )
    )


@pytest.mark.journey
def test_push_message_becomes_a_notification_and_the_title_shows_waiting_tables(enter: Enter) -> None:
    page = enter(service_workers="allow", permissions=["notifications"])
    page.goto("/")
    controlled(page)
    call = {"title": "Khan", "body": "It is your move.", "tag": "t1", "url": "/table/t1", "count": 2}
    assert deliver_push(page.context, page, call) == [
        {"title": "Khan", "body": "It is your move.", "tag": "t1", "url": "/table/t1"}
    ]
    plain = page.locator("link[rel=icon]").get_attribute("href")
    open_table(page, "bot:greedy", "bot:greedy")
    wait_until(lambda: page.locator("#choices button").count() > 0)
    page.goto("/credits")
    expect(page).to_have_title("(1) Credits · Regnum")
    assert page.locator("link[rel=icon]").get_attribute("href") != plain
    assert "favicon-waiting.svg" in str(page.locator("link[rel=icon]").get_attribute("href"))


FAKE = """(made) => {
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async (asked) => {
        window.asked = asked.applicationServerKey.length;
        const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
        return { endpoint: made.endpoint, getKey: (name) => bytes(made[name]) };
    };
}"""
"""A push service without the internet: the subscription that a browser would get."""


def test_push_subscription_is_toggled_by_clicks(enter: Enter) -> None:
    page = enter(service_workers="allow", permissions=["notifications"])
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    raw = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": b64encode(raw).decode(), "auth": b64encode(b"sixteen bytes 16").decode()}
    made = {"endpoint": "https://push.example/one", **keys}
    page.add_init_script(f"({FAKE})({json.dumps(made)})")
    page.goto("/settings")
    page.get_by_role("link", name="My notifications").click()
    controlled(page)
    page.get_by_role("button", name="Notify me in this browser").click()
    page.wait_for_url("**/notifications?saved")
    expect(page.locator("#browsers ~ ul li")).to_have_count(1)
    expect(page.locator("#browsers ~ ul li")).to_contain_text("https://push.example/…")
    page.get_by_label("Address").fill("https://hooks.example/services/a-long-and-secret-path")
    page.get_by_label("Type").select_option("json")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("#webhooks ~ ul li")).to_have_count(1)
    assert violations_at_both_sizes(page, "notices", "en") == {}
    page.locator("#browsers ~ ul button[data-remove]").click()
    expect(page.locator("#browsers ~ ul li")).to_have_count(0)
