"""Guests, accounts and sessions.

`middleware` finds out who sends a request, `Accounts` in `service` signs people in and changes accounts, and
`user_data` merges, exports and erases what belongs to one of them.
"""
