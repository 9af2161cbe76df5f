"""The lines and turns of the log, from made-up lines: grouping, counting, what is new, and what the recap shows."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regnum.core.rules.note import Line, Note, NoteKind
from regnum.core.rules.state import FULL, SPECTATOR
from regnum.view.log import EventOutcome, LogKeys, LogView
from regnum.web.board.event_summaries import last_own_action
from regnum.web.board.log_view import (
    MAX_RECENT_LINES,
    MIN_RECENT_LINES,
    NOBODY,
    RECAP_TURNS,
    Group,
    LogLine,
    Section,
    brief_recap,
    entry_group,
    log_sections,
    moves_of_others,
    playback_start,
    recap,
)
from regnum.web.board.log_view import _start_of_short_log as start_of_short_log
from regnum.web.tables.seat_view import SeatView

NAMES = ("Ann", "Ben", "Cleo")
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Deed:
    """An action, as far as the log needs it."""

    family: str
    text: str
    secret: bool = False
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Rules:
    unlogged_families: frozenset[str] = frozenset({"plan"})


@dataclass(frozen=True)
class Position:
    game: Rules = field(default_factory=Rules)


class Places(LogView):
    """Every line whose parameters have a place mentions it."""

    def places(self, params: Any) -> list[str]:
        return [f"place-{params['place']}"] if "place" in params else []


def did(player: int, text: str, number: int = 0, family: str = "move", clause: str = "", **more: Any) -> Line:
    """Return the line of an action."""
    action: Any = Deed(family, text, **more)
    return Line(player, action=action, number=number, clause=clause)


def noted(key: str, player: int = NOBODY, number: int = 0, clause: str = "", **params: Any) -> Line:
    """Return the line of a note."""
    own = {"player": player, **params}
    return Line(player, note=Note(NoteKind(key, *own), list(own.values()), clause), number=number)


def view_of_log(log: Sequence[Line], seat: int | None = 0, **more: Any) -> SeatView:
    seen: Any = Position()
    return SeatView(seat, seen, [], more.pop("number", len(log)), 0, log, **more)


def written(line: Line) -> str:
    """Return a line in words, which begins with the player's name."""
    fact: Any = line.action
    amount = line.note.params.get("coins", "") if line.note is not None else ""
    said = fact.text if fact is not None else f"{line.key}{amount}"
    return f"{NAMES[line.player]} {said}" if line.player >= 0 else said


def sections_of(log: Sequence[Line], keys: LogKeys | None = None, newest: bool = False, **more: Any) -> list[Section]:
    return log_sections(view_of_log(log, **more), Places(keys), NAMES, written, newest)


def shown(sections: Sequence[Section]) -> list[tuple[str, list[tuple[int, list[str]]]]]:
    """Return the headings of sections with the lines of each group."""
    return [
        (section.heading, [(group.player, [line.text for line in group.lines]) for group in section.groups])
        for section in sections
    ]


def all_lines(sections: Sequence[Section]) -> list[LogLine]:
    return [line for section in sections for line in section.lines]


# The log.


def test_lines_are_grouped_by_player_below_headings() -> None:
    keys = LogKeys(sections="round", introductions="begin", icons={"coin": "pays earns", "move": "move"})
    log = [
        did(0, "first", 1),
        noted("round", number=2),
        did(1, "goes", 2, "begin", params={"place": "a"}),
        did(1, "comes", 3),
        noted("pays", 0, 3, coins=2),
        did(2, "plans", 4, "plan"),
        noted("falls", number=4),
    ]
    found = sections_of(log, keys)
    assert shown(found) == [
        ("", [(0, ["Ann first"])]),
        ("round", [(1, ["Ben goes", "Comes"]), (0, ["Ann pays2"]), (NOBODY, ["falls"])]),
    ]
    assert [section.number for section in found] == [0, 2]
    lines = all_lines(found)
    assert [line.icon for line in lines] == ["move", "", "move", "coin", ""]
    assert [line.key for line in lines] == ["", "", "", "pays", "falls"]
    assert [line.event for line in lines] == [False, False, False, True, True]
    assert [line.number for line in lines] == [1, 2, 3, 3, 4]
    assert [line.introduces_next for line in lines] == [False, True, False, False, False]
    assert [line.places for line in lines] == ["", "place-a", "", "", ""]
    assert [line.player_name for line in lines] == ["Ann", "Ben", "", "Ann", ""]
    assert [line.named_form for line in lines[1:3]] == [("Ben", " goes"), ("Ben", " comes")]
    assert [line.line for line in lines] == [log[at] for at in (0, 2, 3, 4, 6)]


def test_line_with_a_colon_after_the_name_continues_below_another() -> None:
    view = view_of_log([did(0, "a"), did(0, "b")])
    lines = log_sections(view, Places(), NAMES, lambda line: f"Ann: {written(line)[4:]}")[0].groups[0].lines
    assert [(line.player_name, line.text_after_name) for line in lines] == [("Ann", ": a"), ("", "B")]
    other = log_sections(view, Places(), NAMES, lambda line: f"Anna {written(line)[4:]}")[0].groups[0].lines
    assert [line.text for line in other] == ["Anna a", "Anna b"], "that is another name"


def test_line_of_a_side_without_a_name_is_only_its_text() -> None:
    view = view_of_log([Line(3, note=Note(NoteKind("falls"), []))])
    ((found,),) = (section.lines for section in log_sections(view, Places(), NAMES, lambda line: line.key))
    assert (found.player_name, found.text, found.named_form) == ("", "falls", ("", ""))


def test_clause_is_shown_where_it_changes() -> None:
    log = [did(0, text, clause=clause) for text, clause in (("a", "x"), ("b", "x"), ("c", "y"), ("d", ""), ("e", "y"))]
    log += [did(1, "f", clause="y"), did(0, "g", clause="y")]
    assert [line.clause for line in all_lines(sections_of(log))] == ["x", "", "y", "", "y", "y", "y"]


def test_equal_notes_are_counted_or_added_up() -> None:
    keys = LogKeys(amounts={"pays": "coins"})
    log = [noted("falls", 0)] * 3 + [noted("pays", 0, coins=2)] * 2 + [noted("falls", 0)] + [noted("pays", 0, coins=3)]
    lines = all_lines(sections_of(log, keys))
    assert [(line.text, line.count) for line in lines] == [
        ("Ann falls", 3),
        ("Pays4", 1),
        ("Falls", 1),
        ("Pays3", 1),
    ]
    first = [noted("pays", 1, coins=1)] * 3
    (line,) = all_lines(sections_of(first, keys))
    assert (line.player_name, line.text, line.count, line.named_form) == ("Ben", "Ben pays3", 1, ("Ben", " pays3"))
    actions = all_lines(sections_of([did(0, "waits"), did(0, "waits")]))
    assert [(line.text, line.count) for line in actions] == [("Ann waits", 1), ("Waits", 1)]
    between = all_lines(sections_of([noted("falls", 0), noted("falls", 1), noted("falls", 0)]))
    assert [line.count for line in between] == [1, 1, 1]
    mixed = all_lines(sections_of([did(0, "falls"), noted("falls", 0)]))
    assert [line.count for line in mixed] == [1, 1], "the first is an action"


def test_lines_after_the_own_action_are_new() -> None:
    keys = LogKeys(amounts={"pays": "coins"})
    log = [did(1, "a"), did(0, "mine"), *[noted("falls", 1)] * 2, *[noted("pays", 1, coins=1)] * 2, did(1, "b")]
    lines = all_lines(sections_of(log, keys))
    assert [line.is_new for line in lines] == [False, False, True, True, True]
    chosen = all_lines(sections_of(log, keys, first_new_line=3))
    assert [line.is_new for line in chosen] == [False, False, True, True, True], "a repeated line is as new as its last"
    later = all_lines(sections_of(log, keys, first_new_line=4))
    assert [line.is_new for line in later] == [False, False, False, True, True]
    summed = all_lines(sections_of(log, keys, first_new_line=5))
    assert [line.is_new for line in summed] == [False, False, False, True, True]
    last = all_lines(sections_of(log, keys, first_new_line=6))
    assert [line.is_new for line in last] == [False, False, False, False, True]
    watched = all_lines(sections_of(log, keys, seat=None))
    assert [line.is_new for line in watched] == [False, False, True, True, True], "after the second to last action"


def test_last_action_is_the_own_one_or_for_spectators_the_second_to_last() -> None:
    log = [did(0, "a"), did(1, "b"), noted("falls", 0), did(2, "c"), did(0, "d", family="plan")]
    assert [last_own_action(log, viewer, {"plan"}) for viewer in (0, 1, 2, SPECTATOR)] == [4, 1, 3, 1]
    assert last_own_action(log, SPECTATOR, set()) == 3
    assert last_own_action(log[:1], SPECTATOR, set()) == -1
    assert last_own_action(log[1:4], 0, set()) == -1
    assert last_own_action(log[:1], 0, set()) == 0


def test_moves_of_others_have_the_number_of_known_entries() -> None:
    keys = LogKeys(introductions="begin", hidden_families="skip")
    log = [
        did(1, "a", 1),
        did(1, "plans", 2, "plan"),
        did(0, "mine", 3),
        did(1, "begins", 4, "begin"),
        did(1, "goes", 5),
        noted("falls", 1, 5),
        did(2, "begins", 6, "begin"),
        did(1, "skips", 7, "skip"),
        did(1, "comes", 8),
    ]
    view = view_of_log(log, unknown=(2, 7), number=6)
    assert moves_of_others(log, view, Places(keys)) == {1, 5, 6, 8}
    moves = {line.text: line.move for line in all_lines(log_sections(view, Places(keys), NAMES, written))}
    assert moves == {
        "Ben a": 1,
        "Ann mine": 0,
        "Ben begins": 0,
        "Goes": 4,
        "Falls": 0,
        "Cleo begins": 5,
        "Ben comes": 6,
    }


def test_secret_action_of_another_mentions_no_place() -> None:
    log = [did(player, "hides", secret=True, params={"place": "a"}) for player in (0, 1)]
    for seat, is_revealed, expected in (
        (0, False, ["place-a", ""]),
        (None, False, ["", ""]),
        (0, True, ["place-a", "place-a"]),
    ):
        lines = all_lines(sections_of(log, seat=seat, is_revealed=is_revealed))
        assert [line.places for line in lines] == expected


def test_lines_before_the_last_automatic_part_are_older() -> None:
    keys = LogKeys(stages="stage")
    log = [
        did(1, "old"),
        did(0, "mine"),
        noted("stage"),
        noted("falls", place="a"),
        noted("stage"),
        noted("stands", place="b"),
        noted("stage"),
        noted("rests"),
    ]

    def older(**more: Any) -> list[bool]:
        return [line.older for line in all_lines(sections_of(log, **more))]

    assert older(keys=keys) == [False, False, True, True, False, False, False, False], "the last part has no place"
    assert older(keys=LogKeys()) == [False] * 8
    assert older(keys=keys, first_new_line=4) == [False] * 8
    assert older(keys=keys, first_new_line=5) == [False] * 8, "the part began before"
    assert older(keys=keys, first_new_line=3) == [False, False, False, True, False, False, False, False]


def test_group_has_its_minute_if_that_is_another_one() -> None:
    times = {1: NOON, 2: NOON + timedelta(seconds=59), 3: NOON + timedelta(seconds=60)}
    log = [did(number % 2, "acts", number) for number in (1, 2, 3, 4)]
    groups = [group for section in sections_of(log, times=times) for group in section.groups]
    assert [group.at for group in groups] == ["2026-06-01T12:00Z", "", "2026-06-01T12:01Z", ""]


def test_playback_begins_at_the_last_entry_with_two_automatic_parts() -> None:
    log_view = Places(LogKeys(stages="stage"))

    def start(*numbers: int, unknown: Sequence[int] = ()) -> int:
        log = [noted("stage", number=number) for number in numbers]
        return playback_start(view_of_log(log, unknown=unknown), log_view)

    assert [start(), start(1), start(1, 2), start(1, 1), start(1, 2, 2, 3), start(1, 1, 2)] == [0, 0, 0, 1, 2, 1]
    assert start(0, 0) == 0, "the setup is no entry"
    assert start(1, 3, 3, unknown=[2]) == 2
    assert start(1, 1, 3, 3, unknown=[3]) == 1
    log = [noted("stage", number=1)] * 2
    assert playback_start(view_of_log(log), Places()) == 0
    for more, expected in ((398, 1), (399, 0)):
        late = [*log, *[noted("falls", number=2)] * more]
        assert playback_start(view_of_log(late), log_view) == expected, "only the last 400 lines count"


def test_entry_is_a_group_that_hides_the_plans_of_others() -> None:
    entry = [did(1, "plans", 7, "plan"), noted("falls", 1, 7), noted("pays", 0, 7, coins=1), noted("rests", number=7)]

    def texts(log: Sequence[Line], **more: Any) -> list[str]:
        group = entry_group(view_of_log(log, **more), Places(), NAMES, written, log)
        return [line.text for line in group.lines] if group is not None else []

    assert texts(entry, seat=1) == ["Ben plans", "Falls", "Ann pays1", "rests"]
    assert texts(entry, seat=0) == texts(entry, seat=None) == ["Ben falls", "Ann pays1", "rests"]
    assert texts(entry, seat=0, is_revealed=True) == ["Ben plans", "Falls", "Ann pays1", "rests"]
    assert texts(entry[:1], seat=0) == []
    group = entry_group(view_of_log(entry), Places(), NAMES, written, entry)
    assert group is not None
    assert (group.player, group.at) == (1, "")
    assert [(line.is_new, line.move, line.number) for line in group.lines] == [(False, 0, 7)] * 3
    assert FULL not in (SPECTATOR, 0, 1)


def test_short_log_goes_back_to_the_last_own_action_before_those_of_others() -> None:
    def start(log: Sequence[Line], viewer: int = 0) -> int:
        return start_of_short_log(log, viewer, {"plan"})

    def many(player: int, count: int, family: str = "move") -> list[Line]:
        return [did(player, "acts", family=family)] * count

    least, most = MIN_RECENT_LINES, MAX_RECENT_LINES
    assert most == 100
    assert start(many(1, least)) == 0
    assert start([*many(1, 50), did(0, "mine"), *many(1, least + 5)]) == 50
    assert start([*many(1, 50), did(0, "mine"), *many(1, least - 2)]) == 49, "at least so many lines"
    assert start([*many(1, 50), did(0, "mine"), *many(1, least), *many(0, 3)]) == 50, "the last ones are the own turn"
    assert start(many(1, most + 20)) == 20
    assert start(many(1, most + 20), SPECTATOR) == most + 20 - least
    assert start([*many(1, 50), did(0, "x", family="plan"), *many(1, least + 5)]) == 50, "the own plans count"
    assert start([*many(1, most), *many(1, 7, "plan")]) == 0, "the plans of others are not shown"
    assert start([]) == 0


def test_short_log_has_the_heading_before_it() -> None:
    keys = LogKeys(sections="round")
    log = [did(0, "a"), noted("round", number=1), *[did(1, "acts")] * 130]
    (section,) = sections_of(log, keys, newest=True)
    assert (section.heading, section.number, len(list(section.lines))) == ("round", 1, MAX_RECENT_LINES)
    log = [noted("round", number=3), *[did(1, "acts")] * 100]
    (section,) = sections_of(log, keys, newest=True)
    assert (section.heading, section.number) == ("round", 3), "it is the first line, just before the short log"
    (section,) = sections_of(log[1:], keys, newest=True)
    assert (section.heading, section.number) == ("", 0)


# The recap.


def line(text: str, player: int = NOBODY, event: bool = True, new: bool = True, key: str = "", **more: Any) -> LogLine:
    """Return a line of a recap; `event`: it is a note."""
    name = NAMES[player] if player >= 0 else ""
    source = noted(text, player) if event else did(player, text)
    named_form = (name, f" {text}") if name else ("", "")
    return LogLine(
        name, f" {text}" if name else text, event, is_new=new, key=key, line=source, named_form=named_form, **more
    )


def group(player: int, *lines: LogLine) -> Group:
    """Return a group whose lines after the first have no name."""
    later = [LogLine("", one.text_after_name, one.event, **_rest(one)) for one in lines[1:]]
    return Group(player, "", [*lines[:1], *later])


def _rest(one: LogLine) -> dict[str, Any]:
    return {name: getattr(one, name) for name in ("is_new", "key", "line", "named_form", "places", "introduces_next")}


def acts(player: int, text: str, **more: Any) -> Group:
    return group(player, line(text, player, event=False, **more))


def turns(*groups: Group, viewer: int = 0, details: str = "", news: str = "", **more: Any) -> list[Group]:
    return recap([Section("", list(groups))], viewer, details.split(), news.split(), **more)


def texts(found: Sequence[Group]) -> list[tuple[int, list[str]]]:
    return [(turn.player, [one.text for one in turn.lines]) for turn in found]


def test_turn_is_what_a_player_did_with_its_automatic_changes() -> None:
    moved = line("burns", places="place-a")
    found = turns(acts(1, "acts"), group(NOBODY, moved, line("rests")), acts(1, "goes on"), acts(2, "acts"))
    assert texts(found) == [(1, ["Ben acts", "burns", "Goes on"]), (2, ["Cleo acts"])]
    assert [(turn.affects_viewer, turn.has_losses) for turn in found] == [(False, False)] * 2
    assert texts(turns(acts(1, "old", new=False), acts(2, "acts"))) == [(2, ["Cleo acts"])]
    assert turns() == turns(acts(1, "old", new=False)) == []


def test_news_and_what_comes_before_any_turn_are_turns() -> None:
    found = turns(group(NOBODY, line("storm", key="event")), acts(1, "acts"), news="event")
    assert [(*turn, one.affects_viewer) for turn, one in zip(texts(found), found, strict=True)] == [
        (NOBODY, ["storm"], True),
        (1, ["Ben acts"], False),
    ]
    found = turns(group(NOBODY, line("first"), line("second", places="b")), acts(1, "acts"), news="event")
    assert texts(found) == [(NOBODY, ["first", "second"]), (1, ["Ben acts"])]
    assert not found[0].affects_viewer
    found = turns(acts(1, "acts"), group(NOBODY, line("storm", key="event")), acts(2, "acts"), news="event")
    assert texts(found) == [(1, ["Ben acts"]), (NOBODY, ["storm"]), (2, ["Cleo acts"])]


def test_details_are_left_out() -> None:
    fight = group(2, line("rolls", 2, key="roll"), line("falls", 2))
    found = turns(acts(1, "attacks"), fight, details="roll")
    assert texts(found) == [(1, ["Ben attacks", "Cleo falls"])], "it is a result of the attack"
    assert not found[0].affects_viewer
    own = turns(acts(1, "attacks"), group(0, line("rolls", 0, key="roll"), line("falls", 0)), details="roll")
    assert texts(own) == [(1, ["Ben attacks", "Ann falls"])]
    assert own[0].affects_viewer
    assert texts(turns(acts(1, "attacks"), group(2, line("rolls", 2, key="roll")), details="roll")) == [
        (1, ["Ben attacks"])
    ]
    assert texts(turns(acts(1, "attacks"), fight)) == [(1, ["Ben attacks"]), (2, ["Cleo rolls", " falls"])]
    alone = turns(fight, details="roll")
    assert texts(alone) == [(2, ["Cleo falls"])]
    act = group(2, line("rolls", 2, key="roll"), line("answers", 2, event=False))
    assert [turn.player for turn in turns(acts(1, "attacks"), act, details="roll")] == [1, 2]


def test_turn_continues_after_events_of_another_player() -> None:
    for first in (0, 1):
        event = group(2, line("loses", 2))
        found = turns(acts(first, "acts"), event, acts(first, "goes on"), viewer=5)
        name = NAMES[first]
        assert texts(found) == [(first, [f"{name} acts", "Cleo loses", "Goes on"])]
    found = turns(acts(2, "before"), acts(1, "acts"), group(0, line("loses", 0)), acts(1, "goes on"))
    assert texts(found) == [(2, ["Cleo before"]), (1, ["Ben acts", "Ann loses", "Goes on"])]
    assert [turn.affects_viewer for turn in found] == [False, True]
    answered = turns(acts(1, "acts"), acts(2, "answers"), acts(1, "goes on"))
    assert [turn.player for turn in answered] == [1, 2, 1], "an action is a turn"
    events = turns(acts(1, "acts"), group(2, line("loses", 2)), group(1, line("wins", 1)))
    assert [turn.player for turn in events] == [1, 2, 1], "the turn did not continue"


def test_own_turns_affect_the_viewer_and_come_before_others() -> None:
    assert RECAP_TURNS == 3
    others = [acts(1 + at % 2, f"acts {at}") for at in range(5)]
    assert [turn.in_recap for turn in turns(*others)] == [False, False, True, True, True]
    assert [turn.in_recap for turn in turns(acts(0, "mine"), *others)] == [True, False, False, True, True, True]
    assert [turn.affects_viewer for turn in turns(acts(0, "mine"), *others)] == [True] + [False] * 5
    assert [turn.in_recap for turn in turns(*others[:3])] == [True] * 3


def test_losses_come_first_in_their_turn_and_in_the_digest() -> None:
    def outcome(lines: Sequence[Line], side: int) -> EventOutcome:
        return EventOutcome(losses=[one for one in lines if one.key == "loses" and side == 0])

    lost = group(1, line("acts", 1, event=False), line("wins", 1), line("loses", 1))
    others = [acts(1 + at % 2, f"acts {at}") for at in range(1, 6)]
    found = turns(lost, *others, outcome=outcome)
    assert texts(found)[0] == (1, ["Ben loses", "Acts", " wins"])
    assert (found[0].affects_viewer, found[0].has_losses) == (True, True)
    assert [turn.in_recap for turn in found] == [True, False, False, True, True, True]
    own = turns(group(0, line("acts", 0, event=False), line("loses", 0)), outcome=outcome)
    assert (own[0].has_losses, own[0].lines[0].text) == (False, "Ann acts"), "they did it themselves"
    suffered = turns(group(0, line("waits", 0), line("loses", 0)), outcome=outcome)
    assert suffered[0].has_losses
    assert not turns(lost, viewer=1, outcome=outcome)[0].has_losses
    assert not turns(lost, viewer=SPECTATOR, outcome=lambda *_: pytest.fail("spectators lose nothing"))[0].has_losses


def test_brief_recap_sums_up_a_section_for_the_first_who_acts() -> None:
    def brief(lines: list[Line], player: int) -> str:
        return f"{player}: {len(lines)}" if len(lines) < 4 else ""

    before = [acts(1, "old", new=False), acts(1, "acts", places="a b"), acts(2, "acts", places="b c")]
    section = [group(2, line("loses", 2, places="x")), acts(1, "acts", places="y x")]
    events = [group(2, line("loses", 2)), group(1, line("wins", 1))]
    long = [acts(1, f"acts {at}") for at in range(4)]
    found = brief_recap(
        [Section("", before), Section("Turn", section), Section("Fate", events), Section("Long", long)], brief
    )
    assert [(turn.player, turn.lines[0].text, turn.places) for turn in found] == [
        (1, "1: 1", "a b"),
        (2, "2: 1", "b c"),
        (1, "1: 2", "x y"),
        (2, "2: 2", ""),
    ]
    assert [turn.in_recap for turn in found] == [False, True, True, True]
    assert [turn.lines[0].event for turn in found] == [False] * 4
