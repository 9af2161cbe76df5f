"""Results, ratings and reports.

`ResultService` in `results` has the results of a person's own games, `RatingService` in `ratings` rates people and
bots, and `report_page` renders the report of many games.
"""
