"""What every request passes: limits, CSRF, language, preferences, and static files.

The modules here know no table and no account.
"""
