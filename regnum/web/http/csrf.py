"""CSRF protection: a POST needs the token of the guest or session, and must not come from another site."""

import hmac
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from litestar import Request
from litestar.datastructures import UploadFile
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, PermissionDeniedException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from regnum.web.http.cookies import page_token
from regnum.web.http.problems import is_api
from regnum.web.settings import Settings

CSRF_FIELD: Final = "_csrf_token"
CSRF_HEADER: Final = "x-csrftoken"
ACCEPTS_FILES: Final = "accepts_files"
CSRF_EXEMPT: Final = "csrf_exempt"
"""A route option: the address itself authorizes the request, so no token is needed."""
MAX_FIELDS: Final = 100
"""The maximum number of fields in a form."""
MAX_SHORT_FIELD: Final = 400
"""The maximum number of characters in a field of a form that has no long texts."""
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


async def read_form(request: Request[Any, Any, Any]) -> dict[str, str]:
    """Return the fields of a form, the first of each name; raise a 4xx error if it is invalid.

    Only a route with `ACCEPTS_FILES` in its options accepts a form with files and sets its own size limit. The files
    are left out here.
    """
    if _is_multipart(request) and request.route_handler.opt.get(ACCEPTS_FILES):
        return {name: value for name, value in (await _parts(request)).items() if isinstance(value, str)}
    body = await request.body()
    if body and _kind(request) != "application/x-www-form-urlencoded":
        raise ClientException(status_code=415, extra={"text_key": "bad_form"})
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, errors="strict", max_num_fields=MAX_FIELDS)
    except ValueError:  # not UTF-8, or too many fields
        raise ClientException(status_code=400, extra={"text_key": "bad_form"}) from None
    return dict(reversed(pairs))


async def read_short_form(request: Request[Any, Any, Any]) -> dict[str, str]:
    """Return the fields of a form as `read_form` does; raise a 400 error if one has more than `SHORT` characters."""
    form = await read_form(request)
    if any(len(value) > MAX_SHORT_FIELD for value in form.values()):
        raise ClientException(status_code=400, extra={"text_key": "bad_form"})
    return form


async def read_uploaded_file(request: Request[Any, Any, Any]) -> bytes | None:
    """Return the content of the file in a form, or None if there is none. Raise a 400 error if the form is invalid."""
    file = (await _parts(request)).get("file") if _is_multipart(request) else None
    return await file.read() if isinstance(file, UploadFile) else None


async def _parts(request: Request[Any, Any, Any]) -> Mapping[str, Any]:
    try:
        return await request.form()
    except (ValueError, LookupError):  # unknown charset, or malformed
        raise ClientException(status_code=400, extra={"text_key": "bad_form"}) from None


def _is_multipart(request: Request[Any, Any, Any]) -> bool:
    """Return whether the posted form may contain files."""
    return _kind(request) == "multipart/form-data"


def _kind(request: Request[Any, Any, Any]) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


class CsrfMiddleware(ASGIMiddleware):
    """Accepts posts only from pages of the guest or session. Requests that only read are not checked."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Refuse posts from other sites or without a valid token."""
        request: Request[Any, Any, Any] = Request(scope, receive)
        settings: Settings = request.app.state.settings
        # The HTTP API accepts tokens only, never cookies.
        is_exempt = is_api(scope["path"]) or request.route_handler.opt.get(CSRF_EXEMPT)
        if request.method not in _SAFE and not is_exempt:
            if not _is_same_origin(request, settings.origin):
                raise PermissionDeniedException
            token = request.headers.get(CSRF_HEADER) or (await read_form(request)).get(CSRF_FIELD, "")
            own = page_token(scope["state"]["pages"], settings.secret)
            if not hmac.compare_digest(token.encode(), own.encode()):
                raise PermissionDeniedException
        await next_app(scope, receive, send)


def _is_same_origin(request: Request[Any, Any, Any], origin: str) -> bool:
    """Return whether a request comes from a page of this server, or does not say where it comes from.

    Proxies may change the scheme and the host but not Sec-Fetch-Site, which therefore takes precedence.
    """
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    declared = request.headers.get("origin")
    if declared is None or declared.lower() == origin:
        return True
    try:
        return urlsplit(declared).netloc.lower() == request.headers.get("host", "").lower() != ""
    except ValueError:
        return False
