"""Unavailable actions of a made-up game: their kinds, order and reasons."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from regnum.core.rules.action import Refusal
from regnum.core.rules.step import Decision
from regnum.core.text.words import Words
from regnum.view import Explainer
from regnum.web.board import unavailable_actions as module
from regnum.web.board.unavailable_actions import (
    MAX_NAMED,
    UnavailableAction,
    has_unavailable_actions,
    unavailable_actions,
)
from regnum.web.http.i18n import page_text

REASONS = ("poor", "far", "absurd", "not_now")
WORDS = Words(
    "en",
    {
        "action": {"buy": "buy", "sell": "sell", "go": "go to {to}", "rest": "rest"},
        "refusal": {key: f"it is {key}" for key in REASONS},
        "unavailable": {"trade": "Trading: needs a market"},
    },
)


@dataclass(frozen=True)
class Choice:
    """An action, with the key of the reason against it."""

    family: str
    refused: str = ""
    params: tuple[tuple[str, int], ...] = ()

    text = property(lambda self: self.family)


class Follows(Decision[Any]):
    """A later decision of a player with these actions."""

    CLAUSE = "game.later"

    def __init__(self, player: int, *actions: Any) -> None:
        super().__init__(player)
        self.actions = list(actions)

    def options(self, s: Any) -> list[Any]:
        return self.actions


class Grouped(Explainer[Any]):
    """Buying and selling are trade; nobody can fly."""

    def group_key(self, action: Any, s: Any) -> str:
        family: str = action.family
        return {"buy": "trade", "sell": "trade", "fly": ""}.get(family, family)


@dataclass
class Position:
    """A state with the actions of its game and the decisions to come, the next one last."""

    actions: Sequence[Choice]
    stack: list[Any] = field(default_factory=lambda: [None])
    players: int = 2
    sides: int = 2

    game = property(lambda self: self)

    def refusal(self, action: Choice, seat: int) -> Refusal:
        assert seat == 1
        return Refusal(action.refused, f"game.{action.refused}")


@pytest.fixture(autouse=True)
def game_of_trade(monkeypatch: pytest.MonkeyPatch) -> None:
    view = SimpleNamespace(explanations=Grouped(unexpected="absurd"))
    monkeypatch.setattr(module, "view_of", lambda game: view)
    monkeypatch.setattr(module, "game_of", lambda state: state)
    monkeypatch.setattr(module, "game_words", lambda game, language: WORDS)
    monkeypatch.setattr(
        module,
        "label",
        lambda action, words, names: "-".join([action.family, *(str(n) for _, n in action.params)]),
    )


def actions_of(position: Position, *legal: Choice) -> list[UnavailableAction]:
    """Return the unavailable actions of seat 1, which has these legal ones."""
    view = SimpleNamespace(seen=position, legal=list(legal))
    table: Any = SimpleNamespace(view=lambda seat: view, game=position, names=["Ann", "Ben"])
    found = unavailable_actions(table, 1, "en")
    seat_view: Any = view
    assert not legal or has_unavailable_actions(seat_view, 1) == bool(found)
    return found


def go(number: int, refused: str = "far") -> Choice:
    return Choice("go", refused, (("to", number),))


def test_actions_of_a_kind_are_listed_by_reason() -> None:
    position = Position([Choice("rest"), go(1), go(2, "poor"), go(3)])
    first, second = actions_of(position, Choice("rest"))
    assert (first.label, first.reason, first.clause, first.count) == ("Go-1", "It is far", "game.far", 1)
    assert [other.label for other in first.similar] == ["Go-3"]
    assert (second.label, second.reason, second.count, second.similar) == ("Go-2", "It is poor", 0, [])


def test_trivial_reasons_and_impossible_actions_are_left_out() -> None:
    hidden = [Choice("go", key) for key in ("not_now", "must_choose", "absurd")]
    position = Position([*hidden, Choice("fly", "far"), Choice("rest")])
    assert actions_of(position, Choice("rest")) == []
    assert actions_of(Position([*hidden, go(1)]), Choice("rest")) != []


def test_player_who_does_not_act_has_none() -> None:
    assert actions_of(Position([go(1)])) == []


def test_kinds_that_are_possible_elsewhere_come_after_impossible_ones() -> None:
    position = Position([go(1), Choice("rest", "poor"), go(2)])
    assert [kind.label for kind in actions_of(position, go(2))] == ["Rest", "Go-1"]
    assert [kind.label for kind in actions_of(position, Choice("rest", "x"))] == ["Go-1", "Rest"]


def test_group_has_a_title_and_a_rule_and_comes_first_if_none_of_it_is_legal() -> None:
    position = Position([go(1), Choice("buy", "poor"), Choice("sell", "far"), go(2)])
    nothing, possible = actions_of(position, go(2))
    assert [nothing.title, nothing.rule, nothing.label, nothing.count] == ["Trading", "needs a market", "Buy", 1]
    assert (possible.title, possible.rule, possible.label) == ("", "", "Go-1")
    assert nothing.cases() == [("It is poor", "game.poor", ["Buy"]), ("It is far", "game.far", ["Sell"])]
    going, trading = actions_of(position, Choice("sell", "far"))
    assert [going.label, trading.title, trading.label, trading.count] == ["Go-1", "Trading", "Buy", 0]


def test_actions_of_following_decisions_come_last() -> None:
    rest, buy = Choice("rest", "poor"), Choice("buy", "poor")
    stack = [Follows(1, go(3)), Follows(0, go(4)), Follows(1, rest, go(1)), Follows(1, buy), Follows(1, go(2))]
    position = Position([rest, buy, go(1), go(2), go(3), go(4)], stack)
    far, later = actions_of(position, go(9))
    assert [far.label, *(other.label for other in far.similar)] == ["Go-2", "Go-3", "Go-4"], "others decide before"
    assert [later.label, *(other.label for other in later.similar)] == ["Rest", "Buy", "Go-1"]
    assert {(one.reason, one.clause) for one in [later, *later.similar]} == {
        (page_text("en")("unavailable.available_later"), "game.later")
    }
    assert (later.title, far.reason) == ("", "It is far")


def test_event_between_two_decisions_ends_what_follows() -> None:
    position = Position([go(1), go(2)], [Follows(1, go(1)), object(), Follows(1, go(2)), None])
    far, later = actions_of(position, Choice("rest"))
    assert (far.label, later.label) == ("Go-1", "Go-2")


def test_many_actions_are_counted_but_not_all_named() -> None:
    (kind,) = actions_of(Position([go(number) for number in range(MAX_NAMED + 3)]), Choice("rest"))
    assert (kind.count, len(kind.similar)) == (MAX_NAMED + 2, MAX_NAMED)
    assert kind.similar[0].label == "Go-1"
