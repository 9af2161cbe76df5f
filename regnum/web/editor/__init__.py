"""The position editor.

`positions` reads and changes a position, `view` is what its page shows.
"""
