"""Bots at tables.

`BotRunner` in `runner` plays their turns on the leader, and `BotSweep` in `sweep` wakes those that were missed.
`WorkerPool` in `worker_pool` runs them in other processes, and `catalog` has their levels and characters.
"""
