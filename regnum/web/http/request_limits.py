"""Limits on requests: cheaply refuses excessive or malformed ones, and adds headers to every response."""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.routes import BaseRoute, HTTPRoute
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from regnum.web.http.client_address import read_client_address
from regnum.web.rate_limit import RateLimit
from regnum.web.settings import Settings

MAX_FORM_BYTES: Final = 32_768
"""The maximum number of bytes in a form. A page that takes files sets its own limit."""
READS_FACTOR: Final = 10
"""How many times more often an address may read than post, because a page loads scripts, styles and fonts."""
PAGES_FACTOR: Final = 2
"""The same factor for whole pages, which take up to 30 ms each; a sixth of a minute's pages may come in a burst."""

_MAX_PATH_LENGTH: Final = 512
_MAX_QUERY_LENGTH: Final = 256
_MAX_COOKIE_LENGTH: Final = 256
_HOST: Final = re.compile(
    rb"([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?",
    re.IGNORECASE,
)
COST: Final = "cost"
"""The key in the `opt` of a route handler for the cost of its path: one of the following, otherwise a whole page."""
LIGHT: Final = "light"
"""Files, polls, and parts of a table; most parts have limits of their own."""
SLOW_PAGE: Final = "slow_page"
"""Pages that are slow to render; their rate limit is two thirds of that for posts."""
SLOW_FRAGMENT: Final = "slow_fragment"
"""Fragments that are slow to render, but that a page requests whenever the pointer rests on something."""
STREAM: Final = "stream"
"""Streams of events, which stay open."""
COSTS: Final = (STREAM, SLOW_PAGE, SLOW_FRAGMENT, LIGHT)
"""All costs; if the handlers of a path declare several, the first one applies."""
MAX_CONCURRENT: Final = 12
"""The maximum number of concurrent requests for slow pages and fragments per address; a browser makes at most six."""
_READ_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

CONTENT_SECURITY_POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # the positions of pieces: style="transform:..."
        "font-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
SECURITY_HEADERS: Final = [
    (b"cache-control", b"no-store"),
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]

Costs: TypeAlias = Sequence[tuple[re.Pattern[str], str]]
"""Patterns of paths, each with its cost."""
Refuse: TypeAlias = Callable[[Scope, Receive, Send, int, str], Awaitable[None]]
"""Answers a request with a status and the name of an error message."""


def path_costs(routes: Iterable[BaseRoute]) -> Costs:
    """Return the costs of paths as their handlers declare them. Slashes may be repeated, and one may follow."""
    handlers = [
        (one.path, handler.opt) for one in routes if isinstance(one, HTTPRoute) for handler in one.route_handlers
    ]
    costs: list[tuple[re.Pattern[str], str]] = []
    for cost in COSTS:
        paths = sorted({path for path, opt in handlers if opt.get(COST) == cost})
        patterns = ["".join(f"/+{_pattern_of(part)}" for part in path.strip("/").split("/")) for path in paths]
        if patterns:
            costs.append((re.compile(f"(?:{'|'.join(patterns)})/*"), cost))
    return costs


def _pattern_of(part: str) -> str:
    """Return the pattern for a part of a route's path, which may be a parameter such as `{table_id:str}`."""
    if not part.startswith("{"):
        return re.escape(part)
    return ".+" if part.endswith(":path}") else "[^/]+"


class RequestLimitsMiddleware:
    """The middleware in front of the application, which checks only headers, path and address of a request."""

    def __init__(self, app: ASGIApp, settings: Settings, refuse: Refuse, cookies: frozenset[str], costs: Costs) -> None:
        """`cookies`: the names of the cookies that this server reads; all others are removed from requests."""
        self._app: Final = app
        self._costs: Final = costs
        self._cookies: Final = cookies
        self._refuse: Final = refuse
        self._writes: Final = RateLimit(settings.writes_per_minute)
        self._reads: Final = RateLimit(settings.writes_per_minute * READS_FACTOR)
        pages = settings.writes_per_minute * PAGES_FACTOR
        self._pages: Final = RateLimit(pages, burst=max(pages // 6, 20))
        self._slow_pages: Final = RateLimit(max(settings.writes_per_minute * 2 // 3, 1))
        self._max_streams: Final = settings.streams_per_address
        self._streams: Final[Counter[str]] = Counter()
        self._rendering: Final[Counter[str]] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message["headers"])
                present = {name for name, _ in headers}
                message["headers"] = [*headers, *(pair for pair in SECURITY_HEADERS if pair[0] not in present)]
            await send(message)

        cost = next((cost for pattern, cost in self._costs if pattern.fullmatch(scope["path"])), "")
        error = self._find_error(scope, read_client_address(scope), cost)
        if error is not None:
            await self._refuse(scope, receive, send_with_headers, *error)
        elif cost == STREAM:
            await self._limit_concurrency(self._streams, self._max_streams, scope, receive, send_with_headers)
        elif cost in (SLOW_PAGE, SLOW_FRAGMENT):
            await self._limit_concurrency(self._rendering, MAX_CONCURRENT, scope, receive, send_with_headers)
        else:
            await self._app(scope, receive, send_with_headers)

    def _find_error(self, scope: HTTPScope, key: str, cost: str) -> tuple[int, str] | None:
        """Return the status and error name with which to refuse a request, or None if it is acceptable."""
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        bad_host = len(hosts) > 1 or not all(_is_valid_host(host) for host in hosts)
        scope["headers"] = _filter_headers(scope["headers"], not bad_host, self._cookies)
        rate = self._writes
        if scope["method"] in _READ_METHODS:
            rate = self._reads if cost else self._pages
        if not rate.allows(key) or (cost == SLOW_PAGE and not self._slow_pages.allows(key)):
            return 429, "too_many"
        if bad_host:
            return 400, "bad_host"
        if len(scope["path"]) > _MAX_PATH_LENGTH or len(scope["query_string"]) > _MAX_QUERY_LENGTH:
            return 414, "not_found"
        if not scope["path"].isprintable():
            return 404, "not_found"
        return None

    async def _limit_concurrency(
        self, running: Counter[str], limit: int, scope: HTTPScope, receive: Receive, send: Send
    ) -> None:
        """Pass a request on unless its address already has `limit` requests running; `running` counts them."""
        key = read_client_address(scope)
        if running[key] >= limit:
            await self._refuse(scope, receive, send, 429, "too_many")
            return
        running[key] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            running[key] -= 1
            if not running[key]:
                del running[key]


def _is_valid_host(host: bytes) -> bool:
    """Return whether a Host header is valid and can be used in links."""
    if len(host) > 260 or not _HOST.fullmatch(host):
        return False
    try:
        return urlsplit(f"//{host.decode()}").port != 0
    except ValueError:  # invalid port or IPv6 address
        return False


def _filter_headers(
    headers: Iterable[tuple[bytes, bytes]], with_host: bool, cookies: frozenset[str]
) -> list[tuple[bytes, bytes]]:
    """Return the headers with only this server's cookies, each once, and without Host unless `with_host`."""
    filtered: list[tuple[bytes, bytes]] = []
    own: dict[str, bytes] = {}
    for name, value in headers:
        if name == b"cookie":
            for part in value.split(b";"):
                cookie = part.strip()
                cookie_name = cookie.partition(b"=")[0].decode("latin-1")
                if cookie_name in cookies and len(cookie) <= _MAX_COOKIE_LENGTH:
                    own.setdefault(cookie_name, cookie)
        elif with_host or name != b"host":
            filtered.append((name, value))
    return [*filtered, (b"cookie", b"; ".join(own.values()))] if own else filtered
