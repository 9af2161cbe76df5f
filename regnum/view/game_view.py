"""The view of a game, which contains the five interfaces, and its lookup."""

from functools import cache
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from regnum.core.folder import folder_of
from regnum.core.game import Game
from regnum.core.rules.state import State
from regnum.view.actions import ActionView
from regnum.view.board import BoardView
from regnum.view.explain import Explainer
from regnum.view.log import LogView
from regnum.view.scores import ScoreView

S = TypeVar("S", bound=State)


class GameView(Generic[S]):
    """The view of a game. It only gets observed states, which contain nothing that their seat may not know."""

    def __init__(
        self,
        package: str,
        *,
        board: BoardView[S] | None = None,
        actions: ActionView[S] | None = None,
        log: LogView | None = None,
        explanations: Explainer[S] | None = None,
        scores: ScoreView[S] | None = None,
        styles: str = "board",
    ) -> None:
        """Make a view.

        Args:
            package: The dotted name of the game. Its folder `view` has the templates, styles, script and words.
            board: The board; by default, there is none, and all fields are shown as tables.
            actions: The buttons, targets and questions.
            log: The reports of events.
            explanations: The explanations of elements and actions.
            scores: The public points and possessions.
            styles: The names of the style sheets in the folder `css`; later rules override earlier ones.
        """
        self.folder: Final[Path] = folder_of(package) / "view"
        self.styles: Final = [self.folder / "css" / f"{name}.css" for name in styles.split()]
        self.board: Final[BoardView[S]] = board or BoardView()
        self.actions: Final[ActionView[S]] = actions or ActionView()
        self.log: Final = log or LogView()
        self.explanations: Final[Explainer[S]] = explanations or Explainer()
        self.scores: Final[ScoreView[S]] = scores or ScoreView()


@cache
def view_of(game: Game) -> GameView[Any]:
    """Return `VIEW` of a game's package `view`, or the default view, which shows all fields as tables."""
    module = game.part("view")
    view: GameView[Any] = GameView(game.package) if module is None else module.VIEW
    return view
