"""Results, ratings and reports.

`results` summarizes one's own games, `ratings` computes seasons on the leader.
"""
