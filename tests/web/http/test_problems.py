"""Error responses of the API."""

from typing import Any

import msgspec
import pytest
from litestar import Request
from litestar.exceptions import HTTPException

from regnum.web.http.i18n import page_text
from regnum.web.http.problems import REASONS, Problem, is_api, problem, problem_of, problem_response


def api_request(language: str = "en") -> Request[Any, Any, Any]:
    headers = [(b"accept-language", language.encode())]
    scope: Any = {"type": "http", "headers": headers, "path": "/api/games"}
    return Request(scope)


@pytest.mark.parametrize("path", ["/api", "/api/games", "//api//tables/x"])
def test_api_addresses_are_recognized(path: str) -> None:
    assert is_api(path)
    assert not any(map(is_api, ("/", "/apis", f"/table{path}")))


def test_problem_says_when_to_retry_or_what_is_missing() -> None:
    def headers(status: int, **more: int) -> dict[str, Any]:
        response = problem_response(Problem("", status, "", ""), **more)
        assert response.status_code == status
        return dict(response.headers)

    assert headers(404) == {"cache-control": "no-store"}
    assert headers(401)["www-authenticate"] == "Bearer"
    assert [headers(status, wait=7)["retry-after"] for status in (429, 503)] == ["7", "7"]
    assert headers(429)["retry-after"] == "1"


@pytest.mark.parametrize("status", sorted(REASONS))
def test_every_status_is_translated(status: int) -> None:
    for language in ("en", "de", "uk"):
        actual = problem(api_request(language), status)
        text = page_text(language)
        assert (actual.title, actual.detail) == (text("api.title"), text(f"api.{REASONS[status]}"))
        assert (actual.status, actual.reason, actual.faults) == (status, REASONS[status], [])


def test_unknown_status_or_reason_falls_back_to_another() -> None:
    assert problem(api_request(), 418).reason == REASONS[400]
    odd = problem(api_request(), 404, "nothing we have words for", ["one"])
    assert (odd.reason, odd.faults) == ("nothing we have words for", ["one"])
    assert odd.detail == page_text("en")(f"api.{REASONS[404]}")


def test_validation_errors_have_key_and_message() -> None:
    long = {"message": "x" * 300}
    faults = [{"key": "seats", "message": "too many"}, {"message": "odd"}, {"key": "name"}, "no dict", long]
    actual = problem_of(api_request(), HTTPException(status_code=400, extra=faults))
    assert actual.faults == ["seats: too many", "odd", "name", "x" * 200]
    assert (actual.status, actual.reason) == (400, REASONS[400])
    named = problem_of(api_request(), HTTPException(status_code=404, extra={"name": REASONS[409]}))
    assert (named.status, named.reason, named.faults) == (404, REASONS[409], [])


def test_invalid_field_is_an_error_of_the_client() -> None:
    def caused(status: int, by: Exception) -> Problem:
        error = HTTPException(status_code=status)
        error.__cause__ = by
        return problem_of(api_request(), error)

    actual = caused(500, msgspec.ValidationError("y" * 300))
    assert (actual.status, actual.faults) == (400, ["y" * 200])
    assert caused(404, msgspec.ValidationError("no")).status == 404
    assert caused(500, ValueError("no")).status == 500
