"""Replays of games and records.

`Timeline` in `timeline` lists the stops, `Snapshots` in `snapshots` plays a record to one of them, `Uploads`
in `uploads` takes records from files, and `fork` begins a new table at a stop.
"""
