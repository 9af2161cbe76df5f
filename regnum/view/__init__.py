"""Game views: five optional interfaces, used by the web server and implemented in a game's package `view`.

docs/view.md describes the contract. A game without a view gets the defaults: no board, and the position as text tables.
"""

from regnum.view.actions import ActionView, Confirm
from regnum.view.board import BoardView, read_layout
from regnum.view.explain import Explainer, Explanation
from regnum.view.game_view import GameView, view_of
from regnum.view.log import EventKind, EventOutcome, LogKeys, LogView, Report, Rows
from regnum.view.scores import PublicInfo, ScoreView, Standing, public_counts

__all__ = [
    "ActionView",
    "BoardView",
    "Confirm",
    "EventKind",
    "EventOutcome",
    "Explainer",
    "Explanation",
    "GameView",
    "LogKeys",
    "LogView",
    "PublicInfo",
    "Report",
    "Rows",
    "ScoreView",
    "Standing",
    "public_counts",
    "read_layout",
    "view_of",
]
