"""Results, ratings and reports.

`Results` in `results` summarizes a person's own games, `Ratings` in `ratings` computes seasons on the leader,
and `report_page` draws the report of many games.
"""
