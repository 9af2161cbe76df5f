"""Bots at tables.

`runner` plays for them on the leader, `worker_pool` lets them think in other processes, and `catalog` has their levels
and characters.
"""
