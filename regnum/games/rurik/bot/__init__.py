"""The bots' knowledge of Rurik: features of a position, their evaluation, odds, and the search."""
