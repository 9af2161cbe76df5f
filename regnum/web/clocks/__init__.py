"""Clocks of tables whose games last days.

`ClockService` in `service` runs on the leader; it reminds players and replaces those who run out of time. `forms`
reads time limits from forms, `sentences` describes them and the clocks, and `countdown` has the running clocks for
pages. The arithmetic is in the lower slice `timing`, because every move of a table needs it.
"""
