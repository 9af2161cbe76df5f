"""Clocks of tables whose games last days.

`ClockService` in `service` runs on the leader; it reminds players and replaces those who run out of time. `forms`
reads time limits from forms and describes them, and `sentences` describes the clocks. The arithmetic is in `tables`.
"""
