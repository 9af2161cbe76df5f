"""The bots' knowledge of Khan: features of a position, their evaluation, odds, and the search."""
