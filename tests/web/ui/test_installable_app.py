"""The installable app: manifest, icons, service worker cache, and start page."""

import re
import struct

import pytest

from regnum.core.text.ledger import LANGUAGES
from regnum.web.http.assets import modules
from tests.support.web.guests import NewGuest


@pytest.mark.parametrize("language", LANGUAGES)
def test_manifest_describes_the_app(new_guest: NewGuest, language: str) -> None:
    guest = new_guest(language)
    assert 'rel="manifest" href="/manifest.webmanifest"' in guest.get("/")
    response = guest.request("GET", "/manifest.webmanifest")
    assert response.headers["content-type"].startswith("application/manifest+json")
    data = response.json()
    assert (data["name"], data["start_url"], data["scope"], data["lang"]) == ("Regnum", "/tables/next", "/", language)
    sizes = set()
    for icon in data["icons"]:
        picture = guest.request("GET", icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", picture.content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add((width, icon["purpose"]))
    assert sizes >= {(192, "any"), (512, "any"), (512, "maskable")}
    assert guest.request("GET", "/static/icon-180.png").status_code == 200, "for what a phone puts on its first page"


def test_service_worker_and_manifest_are_served_locally(new_guest: NewGuest) -> None:
    policy = new_guest().request("GET", "/").headers["content-security-policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
    response = new_guest().request("GET", f"/sw.js?v={modules()}")
    assert response.headers["content-type"].startswith("text/javascript")
    assert "no-cache" in response.headers["cache-control"]
    assert "connect-src 'self'" in response.headers["content-security-policy"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_offline_page_contains_nothing_personal(new_guest: NewGuest, language: str) -> None:
    guest = new_guest("fr")
    response = guest.request("GET", f"/offline/{language}")
    assert f'<html lang="{language}">' in response.text
    assert "set-cookie" not in response.headers
    assert "public" in response.headers["cache-control"]
    assert "_csrf_token" not in response.text
    assert response.text == new_guest().request("GET", f"/offline/{language}").text
    for address in re.findall(r'(?:src|href)="(/[^"]+)"', response.text):
        kept = guest.request("GET", address)
        assert kept.status_code == 200
        assert "public" in kept.headers["cache-control"], "the browser may keep it"
    guest.get("/offline/fr", status=404)


def test_personal_pages_may_not_be_cached(new_guest: NewGuest) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "bot:random", "bot:random")
    for path in ("/", "/tables", "/waiting", "/tables/next", f"/table/{id_}"):
        assert guest.request("GET", path).headers["cache-control"] == "no-store"


def test_app_opens_the_table_that_waits_the_longest(new_guest: NewGuest) -> None:
    guest = new_guest()
    assert guest.request("GET", "/tables/next", follow_redirects=False).headers["location"] == "/"
    tables = [guest.open_table("me", "bot:random", "bot:random", option_first_player="1", pace="at_once") for _ in "ab"]
    for id_ in tables:
        while not guest.choices(id_):
            pass
    assert guest.request("GET", "/tables/next", follow_redirects=False).headers["location"] == f"/table/{tables[0]}"
    response = guest.request("GET", f"/waiting?except={tables[0]}")
    assert (response.text, response.headers["regnum-waiting"]) == ("1 table waiting", "2")
    guest.act(tables[0], guest.choices(tables[0])[0])
    while not guest.choices(tables[0]):
        pass
    assert guest.request("GET", "/tables/next", follow_redirects=False).headers["location"] == f"/table/{tables[1]}"
    assert new_guest().request("GET", "/tables/next", follow_redirects=False).headers["location"] == "/", (
        "no tables of others"
    )
