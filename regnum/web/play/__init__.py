"""The table page.

`routes_page` shows it, `routes_moves` takes moves, `sse` keeps it up to date, and `catch_up` shows what happened
meanwhile; `pwa` makes it an app that can be installed.
"""
