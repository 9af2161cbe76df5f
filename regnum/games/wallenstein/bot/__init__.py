"""What bots know about Wallenstein: features of positions, their evaluation, odds, and a search policy."""
