"""What bots know about Brian Boru: features of positions, their evaluation, odds, and a search policy."""
