"""What bots know about Khan: the features of a position, its evaluation, odds, and the search policy."""
