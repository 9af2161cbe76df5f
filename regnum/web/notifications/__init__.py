"""Notifications: their recipients, times and channels.

`NotificationService` in `service` listens to tables, `Derivation` in `derivation` finds whom they wait for, `Scheduler`
in `scheduler` decides when, and `DeliveryQueue` in `delivery` sends it with retries.
"""
