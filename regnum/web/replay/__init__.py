"""Replays of games and records.

`Timeline` in `timeline` lists the stops, `Snapshots` in `snapshots` plays a record up to one of them, `Uploads`
in `uploads` accepts records as files, and `fork` opens a new table at a stop.
"""
