"""The table page.

`routes_page` shows it and takes moves, `sse` keeps it up to date, `catch_up` shows what happened meanwhile.
"""
