"""Notifications: who is told what, when, and over which channel.

`Notifications` in `service` listens to tables; `Scheduler` in `scheduler` decides who is owed a message, and
`DeliveryQueue` in `delivery` sends it with retries. `LastSeen` in `last_seen` knows who is looking.
"""
