"""The table page.

`routes.page` shows it, `routes.moves` accepts moves, `sse` keeps it up to date, and `playback` plays back missed moves.
"""
