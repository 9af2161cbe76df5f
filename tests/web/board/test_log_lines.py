"""The lines and turns of the log, from made-up lines: grouping, counting, and what is new."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from regnum.core.rules.note import Line, Note, NoteKind
from regnum.core.rules.state import FULL, SPECTATOR
from regnum.view.log import LogKeys
from regnum.web.board.log_lines import last_own_action
from regnum.web.board.log_view import (
    MAX_RECENT_LINES,
    MIN_RECENT_LINES,
    NOBODY,
    LogLine,
    Section,
    entry_group,
    log_sections,
)
from regnum.web.board.log_view import _start_of_short_log as start_of_short_log
from regnum.web.board.playback_entries import moves_of_others, playback_start
from tests.support.web.log_lines import NAMES, NOON, Places, did, noted, view_of_log, written


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
    after = all_lines(sections_of([did(0, "waits"), *[noted("falls", 0)] * 2]))
    assert [(line.text, line.count) for line in after] == [("Ann waits", 1), ("Falls", 2)]
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
    rest = sections_of([noted("stage"), noted("falls", place="a"), *log[4:]], keys, first_new_line=0)
    assert [line.older for line in all_lines(rest)] == [True, True, False, False, False, False]
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
