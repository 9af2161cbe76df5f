"""Matches between bots: games played out, seats rotated, and what the results are worth."""

from regnum.arena.matches import Match, Played, play_game, run_match, standings
from regnum.arena.statistics import Interval, mean_interval, share_interval

__all__ = ["Interval", "Match", "Played", "mean_interval", "play_game", "run_match", "share_interval", "standings"]
