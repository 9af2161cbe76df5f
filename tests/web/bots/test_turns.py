"""Where one at a time is served, no group waits for another's many."""

import asyncio

import pytest

from regnum.web.bots import turns as module
from regnum.web.bots.turns import RoundRobin, Turns
from tests.support.apps import apart


def served(*asks: tuple[str, ...], cancelled: int | None = None, last: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Let all ask at once while somebody is served; return in which order they are; one may give up meanwhile.

    `last`: the groups that come after all others.
    """
    order: list[tuple[str, ...]] = []

    async def work() -> None:
        turns, done = Turns(), asyncio.Event()

        async def ask(groups: tuple[str, ...]) -> None:
            async with turns.turn(*groups, last=groups[:1] != () and groups[0] in last):
                order.append(groups)
                await done.wait()

        tasks = [asyncio.create_task(ask(groups)) for groups in asks]
        await asyncio.sleep(0)
        if cancelled is not None:
            tasks[cancelled].cancel()
        done.set()
        await asyncio.gather(*tasks, return_exceptions=True)

    apart(lambda: asyncio.run(work()))
    return order


def test_somebody_who_asks_once_comes_after_one_of_many() -> None:
    order = served(*[("many",)] * 40, ("one",))
    assert order[:3] == [("many",), ("one",), ("many",)]
    assert len(order) == 41


def test_subgroups_share_the_turns_of_their_group() -> None:
    order = served(*[("", "a")] * 4, *[("", "b")] * 4, *[("watched",)] * 3)
    assert order[:6] == [("", "a"), ("watched",), ("", "b"), ("watched",), ("", "a"), ("watched",)]


def test_the_last_come_when_no_others_wait() -> None:
    order = served(*[("idle",)] * 3, *[("many", "a")] * 3, ("one", "b"), last=("idle",))
    assert order == [("idle",), ("many", "a"), ("one", "b"), *[("many", "a")] * 2, *[("idle",)] * 2]


def test_without_groups_all_come_in_the_order_in_which_they_asked() -> None:
    assert served((), (), ()) == [(), (), ()]


@pytest.mark.parametrize("which", [0, 1, 2])
def test_who_gives_up_holds_up_nobody(which: int) -> None:
    asks = [("a",), ("b",), ("c",)]
    left = served(*asks, cancelled=which)
    assert [one for one in asks if one in left and one != asks[which]] == [one for one in asks if one != asks[which]]


def test_so_many_groups_are_remembered_those_served_last(monkeypatch: pytest.MonkeyPatch) -> None:
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
