"""Why a thing cannot be chosen now: which of its actions are compared, from made-up actions and reasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from regnum.core.rules.action import Refusal
from regnum.web.board import inspect
from regnum.web.board.unavailable_actions import UNINFORMATIVE_REFUSALS

QUIET = sorted(UNINFORMATIVE_REFUSALS)[0]


@dataclass(frozen=True)
class Deed:
    """An action of a family on places, which is refused for a reason."""

    family: str
    places: str = "town"
    reason: str = "no"
    convenience: bool = False
    number: int = 0


class Game:
    """A game with these actions, which is its own view and its own position."""

    def __init__(self, *actions: Deed) -> None:
        self.actions = list(actions)
        self.tried: list[Deed] = []

    def refusal(self, action: Deed, seat: int) -> Refusal:
        self.tried.append(action)
        return Refusal(action.reason, "")


class View:
    """The view of a game: the places of each action."""

    def __init__(self) -> None:
        self.actions = self

    def target(self, action: Deed) -> str:
        return action.places


@pytest.fixture(autouse=True)
def made_up_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspect, "game_of", lambda seen: seen)
    monkeypatch.setattr(inspect, "view_of", lambda _: View())


def refusal(game: Game, offered: Sequence[Deed] = (), seat: int | None = 0, place: str = "town") -> str:
    """Return the key of the reason, or "" if there is none."""
    any_game: Any = game
    actions: Any = offered
    found = inspect._refusal_in_position(any_game, seat, actions, place)
    return "" if found is None else found.key


def test_only_families_that_are_offered_now_are_compared() -> None:
    game = Game(Deed("move", reason="far"), Deed("build", reason="poor", number=1), Deed("build", reason="poor"))
    assert refusal(game, [Deed("move", "city")]) == "far"
    assert refusal(game, [Deed("build", "city")]) == "poor"
    assert refusal(game, [Deed("move", "city"), Deed("build", "city")]) == "poor"
    assert refusal(game, [Deed("move", "city", convenience=True)]) == "poor", "all, as if none were offered"


@pytest.mark.parametrize(("families", "key"), [(1, "no"), (4, "no"), (5, "")])
def test_thing_with_few_families_has_a_reason_at_any_time(families: int, key: str) -> None:
    game = Game(*[Deed(f"family {number}") for number in range(families)])
    assert refusal(game, [Deed("other", "city")]) == key
    assert refusal(game, []) == key


def test_legal_action_needs_no_reason() -> None:
    here = Deed("move")
    game = Game(here, Deed("build"))
    assert refusal(game, [here]) == ""
    assert game.tried == []


def test_spectators_get_no_reason() -> None:
    opener = Deed("move", "town|")
    game = Game(Deed("build"), opener)
    assert refusal(game, [], seat=None) == ""
    assert refusal(game, [opener], seat=None) == ""
    assert game.tried == []


def test_card_of_a_region_has_its_actions() -> None:
    assert refusal(Game(Deed("move")), [], place="card-town") == "no"
    assert refusal(Game(Deed("move")), [], place="card-city") == ""


def test_reasons_that_only_say_not_now_are_ignored() -> None:
    game = Game(Deed("a", reason=QUIET), Deed("b", reason=QUIET), Deed("c", reason="poor"))
    assert refusal(game) == "poor"
    assert refusal(Game(Deed("a", reason=QUIET))) == ""


def test_only_actions_whose_other_places_are_offered_explain_it() -> None:
    game = Game(
        Deed("move", "town city", reason="far"),
        Deed("move", "town port", reason="full"),
        Deed("move", "town port", reason="full", number=1),
    )
    assert refusal(game, [Deed("move", "city")]) == "far"
    assert refusal(game, [Deed("move", "port")]) == "full"
    assert refusal(game, [Deed("move", "sea")]) == "full", "none of them is offered"


def test_at_most_two_hundred_actions_are_compared() -> None:
    some = [Deed("move", reason="far", number=number) for number in range(100)]
    more = [Deed("move", reason="poor", number=number) for number in range(101)]
    game = Game(*some, *more)
    assert refusal(game) == "far"
    assert len(game.tried) == 200
