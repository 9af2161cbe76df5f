"""The bots' knowledge of Wallenstein: features of a position, their evaluation, odds, and the search."""
