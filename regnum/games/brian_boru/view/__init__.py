"""The view of Brian Boru. See docs/view.md."""

from typing import Final

from regnum.games.brian_boru.view.actions import ACTIONS
from regnum.games.brian_boru.view.board import BOARD
from regnum.games.brian_boru.view.explain import EXPLANATIONS
from regnum.games.brian_boru.view.log import LOG
from regnum.games.brian_boru.view.scores import SCORES
from regnum.view import GameView

VIEW: Final = GameView(
    "regnum.games.brian_boru",
    board=BOARD,
    actions=ACTIONS,
    log=LOG,
    explanations=EXPLANATIONS,
    scores=SCORES,
    styles="base_map pieces targets cards struggle panel page wide narrow",
)
