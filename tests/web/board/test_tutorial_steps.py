"""The steps of a made-up tutorial: their texts, moves and progress, without a server."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from regnum.core.game import Game
from regnum.core.text.guide import Guide
from regnum.games import find_game
from regnum.web.board.tutorial import (
    GOODBYE,
    PLAYING_ON,
    TutorialStep,
    guide_text,
    title_of,
    titles,
    tutorial_step,
    wrong_move_answer,
)
from regnum.web.http.i18n import page_text
from regnum.web.tables.models import FINISHED, PLAYING

KHAN = find_game("khan")
UNTIL = {"field": "turn", "value": 3}


def step(name: str, expect: list[str], then: list[str], *points: str) -> dict[str, Any]:
    texts = {kind: {"en": f"{kind} {name}"} for kind in ("say", "wrong", "done")}
    return {"id": name, "clauses": [], "points": points, "expect": expect, "then": then, **texts}


GUIDE = Guide(
    "khan",
    "made-up",
    {
        "players": 2,
        "seed": 1,
        "until": UNTIL,
        "before": ["1 open"],
        "step": [
            step("A", ["go a | go b"], ["1 go c"], "town-1", "town-2"),
            step("B", ["go d"], []),
            step("C", ["go e", "go f"], ["1 go g"]),
        ],
    },
)
ENTRIES = [(1, "open"), (0, "go b"), (1, "go c"), (0, "go d"), (0, "go e"), (0, "go f"), (1, "go g")]


@dataclass
class GuidedTable:
    """A table with these entries, as far as a tutorial needs it."""

    entries: Sequence[tuple[int, str]]
    tutorial: Guide | None = GUIDE
    phase: str = PLAYING
    turn: int = 0
    game: Game = field(default_factory=lambda: KHAN)

    play = property(lambda self: SimpleNamespace(record=SimpleNamespace(entries=self.entries)))
    state = property(lambda self: SimpleNamespace(turn=self.turn))
    entry_count = property(lambda self: len(self.entries))

    def next_script_entry(self) -> Any:
        return self.tutorial and self.tutorial.next_entry(self.entries, len(self.entries))


def at(count: int, *later: tuple[int, str], **more: Any) -> TutorialStep:
    """Return the step after this many entries of the script and those `later`."""
    table: Any = GuidedTable([*ENTRIES[:count], *later], **more)
    found = tutorial_step(table, 0, "en")
    assert found is not None
    assert found.steps == 3
    return found


def texts(found: TutorialStep) -> tuple[str, str, str]:
    return str(found.result_text), str(found.instruction), str(found.previous)


def test_step_waits_for_its_moves_and_tells_the_effects_of_the_previous_one_once() -> None:
    assert [(at(count).step, *texts(at(count))) for count in range(8)] == [
        (1, "", "", ""),
        (1, "", "say A", ""),
        (1, "", "", ""),
        (2, "done A", "say B", "say A"),
        (3, "done B", "say C", "say B"),
        (3, "", "say C", "say B"),
        (3, "", "", "say B"),
        (3, "done C", "", "say C"),
    ]
    assert [at(count).moves for count in range(8)] == [
        (),
        ("go a", "go b"),
        (),
        ("go d",),
        ("go e",),
        ("go f",),
        (),
        (),
    ]
    assert [at(count).points for count in range(4)] == ["", "town-1 town-2", "", ""]
    assert [at(count).ending for count in range(7)] == [""] * 7


def test_tutorial_begins_with_the_first_step_if_nothing_comes_before() -> None:
    guide = Guide("khan", "short", {"players": 2, "seed": 1, "until": UNTIL, "step": [step("A", ["go a", "go b"], [])]})
    for count, texts_expected in enumerate([("", "say A", ""), ("", "say A", ""), ("done A", "", "say A")]):
        table: Any = GuidedTable([(0, "go a"), (0, "go b")][:count], guide)
        found = tutorial_step(table, 0, "en")
        assert found is not None
        assert (found.step, texts(found)) == (1, texts_expected)


def test_player_goes_on_alone_after_the_last_step_until_the_end_of_the_guide() -> None:
    for turn, phase, ending in ((2, PLAYING, PLAYING_ON), (3, PLAYING, GOODBYE), (0, FINISHED, GOODBYE)):
        assert at(7, turn=turn, phase=phase).ending == ending
    watched, moved = at(7, (1, "go x")), at(7, (1, "go x"), (0, "go y"))
    assert (watched.has_moved, texts(watched)) == (False, ("done C", "", "say C"))
    assert (moved.has_moved, texts(moved)) == (True, ("", "", "say C"))
    assert (at(5).has_moved, at(3).has_moved) == (False, False), "those were moves of the script"


@pytest.mark.parametrize(
    ("entries", "seat", "guide"),
    [
        (ENTRIES[:3], 1, GUIDE),
        (ENTRIES[:3], None, GUIDE),
        (ENTRIES[:3], 0, None),
        ([*ENTRIES[:3], (0, "go x")], 0, GUIDE),
    ],
)
def test_only_the_guided_seat_has_a_step_while_it_follows_the_script(
    entries: list[tuple[int, str]], seat: int | None, guide: Guide | None
) -> None:
    table: Any = GuidedTable(entries, guide)
    assert tutorial_step(table, seat, "en") is None


def test_wrong_move_is_answered_by_its_step_or_with_a_request_to_watch() -> None:
    watch = page_text("en")("tutorial.watch_others")
    tables: list[Any] = [GuidedTable(ENTRIES[:count]) for count in (0, 1, 2, 3, 5, 7)]
    assert [wrong_move_answer(table, "en") for table in tables] == [
        watch,
        "wrong A",
        watch,
        "wrong B",
        "wrong C",
        watch,
    ]
    without: Any = GuidedTable([], None)
    assert wrong_move_answer(without, "en") == watch


def test_text_of_a_tutorial_names_things_and_emphasizes() -> None:
    assert guide_text(KHAN, "{character:scout} is *fast*.", "en") == "Oyun is <b>fast</b>."


def test_title_of_a_tutorial_is_its_own_or_the_general_one() -> None:
    text = page_text("en")
    assert title_of(GUIDE, text) == text("tutorial.title")
    second = Guide("khan", "second", {"players": 2, "seed": 1, "until": UNTIL, "step": [], "title": {"en": "More"}})
    assert title_of(second, text) == "More"
    assert titles(KHAN, text)[0] == ("first", text("tutorial.title"))
