"""Tables: their rows, the live table, and the actions at one.

`Tables` in `service` opens them and takes moves. `StoredTable` is one as stored, `LiveTable` one with its game in
memory, and `SeatView` what a seat sees of it. `TableStore` writes to the database. `Invitations` manages invitations to
seats, and `may_see` in `access` checks who may see a table. `EventBus` in `events` notifies other slices of events.
"""
