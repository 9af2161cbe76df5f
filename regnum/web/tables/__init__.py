"""Tables: their rows, the live table, and what may be done at one.

`Tables` in `service` opens them and takes moves, `LiveTable` is one in memory, `Store` writes, `Invitations`
knows who is asked to a seat, and `may_see` in `access` says who may see one. `EventBus` in `events` tells
other slices what happens.
"""
