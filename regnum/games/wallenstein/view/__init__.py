"""The view of Wallenstein. See docs/view.md."""

from typing import Final

from regnum.games.wallenstein.view.actions import ACTIONS
from regnum.games.wallenstein.view.board import BOARD
from regnum.games.wallenstein.view.explain import EXPLANATIONS
from regnum.games.wallenstein.view.log import LOG
from regnum.games.wallenstein.view.scores import SCORES
from regnum.view import GameView

VIEW: Final = GameView(
    "regnum.games.wallenstein",
    board=BOARD,
    actions=ACTIONS,
    log=LOG,
    explanations=EXPLANATIONS,
    scores=SCORES,
    styles="base_map pieces targets tower cards plan draft panel page wide narrow",
)
