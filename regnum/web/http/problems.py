"""Errors of the API: problem documents (RFC 9457) with a stable reason for programs and a sentence for people."""

import re
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from regnum.web.http.i18n import choose_language, page_text

PROBLEM: Final = "application/problem+json"
REASONS: Final = {
    400: "bad_request",
    401: "no_token",
    403: "not_allowed",
    404: "not_found",
    405: "no_such_method",
    409: "unplayable",
    413: "too_big",
    414: "not_found",
    415: "not_json",
    429: "too_many",
    500: "broken",
    503: "busy",
}
"""The default reason for each status."""
_API: Final = re.compile(r"/+api(/.*)?", re.DOTALL)


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A problem document: a title, the status, a reason for programs and a sentence for people.

    `clause`: the rule behind a refusal. `entry`: the number of entries that the seat knows now. `faults`: errors in the
    parts of a request.
    """

    title: str
    status: int
    reason: str
    detail: str
    clause: str = ""
    entry: int | None = None
    faults: list[str] = []


def is_api(path: str) -> bool:
    """Return whether a path belongs to the API, which uses tokens instead of cookies."""
    return _API.fullmatch(path) is not None


def problem_response(problem: Problem, wait: int = 1) -> Response[Problem]:
    """Return a problem as a response; `wait`: the seconds to wait before a retry, for status 429 and 503."""
    headers = {"cache-control": "no-store"}
    if problem.status == 401:
        headers["www-authenticate"] = "Bearer"
    if problem.status in (429, 503):
        headers["retry-after"] = str(wait)
    return Response(problem, status_code=problem.status, media_type=PROBLEM, headers=headers)


def problem(request: Request[Any, Any, Any], status: int, reason: str = "", faults: list[str] | None = None) -> Problem:
    """Return the problem for a status, in the requested language."""
    text = page_text(choose_language("", request.headers.get("accept-language", "")))
    reason = reason or REASONS.get(status, REASONS[400])
    text_key = reason if text.has(f"api.{reason}") else REASONS.get(status, REASONS[400])
    return Problem(text("api.title"), status, reason, text(f"api.{text_key}"), faults=faults or [])


def problem_of(request: Request[Any, Any, Any], error: HTTPException) -> Problem:
    """Return the problem for an error, with the faults that Litestar found in the parts of the request."""
    if isinstance(error.__cause__, msgspec.ValidationError) and error.status_code == 500:
        return problem(request, 400, faults=[str(error.__cause__)[:200]])  # a field has the name of a dependency
    faults = []
    for fault in error.extra if isinstance(error.extra, list) else ():
        if isinstance(fault, dict):
            faults.append(": ".join(str(fault[part]) for part in ("key", "message") if part in fault)[:200])
    name = error.extra.get("name", "") if isinstance(error.extra, dict) else ""
    return problem(request, error.status_code, name, faults)
