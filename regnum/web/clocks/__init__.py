"""Clocks of tables over days.

`ClockService` in `service` reminds and replaces players on the leader. `forms` handles time limits in forms and
texts, and `proposals` does so for proposals. The arithmetic is in `tables`.
"""
