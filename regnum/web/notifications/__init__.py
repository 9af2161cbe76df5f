"""Notifications: their recipients, times and channels.

`Notifications` in `service` listens to tables; `Scheduler` in `scheduler` decides who gets a notification, and
`DeliveryQueue` in `delivery` sends it with retries. `LastSeen` in `last_seen` tracks who has a page open.
"""
