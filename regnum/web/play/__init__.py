"""The table page.

`routes_page` shows it, `routes_moves` takes moves, `sse` keeps it up to date, and `catch_up` plays back missed
moves; `pwa` makes it an installable app.
"""
