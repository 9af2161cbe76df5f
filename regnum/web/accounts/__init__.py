"""Guests, accounts and sessions.

`middleware` identifies the sender of a request, `AccountService` in `service` signs people in and changes accounts, and
`user_data` merges, exports and erases the data of a guest.
"""
