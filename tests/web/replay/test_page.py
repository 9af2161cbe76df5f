"""The values on the page of a replay: its moment, the steps to others, and the viewpoints."""

import asyncio
import random
from typing import Any

from msgspec.structs import replace

from regnum.games import find_game
from regnum.players.review import JudgedDecision
from regnum.web.board.timeline import Timeline
from regnum.web.http.i18n import page_text
from regnum.web.replay.page import moment_page, scene_update
from regnum.web.replay.snapshots import SnapshotCache
from regnum.web.replay.viewpoint import ReplaySource, Viewpoint
from regnum.web.tables.live_table import LiveTable
from tests.support.web.apps import run_in_thread
from tests.support.web.live_tables import live_table_of, move_randomly


class Visitor:
    """A visitor whose pages are their values."""

    guest, language, text = "0", "en", page_text("en")

    def page(self, name: str, **values: Any) -> dict[str, Any]:
        return {"name": name, **values}


def played(count: int) -> LiveTable:
    table, dice = live_table_of(find_game("khan"), 2), random.Random(4)
    while table.entry_count < count:
        move_randomly(table, dice)
    return table


TABLE = played(24)


def viewpoint(is_over: bool, seat: int | None = 0, is_revealed: bool = False, own: int | None = 0) -> Viewpoint:
    return Viewpoint(ReplaySource(TABLE, "/base", own, is_over), seat, is_revealed)


def page(shown: Viewpoint, at: str = "", stop: int = -1) -> dict[str, Any]:
    visitor: Any = Visitor()
    values: Any = run_in_thread(lambda: asyncio.run(moment_page(SnapshotCache(), visitor, shown, at, stop)))
    return dict(values)


def test_replay_begins_at_the_start_and_a_running_game_at_its_present() -> None:
    last = viewpoint(True).timeline.last
    assert page(viewpoint(True))["index"] == 0
    assert page(viewpoint(False))["index"] == last
    for over, default in ((True, 0), (False, last)):
        stops = [page(viewpoint(over), stop=stop)["index"] for stop in (0, last, last + 1)]
        assert stops == [0, last, default]
        assert page(viewpoint(over), at="nonsense")["index"] == default
    assert page(viewpoint(True), at="5", stop=3)["index"] == 5
    assert page(viewpoint(True), stop=3)["here"] == "/base?seat=1&at=3"


def test_steps_lead_to_the_neighbouring_stops() -> None:
    shown = viewpoint(True)
    timeline: Timeline = shown.timeline
    for index in (0, 1, 7, timeline.last - 1, timeline.last):
        steps = page(shown, stop=index)["destinations"]
        for name, stops in (("move", range(timeline.last + 1)), ("turn", timeline.turns), ("round", timeline.rounds)):
            before, after = [at for at in stops if at < index], [at for at in stops if at > index]
            expected = (
                timeline.addresses[before[-1]] if before else "",
                timeline.addresses[after[0]] if after else "",
            )
            assert steps[name] == expected


def test_viewpoints_are_all_seats_after_the_end_and_the_own_one_before() -> None:
    ann, ben = TABLE.names
    over = page(viewpoint(True, 1, is_revealed=True), stop=2)
    assert over["sides"] == [
        (0, ann, "/base?seat=1&bare=1&at=2"),
        (1, ben, "/base?seat=2&bare=1&at=2"),
        (None, "", "/base?seat=0&bare=1&at=2"),
    ]
    assert (over["seat"], over["is_revealed"], over["can_fork"], over["reviewed"]) == (1, True, True, False)
    assert [seat.kind for seat in over["seats"]] == ["bot:greedy", "me"]
    running = page(viewpoint(False), stop=2)
    assert running["sides"] == [(0, ann, "/base?at=2"), (None, "", "/base?seat=0&at=2")]
    assert (running["can_fork"], running["is_over"], running["turning"]) == (False, False, [])
    watched = page(viewpoint(False, None, own=None), stop=2)
    assert watched["sides"] == [(None, "", "/base?at=2")]


def test_review_marks_turning_points_of_finished_games() -> None:
    curve = [[0, [0.5, 0.5]], [5, [0.5, 0.5]], [6, [0.9, 0.1]], [24, [0.9, 0.1]]]
    shown = viewpoint(True)
    reviewed = replace(shown, source=replace(shown.source, review={"curve": curve}))
    found = page(reviewed, stop=1)
    (mark,) = found["turning"]
    assert mark[:2] == (5, shown.timeline.addresses[5]), "before the action"
    assert TABLE.names[TABLE.play.record.entries[5][0]] in mark[2]
    assert found["reviewed"]
    running = replace(reviewed, source=replace(reviewed.source, is_over=False))
    assert page(running, stop=1)["turning"] == []


def test_moment_says_what_happened_there() -> None:
    shown = viewpoint(True)
    cells = [text.removeprefix("settle ") for _, text in TABLE.play.record.entries[:2]]
    texts = [page(shown, stop=stop)["moment"] for stop in (0, 1, 2)]
    assert [[f" {cell}." in text for cell in cells] for text in texts] == [[False, False], [True, False], [False, True]]
    visitor: Any = Visitor()
    for at, expected in (("0", texts[0]), ("2", texts[2]), ("nonsense", texts[0])):
        work = scene_update(SnapshotCache(), visitor, shown, at)
        update = run_in_thread(lambda work=work: asyncio.run(work)).content  # type: ignore[misc]
        assert update.text == expected
        assert [kind for kind, _ in update.changes] == ["pieces", "panel"]


def test_reviewed_decision_of_the_viewer_is_judged_where_it_was_made() -> None:
    """The first decision of each seat, and another one of the first seat."""
    entries = TABLE.play.record.entries
    later = next(number for number in range(3, 24) if entries[number][0] == entries[0][0])
    decisions = [
        JudgedDecision(number, entries[number][0], entries[number][1], entries[number - 1][1], cost, []).to_dict()
        for number, cost in ((0, 0.25), (1, 0.5), (later, 0.75))
    ]
    first = entries[0][0]

    def costs(seat: int | None, stop: int) -> list[str]:
        shown = viewpoint(True, seat)
        reviewed = replace(shown, source=replace(shown.source, review={"decisions": decisions}))
        text = page(reviewed, stop=stop)["moment"]
        return [cost for cost in ("25%", "50%", "75%") if cost in text]

    stop = viewpoint(True, first).timeline.stop_after(later)
    assert [costs(first, at) for at in (0, 1, stop)] == [["25%"], [], ["75%"]]
    assert [costs(1 - first, at) for at in (0, 1, stop)] == [[], ["50%"], []]
    assert costs(None, 0) == []
