"""The bots' knowledge of Brian Boru: features of a position, their evaluation, odds, and the search."""
