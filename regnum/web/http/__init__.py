"""What every request passes: limits, CSRF, cookies, language, preferences, and static files.

`Visitor` in `visitor` is who sends a request, and makes pages; the modules here know no table and no account.
"""
