"""Tables: their rows, the live table, and what may be done at one.

`service` opens tables and takes moves, `live_table` is one in memory, `store` writes, `access` says who may see one.
"""
