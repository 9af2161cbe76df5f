"""When somebody does something in secret shows nowhere: not in a stream's heartbeat, and not in lists of tables."""

import asyncio
import random
import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from litestar import Litestar

from regnum.web.attendance import GONE
from regnum.web.feed import feed
from regnum.web.stream import Beat, events
from tests.support.apps import apart, live
from tests.support.guests import Guest, Visit
from tests.support.hidden import friends


def at_a_secret_choice(visit: Visit, app: Litestar) -> tuple[list[Guest], str, int]:
    """Return people at a table of Wallenstein where all plan at once in secret, and a seat that has to."""
    guests, id_ = friends(visit, 3, "wallenstein")
    table, dice = live(app, id_), random.Random(3)
    while len(table.state.players_to_act) < 3:
        seat = min(table.state.players_to_act)
        action = dice.choice(table.state.legal_actions(seat))
        assert guests[seat].act(id_, str(action), table.seen(seat)).status_code == 200
    return guests, id_, min(table.state.players_to_act)


@pytest.mark.own_app
def test_lists_say_when_something_happened_of_which_one_knows(visit: Visit, app: Litestar) -> None:
    guests, id_, seat = at_a_secret_choice(visit, app)
    table = live(app, id_)
    long_ago = datetime.now(UTC) - timedelta(hours=5)
    for number in table.times:
        table.times[number] = long_ago
    app.state.tables.memory._standing.clear()
    before = [shown(guest) for guest in guests]
    action = next(text for text in guests[seat].choices(id_) if text.startswith("plan"))
    assert guests[seat].act(id_, action).status_code == 200
    after = [shown(guest) for guest in guests]
    for other in range(3):
        assert (after[other] == before[other]) == (other != seat), other
    assert max(table.times.values()) > long_ago


@pytest.mark.own_app
def test_who_is_gone_does_not_depend_on_what_others_do_in_secret(visit: Visit, app: Litestar) -> None:
    guests, id_, seat = at_a_secret_choice(visit, app)
    table = live(app, id_)
    for number in table.times:
        table.times[number] = datetime.now(UTC) - 2 * GONE
    asking, third = (seat + 1) % 3, (seat + 2) % 3
    before = app.state.tables.attendance.gone(table, asking, {})
    assert third in before
    action = next(text for text in guests[seat].choices(id_) if text.startswith("plan"))
    assert guests[seat].act(id_, action).status_code == 200
    assert app.state.tables.attendance.gone(table, asking, {}) == before


def shown(guest: Guest) -> list[str]:
    """Return the moments that the list of somebody's tables shows."""
    return re.findall(r'<time datetime="([^"]+)"', guest.get("/tables"))


@pytest.mark.parametrize("kind", ["page", "program"])
def test_a_heartbeat_keeps_its_time_whatever_happens_in_secret(
    visit: Visit, app: Litestar, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    _, id_, seat = at_a_secret_choice(visit, app)
    table, other = live(app, id_), (seat + 1) % 3
    guest = str(table.row.seats[other].guest)
    waits: list[float] = []

    async def stands(_: str) -> bool:
        return True

    async def listen() -> None:
        waiting: asyncio.Queue[float] = asyncio.Queue()

        class Watched(Beat):
            async def comes_before(self, change: asyncio.Event) -> bool:
                waiting.put_nowait(self._next)
                return await super().comes_before(change)

        for module in ("stream", "feed"):
            monkeypatch.setattr(f"regnum.web.{module}.Beat", Watched)
        tokens: Any = SimpleNamespace(stands=stands)
        token: Any = SimpleNamespace(id="x", guest=guest)
        known = table.seen(other)
        stream: Any = (
            events(app.state.tables, table, guest, "en", known, 1000.0)
            if kind == "page"
            else feed(app.state.tables, tokens, table, token, known, 1000.0)
        )
        listening = asyncio.create_task(drained(stream))
        for _ in range(4):
            waits.append(await waiting.get())
            table.wake()
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    apart(lambda: asyncio.run(listen()))
    assert len(set(waits)) == 1, "what happens in between begins no new wait"


async def drained(stream: Any) -> None:
    async for _ in stream:
        pass


def test_a_beat_comes_when_it_is_due_and_a_change_as_soon_as_it_is_there() -> None:
    async def work() -> list[bool]:
        beat, change = Beat(0.01), asyncio.Event()
        told = [await beat.comes_before(change)]
        change.set()
        told.append(await Beat(1000.0).comes_before(change))
        return told

    assert asyncio.run(work()) == [True, False]
