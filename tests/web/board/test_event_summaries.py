"""The values of event summaries, from made-up lines: order, what is new, what must be read, losses and points."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from regnum.core.rules.note import Line, Note, NoteKind
from regnum.core.rules.state import FULL, SPECTATOR
from regnum.core.text import narrator
from regnum.view import EventKind
from regnum.view.log import EventOutcome, LogKeys, LogView, Report
from regnum.web.board.event_summaries import (
    MAX_EVENTS,
    EventSummary,
    event_summaries,
    find_events,
    viewer_events_first,
)
from regnum.web.board.log_lines import places_of
from regnum.web.tables.seat_view import SeatView

CELL = ("1", "one", False)
FIGHT = EventKind("fight", "begin", "hit", {"hit": "won", "prize": 2}, must_read=True, side_params="other")
FAIR = EventKind("fair", "open", "sale", hidden_keys="whisper")
YEAR = EventKind("year", "spring", "begin", end_keys="winter")


@dataclass(frozen=True)
class Rules:
    unlogged_families: frozenset[str] = frozenset({"plan"})


@dataclass(frozen=True)
class Position:
    game: Rules = field(default_factory=Rules)


class Words:
    """Words with a title for lost fights."""

    def has(self, table: str, key: str) -> bool:
        return (table, key) == ("summary", "fight_lost")

    def title(self, key: str) -> str:
        return f"title of {key}"


@dataclass(frozen=True)
class Deed:
    """An action, as far as events need it."""

    family: str
    secret: bool = False
    params: dict[str, Any] = field(default_factory=dict)


class View(LogView):
    """Notes mention their place; a fight is lost by the side that a line "loses" names; its report is `shown`."""

    def __init__(self, keys: LogKeys | None = None, shown: Report | None = None, good: bool | None = None) -> None:
        super().__init__(keys)
        self.shown = shown or Report(rows=[("row", [CELL, CELL])])
        self.good = good
        self.asked: list[tuple[str, list[str], int]] = []

    def places(self, params: Any) -> list[str]:
        return [f"place-{params['place']}"] if "place" in params else []

    def report(self, key: str, lines: Sequence[Line], words: Any, names: Sequence[str], side: int) -> Report:
        self.asked.append((key, [line.key for line in lines], side))
        return self.shown

    def outcome(self, lines: Sequence[Line], side: int) -> EventOutcome:
        lost = [line for line in lines if line.note is not None and line.note.params.get("loser") == side]
        return EventOutcome(lost, self.good)


@pytest.fixture(autouse=True)
def plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrator, "line", lambda line, _words, _names, viewer: f"{line.key} for {viewer}")
    monkeypatch.setattr(narrator, "summary_line", lambda title, params, _words, _names: f"{title} {sorted(params)}")


def noted(key: str, player: int = 1, number: int = 0, **params: Any) -> Line:
    own = {"player": player, **params}
    return Line(player, note=Note(NoteKind(key, *own), list(own.values())), number=number)


def did(player: int, family: str = "move", number: int = 0) -> Line:
    action: Any = Deed(family)
    return Line(player, action=action, number=number)


def summaries(
    log: Sequence[Line], seat: int | None = 0, kinds: Sequence[EventKind] = (FIGHT, FAIR, YEAR), **more: Any
) -> list[EventSummary]:
    log_view, words = more.pop("log_view", View()), Words()
    seen: Any = Position()
    view = SeatView(seat, seen, [], len(log), 0, log, **more)
    any_words: Any = words
    return event_summaries(view, find_events(log, kinds), log_view, any_words, ["Ann", "Ben"])


def fight(first: int = 1, *more: Line, **params: Any) -> list[Line]:
    return [noted("begin", first, **params), *more]


def test_event_has_its_lines_places_and_points() -> None:
    log = [
        did(0),
        noted("begin", 1, other=2, place="a"),
        noted("hit", 1, won=3, place="b"),
        noted("hit", 0, won=1, place="a"),
        noted("hit", 1, won=2),
        noted("hit", 2, won=0),
        did(1),
    ]
    view = View()
    (found,) = summaries(log, log_view=view)
    assert (found.kind, found.start, found.number, found.title) == ("fight", 1, 5, "fight ['other', 'place', 'player']")
    assert [(line.player, line.text, line.places, line.key) for line in found.lines] == [
        (1, "begin for 0", "place-a", "begin"),
        (1, "hit for 0", "place-b", "hit"),
        (0, "hit for 0", "place-a", "hit"),
        (1, "hit for 0", "", "hit"),
        (2, "hit for 0", "", "hit"),
    ]
    assert (found.places, found.points) == ("place-a place-b", [(0, 1), (1, 5)])
    assert view.asked == [("fight", ["begin", "hit", "hit", "hit", "hit"], 0)]
    assert (found.fresh, found.own, found.must_read, found.lost, found.result) == (True, False, False, False, "")


def test_fixed_points_count_for_each_note() -> None:
    kind = EventKind("fight", "begin", "prize", {"prize": 2})
    (found,) = summaries([*fight(), noted("prize", 1), noted("prize", 1), noted("prize", 0)], kinds=[kind])
    assert found.points == [(0, 2), (1, 4)]


def test_hidden_and_undone_lines_and_plans_are_not_shown() -> None:
    kind = EventKind("fair", "open", "sale plan", hidden_keys="whisper")
    log = [noted("open"), noted("whisper"), Line(0), did(1, "plan"), noted("sale")]
    (found,) = summaries(log, kinds=[kind])
    assert [line.key for line in found.lines] == ["open", "sale"]
    year = [noted("spring"), noted("begin"), noted("winter")]
    assert [one.lines for one in summaries(year) if one.kind == "year"] == [[]], "only its table is shown"


def test_report_replaces_the_title_and_without_rows_the_lines() -> None:
    lines = fight(1, noted("hit", 0, won=1))
    titled = View(shown=Report(title="Title", rows=[("row", [CELL])], lines=[lines[1]]))
    (found,) = summaries(lines, log_view=titled)
    assert (found.title, len(found.lines), found.rows) == ("Title", 2, [("row", [CELL])])
    (found,) = summaries(lines, log_view=View(shown=Report(lines=[lines[1]])))
    assert (found.title, [line.key for line in found.lines], found.rows) == ("fight ['player']", ["hit"], [])
    (found,) = summaries(lines, log_view=View(shown=Report()))
    assert [line.key for line in found.lines] == ["begin", "hit"]


@pytest.mark.parametrize(("cells", "neutral"), [(2, ("", "")), (3, ("symbol", "title of nobody"))])
def test_last_column_without_a_player_has_a_title(cells: int, neutral: tuple[str, str]) -> None:
    keys = LogKeys(neutral=("symbol", "nobody"))
    shown = Report(rows=[("row", [CELL] * 2), ("more", [CELL] * cells)])
    (found,) = summaries(fight(), log_view=View(keys, shown))
    assert found.neutral == neutral


def test_report_gets_earlier_lines_of_its_context() -> None:
    kind = EventKind("fight", "begin", "hit", context_keys="owner")
    view = View()
    summaries([noted("owner"), noted("open"), *fight(), noted("owner")], kinds=[kind], log_view=view)
    assert view.asked == [("fight", ["owner", "begin"], 0)]


@pytest.mark.parametrize(
    ("seat", "first", "params", "own"),
    [
        (0, 0, {}, True),
        (0, 1, {}, False),
        (0, 1, {"other": 0}, True),
        (1, 0, {"other": 0}, False),
        (0, -1, {}, True),
        (None, 1, {}, False),
        (None, -1, {}, False),
        (0, 1, {"loser": 0}, True),
        (1, 0, {"loser": 0}, False),
        (None, 0, {"loser": SPECTATOR}, False),
    ],
)
def test_own_event_must_be_read(seat: int | None, first: int, params: dict[str, Any], own: bool) -> None:
    (found,) = summaries(fight(first, **params), seat)
    assert (found.own, found.must_read) == (own, own)
    (past,) = summaries(fight(first, **params), seat, is_past=True)
    assert (past.own, past.must_read) == (own, False)
    (empty,) = summaries(fight(first, **params), seat, log_view=View(shown=Report()))
    assert (empty.own, empty.must_read) == (False, False), "there is no table to read"
    (other,) = summaries([noted("open", first, **params)], seat)
    assert (other.own, other.must_read, other.lost) == (False, False, False), "fairs need not be read"
    if seat is not None:
        (read,) = summaries([*fight(first, **params), did(seat)], seat)
        assert (read.own, read.must_read, read.fresh) == (False, False, False)


def test_event_may_begin_with_an_action() -> None:
    (found,) = summaries([did(1, "raid")], kinds=[EventKind("raid", "raid")])
    assert (found.title, found.own, found.must_read, found.lost) == ("raid []", False, False, False)


def test_lost_event_has_another_title() -> None:
    for loser, title in ((0, "fight_lost"), (1, "fight")):
        (found,) = summaries(fight(1, loser=loser))
        assert (found.lost, found.title) == (loser == 0, f"{title} ['loser', 'player']")


@pytest.mark.parametrize(("good", "result"), [(True, "gained"), (False, "failed"), (None, "")])
def test_result_is_told_to_those_in_a_fight_that_a_player_began(good: bool | None, result: str) -> None:
    def told(first: int, seat: int | None = 0, **params: Any) -> str:
        (found,) = summaries(fight(first, **params), seat, log_view=View(good=good))
        return found.result

    assert [told(0), told(1, other=0), told(1), told(-1), told(1, None)] == [result, result, "", "", ""]
    (fair,) = summaries([noted("open", 0)], log_view=View(good=good))
    assert fair.result == ""


def test_events_after_the_own_action_are_fresh() -> None:
    with_moves = EventKind("fight", "begin", "hit move")
    log = [*fight(1), did(0), *fight(1), did(0, "plan"), noted("open")]
    assert [(found.kind, found.start, found.fresh) for found in summaries(log)] == [
        ("fair", 4, True),
        ("fight", 2, True),
        ("fight", 0, False),
    ], "plans are no actions here"
    last = [*fight(1), did(0)]
    assert [found.fresh for found in summaries(last)] == [False]
    assert [found.fresh for found in summaries(last, kinds=[with_moves])] == [False]
    assert [found.fresh for found in summaries([*last, noted("hit")], kinds=[with_moves])] == [True]


def test_event_that_folds_early_is_fresh_until_an_automatic_part_begins() -> None:
    keys = LogKeys(stages="stage")
    for folds, fresh in ((True, False), (False, True)):
        kind = EventKind("fight", "begin", "hit", folds_early=folds)
        for log, expected in (
            ([did(0), *fight(1), noted("stage")], fresh),
            ([did(0), noted("stage"), *fight(1)], True),
            ([did(0), *fight(1)], True),
            (fight(1), True),
            ([*fight(1), did(0)], False),
        ):
            (found,) = summaries(log, kinds=[kind], log_view=View(keys))
            assert found.fresh is expected


def test_page_shows_six_events_and_the_last_of_each_kind() -> None:
    assert MAX_EVENTS == 6
    log = [noted("open"), *[noted("begin", 1) for _ in range(8)]]
    found = summaries(log)
    assert [(one.kind, one.start, one.fresh) for one in found] == [
        *(("fight", start, True) for start in range(8, 2, -1)),
        ("fair", 0, False),
    ]
    found = summaries([noted("open"), *[noted("begin", 1) for _ in range(MAX_EVENTS)]])
    assert [(one.kind, one.fresh) for one in found[-2:]] == [("fight", True), ("fair", False)]
    own = [*[noted("begin", 0) for _ in range(8)]]
    assert [one.fresh for one in summaries(own)] == [True] * 8, "all must be read"
    assert len(summaries([noted("open") for _ in range(8)])) == 6


def test_numbers_of_lines_do_not_reveal_unknown_ones() -> None:
    log = [did(1, number=1), did(1, "plan", number=2), *fight(1, noted("hit", 1, 3, won=1), number=3)]
    log[2] = noted("begin", 1, 3)
    (found,) = summaries(log, unknown=[2])
    assert (found.start, found.number) == (1, 2)
    (known,) = summaries(log)
    assert (known.start, known.number) == (2, 3)


def order(log: Sequence[Line], kinds: Sequence[EventKind], last_own: int = -1, lost: Sequence[int] = ()) -> list[int]:
    """Return the starts of the events in the order for seat 0."""
    return [lines[0] for _, lines in viewer_events_first(find_events(log, kinds), log, 0, last_own, lost)]


def test_events_to_read_come_first_in_order_led_by_losses() -> None:
    log = [*fight(0), *fight(1), *fight(0), *fight(1)]
    assert order(log, [FIGHT]) == [0, 2, 3, 1]
    assert order(log, [FIGHT], last_own=0) == [2, 3, 1, 0]
    assert order(log, [FIGHT], lost=[1]) == [1, 0, 2, 3]
    assert order(log, [FIGHT], lost=[2, 3]) == [2, 3, 0, 1]
    assert order(log, [FIGHT], last_own=3, lost=[1]) == [3, 2, 1, 0]
    assert order([*fight(0, noted("hit")), *fight(1)], [FIGHT], last_own=0) == [0, 2], "it ended after the own action"
    for is_past, starts in ((False, [0, 2, 3, 1]), (True, [3, 2, 1, 0])):
        assert [found.start for found in summaries(log, is_past=is_past)] == starts


def test_latest_own_event_comes_before_newer_ones_of_its_kind() -> None:
    plain = EventKind("fight", "begin", "hit")
    known = EventKind("fight", "begin", "hit", result_known=True)
    log = [*fight(0), *fight(0), *fight(1), *fight(1)]
    assert order(log, [plain]) == [1, 3, 2, 0]
    assert order(log, [known]) == [3, 2, 1, 0]
    assert order(log, [plain], last_own=1) == [3, 2, 1, 0]
    assert order([*log, noted("open")], [plain, FAIR]) == [4, 3, 2, 1, 0], "the newest is of another kind"
    for others, expected in ((5, [0, 5]), (6, [6, 5])):
        assert order([*fight(0), *fight(1) * others], [plain])[:2] == expected, "only of the newest six"
    assert order([], [plain]) == []


def test_spectators_have_no_own_events() -> None:
    log = [*fight(-1), *fight(SPECTATOR), *fight(1)]
    events = find_events(log, [FIGHT])
    for viewer in (SPECTATOR, FULL):
        assert viewer_events_first(events, log, viewer, -1) == events


def test_event_that_begins_with_another_is_part_of_the_longer_one() -> None:
    short, long = EventKind("short", "begin", "hit"), EventKind("long", "begin", "hit fall")
    log = fight(1, noted("hit"), noted("fall"), noted("open"))
    for kinds in ([short, long, FAIR], [long, FAIR, short]):
        assert [(kind.key, lines) for kind, lines in find_events(log, kinds)] == [("fair", [3]), ("long", [0, 1, 2])]


def test_event_with_a_last_line_includes_everything_up_to_it() -> None:
    log = [noted(key) for key in ("spring", "begin", "winter", "spring", "winter")]
    events = [(kind.key, lines) for kind, lines in find_events(log, [FIGHT, YEAR])]
    assert events == [("year", [0, 1, 2]), ("fight", [1])], "nothing happened in the second year"


def test_event_includes_the_lines_that_lead_to_it() -> None:
    kind = EventKind("fight", "begin", "hit", restarts=False, lead_in_keys="march")
    for log, expected in ((["march", "rest", "begin", "begin"], [0, 1, 2, 3]), (["rest", "begin", "hit"], [1, 2])):
        assert find_events([noted(key) for key in log], [kind]) == [(kind, expected)]


def test_secret_action_mentions_its_places_only_to_its_player() -> None:
    view = View()
    for secret, viewers in ((True, {1, FULL}), (False, {0, 1, SPECTATOR, FULL})):
        action: Any = Deed("hide", secret, {"place": "a"})
        line = Line(1, action=action)
        shown = {viewer for viewer in (0, 1, SPECTATOR, FULL) if places_of(line, view, viewer) == ["place-a"]}
        assert shown == viewers
    assert places_of(Line(0), view, 0) == []
