"""How bots play Rurik: features of a position, their evaluation, odds, and the search."""
