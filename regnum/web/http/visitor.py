"""The visitor behind a request, and helpers that all pages share."""

import time
from collections.abc import Callable
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlsplit

import msgspec
from litestar import HttpMethod, Request, route
from litestar.datastructures import Cookie
from litestar.exceptions import ClientException
from litestar.handlers import HTTPRouteHandler
from litestar.response import Template
from litestar.types import AnyCallable

from regnum.web.db.ids import idempotent_id, new_id
from regnum.web.errors import RefusedError
from regnum.web.http import i18n, preferences
from regnum.web.http.assets import asset
from regnum.web.http.client_address import read_client_address
from regnum.web.http.cookies import NAME, YEAR_SECONDS, cookie_name, is_secure, page_token, read_current_or_old_cookie
from regnum.web.http.csrf import CSRF_FIELD, read_form
from regnum.web.http.i18n import Text, choose_language, page_text
from regnum.web.http.identity import SignedIn
from regnum.web.http.request_limits import COST
from regnum.web.names import check_name
from regnum.web.settings import Settings, is_loopback

_RETURN_PATHS: Final = ("/table/", "/join/", "/new/", "/replay")
"""The pages to which a visitor returns after signing in."""

WebRequest = Request[Any, Any, Any]
T = TypeVar("T")


class Visitor(msgspec.Struct, frozen=True):
    """The sender of a request, with the requested page, the language and the base address of shared links."""

    guest: str
    browser: str
    """The guest of this browser, which differs from `guest` while a person is signed in."""
    signed_in: SignedIn | None
    text: Text
    path: str
    """The path of the requested page, or of the page that posted."""
    origin: str
    """The base address of shared links, without a trailing slash."""
    token: str
    """The CSRF token of the visitor's forms."""
    name: str
    """The name of the visitor's account, or the last name played under in this browser."""
    name_cookie: str
    secure: bool
    preferences: preferences.Preferences
    client_address: str
    """The visitor's address, to which limits apply."""

    @property
    def language(self) -> str:
        """The language of the response."""
        return self.text.language

    @property
    def is_loopback_only(self) -> bool:
        """Whether shared links work only on this machine."""
        return is_loopback(urlsplit(self.origin).hostname)

    def name_cookie_for(self, name: str) -> Cookie:
        """Return a cookie that keeps a name for a year; it is empty if the name is not allowed."""
        try:
            value = quote(check_name(name), safe="")
        except RefusedError:
            value = ""
        key = self.name_cookie
        return Cookie(key=key, value=value, max_age=YEAR_SECONDS, httponly=True, samesite="lax", secure=self.secure)

    def page(self, name: str, status: int = 200, **context: Any) -> Template:
        """Return a page from the template `name`, with the values that all pages share and `context`."""
        shared: dict[str, Any] = {"text": self.text, "languages": i18n.NAMES, "here": self.path, "asset": asset}
        shared["account"] = self.signed_in.account if self.signed_in is not None else None
        shared["way_back"] = self.path if self.path.startswith(_RETURN_PATHS) else ""
        shared["origin"] = self.origin
        shared["preferences"] = msgspec.structs.asdict(self.preferences)
        return Template(
            f"{name}.html.jinja",
            context={
                **shared,
                "csrf_token": lambda: self.token,
                "form_key": new_id,
                "now": time.time_ns() // 1_000_000,
                **context,
            },
            status_code=status,
            headers={"cache-control": "no-store", "vary": "cookie, accept-language"},
        )


def visitor_of(request: WebRequest) -> Visitor:
    """Return the visitor who sent a request."""
    path = request.url.path
    cookies = request.cookies
    settings: Settings = request.app.state.settings
    secure = is_secure(request.scope, settings)
    state = request.scope["state"]
    guest = str(state.get("guest", ""))
    signed_in: SignedIn | None = state.get("signed_in")
    own = signed_in.account.name if signed_in is not None else ""
    return Visitor(
        guest=guest,
        browser=str(state.get("browser", guest)),
        signed_in=signed_in,
        text=page_text(choose_language(cookies.get(i18n.COOKIE, ""), request.headers.get("accept-language", ""))),
        path=path if request.method == "GET" else path.removesuffix("/act").removesuffix("/hint"),
        origin=_origin(settings, request),
        token=page_token(str(state.get("pages", guest)), settings.secret),
        name=own or _name_in(read_current_or_old_cookie(cookies, NAME, settings.secret, secure)),
        name_cookie=cookie_name(NAME, settings.secret, secure),
        secure=secure,
        preferences=preferences.read_preferences(cookies.get(preferences.COOKIE, "")),
        client_address=read_client_address(request.scope),
    )


def _name_in(cookie: str) -> str:
    """Return the name in a cookie, or "" if it is invalid, as people can edit their cookies."""
    try:
        return check_name(cookie)
    except RefusedError:
        return ""


def _origin(settings: Settings, request: WebRequest) -> str:
    if settings.origin:
        return settings.origin
    if settings.nearby and is_loopback(request.url.hostname):
        return settings.nearby
    return str(request.base_url).rstrip("/")


def get(path: str, cost: str = "") -> Callable[[AnyCallable], HTTPRouteHandler]:
    """Return a decorator for a handler of GET and also of HEAD, which uptime checks and link previews send.

    `cost`: how much the page costs, see `request_limits`.
    """
    return route(path, http_method=[HttpMethod.GET, HttpMethod.HEAD], opt={COST: cost} if cost else None)


def refusal_page(refused: RefusedError, text: Text) -> ClientException:
    """Return the error page (409) for a refusal by the server itself."""
    return ClientException(status_code=409, extra={"message": refusal_text(refused, text)})


def refusal_text(refused: RefusedError, text: Text) -> str:
    """Return the text of a refusal by the server itself, or "" if a game refused."""
    tables = ("refusal", "form_error", "account_error", "clock_error", "fork")
    table = next((name for name in tables if text.has(f"{name}.{refused.key}")), "")
    return text(f"{table}.{refused.key}", **refused.params) if table else ""


def is_own_path(path: str) -> bool:
    """Return whether a path is safe to redirect to, that is, does not lead to another site."""
    return (
        path.startswith("/")
        and not path.startswith("//")
        and "\\" not in path
        and path.isprintable()
        and len(path) <= 512
    )


async def request_id_of(request: WebRequest, visitor: Visitor) -> str | None:
    """Return the id of the table that a form opens, the same each time it is sent, or None if the form has no key."""
    form = await read_form(request)
    key = form.pop("_key", "")
    form.pop(CSRF_FIELD, "")
    return idempotent_id(visitor.guest, key, [request.url.path, sorted(form.items())])


async def form_of(request: WebRequest, kind: type[T]) -> T:
    """Return the posted form, validated; raises RefusedError if a field is missing or of the wrong type."""
    form = await read_form(request)
    try:
        return msgspec.convert({name: value for name, value in form.items() if name}, kind, strict=False)
    except msgspec.ValidationError:
        raise RefusedError("bad_form") from None
