"""Finding, opening, managing and removing tables.

`LobbyService` in `listing` finds open tables, `new_table` opens tables, `TableManagementService` in `management`
renames and removes them, and `HousekeepingService` in `housekeeping` removes unused data.
"""
