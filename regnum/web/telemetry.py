"""Monitoring for operators: Prometheus metrics and log output.

Neither identifies tables or people: routes appear as path templates, and games by name.
"""

import json
import logging
import os
import time
from datetime import UTC, datetime
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

LOG: Final = logging.getLogger("regnum.web")
MULTIPROCESS_DIR: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable for the folder in which processes share metrics; read when this module is imported."""

REQUESTS_TOTAL: Final = Counter("regnum_requests", "Requests that were answered.", ["method", "route", "status"])
REQUEST_SECONDS: Final = Histogram(
    "regnum_request_seconds", "Seconds until a request was answered, except streams.", ["route"]
)
MOVES_TOTAL: Final = Counter("regnum_moves", "Moves that were committed.", ["game"])
REFUSED_MOVES_TOTAL: Final = Counter("regnum_refused", "Moves that were refused.", ["game"])
APPEND_SECONDS: Final = Histogram("regnum_append_seconds", "Seconds until the store had a move.")
OPEN_STREAMS: Final = Gauge("regnum_streams", "Pages that are open at a table now.", multiprocess_mode="livesum")
DELIVERIES_TOTAL: Final = Counter(
    "regnum_deliveries", "Deliveries by push, email and webhook, by outcome.", ["kind", "outcome"]
)
EMAILS_TOTAL: Final = Counter(
    "regnum_emails", "Emails that were sent, abandoned, or refused because the queue was full.", ["outcome"]
)
TABLES_IN_MEMORY: Final = Gauge("regnum_tables", "Tables that are in memory now.", multiprocess_mode="livesum")

_METHODS: Final = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
_STREAM: Final = "/events"


def metrics() -> bytes:
    """Return the metrics of all processes of this server in the Prometheus format."""
    registry = REGISTRY
    if MULTIPROCESS_DIR in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def remove_process(number: int) -> None:
    """Remove a process that has ended, by its id, from the metrics that count only live processes."""
    if MULTIPROCESS_DIR in os.environ:
        mark_process_dead(number)  # type: ignore[no-untyped-call]


class MetricsMiddleware:
    """The outermost middleware: counts and times every request, and logs each one at level info."""

    def __init__(self, app: ASGIApp) -> None:
        self._app: Final = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and record its outcome."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        start = time.perf_counter()
        status = 500

        async def record_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, record_status)
        finally:
            seconds = time.perf_counter() - start
            method = scope["method"] if scope["method"] in _METHODS else "other"
            route = str(scope.get("path_template", "")) if status != 404 else ""
            REQUESTS_TOTAL.labels(method, route, status).inc()
            if not route.endswith(_STREAM):
                REQUEST_SECONDS.labels(route).observe(seconds)
            LOG.info("request", extra={"method": method, "route": route, "status": status, "ms": round(seconds * 1e3)})


def _extra(record: logging.LogRecord) -> dict[str, object]:
    return {name: value for name, value in vars(record).items() if name not in _USUAL}


_USUAL: Final = {*vars(logging.makeLogRecord({})), "message", "color_message", "taskName"}


class TextLines(logging.Formatter):
    """Formats a record as its message, followed by the call's `extra` values."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as text."""
        return " ".join([record.getMessage(), *(f"{name}={value}" for name, value in _extra(record).items())])


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON: time, level, logger, message and the call's `extra` values."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON. Of an exception it has only the type: a message may reveal hidden information."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields = {"at": at, "level": record.levelname.lower(), "from": record.name, "what": record.getMessage()}
        error = {"error": record.exc_info[0].__name__} if record.exc_info and record.exc_info[0] else {}
        return json.dumps({**fields, **_extra(record), **error}, ensure_ascii=False, default=str)


LOG_FORMS: Final = {"text": TextLines, "json": JsonLines}
LOG_LEVELS: Final = ("info", "warning", "error")


def log_to_stderr(form: str, level: str) -> None:
    """Log to standard error in one of LOG_FORMS; `level`: the lowest level of Regnum's own logger."""
    handler = logging.StreamHandler()
    handler.setFormatter(LOG_FORMS[form]())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    LOG.setLevel(level.upper())
