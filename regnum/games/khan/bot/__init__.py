"""How bots play Khan: features of a position, their evaluation, odds, and the search."""
