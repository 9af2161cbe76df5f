"""Wallenstein, a game by Dirk Henn for 3 to 5 players, with Am Kaiserhof and Landsknechte."""

from regnum.games.wallenstein.game import GAME as GAME
