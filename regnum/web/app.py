"""The ASGI application, assembled from its parts."""

import logging
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.enums import MediaType
from litestar.exceptions import HTTPException, NotFoundException
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig
from litestar.types import Receive, Scope, Send
from markupsafe import Markup

from regnum.web.accounts import deps as accounts_deps
from regnum.web.accounts import routes as accounts_routes
from regnum.web.accounts.middleware import GuestMiddleware
from regnum.web.analysis import deps as analysis_deps
from regnum.web.analysis import routes as analysis_routes
from regnum.web.api import deps as api_deps
from regnum.web.api import routes as api_routes
from regnum.web.chat import deps as chat_deps
from regnum.web.chat import routes as chat_routes
from regnum.web.db.database import UnwritableError
from regnum.web.db.upgrade import UpgradableDatabase
from regnum.web.editor import routes as editor_routes
from regnum.web.errors import BusyError, GoneError
from regnum.web.http import deps as http_deps
from regnum.web.http import routes as http_routes
from regnum.web.http.cookies import server_cookie_names
from regnum.web.http.csrf import CsrfMiddleware
from regnum.web.http.problems import is_api, problem, problem_of, problem_response
from regnum.web.http.redirects import RedirectMiddleware
from regnum.web.http.request_limits import MAX_FORM_BYTES, RequestLimitsMiddleware, path_costs
from regnum.web.http.visitor import visitor_of
from regnum.web.lobby import deps as lobby_deps
from regnum.web.lobby import routes as lobby_routes
from regnum.web.notifications import deps as notifications_deps
from regnum.web.notifications import routes as notifications_routes
from regnum.web.play import deps as play_deps
from regnum.web.play import routes as play_routes
from regnum.web.presence import deps as presence_deps
from regnum.web.proposals import deps as proposals_deps
from regnum.web.proposals import routes as proposals_routes
from regnum.web.rate_limit import RateLimit
from regnum.web.replay import deps as replay_deps
from regnum.web.replay import routes as replay_routes
from regnum.web.rulebook import routes as rulebook_routes
from regnum.web.seats import deps as seats_deps
from regnum.web.seats import routes as seats_routes
from regnum.web.services import Services
from regnum.web.settings import Settings
from regnum.web.stats import deps as stats_deps
from regnum.web.stats import routes as stats_routes
from regnum.web.tables import deps as tables_deps
from regnum.web.telemetry import MetricsMiddleware
from regnum.web.ui import routes as ui_routes
from regnum.web.ui.templates import ENVIRONMENT

HANDLERS: Final = [
    *accounts_routes.HANDLERS,
    *analysis_routes.HANDLERS,
    *api_routes.HANDLERS,
    *chat_routes.HANDLERS,
    *editor_routes.HANDLERS,
    *http_routes.HANDLERS,
    *lobby_routes.HANDLERS,
    *notifications_routes.HANDLERS,
    *play_routes.HANDLERS,
    *proposals_routes.HANDLERS,
    *replay_routes.HANDLERS,
    *rulebook_routes.HANDLERS,
    *seats_routes.HANDLERS,
    *stats_routes.HANDLERS,
    *ui_routes.HANDLERS,
]
DEPENDENCIES: Final = {
    **accounts_deps.DEPENDENCIES,
    **analysis_deps.DEPENDENCIES,
    **api_deps.DEPENDENCIES,
    **chat_deps.DEPENDENCIES,
    **http_deps.DEPENDENCIES,
    **lobby_deps.DEPENDENCIES,
    **notifications_deps.DEPENDENCIES,
    **play_deps.DEPENDENCIES,
    **presence_deps.DEPENDENCIES,
    **proposals_deps.DEPENDENCIES,
    **replay_deps.DEPENDENCIES,
    **seats_deps.DEPENDENCIES,
    **stats_deps.DEPENDENCIES,
    **tables_deps.DEPENDENCIES,
}
"""The dependencies that handlers can declare as parameters."""

LOG: Final = logging.getLogger("regnum.web")
_LOG_RATE: Final = RateLimit(1)
"""Limits the log to one failed write per minute, because each log line needs disk space as well."""


def create_app(settings: Settings) -> Litestar:
    """Return the application; raises ValueError if the database cannot be used."""
    return add_services(build_app(), settings)


def build_app() -> Litestar:
    """Return the application with all routes and their shared configuration, but without services."""
    return Litestar(
        route_handlers=HANDLERS,
        dependencies=DEPENDENCIES,
        template_config=TemplateConfig(instance=JinjaTemplateEngine.from_environment(ENVIRONMENT)),
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, exclude=[r"/events$", r"/since/"]),
        middleware=[CsrfMiddleware()],
        exception_handlers={
            HTTPException: handle_http_error,
            UnwritableError: handle_unwritable,
            BusyError: handle_busy,
            GoneError: handle_gone,
            Exception: handle_unexpected,
        },
        request_max_body_size=MAX_FORM_BYTES,
        openapi_config=None,
        logging_config=None,
    )


def add_services(app: Litestar, settings: Settings) -> Litestar:
    """Return an application with services and outer middleware added.

    Raises ValueError if the database cannot be used.
    """
    database = UpgradableDatabase(settings.database, settings.data, settings.secret)
    services = Services(database.database, settings)
    app.state = State({name: value for name, value in vars(services).items() if not name.startswith("_")})
    app.on_startup.extend((database.open, services.start))
    app.on_shutdown.extend((services.close, database.close))
    # Litestar's own middleware only runs for existing paths, so middleware for all requests wraps the handler.
    guests = GuestMiddleware(app.asgi_handler, settings, services.accounts.sessions, _refuse)
    request_limits = RequestLimitsMiddleware(
        guests, settings, _refuse, server_cookie_names(settings.secret), path_costs(app.routes)
    )
    app.asgi_handler = MetricsMiddleware(RedirectMiddleware(request_limits))
    return app


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, name: str) -> None:
    """Send an error response from middleware and close the connection."""
    request = Request[Any, Any, Any](scope, receive)
    response = error_response(request, status, name)
    response.headers["connection"] = "close"
    await response.to_asgi_response(app=None, request=request)(scope, receive, send)


def handle_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Return an error page or problem document for a failed request."""
    if is_api(request.url.path):
        return problem_response(problem_of(request, error))
    names = {404: "not_found", 405: "not_found", 413: "too_big", 429: "too_many"}
    extra = error.extra if isinstance(error.extra, dict) else {}
    name = extra.get("name", names.get(error.status_code, "forbidden"))
    return error_response(request, error.status_code, name, extra.get("text_key", ""), extra.get("message", ""))


def handle_busy(request: Request[Any, Any, Any], _: BusyError) -> Response[Any]:
    """Return a 503 response: the server is busy, but a retry may succeed."""
    return error_response(request, 503, "busy")


def handle_gone(request: Request[Any, Any, Any], _: GoneError) -> Response[Any]:
    """Return the response for a table that was removed: the same as for one that never existed."""
    return handle_http_error(request, NotFoundException())


def handle_unwritable(request: Request[Any, Any, Any], error: UnwritableError) -> Response[Any]:
    """Return a 503 response because nothing can be saved, and log the reason for the operator."""
    if _LOG_RATE.allows(""):
        LOG.error("nothing can be written: %s", error)
    return error_response(request, 503, "full" if error.full else "unwritable")


def handle_unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Return a 500 response, and log only the type and location: a message may reveal hidden information."""
    places = " < ".join(
        f"{Path(at.filename).name}:{at.lineno}" for at in reversed(extract_tb(error.__traceback__)[-6:])
    )
    route = request.scope.get("path_template", "")
    LOG.error("%s %s failed: %s at %s", request.method, route, type(error).__name__, places)
    return error_response(request, 500, "broken")


def error_response(
    request: Request[Any, Any, Any], status: int, name: str, text_key: str = "", message: str = ""
) -> Response[Any]:
    """Return the response to a failed request: a problem document for the API, a fragment for htmx, or a page.

    `message`: the text of the fragment or page. `text_key`: the key of that text, if there is no `message`.
    """
    if is_api(request.url.path):
        return problem_response(problem(request, status, name))
    visitor = visitor_of(request)
    text = visitor.text
    message = message or text(f"error.{text_key}" if text_key else f"error.{name}_text")
    if "hx-request" in request.headers:
        body = Markup('<p class="error">{}</p>').format(message)
        return Response(body, status_code=status, media_type=MediaType.HTML)
    return visitor.page("ui/error", status, heading=text(f"error.{name}"), message=message)
