"""What bots know about Rurik: the features of a position, its evaluation, odds, and the search policy."""
