"""The rules pages, the player aid and the credits.

`pages` builds them from a game's handbook and clauses.
"""
