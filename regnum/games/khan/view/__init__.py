"""The view of Khan. See docs/view.md."""

from typing import Final

from regnum.games.khan.view.actions import ACTIONS
from regnum.games.khan.view.board import BOARD
from regnum.games.khan.view.explain import EXPLANATIONS
from regnum.games.khan.view.log import LOG
from regnum.games.khan.view.scores import SCORES
from regnum.view import GameView

VIEW: Final = GameView(
    "regnum.games.khan",
    board=BOARD,
    actions=ACTIONS,
    log=LOG,
    explanations=EXPLANATIONS,
    scores=SCORES,
    styles="base_map pieces targets cards laying panel page wide narrow",
)
