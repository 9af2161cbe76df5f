"""Telemetry: log lines in both formats, and request metrics."""

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from prometheus_client import REGISTRY

from regnum.web import telemetry
from regnum.web.telemetry import JsonLines, MetricsMiddleware, TextLines, log_to_stderr


@pytest.fixture
def own_log() -> Iterator[None]:
    """Remove the log configuration of this process, and restore it after the test."""
    root, before, level = logging.getLogger(), logging.getLogger().handlers[:], telemetry.LOG.level
    root_level = root.level
    root.handlers.clear()  # otherwise the configuration would close them
    yield
    root.handlers[:] = before
    root.setLevel(root_level)
    telemetry.LOG.setLevel(level)


def record(**extra: object) -> logging.LogRecord:
    log_record = logging.makeLogRecord({"name": "regnum.web", "levelname": "ERROR", "msg": "lost %s", "args": ("it",)})
    vars(log_record).update(extra)
    return log_record


def test_text_log_line_has_the_message_and_its_fields() -> None:
    assert TextLines().format(record()) == "lost it"
    assert TextLines().format(record(kind="json", tries=0)) == "lost it kind=json tries=0"


def test_json_log_line_has_time_level_and_only_the_kind_of_an_error() -> None:
    data = json.loads(JsonLines().format(record(created=1.5, tries=0, exc_info=(KeyError, KeyError("secret"), None))))
    assert data == {
        "at": "1970-01-01T00:00:01.500+00:00",
        "level": "error",
        "from": "regnum.web",
        "what": "lost it",
        "tries": 0,
        "error": "KeyError",
    }
    assert "error" not in json.loads(JsonLines().format(record(exc_info=None)))
    assert "error" not in json.loads(JsonLines().format(record(exc_info=(None, None, None))))
    assert "ü" in JsonLines().format(record(name="ü"))


@pytest.mark.usefixtures("own_log")
def test_last_configured_format_and_level_apply(capsys: pytest.CaptureFixture[str]) -> None:
    for form, level in (("text", "error"), ("json", "info")):
        log_to_stderr(form, level)
    telemetry.LOG.info("hello")
    logging.getLogger("some.package").info("chatter")
    logging.getLogger("some.package").warning("careful")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["from"], line["what"]) for line in lines] == [("regnum.web", "hello"), ("some.package", "careful")]
    log_to_stderr("text", "error")
    telemetry.LOG.warning("quiet")
    telemetry.LOG.error("loud")
    assert capsys.readouterr().err == "loud\n"


def count(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def ask(status: int, caplog: pytest.LogCaptureFixture, **scope: Any) -> Any:
    """Send a request that gets this status; return its log line."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": status})
        await send({"type": "http.response.body", "status": 0})
        if status == 500:
            raise RuntimeError("broken")

    async def send(_: object) -> None: ...

    caplog.clear()
    whole: Any = {"type": "http", "method": "GET", "path_template": "/table/{id}", **scope}
    try:
        asyncio.run(MetricsMiddleware(app)(whole, send, send))  # type: ignore[arg-type]
    except RuntimeError:
        assert status == 500
    return caplog.records[-1] if caplog.records else None


def test_every_request_is_counted_by_method_route_and_status(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "regnum.web")
    for scope, status, labels in (
        ({}, 200, ("GET", "/table/{id}")),
        ({"method": "BREW"}, 405, ("other", "/table/{id}")),
        ({"method": "POST"}, 500, ("POST", "/table/{id}")),
        ({"path_template": "/secret"}, 404, ("GET", "")),
    ):
        method, route = labels
        own = {"method": method, "route": route, "status": str(status)}
        before, timed = count("regnum_requests_total", **own), count("regnum_request_seconds_count", route=route)
        line = ask(status, caplog, **scope)
        assert (line.method, line.route, line.status) == (method, route, status)
        assert 0 <= line.ms < 1000
        assert count("regnum_requests_total", **own) == before + 1
        assert count("regnum_request_seconds_count", route=route) == timed + 1


def test_streams_are_not_timed(caplog: pytest.LogCaptureFixture) -> None:
    route = "/table/{id}/events"
    before = count("regnum_request_seconds_count", route=route)
    ask(200, caplog, path_template=route)
    assert count("regnum_request_seconds_count", route=route) == before
    assert ask(200, caplog, type="websocket") is None, "only requests have a line"
