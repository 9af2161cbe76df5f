"""How bots play Wallenstein: features of a position, their evaluation, odds, and the search."""
