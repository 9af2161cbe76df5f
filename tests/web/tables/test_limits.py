"""What is let through and what is refused at its very edge: rates, lengths, streams, openings of tables."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from regnum.web.errors import Refused
from regnum.web.http.limits import AT_ONCE, BODY, HEADERS, READS, Gate, Rate, pseudonym
from regnum.web.tables.limits import OWN, Additions, Openings
from tests.support.apps import settings_in


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


# Rates.


def test_a_rate_is_what_it_says_for_each_of_its_seconds() -> None:
    clock = Clock()
    rate = Rate(3, clock, seconds=60)
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]
    clock.now = 19.9
    assert not rate.allows("a")
    clock.now = 40.0
    assert [rate.allows("a") for _ in range(3)] == [True, True, False], "asking in vain does not count"
    clock.now = 10_000.0
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False], "no more than that is saved up"


def test_without_a_span_a_rate_is_for_a_minute() -> None:
    clock = Clock()
    rate = Rate(1, clock)
    assert [rate.allows("a"), rate.allows("a")] == [True, False]
    clock.now = 59.0
    assert not rate.allows("a"), "asking does not count against oneself, nor does it help"
    clock.now = 119.0
    assert rate.allows("a")


def test_what_is_given_back_counts_no_longer_and_nobody_gets_more_than_there_is() -> None:
    rate = Rate(2, Clock())
    rate.give_back("a")
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    rate.give_back("a")
    assert [rate.allows("a") for _ in range(2)] == [True, False]
    for _ in range(5):
        rate.give_back("a")
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    rate.forget("a")
    rate.forget("nobody")
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]


def test_of_too_many_addresses_those_are_forgotten_that_are_at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rate, "KEPT", 4)
    clock = Clock()
    rate = Rate(2, clock, seconds=2)
    for who in "abcd":
        rate.allows(who)
        rate.allows(who)
    clock.now = 0.5
    rate.allows("e")
    assert [rate.allows(who) for who in "de"] == [False, True], "the newest are remembered"
    assert rate.allows("a"), "the oldest half was forgotten"
    clock.now = 1000.0
    rate.allows("f")
    assert len(rate._buckets) <= Rate.KEPT


def test_what_is_refused_does_not_count() -> None:
    clock = Clock()
    rate = Rate(3, clock, seconds=3600.0)
    allowed = []
    for minute in range(6 * 60):
        clock.now = 60.0 * minute
        allowed.append(rate.allows("somebody who asks each minute"))
    assert sum(allowed) == 3 + 17, "three at once, then one every twenty minutes"


# What a request looks like from outside.


async def nobody() -> Any:
    raise AssertionError("nothing is received here")


class Door:
    """A gate before an application that answers 200; what it let through and how it answered."""

    def __init__(self, tmp_path: Path, **more: Any) -> None:
        self.seen: list[Any] = []
        self.inside: Callable[[], Any] | None = None
        settings = replace(settings_in(tmp_path), **more)
        self.gate = Gate(self.answer, settings, self.refuse, frozenset({"mine", "other"}))

    async def answer(self, scope: Any, _: Any, send: Any) -> None:
        self.seen.append(scope)
        if self.inside is not None:
            await self.inside()
        headers = [(b"referrer-policy", b"no-referrer")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    async def refuse(self, scope: Any, receive: Any, send: Any, status: int, why: str) -> None:
        await send({"type": "http.response.start", "status": status, "headers": [], "why": why})

    async def ask(
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
        await self.gate(scope, nobody, send)
        self.answered = sent[0]
        return int(sent[0]["status"])


def ask(door: Door, **request: Any) -> int:
    return asyncio.run(door.ask(**request))


def test_an_address_waits_for_twelve_dear_pages_at_once(tmp_path: Path) -> None:
    door = Door(tmp_path)

    async def work() -> list[int]:
        drawn = asyncio.Event()
        door.inside = drawn.wait
        waiting = [asyncio.create_task(door.ask("/try/khan")) for _ in range(AT_ONCE)]
        await asyncio.sleep(0)
        refused = [await door.ask(path) for path in ("/try/khan/play", "/table/x/replay/edit", "/replay/x/scene")]
        drawn.set()
        return [*refused, *await asyncio.gather(*waiting), await door.ask("/try/khan"), await door.ask("/table/x")]

    assert asyncio.run(work()) == [429] * 3 + [200] * (AT_ONCE + 2)


def test_an_address_is_as_long_as_512_characters_and_its_query_256(tmp_path: Path) -> None:
    door = Door(tmp_path)
    assert [ask(door, path="/" + "x" * length) for length in (511, 512)] == [200, 414]
    assert ask(door) == 200
    assert (b"cache-control", b"no-store") in door.answered["headers"], "unless an answer says otherwise"
    assert ask(door, path="/" + "x" * 512) == 414
    assert door.answered["why"] == "not_found"
    assert [ask(door, query=b"q" * length) for length in (256, 257)] == [200, 414]
    assert ask(door, path="/\u202e") == 404


def test_a_host_is_as_long_as_260_characters_and_named_once(tmp_path: Path) -> None:
    door = Door(tmp_path)
    labels = (b"a" * 63 + b".") * 4
    assert ask(door, headers=[(b"host", labels[:-2] + b"a:99")]) == 200
    for absurd in (labels + b"aaaaa", b"a" * 64, b"a:0", b"a:65536", b"-a", b"a-"):
        assert ask(door, headers=[(b"host", absurd)]) == 400, absurd
    assert ask(door, headers=[(b"host", b"a.example")] * 2) == 400
    assert ask(door, headers=[]) == 200
    assert (door.answered["status"], door.seen[-1]["headers"]) == (200, [])


def test_only_cookies_of_ours_are_let_through_each_once_and_none_that_is_long(tmp_path: Path) -> None:
    door = Door(tmp_path)
    cookies = [(b"cookie", b"mine=1; theirs=2; mine=3"), (b"accept", b"*/*"), (b"cookie", b"other=4")]
    ask(door, headers=cookies)
    assert door.seen[-1]["headers"] == [(b"accept", b"*/*"), (b"cookie", b"mine=1; other=4")]
    ask(door, headers=[(b"cookie", b"mine=" + b"x" * 251)])
    assert len(door.seen[-1]["headers"]) == 1
    ask(door, headers=[(b"cookie", b"mine=" + b"x" * 252)])
    assert door.seen[-1]["headers"] == []


def test_an_answer_keeps_the_headers_that_it_has_and_gets_the_others(tmp_path: Path) -> None:
    door = Door(tmp_path)
    ask(door)
    found = dict(door.answered["headers"])
    assert found[b"referrer-policy"] == b"no-referrer"
    assert len(door.answered["headers"]) == len(HEADERS)
    assert found[b"x-content-type-options"] == b"nosniff"


def test_one_may_ask_ten_times_as_often_as_post(tmp_path: Path) -> None:
    door = Door(tmp_path, writes_per_minute=3)
    assert READS == 10
    assert [ask(door, method="POST") for _ in range(4)] == [200, 200, 200, 429]
    assert [ask(door, method=method) for method in ("GET", "HEAD", "OPTIONS") for _ in range(10)] == [200] * 30
    assert ask(door) == 429
    assert door.answered["why"] == "too_many"


@pytest.mark.parametrize(("writes", "dear"), [(3, 2), (9, 6), (1, 1)])
def test_of_pages_that_take_long_one_may_ask_for_two_where_one_posts_three_times(
    tmp_path: Path, writes: int, dear: int
) -> None:
    door = Door(tmp_path, writes_per_minute=writes)
    assert [ask(door, path="/table/x/replay") for _ in range(dear + 1)] == [200] * dear + [429]
    assert ask(door, path="/table/x") == 200


def test_so_many_streams_of_an_address_are_open_at_a_time(tmp_path: Path) -> None:
    async def work() -> None:
        door = Door(tmp_path, streams_per_address=2)
        closing = asyncio.Event()
        door.inside = closing.wait
        streams = [asyncio.create_task(door.ask("/table/x/events")) for _ in range(2)]
        await asyncio.sleep(0)
        door.inside = None
        assert await door.ask("/table/x/events") == 429
        assert await door.ask("/table/x") == 200, "only streams count"
        closing.set()
        assert await asyncio.gather(*streams) == [200, 200]
        assert [await door.ask("/api/tables/x/events") for _ in range(3)] == [200] * 3, "those that ended do not"
        assert not door.gate._streams

    asyncio.run(work())


def test_two_of_the_same_address_look_the_same_in_the_store_and_none_like_nothing() -> None:
    assert pseudonym("", "key") == ""
    assert pseudonym("192.0.2.1", "key") == pseudonym("192.0.2.1", "key")
    assert len(pseudonym("192.0.2.1", "key")) == 32
    assert len({pseudonym(who, key) for who in ("a", "b") for key in ("1", "2")}) == 4
    assert BODY == 32 * 1024


# Tables and what else is stored.


class Kept:
    """A store that has so many tables of everybody."""

    def __init__(self, tables: int = 0, of_bots: int = 0) -> None:
        self.tables, self.of_bots = tables, of_bots

    async def open_tables_of(self, host: str) -> int:
        return self.tables

    async def bot_tables_at(self, home: str) -> int:
        return self.of_bots


def refusal(work: Any) -> str:
    try:
        asyncio.run(work)
    except Refused as error:
        return f"{error.key} {error.params.get('limit')}"
    return ""


def openings(hourly: int, **kept: int) -> Openings:
    return Openings(Kept(**kept), hourly)  # type: ignore[arg-type]


def test_a_guest_has_two_hundred_open_tables_at_most() -> None:
    assert OWN == 200
    assert refusal(openings(300, tables=199).check("g", "h", False)) == ""
    assert refusal(openings(300, tables=200).check("g", "h", False)) == "tables_open 200"


def test_of_the_tables_of_an_hour_a_tenth_may_be_in_the_lobby() -> None:
    door = openings(30)
    assert [refusal(door.check("g", "h", True)) for _ in range(4)] == ["", "", "", "tables_listed 3"]
    assert [refusal(door.check("g", "h", False)) for _ in range(28)] == [""] * 27 + ["tables_hourly 30"]
    assert refusal(door.check("g", "elsewhere", True)) == ""
    few = openings(1)
    assert [refusal(few.check("g", "h", True)) for _ in range(2)] == ["", "tables_listed 1"]


def test_of_tables_with_only_bots_an_address_has_a_fifteenth() -> None:
    assert refusal(openings(300, of_bots=19).check_bots("h")) == ""
    assert refusal(openings(300, of_bots=20).check_bots("h")) == "tables_of_bots 20"
    assert refusal(openings(1, of_bots=0).check_bots("h")) == ""
    assert refusal(openings(1, of_bots=1).check_bots("h")) == "tables_of_bots 1"


def seats(door: Openings, *guests: str) -> list[bool]:
    found: list[bool] = []
    for guest in guests:
        try:
            door.check_seat(guest, "h")
        except Refused:
            found.append(False)
        else:
            found.append(True)
    return found


def test_a_guest_takes_a_thirtieth_of_the_seats_of_an_hour_and_an_address_a_tenth() -> None:
    assert seats(openings(60), "a", "a", "a") == [True, True, False]
    assert seats(openings(60), *"aabbccd") == [True] * 6 + [False]
    assert seats(openings(1), "a", "a") == [True, False]


def test_rows_of_one_kind_are_counted_for_an_hour_by_address() -> None:
    def taken(additions: Additions, kind: str, home: str) -> str:
        try:
            additions.check(kind, home)
        except Refused as error:
            return f"{error.key} {error.params['limit']}"
        return ""

    two = Additions(2)
    assert [taken(two, "notes", "h") for _ in range(3)] == ["", "", "rows_hourly 2"]
    assert [taken(two, "mutes", "h"), taken(two, "notes", "elsewhere")] == ["", ""]
    none = Additions(0)
    assert [taken(none, "notes", "h") for _ in range(2)] == ["", "rows_hourly 1"]
