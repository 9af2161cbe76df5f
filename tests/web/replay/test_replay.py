"""Replays: their moments, addresses, and the view of every side."""

import asyncio
import json
import random
import re
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
from litestar import Litestar
from msgspec.structs import replace

from regnum.core.record.record import Record
from regnum.core.text.ledger import LANGUAGES
from regnum.web.board.render import render_view
from regnum.web.board.render_cache import RenderCache
from regnum.web.board.timeline import moment_text, timeline_of
from regnum.web.replay import snapshots
from regnum.web.replay.snapshots import SnapshotCache, past_view
from regnum.web.tables.live_table import LiveTable
from regnum.web.tables.models import GUEST, PLAYING, SeatRow, TableRow
from tests.support.web.apps import live_table, run_in_thread
from tests.support.web.guests import NewGuest
from tests.support.web.hidden import advance, open_table_with_friends

GAMES = ("brian_boru", "khan", "rurik", "wallenstein")
RECORDS = Path(__file__).parents[2] / "games"


def open_golden_table(game: str) -> LiveTable:
    """Return a table with one of the longest golden records."""
    path = max((RECORDS / game / "records").glob("*.jsonl"), key=lambda path: path.stat().st_size)
    header, *rest = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    entries = [tuple(entry) for entry in rest if isinstance(entry, list)]
    record = Record(header["game"], header["players"], header["seed"], header["options"], entries)
    seats = tuple(SeatRow(seat, GUEST, f"Player {seat}") for seat in range(record.players))
    row = TableRow(
        *("golden", game, record.game.rules_version, record.players, str(record.seed), record.options),
        host="", phase=PLAYING, created_at=datetime.now(UTC), seats=seats,
    )  # fmt: skip
    return LiveTable(row, entries)


def moment(moments: SnapshotCache, table: LiveTable, number: int) -> LiveTable:
    return run_in_thread(lambda: asyncio.run(moments.load(table, number)))


@pytest.mark.parametrize("game", GAMES)
def test_every_side_can_stop_at_every_moment_of_a_game(game: str) -> None:
    table, moments, dice = open_golden_table(game), SnapshotCache(), random.Random(5)
    sides = [(seat, bare) for seat in (None, *range(table.row.players)) for bare in (False, True)]
    for seat, bare in sides:
        stops = timeline_of(table, seat, bare)
        assert stops.numbers[0] == 0
        assert (stops.numbers[-1] == table.entry_count) or not bare
        assert stops.places == sorted(set(stops.places)), "addresses go up with the game"
        assert [stops.find(address) for address in stops.addresses] == list(range(stops.last + 1))
        for jumps in (stops.turns, stops.rounds):
            assert (jumps[0], jumps[-1]) == (0, stops.last)
            assert jumps == sorted(set(jumps))
            assert 3 < len(jumps) < stops.last
        ends = [table.play.record.entries[stops.numbers[at] - 1][0] for at in stops.turns[1:]]
        assert all(one != other for one, other in pairwise(ends)), "a turn ends where another player continues"
        for index in [*sorted(dice.sample(range(1, stops.last), 4)), stops.last]:
            then = moment(moments, table, stops.numbers[index])
            view = past_view(then, seat, bare)
            assert (view.legal, view.entry_count, view.seen.seed, view.seen.draws) == (
                [],
                then.known_entry_count(seat) if not bare else then.entry_count,
                0,
                0,
            )
            language = dice.choice(LANGUAGES)
            assert render_view(then, view, language, RenderCache()).panel
            assert "{" not in moment_text(then, view, language, then.play.latest_lines() if index else [])


def test_moment_is_replayed_from_the_nearest_cached_one() -> None:
    table, moments = open_golden_table("khan"), SnapshotCache()
    first, later = (moment(moments, table, number) for number in (60, 65))
    assert all(one is other for one, other in zip(first.play.log, later.play.log, strict=False)), (
        "its own log continues"
    )
    fresh = LiveTable(table.row, table.play.record.entries[:65])
    assert (first.entry_count, later.entry_count) == (60, 65)
    assert later.state == fresh.state
    result = [[(line.number, line.player) for line in then.play.log] for then in (later, fresh)]
    assert result[0] == result[1]
    table.restart(table.row, table.play.record.entries[:62])
    assert moment(moments, table, 65).entry_count == 62, "an older state was restored"


def test_moment_is_rendered_again_only_if_the_table_changed() -> None:
    table, moments = open_golden_table("khan"), SnapshotCache()
    then = moment(moments, table, 5)
    then.render_cache_for(None)["panel"] = "drawn"
    table.row = replace(table.row, version=9)
    assert moment(moments, table, 5) is then
    assert then.render_cache_for(None) == {"panel": "drawn"}
    table.row = replace(table.row, title="Ours")
    assert moment(moments, table, 5) is then
    assert (then.render_cache_for(None), then.row.title) == ({}, "Ours")


def test_only_recent_moments_are_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "MAX_CACHED_SNAPSHOTS", 2)
    table, moments = open_golden_table("khan"), SnapshotCache()
    first, second = (moment(moments, table, number) for number in (1, 2))
    assert moment(moments, table, 1) is first
    moment(moments, table, 3)
    assert moment(moments, table, 1) is first
    assert moment(moments, table, 2) is not second


def test_text_of_a_move_names_its_player_in_every_part() -> None:
    table, moments = open_golden_table("khan"), SnapshotCache()
    makers: set[int] = set()
    for number in range(145, 171):
        then = moment(moments, table, number)
        player = table.play.record.entries[number - 1][0]
        text = moment_text(then, past_view(then, None, False), "en", then.play.latest_lines())
        assert table.names[player] in re.sub("<[^>]+>", "", text)
        makers.add(player)
    assert 0 in makers


def test_address_shows_the_same_moment_to_everybody(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_ = open_table_with_friends(new_guest, 3, "wallenstein")
    table = live_table(app, id_)
    while len(table.state.players_to_act) < 3:
        advance(table, guests, table.entry_count + 1, random.Random(4))
    public = table.entry_count
    for _ in range(3):
        guests[0].act(id_, guests[0].choices(id_)[0])
    guests[1].act(id_, guests[1].choices(id_)[0])
    assert timeline_of(table, 0).addresses[public:] == [f"{public}", f"{public}.1", f"{public}.2", f"{public}.3"]
    assert timeline_of(table, 1).addresses[public:] == [f"{public}", f"{public}.1"]
    assert timeline_of(table, 2).addresses[public:] == timeline_of(table, None).addresses[public:] == [f"{public}"]
    assert len(timeline_of(table, None, is_revealed=True).addresses) == public + 5
    path = f"/table/{id_}/replay?at={public}.3"
    heads = [re.search(r'<h2 id="replay-head">(.*?)</h2>', guest.get(path)) for guest in (*guests, new_guest())]
    seen = [head[1] for head in heads if head]
    ends = [public + 3, public + 1, public, public]
    assert seen == [f"Move {end} of {end}" for end in ends], "viewers with less knowledge stop at what they knew"


def test_replay_of_a_running_game_shows_what_the_viewer_saw(new_guest: NewGuest, app: Litestar) -> None:
    guests, id_ = open_table_with_friends(new_guest, 3)
    table = live_table(app, id_)
    advance(table, guests, 30, random.Random(2))
    own = guests[0].get(f"/table/{id_}/replay?at=12")
    assert "As " in own
    assert guests[0].get(f"/table/{id_}/replay?at=12&seat=2&bare=1") == own
    other = new_guest().get(f"/table/{id_}/replay?at=12&seat=2&bare=1")
    assert "As everyone could see it" in other
    assert "As everyone could see it" in guests[0].get(f"/table/{id_}/replay?at=12&seat=0")
    scene = json.loads(guests[0].get(f"/table/{id_}/replay/scene?at=12"))
    assert [name for name, _ in scene["changes"]] == ["pieces", "panel"]
    shown = [
        re.findall(r'aria-valuetext="Move (\d+) of (\d+)"', guests[0].get(f"/table/{id_}/replay{query}"))
        for query in ("", "?stop=0")
    ]
    ((first, last),), ((now, most),) = shown[1], shown[0]
    assert (first, now) == ("0", last), "it begins at the present"
    assert most == last
    for path in ("?at=x", "?at=99999", "?stop=5000", "?at=-1", "/scene?at=", "/scene?at=1.999999"):
        guests[0].get(f"/table/{id_}/replay{path}")


def test_waiting_table_has_no_replay(new_guest: NewGuest) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "open", "open")
    response = guest.request("GET", f"/table/{id_}/replay", follow_redirects=False)
    assert response.headers["location"] == f"/table/{id_}"
