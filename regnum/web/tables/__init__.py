"""Tables: how they are stored, kept in memory and changed.

`TableService` in `service` opens tables and takes moves. A `StoredTable` has only a table's rows, and a `LiveTable` has
its game in memory as well; a `SeatView` is a seat's view of it. `TableStore`, `SeatStore`, `EntryStore` and
`InvitationStore` read and write the database, and `may_see` in `access` decides who may see a table. `EventBus` in
`events` notifies other slices of events.
"""
