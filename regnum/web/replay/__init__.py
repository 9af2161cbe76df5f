"""Replays of games and records.

`SnapshotCache` in `snapshots` plays a record up to a stop of its timeline (`board/timeline.py`), `UploadService` in
`uploads` accepts records as files, and `fork` opens a new table at a stop.
"""
