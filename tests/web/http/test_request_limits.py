"""Limits on requests: which requests pass and which are refused, at the edges of each limit."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from regnum.web.app import build_app
from regnum.web.http.request_limits import (
    MAX_CONCURRENT,
    MAX_FORM_BYTES,
    PAGES_FACTOR,
    READS_FACTOR,
    SECURITY_HEADERS,
    RequestLimitsMiddleware,
    path_costs,
)
from tests.support.web.apps import settings_in

COSTS_OF_PATHS = path_costs(build_app().routes)


async def receive_nothing() -> Any:
    raise AssertionError("nothing is received here")


class LimitedApp:
    """The middleware before an application that answers 200; the requests that it passed on and its responses."""

    def __init__(self, tmp_path: Path, **more: Any) -> None:
        self.seen: list[Any] = []
        self.inside: Callable[[], Any] | None = None
        settings = replace(settings_in(tmp_path), **more)
        cookies = frozenset({"mine", "other"})
        self.middleware = RequestLimitsMiddleware(self.answer, settings, self.refuse, cookies, COSTS_OF_PATHS)

    async def answer(self, scope: Any, _: Any, send: Any) -> None:
        self.seen.append(scope)
        if self.inside is not None:
            await self.inside()
        headers = [(b"referrer-policy", b"no-referrer")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    async def refuse(self, scope: Any, receive: Any, send: Any, status: int, why: str) -> None:
        await send({"type": "http.response.start", "status": status, "headers": [], "why": why})

    async def request(
        self, path: str = "/", method: str = "GET", query: bytes = b"", headers: Any = ((b"host", b"a.example"),)
    ) -> int:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        scope: Any = {
            "type": "http",
            "path": path,
            "method": method,
            "query_string": query,
            "headers": list(headers),
            "client": ("192.0.2.1", 5),
        }
        await self.middleware(scope, receive_nothing, send)
        self.answered = sent[0]
        return int(sent[0]["status"])


def request(limited_app: LimitedApp, **request: Any) -> int:
    return asyncio.run(limited_app.request(**request))


EXPENSIVE = (
    *("/editor/khan/play", "/table/x/replay/edit", "/table/x/replay/fork", "/replay", "/replay/x/scene"),
    *("/replay/x/fork", "/lobby"),
)


def test_address_can_request_twelve_expensive_pages_at_once(tmp_path: Path) -> None:
    limited_app = LimitedApp(tmp_path)

    async def work() -> list[int]:
        released = asyncio.Event()
        limited_app.inside = released.wait
        waiting = [asyncio.create_task(limited_app.request("/editor/khan")) for _ in range(MAX_CONCURRENT)]
        await asyncio.sleep(0)
        refused = [await limited_app.request(path) for path in EXPENSIVE]
        released.set()
        return [
            *refused,
            *await asyncio.gather(*waiting),
            await limited_app.request("/editor/khan"),
            await limited_app.request("/table/x"),
        ]

    assert asyncio.run(work()) == [429] * len(EXPENSIVE) + [200] * (MAX_CONCURRENT + 2)


@pytest.mark.parametrize("path", ["choice/lead%2014", "place/card-14", "unavailable", "standings", "since/0"])
def test_address_can_request_twelve_fragments_at_once(tmp_path: Path, path: str) -> None:
    limited_app = LimitedApp(tmp_path, writes_per_minute=2)

    async def work() -> list[int]:
        released = asyncio.Event()
        limited_app.inside = released.wait
        waiting = [asyncio.create_task(limited_app.request(f"/table/x/{path}")) for _ in range(MAX_CONCURRENT)]
        await asyncio.sleep(0)
        refused = await limited_app.request(f"/table/x/{path}")
        released.set()
        return [refused, *await asyncio.gather(*waiting)]

    assert asyncio.run(work()) == [429] + [200] * MAX_CONCURRENT


@pytest.mark.parametrize("path", ["/tables", "/my-games", "/tables/next", "/lobby", "/api/tables"])
def test_lists_of_tables_and_games_are_expensive(tmp_path: Path, path: str) -> None:
    limited_app = LimitedApp(tmp_path, writes_per_minute=3)
    assert [request(limited_app, path=path) for _ in range(3)] == [200, 200, 429]


def test_path_is_limited_to_512_and_query_to_256_characters(tmp_path: Path) -> None:
    limited_app = LimitedApp(tmp_path)
    assert [request(limited_app, path="/" + "x" * length) for length in (511, 512)] == [200, 414]
    assert request(limited_app) == 200
    assert (b"cache-control", b"no-store") in limited_app.answered["headers"], "unless an answer says otherwise"
    assert request(limited_app, path="/" + "x" * 512) == 414
    assert limited_app.answered["why"] == "not_found"
    assert [request(limited_app, query=b"q" * length) for length in (256, 257)] == [200, 414]
    assert request(limited_app, path="/\u202e") == 404


def test_host_is_limited_to_260_characters_and_sent_once(tmp_path: Path) -> None:
    limited_app = LimitedApp(tmp_path)
    labels = (b"a" * 63 + b".") * 4
    assert request(limited_app, headers=[(b"host", labels[:-2] + b"a:99")]) == 200
    for absurd in (labels + b"aaaaa", b"a" * 64, b"a:0", b"a:65536", b"-a", b"a-"):
        assert request(limited_app, headers=[(b"host", absurd)]) == 400, absurd
    assert request(limited_app, headers=[(b"host", b"a.example")] * 2) == 400
    assert request(limited_app, headers=[]) == 200
    assert (limited_app.answered["status"], limited_app.seen[-1]["headers"]) == (200, [])


def test_only_own_short_cookies_pass_once_each(tmp_path: Path) -> None:
    limited_app = LimitedApp(tmp_path)
    cookies = [(b"cookie", b"mine=1; theirs=2; mine=3"), (b"accept", b"*/*"), (b"cookie", b"other=4")]
    request(limited_app, headers=cookies)
    assert limited_app.seen[-1]["headers"] == [(b"accept", b"*/*"), (b"cookie", b"mine=1; other=4")]
    request(limited_app, headers=[(b"cookie", b"mine=" + b"x" * 251)])
    assert len(limited_app.seen[-1]["headers"]) == 1
    request(limited_app, headers=[(b"cookie", b"mine=" + b"x" * 252)])
    assert limited_app.seen[-1]["headers"] == []


def test_response_keeps_its_headers_and_gets_missing_ones(tmp_path: Path) -> None:
    limited_app = LimitedApp(tmp_path)
    request(limited_app)
    actual = dict(limited_app.answered["headers"])
    assert actual[b"referrer-policy"] == b"no-referrer"
    assert len(limited_app.answered["headers"]) == len(SECURITY_HEADERS)
    assert actual[b"x-content-type-options"] == b"nosniff"


def test_gets_have_ten_times_the_limit_of_posts(tmp_path: Path) -> None:
    limited_app = LimitedApp(tmp_path, writes_per_minute=3)
    assert READS_FACTOR == 10
    assert [request(limited_app, method="POST") for _ in range(4)] == [200, 200, 200, 429]
    file = "/static/css/base.css"
    methods = ["GET", "HEAD"] * 15
    assert [request(limited_app, path=file, method=method) for method in methods] == [200] * 30
    assert request(limited_app, path=file) == 429
    assert limited_app.answered["why"] == "too_many"


def test_whole_pages_have_a_lower_limit(tmp_path: Path) -> None:
    limited_app = LimitedApp(tmp_path, writes_per_minute=90)
    assert PAGES_FACTOR == 2
    paths = ("/", "/rules/rurik", "/table/x")
    assert [request(limited_app, path=path) for path in paths for _ in range(10)] == [200] * 30
    assert request(limited_app, path="/aid/khan") == 429
    assert request(limited_app, path="/waiting") == 200
    assert request(limited_app, path="/table/x/aid") == 200


@pytest.mark.parametrize(("writes", "dear"), [(3, 2), (9, 6), (1, 1)])
def test_expensive_pages_have_a_limit_of_their_own(tmp_path: Path, writes: int, dear: int) -> None:
    limited_app = LimitedApp(tmp_path, writes_per_minute=writes)
    assert [request(limited_app, path="/table/x/replay") for _ in range(dear + 1)] == [200] * dear + [429]
    assert request(limited_app, path="/table/x") == 200


def test_concurrent_streams_are_limited_by_address(tmp_path: Path) -> None:
    async def work() -> None:
        limited_app = LimitedApp(tmp_path, streams_per_address=2)
        closing = asyncio.Event()
        limited_app.inside = closing.wait
        streams = [asyncio.create_task(limited_app.request("/table/x/events")) for _ in range(2)]
        await asyncio.sleep(0)
        limited_app.inside = None
        assert await limited_app.request("/table/x/events") == 429
        assert await limited_app.request("/table/x") == 200, "only streams count"
        closing.set()
        assert await asyncio.gather(*streams) == [200, 200]
        assert [await limited_app.request("/api/tables/x/events") for _ in range(3)] == [200] * 3, (
            "those that ended do not"
        )
        assert not limited_app.middleware._streams

    asyncio.run(work())


def test_form_is_limited_to_32_kibibytes() -> None:
    assert MAX_FORM_BYTES == 32 * 1024


def test_no_path_has_a_cost_that_no_route_declares() -> None:
    assert path_costs([]) == []
