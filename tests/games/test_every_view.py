"""The views of all games share the methods of five interfaces."""

from collections import Counter
from typing import Final

from regnum.core.rules.state import State
from regnum.games import all_games
from regnum.view import ActionView, BoardView, Explainer, GameView, LogView, ScoreView, view_of

INTERFACES: Final = {
    "board": BoardView,
    "actions": ActionView,
    "log": LogView,
    "explanations": Explainer,
    "scores": ScoreView,
}


def test_view_overrides_interface_methods_only() -> None:
    for game in all_games():
        for part, interface in INTERFACES.items():
            own_names = {name for name in vars(type(getattr(view_of(game), part))) if not name.startswith("__")}
            assert own_names <= vars(interface).keys(), (game.id, part)


def test_few_methods_serve_one_game_only() -> None:
    used = Counter(
        (part, name)
        for game in all_games()
        for part in INTERFACES
        for name in vars(type(getattr(view_of(game), part)))
        if not name.startswith("__")
    )
    assert sum(times == 1 for times in used.values()) <= 5


def test_optional_parts_may_be_missing() -> None:
    view: GameView[State] = GameView("regnum.games")
    assert all(type(getattr(view, part)) is interface for part, interface in INTERFACES.items())
