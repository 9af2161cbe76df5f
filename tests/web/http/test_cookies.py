"""Signed cookies and their names: which are valid, and which a server reads."""

from typing import Any

import pytest

from regnum.web.http.cookies import (
    GUEST,
    KNOWN,
    SESSION,
    cookie_name,
    has_prefixed_cookies,
    identity_cookie,
    is_secure,
    known_browser_value,
    page_token,
    read_cookie,
    read_current_or_old_cookie,
    read_server_cookie,
    server_cookie_names,
    session_owner,
    sign_cookie,
)

KEY, OTHER = "key", "other key"
VALUE = "0123456789abcdef" * 2
PLAIN, SECURE = cookie_name(GUEST, KEY), cookie_name(GUEST, KEY, secure=True)


def test_signed_cookie_is_valid_for_its_kind_server_and_value() -> None:
    cookie = sign_cookie(VALUE, KEY)
    assert read_cookie(cookie, KEY) == VALUE
    assert read_cookie(cookie, OTHER) is None
    assert read_cookie(cookie, KEY, KNOWN) is None
    assert read_cookie(cookie[:-1], KEY) is None
    assert read_cookie(f"{cookie}.", KEY) is None
    assert read_cookie("", KEY) is None
    session = "a_-Z" * 8
    assert read_cookie(sign_cookie(session, KEY, SESSION), KEY, SESSION) == session


@pytest.mark.parametrize("value", [VALUE[1:], f"{VALUE}0", VALUE.upper(), "ä" * 32])
def test_signed_cookie_of_another_format_is_invalid(value: str) -> None:
    assert read_cookie(sign_cookie(value, KEY), KEY) is None


def test_known_browser_does_not_reveal_its_guest() -> None:
    mark = known_browser_value(VALUE)
    assert read_cookie(sign_cookie(mark, KEY, KNOWN), KEY, KNOWN) == mark
    assert mark not in (VALUE, known_browser_value("another"))


def test_form_belongs_to_one_owner_and_server() -> None:
    tokens = {page_token(owner, secret) for owner in (VALUE, session_owner(VALUE)) for secret in (KEY, OTHER)}
    assert len(tokens) == 4


def test_cookie_is_named_after_the_server_and_the_scheme() -> None:
    assert len({cookie_name(GUEST, KEY), cookie_name(GUEST, OTHER), cookie_name(SESSION, KEY), SECURE}) == 4
    assert SECURE.startswith("__Host-")
    assert not PLAIN.startswith("__")


def test_own_cookies_are_those_of_both_schemes_and_of_older_versions() -> None:
    assert {PLAIN, SECURE, "regnum_guest", cookie_name(SESSION, KEY, secure=True)} <= server_cookie_names(KEY)
    assert cookie_name(GUEST, OTHER) not in server_cookie_names(KEY)


@pytest.mark.parametrize(
    ("cookies", "over_http", "over_https"),
    [
        ({}, "", ""),
        ({PLAIN: "p"}, "p", "p"),
        ({SECURE: "s"}, "", "s"),
        ({PLAIN: "p", SECURE: "s"}, "p", "s"),
    ],
)
def test_cookie_without_the_prefix_is_read_until_there_is_one_with_it(
    cookies: dict[str, str], over_http: str, over_https: str
) -> None:
    assert read_server_cookie(cookies, GUEST, KEY, secure=False) == over_http
    assert read_server_cookie(cookies, GUEST, KEY, secure=True) == over_https
    assert not has_prefixed_cookies(cookies, KEY, secure=False)
    assert has_prefixed_cookies(cookies, KEY, secure=True) == (SECURE in cookies)


def test_other_cookies_without_the_prefix_are_not_read_besides_prefixed_ones() -> None:
    session = cookie_name(SESSION, KEY)
    assert read_server_cookie({session: "p"}, SESSION, KEY, secure=True) == "p"
    assert read_server_cookie({session: "p", SECURE: "s"}, SESSION, KEY, secure=True) == ""


def test_old_name_is_read_if_there_is_no_other() -> None:
    def read(secure: bool, **cookies: str) -> str:
        return read_current_or_old_cookie({"regnum_guest": "old", **cookies}, GUEST, KEY, secure)

    assert [read(False), read(True)] == ["old", "old"]
    assert read(False, **{PLAIN: "p"}) == "p"
    assert read(True, **{SECURE: "s"}) == "s"
    session = read_current_or_old_cookie({"regnum_session": "old", SECURE: "s"}, SESSION, KEY, secure=True)
    assert session == "", "it could be from another subdomain"


@pytest.mark.parametrize(
    ("scheme", "host", "origin", "expected"),
    [
        ("https", "a.example", "", True),
        ("http", "a.example", "", False),
        ("http", "A.example", "https://a.example", True),
        ("http", "b.example", "https://a.example", False),
        ("http", "a.example", "http://a.example", False),
    ],
)
def test_browser_uses_https_at_the_configured_origin(scheme: str, host: str, origin: str, expected: bool) -> None:
    scope: Any = {"scheme": scheme, "headers": [(b"accept", b"x"), (b"host", host.encode())]}
    settings: Any = type("Server", (), {"origin": origin})
    assert is_secure(scope, settings) is expected


def test_identity_cookie_is_kept_for_a_year_or_deleted() -> None:
    kept = identity_cookie("name", "value", secure=True)
    assert (kept.value, kept.httponly, kept.samesite, kept.secure) == ("value", True, "lax", True)
    assert kept.max_age == 365 * 24 * 60 * 60
    assert identity_cookie("name", "value", secure=False, age=7).max_age == 7
    assert identity_cookie("name", "", secure=False).max_age == 0
