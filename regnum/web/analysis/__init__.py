"""Hints during a game and reviews after it.

`Hints` in `hints` answers at once, `Reviews` in `reviews` works through finished games on the leader, and
`routes` shows a review.
"""
