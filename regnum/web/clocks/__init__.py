"""Clocks of tables over days.

`service` reminds and replaces players on the leader, `forms` reads and says time limits. The arithmetic is in tables.
"""
