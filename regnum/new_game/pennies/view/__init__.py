"""The view of Pennies. See docs/view.md."""

from typing import Final

from regnum.new_game.pennies.view.actions import ACTIONS
from regnum.new_game.pennies.view.board import BOARD
from regnum.view import GameView, LogKeys, LogView

LOG: Final = LogView(LogKeys(sections="first"))
VIEW: Final = GameView("regnum.new_game.pennies", board=BOARD, actions=ACTIONS, log=LOG)
