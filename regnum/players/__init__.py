"""Bots. All have the same interface and get only their seat's observation."""

from regnum.players.player import Player, add_player, make_player, player_names

__all__ = ["Player", "add_player", "make_player", "player_names"]
