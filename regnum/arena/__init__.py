"""Matches between bots: deals played from all seats, and the statistical evaluation of the results."""

from regnum.arena.files import ResultFile
from regnum.arena.matches import Match, Seating
from regnum.arena.playing import Played, Thought, play_game
from regnum.arena.results import BotResult, standings
from regnum.arena.running import in_order, run_games, run_match
from regnum.arena.statistics import Interval, mean_interval, share_interval

__all__ = [
    "BotResult",
    "Interval",
    "Match",
    "Played",
    "ResultFile",
    "Seating",
    "Thought",
    "in_order",
    "mean_interval",
    "play_game",
    "run_games",
    "run_match",
    "share_interval",
    "standings",
]
