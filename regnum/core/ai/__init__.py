"""A game's settings for its bots: evaluation, search policy and characters."""
