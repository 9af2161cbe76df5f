"""The view of Rurik. See docs/view.md."""

from typing import Final

from regnum.games.rurik.view.actions import ACTIONS
from regnum.games.rurik.view.board import BOARD
from regnum.games.rurik.view.explain import EXPLANATIONS
from regnum.games.rurik.view.log import LOG
from regnum.games.rurik.view.scores import SCORES
from regnum.view import GameView

VIEW: Final = GameView(
    "regnum.games.rurik",
    board=BOARD,
    actions=ACTIONS,
    log=LOG,
    explanations=EXPLANATIONS,
    scores=SCORES,
    styles="base_map pieces targets cards strategy households claims rebellion panel page wide narrow",
)
