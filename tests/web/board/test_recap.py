"""The recap, from made-up lines: turns, news, losses, and which turns the folded recap shows."""

from collections.abc import Sequence
from typing import Any

import pytest

from regnum.core.rules.note import Line
from regnum.core.rules.state import SPECTATOR
from regnum.view.log import EventOutcome
from regnum.web.board.log_view import (
    NOBODY,
    Group,
    LogLine,
    Section,
)
from regnum.web.board.recap import RECAP_TURNS, brief_recap, recap
from tests.support.web.log_lines import NAMES, did, noted


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
    second = turns(acts(2, "before"), acts(1, "acts"), group(NOBODY, moved), acts(1, "goes on"))
    assert texts(second) == [(2, ["Cleo before"]), (1, ["Ben acts", "burns", "Goes on"])]
    opened = turns(group(1, line("begins", 1, introduces_next=True), line("acts", 1), line("goes on", 1)))
    assert texts(opened) == [(1, ["Ben acts", " goes on"])], "the opening says nothing of its own"
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
    later = turns(acts(2, "before"), acts(0, "attacks"), fight, acts(1, "acts"), viewer=5, details="roll")
    assert texts(later) == [(2, ["Cleo before"]), (0, ["Ann attacks", "Cleo falls"]), (1, ["Ben acts"])]
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
