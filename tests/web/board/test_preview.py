"""Previews in a made-up game: which effects are certain, shared or unknown."""

from collections.abc import Sequence
from copy import copy
from types import SimpleNamespace
from typing import Any

import pytest

from regnum.core.text.words import Words
from regnum.view import Standing
from regnum.web.board import preview
from regnum.web.board.preview import MIN_FOR_SHARED_EFFECTS, effects, table_of_standings
from regnum.web.http.i18n import page_text
from tests.support.games.views import NAMES

UNKNOWN, ANYWAY = (page_text("en")(f"preview.{key}") for key in ("unknown_outcome", "happens_anyway"))


class Deal:
    """An action: coins for each side; whether dice or hidden cards follow; and what it reveals."""

    def __init__(
        self, text: str, *coins: int, rolls: int = 0, hidden: bool = False, early: bool = False, reveals: int = 0
    ) -> None:
        self.text, self.coins, self.rolls, self.hidden, self.early = text, coins, rolls, hidden, early
        self.reveals = reveals


class Position:
    """A state with coins for each side and the seats that lead; `world` is the number of its determinization."""

    sides = players = 3

    def __init__(self, actions: Sequence[Deal], coins: Sequence[int], leads: bool) -> None:
        self.actions, self.coins, self.leads = list(actions), list(coins), leads
        self.draws, self.world = 5, 0

    game = property(lambda self: SimpleNamespace(actions=SimpleNamespace(parse=self.action)))
    stack = property(lambda self: [None, SimpleNamespace(handle_action=Position.pay)])

    def action(self, text: str) -> Deal:
        return next(action for action in self.actions if action.text == text)

    def clone(self) -> "Position":
        other = copy(self)
        other.coins = list(self.coins)
        return other

    def determinized(self, number: int) -> "Position":
        other = self.clone()
        other.world = number
        return other

    def observed_by(self, seat: int) -> "Position":
        return self

    def pay(self, action: Deal, seat: int) -> None:
        """Carry out the action without what follows."""
        for side, coins in enumerate(action.coins):
            self.coins[side] += coins
        self.coins[seat] += self.world if action.hidden else 0
        self.draws += action.reveals + action.early

    def apply(self, action: Deal, seat: int) -> None:
        self.pay(action, seat)
        self.coins[seat] += 100 * action.rolls
        self.draws += action.rolls

    @property
    def standings(self) -> list[Standing]:
        most = max(self.coins)
        leaders = [side for side, coins in enumerate(self.coins) if coins == most and most > 5]
        return [Standing("coins", self.coins, leaders if self.leads else None)]


def previews(
    monkeypatch: pytest.MonkeyPatch,
    *actions: Deal,
    coins: Sequence[int] = (1, 2, 3),
    leads: bool = False,
    expected: Sequence[str] = (),
    points: Sequence[int] = (),
) -> list[list[str]]:
    """Return the preview of each action of seat 1."""
    view = SimpleNamespace(
        explanations=SimpleNamespace(expected_effects=lambda *_: list(expected)),
        scores=SimpleNamespace(points=lambda seen: points, standings=lambda seen, words: seen.standings),
    )
    monkeypatch.setattr(preview, "view_of", lambda game: view)
    monkeypatch.setattr(preview, "game_of", lambda state: state)
    words = Words("en", {"term": {"points": "points"}})
    monkeypatch.setattr(preview, "game_words", lambda game, language: words)
    caches: dict[int, dict[Any, Any]] = {}
    table: Any = SimpleNamespace(
        game="game", names=NAMES[:3], render_cache_for=lambda seat: caches.setdefault(seat, {})
    )
    seat_view: Any = SimpleNamespace(seat=1, seen=Position(actions, coins, leads), legal=list(actions))
    found = [effects(table, seat_view, action.text, "en") for action in actions]
    assert [caches[1]["effects", "en", action.text] for action in actions] == found, "they are kept"
    return found


def test_own_change_is_shown_as_old_and_new_count(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = NAMES[:2]
    assert previews(monkeypatch, Deal("a", 0, 2), Deal("b"), Deal("c", -1), Deal("d", 1, 1)) == [
        ["Coins: 2 → 4"],
        [],
        [f"Coins: {ann} 1 → 0"],
        [f"Coins: {ann} 1 → 2, {ben} 2 → 3"],
    ]


def test_change_of_the_leaders_is_shown_with_names(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben, cleo = NAMES[:3]
    deals = Deal("a", 0, 2), Deal("b", 0, 6), Deal("c", 5, 4), Deal("d")
    assert previews(monkeypatch, *deals, leads=True) == [
        [f"Coins: {ben} 2 → 4"],
        [f"Coins: {ben} 2 → 8, {ben} then leads"],
        [f"Coins: {ann} 1 → 6, {ben} 2 → 6, {ann} and {ben} then lead"],
        [],
    ]
    lost = previews(monkeypatch, Deal("a", 0, 0, -3), Deal("b", 1, 0, 0), coins=(1, 2, 8), leads=True)
    assert lost == [[f"Coins: {cleo} 8 → 5, then nobody leads"], [f"Coins: {ann} 1 → 2"]]


def test_effects_that_depend_on_hidden_cards_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert previews(monkeypatch, Deal("a", 1, hidden=True), Deal("b")) == [[f"Coins: {NAMES[0]} 1 → 2"], []]


def test_if_chance_follows_only_the_actions_own_effects_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = Deal("a", 0, 2, rolls=1), Deal("b", 0, 2, rolls=1, early=True), Deal("c", 0, 2, reveals=1), Deal("d")
    assert previews(monkeypatch, *deals) == [["Coins: 2 → 4", UNKNOWN], [UNKNOWN], ["Coins: 2 → 4"], []]
    revealed = previews(monkeypatch, Deal("a", 0, 2, reveals=1, rolls=1), Deal("b"))
    assert revealed[0] == ["Coins: 2 → 4", UNKNOWN]
    own = previews(monkeypatch, *deals, expected=["You may win."])
    assert own == [
        ["You may win.", "Coins: 2 → 4"],
        ["You may win."],
        ["You may win.", "Coins: 2 → 4"],
        ["You may win."],
    ]


def test_effects_of_all_choices_come_last_if_there_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    same = [f"Coins: {NAMES[0]} 1 → 2"]
    more = [f"Coins: {NAMES[0]} 1 → 2, {NAMES[2]} 3 → 4"]
    assert previews(monkeypatch, Deal("a", 1), Deal("b", 1)) == [[ANYWAY, *same]] * 2
    assert previews(monkeypatch, Deal("a", 1)) == [same], "there is no choice"
    assert previews(monkeypatch, Deal("a", 1), Deal("b", 1, 0, 1)) == [
        [ANYWAY, *same],
        [f"Coins: {NAMES[2]} 3 → 4", ANYWAY, *same],
    ]
    assert previews(monkeypatch, Deal("a", 1, rolls=1), Deal("b", 1, rolls=1)) == [[ANYWAY, *same, UNKNOWN]] * 2
    deals = [Deal(f"deal {number}", 1, 0, 1) for number in range(MIN_FOR_SHARED_EFFECTS + 1)]
    assert previews(monkeypatch, *deals[1:]) == [[ANYWAY, *more]] * MIN_FOR_SHARED_EFFECTS
    assert previews(monkeypatch, *deals) == [more] * (MIN_FOR_SHARED_EFFECTS + 1)


def test_points_are_the_first_standing_if_they_are_public_and_have_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Any = Position([], [1, 2, 3], leads=False)
    named, nameless = Words("en", {"term": {"points": "points"}}), Words("en", {"term": {}})
    for points, words, titles in (
        ([4, 5, 6], named, ["Points", "coins"]),
        ([4, 5, 6], nameless, ["coins"]),
        ([], named, ["coins"]),
    ):
        previews(monkeypatch, Deal("a"), points=points)
        assert [row.title for row in table_of_standings(seen, words)] == titles
