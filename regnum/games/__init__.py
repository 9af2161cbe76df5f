"""One folder per game; a folder is a game, nothing else knows it."""
