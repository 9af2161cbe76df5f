"""Hints during a game and reviews after it.

`Hints` in `hints` computes hints on request, `Reviews` in `reviews` analyzes finished games on the leader.
`ReviewStore` in `store` stores their results, and `routes` shows them.
"""
