"""The rules pages, the player aid and the credits.

`pages` builds the first two from a game's handbook and clauses, and `credits` the credits from its data.
"""
