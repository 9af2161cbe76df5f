"""Games in progress and finished games: their records, plays, positions, seeds and chronicles."""
