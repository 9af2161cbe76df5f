"""A game in words: its terms, clauses, sentences, handbook and tutorials."""
