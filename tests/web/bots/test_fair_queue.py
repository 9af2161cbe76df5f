"""Fair turns: no group waits for the many requests of another one."""

import asyncio

import pytest

from regnum.web.bots import fair_queue as module
from regnum.web.bots.fair_queue import FairQueue, RoundRobin
from tests.support.web.apps import run_in_thread


def serving_order(
    *asks: tuple[str, ...], cancelled: int | None = None, last: tuple[str, ...] = ()
) -> list[tuple[str, ...]]:
    """Let all ask while another request is served; return their order; one may be cancelled.

    `last`: the groups that come after all others.
    """
    order: list[tuple[str, ...]] = []

    async def work() -> None:
        queue, done = FairQueue(), asyncio.Event()

        async def ask(groups: tuple[str, ...]) -> None:
            async with queue.turn(*groups, last=groups[:1] != () and groups[0] in last):
                order.append(groups)
                await done.wait()

        tasks = [asyncio.create_task(ask(groups)) for groups in asks]
        await asyncio.sleep(0)
        if cancelled is not None:
            tasks[cancelled].cancel()
        done.set()
        await asyncio.gather(*tasks, return_exceptions=True)

    run_in_thread(lambda: asyncio.run(work()))
    return order


def test_single_request_comes_second_among_many_of_another_group() -> None:
    order = serving_order(*[("many",)] * 40, ("one",))
    assert order[:3] == [("many",), ("one",), ("many",)]
    assert len(order) == 41


def test_subgroups_share_the_turns_of_their_group() -> None:
    order = serving_order(*[("", "a")] * 4, *[("", "b")] * 4, *[("watched",)] * 3)
    assert order[:6] == [("", "a"), ("watched",), ("", "b"), ("watched",), ("", "a"), ("watched",)]


def test_last_group_is_served_when_no_other_waits() -> None:
    order = serving_order(*[("idle",)] * 3, *[("many", "a")] * 3, ("one", "b"), last=("idle",))
    assert order == [("idle",), ("many", "a"), ("one", "b"), *[("many", "a")] * 2, *[("idle",)] * 2]


def test_requests_without_groups_are_served_in_order() -> None:
    assert serving_order((), (), ()) == [(), (), ()]


@pytest.mark.parametrize("which", [0, 1, 2])
def test_cancelled_request_does_not_block_others(which: int) -> None:
    asks = [("a",), ("b",), ("c",)]
    left = serving_order(*asks, cancelled=which)
    assert [one for one in asks if one in left and one != asks[which]] == [one for one in asks if one != asks[which]]


def test_most_recently_served_groups_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_REMEMBERED_GROUPS", 3)
    groups = RoundRobin()
    for group in ("a", "b", "c"):
        groups.serve((group,))
    assert [groups.rank((group,)) for group in "abc"] == [(0,), (1,), (2,)]
    groups.serve(("a",))
    groups.serve(("d",))
    assert [groups.rank((group,)) for group in "abcd"] == [(3,), (-1,), (2,), (4,)]
    groups.serve(("d", "e"))
    assert groups.rank(("d", "e", "f")) == (5, 6, -1)
