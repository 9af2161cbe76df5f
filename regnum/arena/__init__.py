"""Matches between bots: deals played from all seats, and the statistical evaluation of the results."""

from regnum.arena.bot_results import BotResult, standings
from regnum.arena.game_runner import GameResult, ThinkingTime, play_game
from regnum.arena.intervals import Interval, mean_interval, share_interval
from regnum.arena.match import Match, ScheduledGame
from regnum.arena.match_runner import in_order, run_games, run_match
from regnum.arena.result_file import ResultFile

__all__ = [
    "BotResult",
    "GameResult",
    "Interval",
    "Match",
    "ResultFile",
    "ScheduledGame",
    "ThinkingTime",
    "in_order",
    "mean_interval",
    "play_game",
    "run_games",
    "run_match",
    "share_interval",
    "standings",
]
