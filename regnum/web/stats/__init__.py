"""Results, ratings and reports.

`Results` in `results` has the results of a person's own games, `Ratings` in `ratings` rates people and bots, and
`report_page` renders the report of many games.
"""
