"""The ASGI application, assembled from its parts."""

import logging
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.template import TemplateConfig
from litestar.types import Receive, Scope, Send
from markupsafe import Markup

from regnum.web.accounts import deps as accounts_deps
from regnum.web.accounts import routes_account, routes_sign_in
from regnum.web.accounts.middleware import Guests
from regnum.web.analysis import deps as analysis_deps
from regnum.web.analysis import routes as analysis_routes
from regnum.web.api import routes as api_routes
from regnum.web.api import routes_health, routes_tokens
from regnum.web.chat import deps as chat_deps
from regnum.web.chat import routes as chat_routes
from regnum.web.clocks import deps as clocks_deps
from regnum.web.db.engine import Unwritable
from regnum.web.editor import routes as editor_routes
from regnum.web.errors import Busy
from regnum.web.http import games, routes_preferences, routes_static, visitor
from regnum.web.http.cookies import own_cookies
from regnum.web.http.csrf import CsrfMiddleware
from regnum.web.http.limits import BODY, Gate, Rate
from regnum.web.http.problems import is_api, problem, problem_of, problem_response
from regnum.web.http.visitor import visitor_of
from regnum.web.lobby import deps as lobby_deps
from regnum.web.lobby import (
    routes_home,
    routes_host,
    routes_join,
    routes_leave,
    routes_lobby,
    routes_new_table,
    routes_proposals,
    routes_rematch,
    routes_seat_transfer,
)
from regnum.web.notifications import deps as notifications_deps
from regnum.web.notifications import routes as notifications_routes
from regnum.web.play import pwa, routes_inspect, routes_moves, routes_page, routes_record
from regnum.web.replay import deps as replay_deps
from regnum.web.replay import routes as replay_routes
from regnum.web.replay import routes_fork
from regnum.web.rulebook import credits
from regnum.web.rulebook import routes as rulebook_routes
from regnum.web.services import Services
from regnum.web.settings import Settings
from regnum.web.stats import deps as stats_deps
from regnum.web.stats import routes_leaderboard, routes_my_games
from regnum.web.tables import deps as tables_deps
from regnum.web.tables.store import TableStore
from regnum.web.telemetry import MetricsMiddleware
from regnum.web.ui.templates import ENVIRONMENT

DEPENDENCIES: Final = {
    **visitor.DEPENDENCIES,
    **games.DEPENDENCIES,
    **tables_deps.DEPENDENCIES,
    **accounts_deps.DEPENDENCIES,
    **notifications_deps.DEPENDENCIES,
    **clocks_deps.DEPENDENCIES,
    **chat_deps.DEPENDENCIES,
    **replay_deps.DEPENDENCIES,
    **analysis_deps.DEPENDENCIES,
    **lobby_deps.DEPENDENCIES,
    **stats_deps.DEPENDENCIES,
    **routes_account.DEPENDENCIES,
    **routes_join.DEPENDENCIES,
    **routes_seat_transfer.DEPENDENCIES,
    **api_routes.DEPENDENCIES,
    **notifications_routes.DEPENDENCIES,
}
"""The dependencies that handlers can declare as parameters."""

LOG: Final = logging.getLogger("regnum.web")
_SAYING: Final = Rate(1)
"""How often a failed write is logged: each log line needs disk space as well."""


def create_app(settings: Settings) -> Litestar:
    """Return the application; ValueError if the database cannot be used."""
    return serve_with(routes(), settings)


def routes() -> Litestar:
    """Return an application without services, with all routes and everything they have in common."""
    return Litestar(
        route_handlers=[
            *routes_home.HANDLERS,
            *routes_my_games.HANDLERS,
            *routes_leaderboard.HANDLERS,
            *routes_new_table.HANDLERS,
            *routes_join.HANDLERS,
            *routes_sign_in.HANDLERS,
            *routes_account.HANDLERS,
            *routes_preferences.HANDLERS,
            *routes_page.HANDLERS,
            *routes_moves.HANDLERS,
            *routes_inspect.HANDLERS,
            *routes_record.HANDLERS,
            *routes_rematch.HANDLERS,
            *chat_routes.HANDLERS,
            *routes_leave.HANDLERS,
            *routes_proposals.HANDLERS,
            *routes_host.HANDLERS,
            *routes_lobby.HANDLERS,
            *routes_seat_transfer.HANDLERS,
            *routes_tokens.HANDLERS,
            *api_routes.HANDLERS,
            *notifications_routes.HANDLERS,
            *analysis_routes.HANDLERS,
            *replay_routes.HANDLERS,
            *routes_fork.HANDLERS,
            *editor_routes.HANDLERS,
            *rulebook_routes.HANDLERS,
            *credits.HANDLERS,
            *routes_static.HANDLERS,
            *pwa.HANDLERS,
            *routes_health.HANDLERS,
        ],
        dependencies=DEPENDENCIES,
        template_config=TemplateConfig(instance=JinjaTemplateEngine.from_environment(ENVIRONMENT)),
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, exclude=[r"/events$", r"/since/"]),
        middleware=[CsrfMiddleware()],
        exception_handlers={
            HTTPException: _say_what,
            Unwritable: _say_unwritable,
            Busy: _say_busy,
            Exception: _say_broken,
        },
        request_max_body_size=BODY,
        openapi_config=None,
        logging_config=None,
    )


def serve_with(app: Litestar, settings: Settings) -> Litestar:
    """Give an application its services and its outer layers; ValueError if the database cannot be used."""
    store = TableStore(settings.database, settings.data, settings.secret)
    services = Services(store, settings)
    app.state = State({name: value for name, value in vars(services).items() if not name.startswith("_")})
    app.on_startup.extend((store.open, services.start))
    app.on_shutdown.extend((services.close, store.close))
    # Litestar's own middleware only runs for existing paths, so middleware for all requests wraps the handler.
    guests = Guests(app.asgi_handler, settings, services.accounts.sessions, _refuse)
    app.asgi_handler = MetricsMiddleware(Gate(guests, settings, _refuse, own_cookies(settings.secret)))
    return app


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, name: str) -> None:
    """Refuse a request before it reaches the application, and say why."""
    request = Request[Any, Any, Any](scope, receive)
    response = _apology(request, status, name)
    response.headers["connection"] = "close"
    await response.to_asgi_response(app=None, request=request)(scope, receive, send)


def _say_what(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Return an error page or problem document for a failed request."""
    if is_api(request.url.path):
        return problem_response(problem_of(request, error))
    names = {404: "not_found", 405: "not_found", 413: "too_big", 429: "too_many"}
    extra = error.extra if isinstance(error.extra, dict) else {}
    name = extra.get("name", names.get(error.status_code, "forbidden"))
    return _apology(request, error.status_code, name, extra.get("say", ""), extra.get("message", ""))


def _say_busy(request: Request[Any, Any, Any], _: Busy) -> Response[Any]:
    """Answer that the server is busy and a retry may succeed."""
    return _apology(request, 503, "busy")


def _say_unwritable(request: Request[Any, Any, Any], fault: Unwritable) -> Response[Any]:
    """Answer that nothing can be saved, and log the reason for the operator."""
    if _SAYING.allows(""):
        LOG.error("nothing can be written: %s", fault)
    return _apology(request, 503, "full" if fault.full else "unwritable")


def _say_broken(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer with a server error. Only its type and place are logged: its message may reveal hidden information."""
    places = " < ".join(
        f"{Path(at.filename).name}:{at.lineno}" for at in reversed(extract_tb(error.__traceback__)[-6:])
    )
    route = request.scope.get("path_template", "")
    LOG.error("%s %s failed: %s at %s", request.method, route, type(error).__name__, places)
    return _apology(request, 500, "broken")


def _apology(
    request: Request[Any, Any, Any], status: int, name: str, say: str = "", message: str = ""
) -> Response[Any]:
    if is_api(request.url.path):
        return problem_response(problem(request, status, name))
    who = visitor_of(request)
    text = who.text
    message = message or text(f"error.{say}" if say else f"error.{name}_text")
    if "hx-request" in request.headers:
        body = Markup('<p class="error">{}</p>').format(message)
        return Response(body, status_code=status, media_type=MediaType.HTML)
    return who.page("ui/error", status, heading=text(f"error.{name}"), message=message)
