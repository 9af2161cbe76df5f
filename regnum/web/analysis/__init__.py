"""Hints during a game and reviews after it.

`hints` answers at once, `reviews` works through finished games on the leader.
"""
