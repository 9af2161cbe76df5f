"""The position editor.

`positions` reads and changes a position, and `view` lists what its page shows; a new table can start from the
result.
"""
