"""The ASGI application: what is put together from which parts."""

import logging
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import CacheControlHeader, ResponseHeader, State
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig
from markupsafe import Markup

from regnum.web.assets import MODULES, STATIC, modules
from regnum.web.guest import GuestMiddleware
from regnum.web.render import ENVIRONMENT
from regnum.web.routes import reading, seat, start, table
from regnum.web.routes.common import DEPENDENCIES, visitor_of
from regnum.web.settings import Settings
from regnum.web.store import Store
from regnum.web.tables import Tables

LOG: Final = logging.getLogger("regnum.web")

POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # the places of pieces: style="transform:..."
        "font-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


def create_app(settings: Settings) -> Litestar:
    """Return the application; ValueError if the database cannot be used."""
    store = Store(settings.database)
    tables = Tables(store, settings)
    static = [
        create_static_files_router(
            path=path, directories=[folder], name=name, cache_control=CacheControlHeader(max_age=86400, public=True)
        )
        for path, folder, name in (("/static", STATIC, "static"), (modules(), MODULES, "modules"))
    ]
    limit = RateLimitConfig(
        rate_limit=("minute", settings.writes_per_minute),
        check_throttle_handler=_is_write,
        set_rate_limit_headers=False,
    )
    return Litestar(
        route_handlers=[*start.HANDLERS, *table.HANDLERS, *seat.HANDLERS, *reading.HANDLERS, *static],
        dependencies={**DEPENDENCIES, **start.DEPENDENCIES, **seat.DEPENDENCIES},
        template_config=TemplateConfig(instance=JinjaTemplateEngine.from_environment(ENVIRONMENT)),
        csrf_config=CSRFConfig(
            secret=settings.secret, cookie_name="regnum_csrf", cookie_httponly=True, cookie_samesite="lax"
        ),
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, exclude=[r"/events$"]),
        middleware=[GuestMiddleware(settings.secret), limit.middleware],
        response_headers=[ResponseHeader(name=name, value=value) for name, value in HEADERS.items()],
        exception_handlers={HTTPException: _say_what, Exception: _say_broken},
        on_startup=[store.open, tables.start],
        on_shutdown=[tables.close, store.close],
        state=State({"tables": tables, "settings": settings}),
        openapi_config=None,
        logging_config=None,
    )


async def _is_write(request: Request[Any, Any, Any]) -> bool:
    return request.method not in ("GET", "HEAD", "OPTIONS")


def _say_what(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Say politely what was wrong with a request."""
    names = {403: "forbidden", 404: "not_found", 405: "not_found", 429: "too_many"}
    extra = error.extra if isinstance(error.extra, dict) else {}
    name = extra.get("name", names.get(error.status_code, "forbidden"))
    return _apology(request, error.status_code, name, extra.get("say", ""), extra.get("message", ""))


def _say_broken(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Say that the fault is ours. The log gets kind and place, not words or addresses: they may tell what is hidden."""
    places = " < ".join(
        f"{Path(at.filename).name}:{at.lineno}" for at in reversed(extract_tb(error.__traceback__)[-6:])
    )
    route = request.scope.get("path_template", "")
    LOG.error("%s %s failed: %s at %s", request.method, route, type(error).__name__, places)
    return _apology(request, 500, "broken")


def _apology(
    request: Request[Any, Any, Any], status: int, name: str, say: str = "", message: str = ""
) -> Response[Any]:
    visitor = visitor_of(request)
    text = visitor.text
    message = message or text(f"error.{say}" if say else f"error.{name}_text")
    if "hx-request" in request.headers:
        body = Markup('<p class="error">{}</p>').format(message)
        return Response(body, status_code=status, media_type="text/html; charset=utf-8")
    made = visitor.page("error", status, heading=text(f"error.{name}"), message=message)
    for key, value in HEADERS.items():
        made.headers[key] = value
    return made
