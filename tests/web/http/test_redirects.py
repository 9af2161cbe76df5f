"""Former addresses: each leads to the current one, and forms of pages left open still work."""

import re

import pytest

from regnum.web.http.redirects import REDIRECTS, current_path
from tests.support.web.guests import NewGuest

MOVED = {
    "/me": "/my-games",
    "/go": "/tables/next",
    "/try/khan": "/editor/khan",
    "/try/khan/play": "/editor/khan/play",
    "/notices": "/notifications",
    "/notices/browser": "/notifications/browser",
    "/notices/settings": "/notifications/settings",
    "/notices/remove": "/notifications/remove",
    "/notices/test": "/notifications/test",
    "/notices/mail": "/notifications/email",
    "/notices/hook": "/notifications/webhook",
    "/notices/off/a.b": "/unsubscribe/a.b",
    "/tokens/end": "/tokens/revoke",
    "/account/mail": "/account/email",
    "/table/x/notices": "/table/x/webhooks",
    "/table/x/talk": "/table/x/chat",
    "/table/x/talk/reaction": "/table/x/chat/reaction",
    "/table/x/talk/mute": "/table/x/chat/mute",
    "/table/x/ask": "/table/x/invite",
    "/table/x/send-away": "/table/x/remove-guest",
    "/table/x/replay/try": "/table/x/replay/fork",
    "/replay/x/try": "/replay/x/fork",
}


@pytest.mark.parametrize(("former", "current"), MOVED.items())
def test_former_page_redirects_permanently_and_keeps_its_query(new_guest: NewGuest, former: str, current: str) -> None:
    guest = new_guest()
    for query in ("", "?players=3&saved"):
        answer = guest.request("GET", former + query, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (301, current + query)


def test_every_pattern_has_an_example() -> None:
    assert all(any(re.fullmatch(pattern, path) for path in MOVED) for pattern in REDIRECTS)
    assert not any(current_path(path) for path in MOVED.values()), "no address moves twice"


def test_redirect_stays_on_this_server(new_guest: NewGuest) -> None:
    answer = new_guest().request("GET", "/try/a%0db%20c//elsewhere.example", follow_redirects=False)
    assert answer.headers["location"] == "/editor/a%0Db%20c//elsewhere.example"


def test_page_left_open_can_still_post(new_guest: NewGuest) -> None:
    guest = new_guest()
    assert guest.post("/notices/hook", {"kind": "json", "address": "https://hooks.example/a"}).status_code == 303
    assert "hooks.example" in guest.get("/notices")
    assert (
        guest.post("/notices/off/unknown.signature", {}).status_code == guest.post("/unsubscribe/x.y", {}).status_code
    )
