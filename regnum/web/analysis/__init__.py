"""Hints during a game and reviews after it.

`HintService` in `hints` computes hints on request, `ReviewService` in `reviews` analyses finished games on the leader.
`ReviewStore` in `store` stores their results, and `routes` shows them.
"""
