"""Attacks and failures: bounded memory, limits, and no effect on other guests."""

import asyncio
import gc
import html
import json
import re
import resource
import socket
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from regnum.web.errors import RefusedError
from regnum.web.http.client_address import read_client_address
from regnum.web.http.cookies import cookie_name, page_token, sign_cookie
from regnum.web.names import check_name, is_taken
from regnum.web.notifications.safe_http import UnreachableError
from regnum.web.rate_limit import RateLimit
from regnum.web.server import connections
from regnum.web.server.run import ServerStartError, serve
from regnum.web.settings import Settings
from tests.commands import fuzz
from tests.support.server.server_process import Server
from tests.support.web.apps import SECRET, create_app, live_table, run_in_thread, wait_for
from tests.support.web.guests import GAME, Guest, NewGuest
from tests.support.web.tokens import token_of

GUEST = cookie_name("guest", SECRET)


@contextmanager
def visit_server(settings: Settings, address: str = "http://testserver.local") -> Iterator[Guest]:
    """Visit a server of its own."""
    with TestClient(create_app(settings), base_url=address) as test_client:
        yield Guest(test_client)


# Bodies and rates.


def stop_tracing() -> int:
    """Return the bytes allocated since tracing began, without garbage in cycles, and stop tracing."""
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return kept


def test_long_body_is_refused_and_not_stored(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.get("/credits")
    form = {"content-type": "application/x-www-form-urlencoded"}
    tracemalloc.start()
    for number in range(12):
        body = b"a%d=" % number + b"x" * 2_000_000
        assert guest.request("POST", "/language", content=body, headers=form).status_code == 413
        assert guest.request("GET", "/credits", content=body, headers=form).status_code in (200, 413)
    kept = stop_tracing()
    assert kept < 12_000_000, "of 48 in all"


def test_forms_within_the_limit_are_not_stored_either(new_guest: NewGuest) -> None:
    guest = new_guest()
    token = guest.token()
    tracemalloc.start()
    for number in range(60):
        form = {"_csrf_token": token, "language": "de", "back": f"/{number}" + "x" * 30_000}
        assert guest.request("POST", "/language", data=form, follow_redirects=False).status_code == 303
    kept = stop_tracing()
    assert kept < 1_000_000


def test_form_with_many_fields_is_cheap(new_guest: NewGuest) -> None:
    guest = new_guest()
    token = {"x-csrftoken": guest.token(), "content-type": "application/x-www-form-urlencoded"}
    start = time.process_time()
    assert guest.request("POST", "/language", content=b"&a" * 16_000, headers=token).status_code == 400
    assert guest.request("GET", "/credits", content=b"&a" * 16_000, headers=token).status_code == 200
    assert time.process_time() - start < 1


@pytest.mark.parametrize("path", ["/static/css/base.css", "/table/x/events"])
def test_every_request_counts_for_the_rate_limit(settings: Settings, path: str) -> None:
    with visit_server(replace(settings, writes_per_minute=2)) as guest:
        codes = [guest.request("GET", path).status_code for _ in range(25)]
    assert 429 not in codes[:20]
    assert codes[-4:] == [429] * 4


@pytest.mark.parametrize(
    "path", ["/table/x/log", "/table//x/replay/", "/table/x/picture.svg", "/replay/x", "/editor/nothing"]
)
def test_expensive_pages_are_counted_separately(settings: Settings, path: str) -> None:
    with visit_server(replace(settings, writes_per_minute=9)) as guest:
        codes = [guest.request("GET", path).status_code for _ in range(8)]
        assert codes == [404] * 6 + [429] * 2
        assert guest.request("GET", "/table/x").status_code == 404


def test_posts_to_unknown_addresses_count_for_the_rate_limit(settings: Settings) -> None:
    with visit_server(replace(settings, writes_per_minute=3)) as guest:
        codes = [guest.request("POST", "/nowhere").status_code for _ in range(5)]
    assert codes == [404] * 3 + [429] * 2


def test_rate_limit_uses_a_monotonic_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    rate = RateLimit(60, lambda: now)
    assert [rate.allows("a") for _ in range(61)] == [True] * 60 + [False]
    assert rate.allows("b"), "each address has its own"
    now += 1.05
    assert (rate.allows("a"), rate.allows("a")) == (True, False)
    now += 1e6
    assert [rate.allows("a") for _ in range(61)] == [True] * 60 + [False]


def test_clock_set_back_blocks_nobody(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    original = time.time
    with visit_server(replace(settings, writes_per_minute=600)) as guest:
        guest.token()
        for shift in (0, -7200, -86400):
            monkeypatch.setattr(time, "time", lambda shift=shift: original() + shift)
            for _ in range(200):
                guest.post("/language", {"language": "de"})
            time.sleep(0.1)
            assert guest.post("/language", {"language": "de"}).status_code == 303


def test_rate_limit_remembers_a_limited_number_of_addresses() -> None:
    now = 0.0
    rate = RateLimit(60, lambda: now)
    for number in range(3 * RateLimit.MAX_KEYS):
        assert rate.allows(str(number))
        now += 1e-6
    assert len(rate._buckets) <= RateLimit.MAX_KEYS
    now += 10
    rate.allows("one more")
    for number in range(RateLimit.MAX_KEYS):
        rate.allows(str(number))
    assert len(rate._buckets) <= RateLimit.MAX_KEYS


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::"),
        ("testclient", "testclient"),
    ],
)
def test_client_address_is_reduced_to_one_home(client: str, counted: str) -> None:
    assert read_client_address({"client": (client, 1)}) == counted  # type: ignore[typeddict-item]


@pytest.mark.parametrize(
    ("path", "headers"),
    [("/" + "x" * 600, {}), ("/?" + "a&" * 200, {}), ("/table/x/events?since=" + "1" * 300, {})],
)
def test_long_url_is_refused(new_guest: NewGuest, path: str, headers: dict[str, str]) -> None:
    assert new_guest().request("GET", path, headers=headers).status_code == 414


def test_foreign_cookies_are_dropped(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    guest.get("/credits")
    tracemalloc.start()
    for number in range(100):
        jar = "; ".join(f"a{number}{at}={at}" for at in range(800))
        assert guest.request("GET", "/tables", headers={"cookie": jar}).status_code == 200
    kept = stop_tracing()
    assert kept < 1_500_000


# Connections.


def open_connection(server: Server, text: bytes = b"") -> socket.socket:
    """Open a connection and send a text."""
    opened = socket.create_connection(("127.0.0.1", server.port), timeout=5)
    opened.sendall(text)
    return opened


def is_closed(opened: socket.socket, seconds: float) -> bool:
    """Tell whether the server closes a connection in this time, whatever it sends before."""
    deadline = time.monotonic() + seconds
    try:
        while (seconds_left := deadline - time.monotonic()) > 0:
            opened.settimeout(seconds_left)
            if not opened.recv(65536):
                return True
    except TimeoutError:
        return False
    except OSError:
        return True
    return False


def is_cut(opened: socket.socket, again: bytes, seconds: float) -> bool:
    """Tell whether the server closes a connection on which the client sends repeatedly and reads nothing."""
    opened.settimeout(3)
    deadline = time.monotonic() + seconds
    try:
        while time.monotonic() < deadline:
            opened.sendall(again)
            time.sleep(0.1)
    except TimeoutError:
        return False
    except OSError:
        return True
    return False


HALF: list[bytes] = [
    b"",
    b"GET /credits HTTP/1.1\r\nhost: x\r\n",
    b"POST /language HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n"
    b"content-length: 100\r\n\r\nback=",
    b"GET /credits HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nback=",
]


def open_watched_table(server: Server, stack: ExitStack) -> tuple[str, socket.socket]:
    """Return a new table and the stream of a spectator."""
    table = Guest(httpx.Client(base_url=server.address, timeout=60)).open_table("me", "bot:random", "bot:random")
    stream = stack.enter_context(open_connection(server))
    stream.sendall(f"GET /table/{table}/events?since=999 HTTP/1.1\r\nhost: x\r\n\r\n".encode())
    assert stream.recv(15) == b"HTTP/1.1 200 OK"
    return table, stream


def test_unfinished_request_is_closed_but_a_stream_is_not(tmp_path: Path) -> None:
    before = "from regnum.web.server import connections, run; connections.STALL_TIMEOUT = 1; run.KEEP_ALIVE = 1"
    server = Server(tmp_path / "data", before=before)
    server.start()
    try:
        with ExitStack() as stack:
            _, stream = open_watched_table(server, stack)
            slow = [stack.enter_context(open_connection(server, text)) for text in HALF]
            dripping = stack.enter_context(open_connection(server, HALF[1]))
            assert is_cut(dripping, b"x", 20)
            assert [is_closed(one, 15) for one in slow] == [True] * len(slow)
            assert not is_closed(stream, 0.5)
    finally:
        server.stop()


def test_unread_response_is_closed(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", before="from regnum.web.server import connections as c; c.STALL_TIMEOUT = 1")
    server.start()
    try:
        with socket.socket() as lazy:
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            lazy.connect(("127.0.0.1", server.port))
            assert is_cut(lazy, b"GET /rules/rurik HTTP/1.1\r\nhost: x\r\n\r\n" * 50, 8)
    finally:
        server.stop()


def test_hundreds_of_idle_connections_block_nobody(tmp_path: Path) -> None:
    before = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (400, 400))"
    server = Server(tmp_path / "data", before=before).start()
    try:
        with ExitStack() as stack:
            table, stream = open_watched_table(server, stack)
            for _ in range(500):
                stack.enter_context(open_connection(server, b"GET / HTTP/1.1\r\n"))
            for _ in range(10):
                late = Guest(httpx.Client(base_url=server.address, timeout=60))
                assert "You are watching" in late.get(f"/table/{table}")
            assert not is_closed(stream, 0.3), "who plays stays"
        assert len(server.log.read_text().splitlines()) < 5
    finally:
        server.stop()


def test_server_without_descriptors_logs_little_and_players_continue(tmp_path: Path) -> None:
    server = Server(tmp_path / "data").start()
    try:
        guest = Guest(httpx.Client(base_url=server.address, timeout=60))
        table = guest.open_table("me", "bot:random", "bot:random")
        guest.get(f"/table/{table}")
        open_now = len(list(Path(f"/proc/{server.pid}/fd").iterdir()))
        limits = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (open_now, limits[1]))
        with ExitStack() as stack:
            for _ in range(20):
                stack.enter_context(open_connection(server, b"GET / HTTP/1.1\r\n"))
            time.sleep(2.5)
            guest.get(f"/table/{table}")  # over the existing connection
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, limits)
        time.sleep(1.2)
        Guest(httpx.Client(base_url=server.address, timeout=60)).get("/")
        lines = server.log.read_text().splitlines()
        assert lines.count("no more connections for now: [Errno 24] Too many open files") == 1
        assert len(lines) <= 3, "other needs for a file are reported once"
    finally:
        server.stop()


def test_descriptor_limit_is_raised(tmp_path: Path) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = connections.MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, connections.MAX_DESCRIPTORS)
    before = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({most - 100}, {hard}))"
    server = Server(tmp_path / "data", before=before).start()
    try:
        assert resource.prlimit(server.pid, resource.RLIMIT_NOFILE)[0] == most
    finally:
        server.stop()


def test_other_errors_are_logged_as_usual(caplog: pytest.LogCaptureFixture) -> None:
    def work() -> None:
        with asyncio.Runner() as runner:
            loop = runner.get_loop()
            handler = connections.DescriptorLimitHandler()
            for _ in range(3):
                handler(loop, {"message": "socket.accept() out of system resource", "exception": OSError(24, "no")})
                handler(loop, {"message": "something else"})

    run_in_thread(work)
    assert [record.name for record in caplog.records] == ["regnum.web", "asyncio", "asyncio", "asyncio"]


def test_streams_of_one_address_are_counted(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", environment={"REGNUM_STREAMS_PER_ADDRESS": "3"}).start()
    try:
        guest = Guest(httpx.Client(base_url=server.address, timeout=60))
        table = guest.open_table("me", "open", "open")
        path = f"/table/{table}/events"
        recorded: list[Iterator[bytes]] = []  # forgotten clients hang up
        with ExitStack() as stack:
            for _ in range(3):
                response = stack.enter_context(guest.client.stream("GET", path))
                assert response.status_code == 200
                recorded.append(response.iter_bytes())
                assert next(recorded[-1])
            for spelled in (path, path + "/", path.replace("/events", "//events")):
                assert guest.request("GET", spelled).status_code == 429, spelled
            guest.get(f"/table/{table}")
        time.sleep(0.3)
        with guest.client.stream("GET", path) as response:
            assert response.status_code == 200, "one that has ended does not count"
    finally:
        server.stop()


# Bots.


def test_choices_of_a_bot_are_unpredictable_from_public_information(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regnum.web.tables.new_table.new_id", lambda: "the-same-id")
    monkeypatch.setattr("regnum.web.tables.new_table.randbits", lambda _: 7)
    games: list[object] = []
    for number, secret in enumerate((SECRET, SECRET, "another key, as long as that")):
        settings = Settings(tmp_path, f"sqlite+aiosqlite:///{tmp_path / str(number)}.db", secret, bot_delay=0.0)
        with TestClient(app := create_app(settings)) as test_client:
            guest = Guest(test_client)
            guest.get(f"/table/{guest.open_table(*['bot:random'] * 3, name='', option_first_player='1')}")
            entries = live_table(app, "the-same-id").play.record.entries
            deadline = time.monotonic() + 90
            while len(entries) < 12 and time.monotonic() < deadline:
                time.sleep(0.01)
            games.append(list(entries[:12]))
    assert games[0] == games[1] != games[2]


# Cookies and tokens.


def test_cookies_of_another_key_are_replaced(settings: Settings, tmp_path: Path) -> None:
    other = replace(
        settings, secret="another key, as long as that", database=f"sqlite+aiosqlite:///{tmp_path / 'b.db'}"
    )
    with visit_server(settings) as guest, visit_server(other) as other_guest:
        guest.get("/")
        other_guest.cookies = guest.cookies
        assert other_guest.post("/language", {"language": "de", "back": "/"}).status_code == 303


def test_two_servers_on_one_host_keep_each_others_cookies(settings: Settings, tmp_path: Path) -> None:
    other = replace(
        settings, secret="another key, as long as that", database=f"sqlite+aiosqlite:///{tmp_path / 'b.db'}"
    )
    with visit_server(settings) as first_guest, visit_server(other) as second_guest:
        table = first_guest.open_table("me", "open", "open", name="Ann")
        second_guest.cookies = first_guest.cookies
        second_guest.open_table("me", "open", "open", name="Ben")
        first_guest.cookies = second_guest.cookies
        assert table in first_guest.get("/tables")
        assert 'value="Ann"' in first_guest.get(f"/new/{GAME}")
        assert first_guest.post(f"/table/{table}/offer", {"seat": "0", "create": "no"}).status_code == 303, (
            "still the host"
        )


def test_cookies_of_current_servers_are_renewed(new_guest: NewGuest) -> None:
    guest = new_guest()
    old = sign_cookie("0123456789abcdef" * 2, SECRET)
    guest.cookies.set("regnum_guest", old)
    guest.cookies.set("regnum_name", "Ann")
    table = guest.open_table("me", "open", "open", name="Ann")
    assert guest.cookies[GUEST] == old
    assert 'value="Ann"' in guest.get(f"/new/{GAME}")
    for name in ("regnum_guest", "regnum_name"):
        guest.cookies.delete(name)
    assert table in guest.get("/tables")


def test_forged_old_cookie_is_ignored(new_guest: NewGuest) -> None:
    guest = new_guest()
    guest.cookies.set("regnum_guest", sign_cookie("0123456789abcdef" * 2, "another key, as long as that"))
    guest.get("/")
    assert not guest.cookies[GUEST].startswith("0123456789abcdef")


def test_csrf_token_is_valid_for_its_guest_only(new_guest: NewGuest) -> None:
    guest, other = new_guest(), new_guest()
    other.get("/")
    other.kept_token = guest.token()
    assert guest.post("/language", {"language": "de"}).status_code == 303
    assert other.post("/language", {"language": "de"}).status_code == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"origin": "http://testserver.local"}, 303),
        ({"origin": "https://testserver.local"}, 303),  # a proxy that says nothing of https
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://testserver.local:81"}, 403),
        ({"origin": "http://[::"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "same-origin", "origin": "https://games.example"}, 303),  # a proxy that changes the host
    ],
)
def test_posts_from_other_sites_are_refused(new_guest: NewGuest, headers: dict[str, str], status: int) -> None:
    guest = new_guest()
    form = {"_csrf_token": guest.token(), "language": "de", "back": "/"}
    response = guest.request("POST", "/language", data=form, headers=headers, follow_redirects=False)
    assert response.status_code == status


def test_posts_from_the_configured_origin_are_accepted(settings: Settings) -> None:
    with visit_server(replace(settings, origin="https://games.example")) as guest:
        form = {"_csrf_token": guest.token(), "language": "de", "back": "/"}
        for origin, status in (("https://games.example", 303), ("https://other.example", 403)):
            headers = {"origin": origin}
            response = guest.request("POST", "/language", data=form, headers=headers, follow_redirects=False)
            assert response.status_code == status


def set_cookies(answer: httpx.Response) -> list[str]:
    return answer.headers.get_list("set-cookie")


@pytest.mark.parametrize(
    ("address", "origin", "secure"),
    [
        ("http://games.example", "", False),
        ("https://games.example", "", True),
        ("http://games.example", "https://games.example", True),
        ("http://127.0.0.1:8000", "https://games.example", False),
    ],
)
def test_cookies_are_secure_over_https(settings: Settings, address: str, origin: str, secure: bool) -> None:
    with visit_server(replace(settings, origin=origin), address) as guest:
        first = guest.request("GET", "/")
        cookie, _ = set_cookies(first)
        for kept in set_cookies(first):
            assert ("Secure" in kept, "HttpOnly" in kept, "SameSite=lax" in kept) == (secure, True, True)
        table = {"name": "Ann", "players": "3", "seat0": "me", "seat1": "open", "seat2": "open"}
        for path, form in (("/language", {"language": "de"}), (f"/new/{GAME}", table)):
            headers = {"cookie": cookie.partition(";")[0]}  # as the proxy, which is left out here, brings it
            data = {"_csrf_token": page_token(cookie.partition("=")[2].partition(".")[0], SECRET), **form}
            answer = guest.request("POST", path, data=data, headers=headers, follow_redirects=False)
            assert ["Secure" in kept for kept in set_cookies(answer)] == [secure]


def test_publicly_cached_files_set_no_cookie(new_guest: NewGuest) -> None:
    for path in ("/static/css/base.css", "/drawing/rurik/board.css"):
        response = new_guest().request("GET", path)
        assert "public" in response.headers["cache-control"]
        assert set_cookies(response) == []


# The host of a page.


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:99999",
        "[:::::]",
        "evil.example/x",
        "a b",
        "<script>",
        "evil.example:80:80",
        "x" * 300,
        "[::1",
        "a,b",
        "user@evil.example",
        "..",
        "",
    ],
)
def test_invalid_host_is_refused(new_guest: NewGuest, host: str) -> None:
    response = new_guest().request("GET", "/", headers={"host": host})
    assert response.status_code == 400
    assert host not in response.text or len(host) < 3


@pytest.mark.parametrize(
    "host", ["games.example", "localhost:8000", "192.0.2.7", "[::1]:8000", "my_pc.local", "a.example."]
)
def test_usual_host_is_accepted(new_guest: NewGuest, host: str) -> None:
    guest = new_guest()
    assert guest.request("GET", "/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("proxy", ["", "127.0.0.1", "10.0.0.0/8"])
def test_only_a_configured_proxy_is_trusted(tmp_path: Path, proxy: str) -> None:
    server = Server(tmp_path / "data", environment={"REGNUM_PROXY": proxy, "FORWARDED_ALLOW_IPS": "*"}).start()
    try:
        with httpx.Client(base_url=server.address, timeout=60) as client:
            headers = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.9"}
            cookie, _ = set_cookies(client.get("/", headers=headers))
        assert ("Secure" in cookie) == (proxy == "127.0.0.1")
    finally:
        server.stop()


def test_invalid_proxy_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    with pytest.raises(ServerStartError, match=r"^cannot use the proxy 'nonsense'"):
        run_in_thread(lambda: serve(port=0, proxies="nonsense"))


# Forms that are none.


def multipart(guest: Guest, charset: str) -> tuple[dict[str, str], bytes]:
    head = '--b\r\ncontent-disposition: form-data; name="{}"\r\n'
    part = head + f"content-type: text/plain; charset={charset}\r\n\r\n{{}}\r\n"
    body = part.format("_csrf_token", guest.token()) + part.format("language", "de") + "--b--\r\n"
    return {"content-type": "multipart/form-data; boundary=b"}, body.encode()


URLENCODED = {"content-type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        (URLENCODED, "_csrf_token=" + "ä" * 130),
        (URLENCODED, "_csrf_token=" + "%C3%A4" * 130),
        (URLENCODED, "_csrf_token=%FF"),
        (URLENCODED, "_csrf_token=a&_csrf_token=b"),
        (URLENCODED, b"\xff\xfe"),
        ({"content-type": "multipart/form-data; boundary=b"}, b"--b\r\nnonsense"),
        ({"content-type": "multipart/form-data"}, b"x"),
        (
            {"content-type": "multipart/form-data; boundary=b"},
            b'--b\r\ncontent-disposition: form-data; name="_csrf_token"; filename="x"\r\n\r\nx\r\n--b--\r\n',
        ),
        ({"content-type": "application/json"}, b"{"),
        ({"content-type": "text/html; charset=nonsense"}, b"x"),
        ({"x-csrftoken": "\xe4" * 130}, b""),
    ],
)
@pytest.mark.parametrize("path", ["/language", f"/new/{GAME}"])
def test_malformed_form_is_refused(new_guest: NewGuest, path: str, headers: dict[str, str], body: str | bytes) -> None:
    sent: Any = {name: value.encode("latin-1") for name, value in headers.items()}
    guest = new_guest()
    guest.get("/credits")
    response = guest.request("POST", path, content=body, headers=sent)
    assert 400 <= response.status_code < 500


@pytest.mark.parametrize("charset", ["utf-8", "no-such-charset", "utf-16"])
def test_multipart_form_is_refused(new_guest: NewGuest, charset: str) -> None:
    guest = new_guest()
    headers, body = multipart(guest, charset)
    assert guest.request("POST", "/language", content=body, headers=headers).status_code in (403, 415)
    headers["x-csrftoken"] = guest.token()
    assert guest.request("POST", "/language", content=body, headers=headers).status_code == 415


@pytest.mark.parametrize(
    "path", ["/static/%00", "/static/a%00b.css", "/table/%00", "/join/%00", "/%0d%0a", "/static/../app.py"]
)
def test_malformed_address_is_not_found(new_guest: NewGuest, path: str) -> None:
    for method in ("GET", "HEAD"):
        assert new_guest().request(method, path).status_code == 404


# Names.


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\u2800",
        "\u115f",
        "\u1160",
        "\uffa0",
        "\u034f",
        "A\u3164",
        "\u202eAnn",
        "\ufeff",
        "\u0301",
        "Z" + "\u0335" * 4,
    ],
)
def test_invisible_name_is_refused(new_guest: NewGuest, name: str) -> None:
    guest = new_guest()
    form = {"name": name, "players": "3", "seat0": "me", "seat1": "open", "seat2": "open"}
    response = guest.post(f"/new/{GAME}", form)
    assert response.status_code == 422
    assert re.search("cannot be displayed|Please enter your name", response.text)


@pytest.mark.parametrize("name", ["Ann", "Оля", "О'Ніл", "Nguyễn", "नमस्ते", "Ἀθηνᾶ", "李", "עדה", "❤ Ann 🎲"])
def test_usual_name_is_accepted(new_guest: NewGuest, name: str) -> None:
    guest = new_guest()
    table = guest.open_table("me", "open", "open", name=name)
    assert name.replace("'", "&#39;") in guest.get(f"/table/{table}")


def test_name_is_normalized(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    table = guest.open_table("me", "open", "open", name="  Ju\u0308r\u00a0gen ")
    guest.get(f"/table/{table}")
    assert live_table(app, table).row.seats[0].name == "J\u00fcr gen"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "Аnnа"),
        ("Olia", "Оlіа"),
        ("BOB", "ВОВ"),
        ("Вова", "вова"),
        ("Jürgen", "Ju\u0308rgen"),
        ("Alice", "AIice"),
        ("Bob", "B0b"),
        ("Ａｎｎ", "Ann"),
        ("Ёлка", "ёлка"),
    ],
)
def test_look_alike_names_count_as_taken(name: str, other: str) -> None:
    assert is_taken(name, ["Somebody", other])
    assert is_taken(other, [name])


@pytest.mark.parametrize(
    ("name", "other"), [("Ann", "Anna"), ("Оля", "Ольга"), ("Лев", "Лєв"), ("Ján", "Jan"), ("Ben", "Ban")]
)
def test_different_names_are_not_taken(name: str, other: str) -> None:
    assert not is_taken(name, [other])


def test_look_alike_name_is_refused_at_the_table(new_guest: NewGuest) -> None:
    host, friend = new_guest(), new_guest()
    table = host.open_table("me", "open", "open", name="Anna")
    response = friend.join(host.invitations(table)[0], "Аnnа")
    assert (response.status_code, "already" in response.text) == (409, True)


@pytest.mark.parametrize("name", ["Оля", "Jürgen", 'A;b="c', "100%"])
def test_every_name_is_remembered(new_guest: NewGuest, name: str) -> None:
    guest = new_guest()
    guest.open_table("me", "open", "open", name=name)
    shown = name.replace('"', "&#34;")
    assert f'name="name" value="{shown}"' in guest.get(f"/new/{GAME}")


# Headers.


@pytest.mark.parametrize("live_", [False, True])
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("HEAD", "/"),
        ("GET", "/nowhere"),
        ("DELETE", "/"),
        ("POST", "/credits"),
        ("POST", "/language"),
        ("GET", "/static/css/base.css"),
        ("HEAD", "/static/css/base.css"),
        ("HEAD", "/static/vendor/htmx.LICENSE"),
        ("HEAD", "/static/fonts/source-serif-4-latin-wght-normal.woff2"),
        ("GET", "/static/nowhere"),
        ("GET", "/drawing/rurik/board.css"),
        ("GET", "/%00"),
    ],
)
def test_every_response_has_the_security_headers(new_guest: NewGuest, method: str, path: str, live_: bool) -> None:
    response = new_guest().request(method, path, headers={"hx-request": "true"} if live_ else {})
    assert "default-src 'none'" in response.headers["content-security-policy"]
    assert len(response.headers.get_list("content-security-policy")) == 1
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "same-origin"
    kind = response.headers["content-type"]
    assert kind.count("charset") == kind.startswith("text/")


def test_head_of_a_file_equals_get(new_guest: NewGuest) -> None:
    full, bare = (new_guest().request(method, "/static/css/base.css") for method in ("GET", "HEAD"))
    assert bare.headers["content-type"] == full.headers["content-type"] == "text/css; charset=utf-8"
    assert (bare.content, bare.status_code) == (b"", 200)


# The data folder.


@pytest.mark.parametrize("content", [b"", b"   \n", b"short", b"\xff" * 40])
def test_invalid_key_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    monkeypatch.delenv("REGNUM_SECRET", raising=False)
    (tmp_path / "secret").write_bytes(content)
    with pytest.raises(ServerStartError) as error:
        run_in_thread(lambda: serve(port=0))
    assert str(tmp_path / "secret") in str(error.value)
    assert "\n" not in str(error.value)
    assert "REGNUM_SECRET" not in str(error.value)


def test_new_key_is_written_atomically_for_its_owner_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REGNUM_DATA", str(tmp_path))
    monkeypatch.delenv("REGNUM_SECRET", raising=False)
    key = Settings.load().secret
    assert Settings.load().secret == key
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


# The credits.


def test_credits_are_read_once(new_guest: NewGuest, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = new_guest()
    first = guest.get("/credits")
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: pytest.fail("read again"))
    assert guest.get("/credits") == first


# Everything at once.


def test_mangled_requests_cause_no_server_errors() -> None:
    recorded: list[str] = []
    faults = run_in_thread(lambda: asyncio.run(fuzz.run(400, 20, recorded.append)))
    assert faults == 0, recorded


# What once came to an answer of ours: "the fault is on our side".


@pytest.mark.parametrize(
    "kind", ["multipart/form-data; boundary=b; charset=utf-16", "multipart/form-data; boundary=b; charset=no-such"]
)
def test_form_with_an_unknown_charset_is_refused(new_guest: NewGuest, kind: str) -> None:
    guest = new_guest()
    part = b'Content-Disposition: form-data; name="x"\r\nContent-Type: text/plain; charset=no-such\r\n\r\n\xff'
    body = b"--b\r\n" + part + b"\r\n--b--\r\n"
    for path in ("/replay", "/editor/khan"):
        response = guest.request(
            "POST", path, content=body, headers={"content-type": kind, "x-csrftoken": guest.token()}
        )
        assert 400 <= response.status_code < 500, path


@pytest.mark.parametrize("path", ["/api/join", "/api/tables"])
def test_deeply_nested_json_is_refused(new_guest: NewGuest, path: str) -> None:
    guest = new_guest()
    headers = {"authorization": f"Bearer {token_of(guest)}", "content-type": "application/json"}
    for deep in ("[" * 30_000, '{"a":' * 6000, '{"game":"khan","seats":' + "[" * 20_000):
        response = guest.client.post(path, content=deep, headers=headers)
        assert response.status_code == 400, deep[:20]


ANYTHING: list[Any] = [None, 3, -1, "x", [], {}, [3], [None], {"a": []}, True]


def test_mangled_position_is_refused_or_shown(new_guest: NewGuest) -> None:
    guest = new_guest()
    (item,) = re.findall(r'name="position"[^>]*>(.*?)</textarea>', guest.get("/editor/khan"), re.DOTALL)
    position = json.loads(html.unescape(item))
    for number, name in enumerate(position):
        for value in ANYTHING[number % 3 :: 3]:
            posted = {"position": json.dumps({**position, name: value}), "do": ""}
            assert guest.post("/editor/khan", posted).status_code < 500, (name, value)
        without = {key: value for key, value in position.items() if key != name}
        assert guest.post("/editor/khan", {"position": json.dumps(without), "do": ""}).status_code < 500, name
    for option in position["options"]:
        fewer = {key: value for key, value in position["options"].items() if key != option}
        posted = {"position": json.dumps({**position, "options": fewer}), "do": ""}
        assert guest.post("/editor/khan", posted).status_code < 500, option
    deep = {"position": json.dumps(position), "do": "set yurts " + "[" * 9000}
    assert guest.post("/editor/khan", deep).status_code < 500


def test_invalid_name_in_a_cookie_is_ignored(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    guest.get("/")
    cookie = cookie_name("name", app.state.settings.secret)
    for bad in ("%00", "%E2%80%AE", "x" * 60, "%", "%FF"):
        guest.cookies.set(cookie, bad)
        assert guest.post("/new/khan/first", {}).status_code == 303, bad


def test_illegal_move_is_refused_before_the_confirmation(new_guest: NewGuest) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "bot:random", game="khan")
    for confirm in ("always", "turn", "never"):
        guest.post("/settings", {"confirm": confirm})
        wait_for(lambda: bool(guest.choices(id_)))
        response = guest.post(
            f"/table/{id_}/act", {"action": "pitch m13", "entry_count": str(guest.entry_count(id_))}, live=True
        )
        assert (response.status_code, "error" in response.text) == (409, True), confirm


def test_numeric_push_address_is_refused(new_guest: NewGuest, app: Litestar) -> None:
    async def post() -> None:
        push = app.state.notifications.push
        keys = json.dumps(
            {
                "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
                "auth": "tBHItJI5svbpez7KI4CCXg",
            }
        )
        with pytest.raises(UnreachableError):
            await push.post("https://[2001:db8::1]/x", keys, b"{}", "")

    new_guest().client.blocking_portal.call(post)  # type: ignore[attr-defined]


def test_guest_cookie_is_renewed_once_a_month(new_guest: NewGuest) -> None:
    guest = new_guest()
    first = guest.request("GET", "/")
    assert len(set_cookies(first)) == 2
    assert not set_cookies(guest.request("GET", "/"))
    cookies = dict(guest.cookies)
    (month,) = [name for name in cookies if "month" in name]
    guest.client.cookies = httpx.Cookies({**cookies, month: "2026-01"})
    again = guest.client.get("/")
    assert sorted(set_cookies(again)) == sorted(set_cookies(first))


def test_cookies_of_many_servers_on_one_host_do_not_evict_own_ones(new_guest: NewGuest) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "bot:random", game="khan")
    others = "; ".join(f"regnum_guest_{number:08x}={'0' * 97}; regnum_name_{number:08x}=Ann" for number in range(40))
    own_cookies = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
    guest.client.cookies = httpx.Cookies()
    response = guest.client.get(f"/table/{id_}", headers={"cookie": f"{others}; {own_cookies}"})
    assert "data-seated" in response.text
    assert "set-cookie" not in response.headers


SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    "name", ["علی\u200cرضا", "क्\u200dष", "👨\u200d👩\u200d👧", "🏳️\u200d🌈", "👩🏽\u200d🚀 Ann", SCOTLAND]
)
def test_name_may_contain_joiners_where_needed(name: str) -> None:
    assert check_name(name) == name.replace("\ufe0f", "")
    assert is_taken(name, [name.replace("\u200c", "").replace("\u200d", "")]), "they are invisible"


@pytest.mark.parametrize(
    "name", ["\u200cعلی", "علی\u200c", "An\u200dn", "a\u200b", "x\u202ey", "\u200d", "\U000e0067\U000e007f"]
)
def test_name_contains_no_other_invisible_characters(name: str) -> None:
    with pytest.raises(RefusedError):
        check_name(name)


# Cookies with the prefix for https.

SAFE = "https://games.example"
"""An origin with https."""
NAME = cookie_name("name", SECRET)


def plant_cookies(guest: Guest, **cookies: str) -> None:
    for name, value in cookies.items():
        guest.cookies.set(name, value, domain="games.example", path="/")


def test_https_cookies_have_the_host_prefix(settings: Settings) -> None:
    with visit_server(settings, SAFE) as guest:
        cookies = set_cookies(guest.request("GET", "/"))
        assert len(cookies) == 2
        for cookie in cookies:
            assert cookie.startswith("__Host-regnum_")
            assert "; Secure" in cookie
            assert "; Path=/;" in f"{cookie};"
            assert "Domain" not in cookie
        assert not set_cookies(guest.request("GET", "/"))


def test_guest_with_unprefixed_cookies_keeps_seats_and_name(settings: Settings) -> None:
    before = sign_cookie("0123456789abcdef" * 2, SECRET)
    with visit_server(settings, SAFE) as guest:
        plant_cookies(guest, **{GUEST: before, NAME: "%C3%84nne"})
        assert 'value="Änne"' in guest.get("/new/khan")
        assert guest.cookies[f"__Host-{GUEST}"] == before
        assert guest.cookies[f"__Host-{NAME}"] == "%C3%84nne"
        assert 'value="Änne"' in guest.get("/new/khan")


@pytest.mark.parametrize("planted", [GUEST, "regnum_guest"])
def test_cookie_of_another_subdomain_is_ignored(settings: Settings, planted: str) -> None:
    with visit_server(settings, SAFE) as guest:
        token = guest.token()
        own_cookie = guest.cookies[f"__Host-{GUEST}"]
        plant_cookies(guest, **{planted: sign_cookie("f" * 32, SECRET), NAME: "Mallory", "regnum_name": "Mallory"})
        assert "Mallory" not in guest.get("/new/khan")
        assert guest.cookies[f"__Host-{GUEST}"] == own_cookie
        guest.kept_token = ""
        assert guest.token() == token
