"""Brian Boru: High King of Ireland, a game by Peer Sylvester for 3 to 5 players."""

from regnum.games.brian_boru.game import GAME as GAME
