"""Preferences of a browser: read, stored, and applied to every page."""

import pytest

from regnum.web.http.preferences import CHOICES, COOKIE, Preferences, preferences_from_form, read_preferences
from tests.support.web.guests import NewGuest


@pytest.mark.parametrize("name", CHOICES)
def test_preferences_survive_the_cookie(name: str) -> None:
    for value in CHOICES[name]:
        kept = preferences_from_form({name: value})
        assert getattr(kept, name) == value
        assert read_preferences(kept.cookie_value) == kept


@pytest.mark.parametrize(
    "cookie", ["", "theme", "theme=black", "=&&=", "text=100000", "\x00", "size=3", "theme=dark&" * 99]
)
def test_invalid_preferences_fall_back_to_defaults(cookie: str) -> None:
    assert read_preferences(cookie) == Preferences(theme="dark" if "dark" in cookie else "auto")


def test_settings_apply_to_every_page_and_can_be_reset(new_guest: NewGuest) -> None:
    guest = new_guest()
    before = guest.get("/settings")
    assert 'data-theme="auto"' in before
    assert "Saved" not in before.split('id="saved"')[0]
    assert " hidden>Saved" in before
    response = guest.post("/settings", {"theme": "dark", "text": "150", "sound": "on", "playback": "loud"})
    assert (response.status_code, response.headers["location"]) == (303, "/settings?saved")
    for page in (guest.get("/settings?saved"), guest.get("/"), guest.get("/nowhere", status=404)):
        assert 'data-theme="dark" data-text="150" data-names="auto" data-confirm="turn" ' in page
        assert 'data-playback="normal" data-sound="on"' in page
    assert 'role="status">Saved' in guest.get("/settings?saved")
    assert 'href="/table/AbCdEfGhIjKl"' in guest.get("/settings?saved&back=AbCdEfGhIjKl"), "the way back to the table"
    assert 'href="/table/' not in guest.get("/settings?back=//elsewhere")
    kept = guest.post("/settings?back=AbCdEfGhIjKl", {})
    assert kept.headers["location"] == "/settings?saved&back=AbCdEfGhIjKl"
    guest.post("/settings", {"theme": "auto", "text": "100", "sound": "off"})
    assert 'data-theme="auto"' in guest.get("/")


def test_cookie_contains_only_deviations_from_defaults(new_guest: NewGuest) -> None:
    response = new_guest().post("/settings", {"theme": "dark", "text": "100"})
    assert f"{COOKIE}=theme=dark;" in response.headers["set-cookie"].replace('"', "").replace("\\075", "=")
