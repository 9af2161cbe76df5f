"""Common request handling: limits, CSRF, cookies, language, preferences, and static files.

`Visitor` in `visitor` is the sender of a request and renders pages. Nothing here depends on tables or accounts.
"""
