"""The format of server-sent events, and when a heartbeat is due."""

import asyncio
import time

from regnum.web.http.sse import Heartbeat, format_event, heartbeat_now


def test_event_has_a_name_a_number_and_lines() -> None:
    assert format_event("panel", "one") == b"event: panel\ndata: one\n\n"
    assert format_event("panel", "one\r\ntwo\n\n", 0) == b"event: panel\nid: 0\ndata: one\ndata: two\n\n"


def test_heartbeat_is_the_time_in_milliseconds() -> None:
    before = time.time() * 1000
    name, data = heartbeat_now().decode().strip().split("\n")
    assert name == "event: beat"
    assert before - 1 <= int(data.removeprefix("data: ")) <= time.time() * 1000


def test_heartbeat_is_due_after_its_interval_or_else_a_change_comes_first() -> None:
    async def work() -> None:
        clock = asyncio.get_running_loop().time
        heartbeat, change, began = Heartbeat(0.02), asyncio.Event(), clock()
        for interval in (1, 2):
            assert await heartbeat.is_due_before(change)
            assert clock() - began > 0.019 * interval
        change.set()
        assert not await heartbeat.is_due_before(change)

    asyncio.run(work())
