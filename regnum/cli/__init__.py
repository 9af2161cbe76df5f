"""The `regnum` command: play, simulate, replay, compare bots and look up rules from a terminal."""

from regnum.cli.command import main

__all__ = ["main"]
