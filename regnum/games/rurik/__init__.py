"""Rurik: Dawn of Kiev, a game by Stanislav Kordonskiy for 1 to 4 players."""

from regnum.games.rurik.game import GAME as GAME
