"""The routes for the leaderboard and a guest's own games."""

from typing import Final

from regnum.web.stats.routes import leaderboard, my_games

HANDLERS: Final = [*leaderboard.HANDLERS, *my_games.HANDLERS]
