"""Tables: their rows, the live table, and the actions at one.

`Tables` in `service` opens them and takes moves, `LiveTable` is one in memory, `Store` writes to the database,
`Invitations` manages invitations to seats, and `may_see` in `access` checks who may see a table. `EventBus` in
`events` notifies other slices of events.
"""
