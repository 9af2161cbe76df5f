"""Khan, a game by Christwart Conrad for 2 to 4 players."""

from regnum.games.khan.game import GAME as GAME
