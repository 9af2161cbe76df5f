"""Tooltips in made-up games: whose reasons they give, which actions are compared, and the effects of a click."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from regnum.core.rules.action import Refusal
from regnum.core.text.words import Words
from regnum.view import Explainer, Explanation, PublicInfo
from regnum.web.board import inspect
from regnum.web.board.inspect import MAX_FAMILIES_EXPLAINED, InspectCard, inspect_card, preview_card
from regnum.web.board.unavailable_actions import UNINFORMATIVE_REFUSALS
from regnum.web.http.i18n import page_text

QUIET = sorted(UNINFORMATIVE_REFUSALS)[0]
REASONS = ("poor", "far", "full", "not_now")
WORDS = Words("en", {"refusal": {key: f"it is {key}" for key in REASONS}})


class Choice:
    """An action: the place that is clicked for it, and the key of the reason against it."""

    def __init__(self, text: str, target: str = "", refused: str = "", convenience: bool = False) -> None:
        self.text, self.target, self.refused, self.convenience = text, target, refused, convenience
        self.family = text.split()[0]


class Position:
    """A state of a game with these actions, some of which are legal now, and perhaps others after one of them."""

    players, sides = 2, 3

    def __init__(self, actions: Sequence[Choice], legal: Sequence[Choice], after: "Position | None" = None) -> None:
        self.actions, self.legal, self.after = list(actions), list(legal), after
        self.game: Any = self
        self.draws, self.players_to_act = 0, (1,)

    def refusal(self, action: Choice, seat: int) -> Refusal:
        assert seat == 1
        return Refusal(action.refused, f"rule.{action.refused}")

    def apply(self, action: Choice, seat: int) -> None:
        assert self.after is not None
        self.__dict__.update(self.after.__dict__ | {"game": self.game})

    def observed_by(self, seat: int) -> "Position":
        return self

    def legal_actions(self, seat: int) -> list[Choice]:
        return self.legal


class Things(Explainer[Any]):
    """Towns, and columns with spaces; one of the towns has a reason of its own."""

    def __init__(self, **own: str) -> None:
        super().__init__(places=("town-", "card-", "column-", "space-"), parts={"space": "column"})
        self.own = {place.replace("_", "-"): reason for place, reason in own.items()}

    def explain(self, place: str, s: Any, words: Words, names: Sequence[str]) -> Explanation | None:
        return Explanation(f"Title of {place}", ["A line."], "rule.of_thing") if place == "town-a" else None

    def unavailable_reason(self, place: str, s: Any, words: Words, names: Sequence[str]) -> str | None:
        return self.own.get(place)


@pytest.fixture
def things(monkeypatch: pytest.MonkeyPatch) -> Things:
    """The explanations of the made-up game; its effects are named after their action."""
    things = Things()
    scores = SimpleNamespace(
        points=lambda seen: [4, 7],
        public_info=lambda seen, words: [PublicInfo(), PublicInfo([("coin", 2, "coins: 2")])],
    )
    actions = SimpleNamespace(target=lambda action: action.target)
    view = SimpleNamespace(explanations=things, scores=scores, actions=actions)
    inspect._actions_by_place.cache_clear()
    for name, value in {
        "view_of": lambda game: view,
        "game_of": lambda state: state.game,
        "game_words": lambda game, language: WORDS,
        "prompt": lambda view, words, names: "Choose a town.",
        "determinize": lambda seen, number: copy(seen),
        "effects": lambda table, view, text, language: [] if text == "rest" else [f"effect of {text}"],
        "action_label": lambda action, seen, words, names: action.text.title(),
        "side_names": lambda seen, words, names: [*names, "Automa"],
    }.items():
        monkeypatch.setattr(inspect, name, value)
    return things


def table_at(position: Position) -> Any:
    def view(seat: int | None) -> Any:
        return SimpleNamespace(seen=position, seat=seat, legal=position.legal if seat == 1 else [])

    return SimpleNamespace(view=view, game=position.game, names=["Ann", "Ben"])


def card(position: Position, place: str, seat: int | None = 1) -> InspectCard | None:
    return inspect_card(table_at(position), seat, place, "en")


def reason(position: Position, place: str, seat: int | None = 1) -> tuple[str, str]:
    """Return the reason in a tooltip and its rule, or ("", "") without a tooltip."""
    found = card(position, place, seat)
    return (found.reason, found.clause) if found is not None else ("", "")


@pytest.mark.usefixtures("things")
def test_click_with_one_meaning_shows_its_effects() -> None:
    position = Position([], [Choice("buy", "town-a"), Choice("sell", "town-b"), Choice("go", "town-b")])
    found = card(position, "town-a")
    assert found == InspectCard("Title of town-a", ("A line.",), "rule.of_thing", "", effects=["effect of buy"])
    position = Position([], [Choice("buy", "town-a"), Choice("sell", "town-a")])
    two, none = card(position, "town-a"), card(Position([], [Choice("buy", "town-b")]), "town-a")
    assert two is not None
    assert none is not None
    assert (list(two.effects), list(none.effects)) == ([], [])


@pytest.mark.usefixtures("things")
def test_most_common_reason_of_the_decision_is_given() -> None:
    rest = Choice("go home")
    many = [Choice(f"go {number}", "town-a", key) for number, key in enumerate(["far", "poor", "full", "poor"])]
    others = [Choice(f"buy {number}", "town-a", "far") for number in range(5)]
    assert reason(Position([*many, *others], [rest]), "town-a") == ("It is poor", "rule.poor")
    trivial = [Choice(f"go {number}", "town-a", "not_now") for number in range(9)]
    assert reason(Position([*trivial, *many[:1]], [rest]), "town-a") == ("It is far", "rule.far")
    assert reason(Position([*many, Choice("go", "town-a")], [Choice("go", "town-a")]), "town-b") == ("", "")


@pytest.mark.usefixtures("things")
def test_thing_that_can_be_chosen_has_no_reason() -> None:
    legal = Choice("go 2", "town-a")
    assert reason(Position([Choice("go 1", "town-a", "far"), legal], [legal]), "town-a") == ("", "rule.of_thing")


@pytest.mark.usefixtures("things")
def test_actions_of_other_decisions_count_for_things_with_few_kinds_of_actions() -> None:
    def of_kinds(count: int, **more: Any) -> Position:
        return Position([Choice(f"kind{number}", "town-a", "far") for number in range(count)], [Choice("rest", **more)])

    assert reason(of_kinds(MAX_FAMILIES_EXPLAINED), "town-a") == ("It is far", "rule.far")
    found = card(of_kinds(MAX_FAMILIES_EXPLAINED + 1), "town-a")
    assert found is not None
    assert (found.later, found.reason) == (True, page_text("en")("inspect.not_now", prompt="Choose a town."))
    shortcut = [Choice("go", "town-a", "far"), Choice("buy", "town-a", "poor"), Choice("buy", "town-a", "poor")]
    assert reason(Position(shortcut, [Choice("go", "town-b", convenience=True)]), "town-a")[0] == "It is poor"
    assert reason(Position(shortcut, [Choice("go", "town-b")]), "town-a")[0] == "It is far"


@pytest.mark.usefixtures("things")
def test_thing_of_another_time_is_for_later_only_for_those_who_decide() -> None:
    elsewhere = Choice("buy", "town-a", "not_now")
    position = Position([elsewhere], [Choice("rest", "town-b")])
    assert [getattr(card(position, "town-a", seat), "later", None) for seat in (1, 0, None)] == [True, False, False]
    offered = Position([elsewhere], [Choice("rest", "town-a|town-b")])
    found = card(offered, "town-a")
    assert found is not None
    assert (found.later, found.reason) == (False, "")
    never = card(Position([], [Choice("rest")]), "town-a")
    assert never is not None
    assert not never.later, "no action is about it"


@pytest.mark.usefixtures("things")
def test_only_actions_whose_other_places_are_offered_explain_a_refusal() -> None:
    actions = [Choice(f"go {number}", "town-a town-z", "far") for number in range(3)]
    actions.append(Choice("go 4", "town-a town-b", "poor"))
    assert reason(Position(actions, [Choice("go 5", "town-b town-c")]), "town-a")[0] == "It is poor"
    assert reason(Position(actions, [Choice("go 5", "town-c")]), "town-a")[0] == "It is far"


@pytest.mark.usefixtures("things")
def test_part_of_a_thing_has_its_reason_and_a_card_that_of_its_region() -> None:
    rest = Choice("go home")
    assert reason(Position([Choice("go 1", "column-tax", "far")], [rest]), "space-tax-2")[0] == "It is far"
    assert reason(Position([Choice("go 1", "kiev", "poor")], [rest]), "card-kiev")[0] == "It is poor"
    assert card(Position([Choice("go 1", "kiev", "poor")], [rest]), "card-minsk") is None
    assert card(Position([Choice("go 1", "strip", "poor")], [rest]), "strip") is None
    offered = Position([Choice("go 1", "column-tax", "not_now")], [Choice("rest", "column-tax")])
    assert card(offered, "space-tax-2") is None


def test_games_own_reason_replaces_the_refusal(things: Things) -> None:
    position = Position([Choice("go 1", "town-b", "far")], [Choice("go home")])
    things.own = {"town-b": "Not yours."}
    assert reason(position, "town-b") == ("Not yours.", "")
    assert card(position, "town-b", seat=0) is None, "only for those who decide"
    things.own = {"town-b": "", "town-a": ""}
    assert card(position, "town-b") is None
    found = card(position, "town-a")
    assert found is not None
    assert (found.reason, found.later) == ("", False)


def question(*actions: Choice, acting: int = 1, draws: int = 0) -> Position:
    """Return a position in which a click on towns a and b opens a question about these actions."""
    opener = Choice("open", "town-a|town-b")
    after = Position(actions, [Choice("go home", "town-b")])
    after.players_to_act, after.draws = (acting,), draws
    return Position([opener, *actions], [opener], after)


@pytest.mark.usefixtures("things")
def test_reason_within_a_question_is_given_unless_chance_or_another_player_comes_first() -> None:
    far = Choice("go 1", "town-a", "far")
    assert reason(question(far), "town-a") == ("It is far", "rule.far")
    assert reason(question(far, acting=0), "town-a")[0] == ""
    assert reason(question(far, draws=1), "town-a")[0] == ""
    assert reason(question(far), "town-a", seat=None)[0] == ""


@pytest.mark.usefixtures("things")
def test_card_of_a_player_has_public_points_and_things() -> None:
    position = Position([], [])
    cards = [card(position, f"player-{side}") for side in (0, 1, 2, 3)]
    points = [page_text("en")("players.points", points=number) for number in (4, 7)]
    assert [(one.title, one.lines) for one in cards if one is not None] == [
        ("Ann", (points[0],)),
        ("Ben", (points[1], "Coins: 2")),
        ("Automa", ()),
    ]
    assert cards[3] is None


@pytest.mark.usefixtures("things")
def test_choice_is_previewed_if_it_is_legal_and_has_effects() -> None:
    table = table_at(Position([], [Choice("rest"), Choice("buy"), Choice("go 1")]))
    found = preview_card(table, 1, "buy", "en")
    assert found is not None
    assert (found.title, list(found.effects), found.reason, found.lines) == ("Buy", ["effect of buy"], "", ())
    assert [preview_card(table, 1, text, "en") for text in ("rest", "sell")] == [None, None]
    assert preview_card(table, 0, "buy", "en") is None


@dataclass(frozen=True)
class Deed:
    """An action of a family on places, which is refused for a reason."""

    family: str
    places: str = "town"
    reason: str = "no"
    convenience: bool = False
    number: int = 0


class DeedGame:
    """A game with these actions, which is its own view and its own position."""

    def __init__(self, *actions: Deed) -> None:
        self.actions = list(actions)
        self.tried: list[Deed] = []

    def refusal(self, action: Deed, seat: int) -> Refusal:
        self.tried.append(action)
        return Refusal(action.reason, "")


class DeedView:
    """The view of a game: the places of each action."""

    def __init__(self) -> None:
        self.actions = self

    def target(self, action: Deed) -> str:
        return action.places


@pytest.fixture
def deeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspect, "game_of", lambda seen: seen)
    monkeypatch.setattr(inspect, "view_of", lambda _: DeedView())


def refusal(game: DeedGame, offered: Sequence[Deed] = (), seat: int | None = 0, place: str = "town") -> str:
    """Return the key of the reason, or "" if there is none."""
    any_game: Any = game
    actions: Any = offered
    found = inspect._refusal_in_position(any_game, seat, actions, place)
    return "" if found is None else found.key


@pytest.mark.usefixtures("deeds")
def test_only_families_that_are_offered_now_are_compared() -> None:
    game = DeedGame(Deed("move", reason="far"), Deed("build", reason="poor", number=1), Deed("build", reason="poor"))
    assert refusal(game, [Deed("move", "city")]) == "far"
    assert refusal(game, [Deed("build", "city")]) == "poor"
    assert refusal(game, [Deed("move", "city"), Deed("build", "city")]) == "poor"
    assert refusal(game, [Deed("move", "city", convenience=True)]) == "poor", "all, as if none were offered"


@pytest.mark.usefixtures("deeds")
@pytest.mark.parametrize(("families", "key"), [(1, "no"), (4, "no"), (5, "")])
def test_thing_with_few_families_has_a_reason_at_any_time(families: int, key: str) -> None:
    game = DeedGame(*[Deed(f"family {number}") for number in range(families)])
    assert refusal(game, [Deed("other", "city")]) == key
    assert refusal(game, []) == key


@pytest.mark.usefixtures("deeds")
def test_legal_action_needs_no_reason() -> None:
    here = Deed("move")
    game = DeedGame(here, Deed("build"))
    assert refusal(game, [here]) == ""
    assert game.tried == []


@pytest.mark.usefixtures("deeds")
def test_spectators_get_no_reason() -> None:
    opener = Deed("move", "town|")
    game = DeedGame(Deed("build"), opener)
    assert refusal(game, [], seat=None) == ""
    assert refusal(game, [opener], seat=None) == ""
    assert game.tried == []


@pytest.mark.usefixtures("deeds")
def test_card_of_a_region_has_its_actions() -> None:
    assert refusal(DeedGame(Deed("move")), [], place="card-town") == "no"
    assert refusal(DeedGame(Deed("move")), [], place="card-city") == ""


@pytest.mark.usefixtures("deeds")
def test_reasons_that_only_say_not_now_are_ignored() -> None:
    game = DeedGame(Deed("a", reason=QUIET), Deed("b", reason=QUIET), Deed("c", reason="poor"))
    assert refusal(game) == "poor"
    assert refusal(DeedGame(Deed("a", reason=QUIET))) == ""


@pytest.mark.usefixtures("deeds")
def test_only_actions_whose_other_places_are_offered_explain_it() -> None:
    game = DeedGame(
        Deed("move", "town city", reason="far"),
        Deed("move", "town port", reason="full"),
        Deed("move", "town port", reason="full", number=1),
    )
    assert refusal(game, [Deed("move", "city")]) == "far"
    assert refusal(game, [Deed("move", "port")]) == "full"
    assert refusal(game, [Deed("move", "sea")]) == "full", "none of them is offered"


@pytest.mark.usefixtures("deeds")
def test_at_most_two_hundred_actions_are_compared() -> None:
    some = [Deed("move", reason="far", number=number) for number in range(100)]
    more = [Deed("move", reason="poor", number=number) for number in range(101)]
    game = DeedGame(*some, *more)
    assert refusal(game) == "far"
    assert len(game.tried) == 200
