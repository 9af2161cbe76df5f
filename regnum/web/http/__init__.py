"""Common request handling: limits, CSRF, cookies, language, preferences, and static files.

`Visitor` in `visitor` is the sender of a request, and makes pages; the modules here know no table and no account.
"""
