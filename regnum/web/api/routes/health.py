"""Endpoints for operators: liveness, readiness and metrics."""

import asyncio
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from litestar import Response
from litestar.exceptions import NotFoundException

from regnum.web.api.deps import DatabaseHealthDep
from regnum.web.db.database import UnwritableError
from regnum.web.errors import BusyError
from regnum.web.http.deps import SettingsDep
from regnum.web.http.request_limits import LIGHT
from regnum.web.http.visitor import WebRequest, get
from regnum.web.settings import Settings
from regnum.web.tables.deps import TablesDep
from regnum.web.telemetry import metrics

STORE_TIMEOUT: Final = 2.0
"""Seconds within which the store must respond."""
_PASSED_ON: Final = frozenset({"x-forwarded-for", "forwarded", "via", "x-real-ip"})
"""Headers that show that a request came through a proxy."""


@get("/healthz", cost=LIGHT)
async def report_alive() -> Response[str]:
    """Return 200; a process that does not respond may be restarted."""
    return _text_response("ok")


@get("/readyz")
async def check_readiness(tables: TablesDep, database_health: DatabaseHealthDep) -> Response[str]:
    """Return 200 if games can continue, or 503 if the store cannot be read and written, or the server is stopping."""
    if tables.closing.is_set():
        return _text_response("the server stops", 503)
    try:
        async with asyncio.timeout(STORE_TIMEOUT):
            await database_health.ping()
    except UnwritableError as error:
        return _text_response("the store has no room" if error.full else "the store cannot be written", 503)
    except (BusyError, TimeoutError):
        return _text_response("the store does not answer", 503)
    return _text_response("ok")


@get("/metrics")
async def serve_metrics(request: WebRequest, settings: SettingsDep) -> Response[str]:
    """Return the metrics for Prometheus, or 404 for other addresses, because they also count secret moves."""
    if not _may_read_metrics(request, settings):
        raise NotFoundException
    return _text_response(metrics().decode(), media_type="text/plain; version=0.0.4")


def _may_read_metrics(request: WebRequest, settings: Settings) -> bool:
    """Return whether the address of a request is in REGNUM_METRICS.

    The address of a request through a proxy is unknown, unless REGNUM_PROXY trusts the proxy.
    """
    passed_on = _PASSED_ON & set(request.headers)
    if passed_on and not (settings.proxies and "x-forwarded-for" in passed_on):  # accepted from trusted proxies
        return False
    try:
        address = ip_address(request.client.host.partition("%")[0] if request.client else "")
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    return any(address in ip_network(network) for network in settings.metrics.split(","))


def _text_response(text: str, status: int = 200, media_type: str = "text/plain") -> Response[str]:
    """Return a text response; Litestar adds the charset."""
    return Response(f"{text}\n", status_code=status, media_type=media_type, headers={"cache-control": "no-store"})


HANDLERS: Final = [report_alive, check_readiness, serve_metrics]
