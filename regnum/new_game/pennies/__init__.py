"""Pennies, a guessing game for 2 or 3 players."""

from regnum.new_game.pennies.game import GAME as GAME
