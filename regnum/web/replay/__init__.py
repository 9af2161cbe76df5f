"""Replays of games and records.

`timeline` lists the stops, `snapshots` keeps states, `uploads` takes records from files, and `fork` begins a new table
at a stop.
"""
