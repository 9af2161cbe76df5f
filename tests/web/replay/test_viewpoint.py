"""Viewpoints of a replay: whose they are, and their addresses."""

from typing import Any, cast

import pytest

from regnum.games import find_game
from regnum.web.replay.viewpoint import OWN_SEAT, ReplaySource, Viewpoint, viewpoint_of
from tests.support.web.live_tables import live_table_of


def source(own_seat: int | None, is_over: bool, table: Any = None) -> ReplaySource:
    return ReplaySource(cast(Any, table), "/base", own_seat, is_over)


@pytest.mark.parametrize(
    ("requested", "seat"), [(OWN_SEAT, 1), (0, None), (1, 0), (2, 1), (3, 2), (4, None), (99, None), (-2, None)]
)
def test_finished_game_may_be_seen_from_every_seat(requested: int, seat: int | None) -> None:
    table = live_table_of(find_game("khan"), 3)
    for bare in (0, 1):
        view = viewpoint_of(source(1, True, table), requested, bare)
        assert (view.seat, view.is_revealed) == (seat, bool(bare))
    assert viewpoint_of(source(None, True, table), OWN_SEAT, 0).seat is None


@pytest.mark.parametrize(("requested", "seat"), [(OWN_SEAT, 1), (0, None), (1, 1), (3, 1)])
def test_running_game_may_be_seen_from_the_own_seat_or_as_a_spectator(requested: int, seat: int | None) -> None:
    view = viewpoint_of(source(1, False), requested, 1)
    assert (view.seat, view.is_revealed) == (seat, False), "nothing is revealed before the end"
    assert viewpoint_of(source(None, False), requested, 0).seat is None


def test_address_names_the_viewpoint_but_no_seat_while_the_game_runs() -> None:
    over, running, watched = source(0, True), source(0, False), source(None, False)
    addresses = [
        Viewpoint(over, None, False).address,
        Viewpoint(over, 0, False).address,
        Viewpoint(over, 2, True).address,
        Viewpoint(running, 0, False).address,
        Viewpoint(running, None, False).address,
        Viewpoint(watched, None, False).address,
    ]
    queries = ["?seat=0&at=", "?seat=1&at=", "?seat=3&bare=1&at=", "?at=", "?seat=0&at=", "?at="]
    assert addresses == [f"/base{query}" for query in queries]
