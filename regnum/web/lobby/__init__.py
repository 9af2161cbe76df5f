"""Finding, opening, renaming and removing tables.

`LobbyService` in `listing` finds open tables, `new_table` opens tables, `TableManagementService` in `management`
renames and removes them, and `TableRemovalStore` in `removal` deletes them or hides them from a guest's list.
"""
