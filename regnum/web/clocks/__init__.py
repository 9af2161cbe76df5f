"""Clocks of tables over days.

`ClockService` in `service` reminds and replaces players on the leader, `forms` reads and words time limits,
and `proposals` what people decide together. The arithmetic is in `tables`.
"""
