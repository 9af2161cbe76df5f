"""Bots. All play through one interface and see only what their seat may see."""

from regnum.players.player import Player, add_player, make, names

__all__ = ["Player", "add_player", "make", "names"]
