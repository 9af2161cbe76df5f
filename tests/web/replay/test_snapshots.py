"""SnapshotCache: tables after some of their entries, and what is kept of them."""

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from regnum.games import find_game
from regnum.web.replay import snapshots as module
from regnum.web.replay.snapshots import SnapshotCache, past_view
from regnum.web.tables.live_table import LiveTable
from tests.support.web.apps import run_in_thread
from tests.support.web.live_tables import live_table_of, move_randomly


def played(count: int, seed: int = 1) -> LiveTable:
    """Return a table of Khan after this many random moves."""
    table, dice = live_table_of(find_game("khan"), 2), random.Random(seed)
    while table.entry_count < count:
        move_randomly(table, dice)
    return table


def load(snapshots: SnapshotCache, table: LiveTable, *numbers: int) -> list[LiveTable]:
    async def work() -> list[LiveTable]:
        return [await snapshots.load(table, number) for number in numbers]

    return run_in_thread(lambda: asyncio.run(work()))


def count_moves(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows by the number of entries with which each new snapshot is played."""
    counts: list[int] = []

    def play(table: LiveTable, before: LiveTable | None, entries: Sequence[Any]) -> LiveTable:
        counts.append(len(entries) - (before.entry_count if before is not None else 0))
        return original(table, before, entries)

    original = module._play
    monkeypatch.setattr(module, "_play", play)
    return counts


def test_snapshot_is_the_table_after_its_first_entries() -> None:
    table = played(8)
    found = load(SnapshotCache(), table, 5, 0, 8, 6, 99)
    assert [snapshot.entry_count for snapshot in found] == [5, 0, 8, 6, 8]
    for snapshot in found:
        assert snapshot.state == table.play.record.replay(snapshot.entry_count)


def test_snapshot_continues_the_last_one_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    counts, snapshots, table = count_moves(monkeypatch), SnapshotCache(), played(8)
    load(snapshots, table, 2, 6, 3, 3, 8, 6, 99)
    assert counts == [2, 4, 1, 2, 0]
    load(snapshots, played(8, seed=2), 1)
    assert counts[5:] == [1], "that is another game with the same id"


def test_tables_are_told_apart_by_their_id_and_uploads_by_their_key(monkeypatch: pytest.MonkeyPatch) -> None:
    for one, other in (({"id": "a"}, {"id": "b"}), ({"id": "", "host": "a"}, {"id": "", "host": "b"})):
        counts, snapshots = count_moves(monkeypatch), SnapshotCache()
        first, second = played(3), played(3, seed=2)
        for table, values in ((first, one), (second, other)):
            table.row = msgspec.structs.replace(table.row, **values)
        for table in (first, second, first, second):
            load(snapshots, table, 2)
        assert counts == [2, 2]


def test_oldest_snapshots_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_CACHED_SNAPSHOTS", 2)
    snapshots, table = SnapshotCache(), played(4)
    one, two = load(snapshots, table, 1, 2)
    assert load(snapshots, table, 1, 2, 1) == [one, two, one], "both are kept"
    load(snapshots, table, 3)
    again_one, again_two = load(snapshots, table, 1, 2)
    assert again_one is one, "it was used later"
    assert again_two is not two


def test_snapshot_is_rendered_again_only_if_its_players_look_different() -> None:
    snapshots, table = SnapshotCache(), played(2)
    (snapshot,) = load(snapshots, table, 1)
    snapshot.render_cache_for(0)["drawn"] = "once"
    table.row = msgspec.structs.replace(table.row, version=9)
    load(snapshots, table, 1)
    assert snapshot.render_cache_for(0) == {"drawn": "once"}
    seats = (msgspec.structs.replace(table.row.seats[0], name="Anna"), *table.row.seats[1:])
    table.row = msgspec.structs.replace(table.row, seats=seats)
    (again,) = load(snapshots, table, 1)
    assert again is snapshot
    assert again.render_cache_for(0) == {}
    assert again.names[0] == "Anna"


def test_past_has_no_actions_and_reveals_everything_only_on_request() -> None:
    table = played(3)
    seat = table.state.players_to_act[0]
    assert table.view(seat).legal
    view = past_view(table, seat)
    assert (list(view.legal), view.hints_allowed, view.is_past) == ([], False, True)
    assert view.seen == table.state.observed_by(seat)
    assert past_view(table, seat, is_revealed=True).seen == table.revealed_view(seat).seen != view.seen
