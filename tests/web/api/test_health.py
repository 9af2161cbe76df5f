"""Endpoints for operators: health, readiness, and metrics."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import Connection

import regnum.web.db.health
from regnum.web.app import create_app
from regnum.web.db.health import DatabaseHealth
from regnum.web.db.sqlite import Sqlite
from regnum.web.errors import BusyError
from regnum.web.settings import Settings
from tests.support.server.server_process import ROOT
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.moves import move_when_possible

pytestmark = pytest.mark.full  # servers of their own, in processes of their own


def count(metrics: str, name: str, **labels: str) -> float:
    """Return the value of a Prometheus metric; 0 if it is missing."""
    pattern = "".join(rf'(?=.*{label}="{re.escape(value)}")' for label, value in labels.items())
    result = re.search(rf"^{name}(?:\{{{pattern}.*\}})? (\S+)$", metrics, re.MULTILINE)
    return float(result[1]) if result else 0.0


def test_running_server_is_healthy_and_ready(new_guest: NewGuest) -> None:
    assert new_guest().get("/healthz") == new_guest().get("/readyz") == "ok\n"


@pytest.mark.own_app
def test_server_without_its_store_or_in_shutdown_is_not_ready(
    app: Litestar, new_guest: NewGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def busy(_: DatabaseHealth) -> None:
        raise BusyError("it is locked")

    guest = new_guest()
    with monkeypatch.context() as patch:
        patch.setattr(DatabaseHealth, "ping", busy)
        assert guest.get("/readyz", 503) == "the store does not answer\n"
        assert guest.get("/healthz") == "ok\n"
    assert guest.get("/readyz") == "ok\n"
    app.state.tables.closing.set()
    assert guest.get("/readyz", 503) == "the server stops\n"


@pytest.mark.own_app
def test_readiness_check_writes_every_few_seconds_only(
    app: Litestar, new_guest: NewGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrote: list[int] = []
    probe = Sqlite.probe

    def count(database: Sqlite, connection: Connection) -> None:
        wrote.append(1)
        probe(database, connection)

    monkeypatch.setattr(Sqlite, "probe", count)
    guest = new_guest()
    for _ in range(20):
        guest.get("/readyz")
    assert len(wrote) <= 1
    monkeypatch.setattr(regnum.web.db.health, "WRITE_TEST_INTERVAL", -1.0)
    guest.get("/readyz")
    guest.get("/readyz")
    assert len(wrote) >= 2


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_content_type_has_one_charset(path: str, new_guest: NewGuest) -> None:
    response = new_guest().request("GET", path)
    assert response.status_code == 200
    assert response.headers["content-type"].count("charset") == 1


def test_metrics_do_not_name_tables_or_people(new_guest: NewGuest) -> None:
    guest = new_guest()
    before = guest.get("/metrics")
    table = guest.open_table("me", "bot:random", "bot:random", name="Hildegard")
    assert move_when_possible(table, guest)
    assert guest.act(table, "nonsense").status_code == 409
    guest.get("/nowhere", 404)
    after = guest.get("/metrics")

    def more(name: str, **labels: str) -> float:
        return count(after, name, **labels) - count(before, name, **labels)

    assert more("regnum_moves_total", game="brian_boru") >= 1
    assert more("regnum_refused_total", game="brian_boru") == 1
    assert more("regnum_append_seconds_count") >= 1
    assert more("regnum_requests_total", method="POST", route="/table/{table_id}/act", status="200") == 1
    assert more("regnum_requests_total", method="GET", route="", status="404") >= 1
    assert more("regnum_request_seconds_count", route="/table/{table_id}/act") == 2
    assert count(after, "regnum_tables") >= 1
    assert table not in after
    assert "Hildegard" not in after
    assert "nowhere" not in after


def test_unknown_methods_share_one_metric(new_guest: NewGuest) -> None:
    guest = new_guest()
    for method in ("BREW", "BREW2"):
        guest.request(method, "/")
    assert "BREW" not in guest.get("/metrics")


def test_processes_of_a_server_add_up_their_metrics(tmp_path: Path) -> None:
    environment = {**os.environ, "REGNUM_DATA": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "regnum", "serve", "--port", "0", "--workers", "2"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address
            client = Guest(httpx.Client(base_url=address[0].rstrip("/"), headers={"connection": "close"}, timeout=60))
            for _ in range(20):
                client.get("/healthz")
            assert count(client.get("/metrics"), "regnum_requests_total", route="/healthz") == 20
        finally:
            process.terminate()
            process.wait(20)


@pytest.mark.parametrize(
    ("networks", "proxies", "client", "headers", "status"),
    [
        ("", "", "127.0.0.1", {}, 200),
        ("", "", "127.9.9.9", {}, 200),
        ("", "", "::1", {}, 200),
        ("", "", "::ffff:127.0.0.1", {}, 200),
        ("", "", "192.0.2.7", {}, 404),
        ("", "", "2001:db8::7", {}, 404),
        ("", "", "fe80::1%eth0", {}, 404),
        ("", "", "127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, 404),
        ("", "", "127.0.0.1", {"forwarded": "for=192.0.2.7"}, 404),
        ("", "127.0.0.1", "127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 200),
        ("", "127.0.0.1", "127.0.0.1", {"x-forwarded-for": "127.0.0.1", "via": "1.1 proxy"}, 200),
        ("", "127.0.0.1", "127.0.0.1", {"forwarded": "for=192.0.2.7"}, 404),
        ("", "127.0.0.1", "127.0.0.1", {"x-real-ip": "192.0.2.7"}, 404),
        ("10.0.0.0/8, 2001:db8::/32", "", "10.1.2.3", {}, 200),
        ("10.0.0.0/8, 2001:db8::/32", "", "2001:db8::7", {}, 200),
        ("10.0.0.0/8, 2001:db8::/32", "", "127.0.0.1", {}, 404),
    ],
)
def test_metrics_are_available_to_configured_addresses_only(
    networks: str,
    proxies: str,
    client: str,
    headers: dict[str, str],
    status: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REGNUM_METRICS", networks)
    monkeypatch.setenv("REGNUM_PROXY", proxies)
    app = create_app(Settings.load())
    inner = app.asgi_handler

    async def from_there(scope: Any, receive: Any, send: Any) -> None:
        scope["client"] = (client, 50000)
        await inner(scope, receive, send)

    app.asgi_handler = from_there
    with TestClient(app) as test_client:
        response = test_client.get("/metrics", headers=headers)
        assert response.status_code == status
        assert ("regnum_moves" in response.text) == (status == 200)


def test_invalid_networks_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGNUM_METRICS", "home")
    with pytest.raises(ValueError, match="cannot use REGNUM_METRICS 'home'"):
        Settings.load()
