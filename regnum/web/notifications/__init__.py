"""Notifications: who is told what, when, and how it gets there.

`service` listens to tables; `scheduler` decides who is owed a message, `delivery` brings it with retries.
"""
