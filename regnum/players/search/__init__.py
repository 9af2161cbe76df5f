"""Information-set search: one tree for a seat's observation; each iteration redeals the hidden parts."""

from regnum.players.search.tree import Search

__all__ = ["Search"]
