"""Bots at tables.

`Bots` in `runner` plays for them on the leader, `BotSweep` in `sweep` wakes forgotten ones, `WorkerPool` in
`worker_pool` runs them in other processes, and `catalog` has their levels and characters.
"""
