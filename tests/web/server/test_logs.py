"""The log lines of a server."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from regnum.web import telemetry
from regnum.web.settings import Settings
from tests.support.server.server_process import Server
from tests.support.web.guests import Guest, NewGuest

pytestmark = pytest.mark.full  # servers of their own, in processes of their own


@pytest.fixture
def lines() -> Iterator[list[dict[str, object]]]:
    """Collect log lines as JSON."""
    result: list[dict[str, object]] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            result.append(json.loads(telemetry.JsonLines().format(record)))

    handler = Keep()
    telemetry.LOG.addHandler(handler)
    before = telemetry.LOG.level
    telemetry.LOG.setLevel("INFO")
    yield result
    telemetry.LOG.setLevel(before)
    telemetry.LOG.removeHandler(handler)


def test_log_line_is_an_object_without_secrets(new_guest: NewGuest, lines: list[dict[str, object]]) -> None:
    guest = new_guest()
    table = guest.open_table("me", "open", "bot:random", name="Hildegard")
    (invitation,) = guest.invitations(table)
    new_guest().join(invitation, "Kunigunde")
    text = json.dumps(lines)
    assert {"level", "at", "what", "from", "method", "route", "status", "ms"} <= set(lines[0])
    assert ("POST", "/join/{token}", 303) in [(line["method"], line["route"], line["status"]) for line in lines]
    cookies = [value for name, value in guest.cookies.items() if not name.startswith("regnum_month")]
    for secret in (table, invitation.rpartition("/")[2], "Hildegard", "Kunigunde", *cookies):
        assert secret not in text


def test_server_logs_json_if_configured(tmp_path: Path) -> None:
    environment = {"REGNUM_LOG": "json", "REGNUM_LOG_LEVEL": "info"}
    server = Server(tmp_path, environment=environment).start()
    try:
        Guest(httpx.Client(base_url=server.address, timeout=60)).get("/healthz")
    finally:
        server.stop()
    (line,) = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert (line["what"], line["route"], line["level"]) == ("request", "/healthz", "info")


def test_invalid_log_format_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    monkeypatch.setenv("REGNUM_LOG", "xml")
    with pytest.raises(ValueError, match="REGNUM_LOG='xml' is none of text, json"):
        Settings.load()
