"""The table page.

`routes.page` shows it, `routes.moves` accepts moves, `refusals` answers refused ones, `stream` keeps the page up to
date, and `playback` plays back missed moves.
"""
