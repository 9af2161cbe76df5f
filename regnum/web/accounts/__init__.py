"""Guests and accounts: who asks, signing in, and what belongs to whom.

`middleware` recognizes guests and sessions, `service` is all about accounts, `user_data` merges, exports and erases.
"""
