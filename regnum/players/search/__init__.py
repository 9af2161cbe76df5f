"""Information-set search: one tree over what a seat sees, a fresh redeal of the rest in each iteration."""

from regnum.players.search.tree import Search

__all__ = ["Search"]
