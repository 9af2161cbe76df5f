"""Games in progress and finished games: the play, the record, the commitment to the seed, and the summary."""
