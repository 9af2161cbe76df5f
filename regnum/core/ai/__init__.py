"""What a game tells its bots: how good a position is, how to search, and the bots' characters."""
