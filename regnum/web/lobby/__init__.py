"""Finding, opening, managing and removing tables.

`Lobby` in `listing` finds open tables, `opening` opens tables, `TableManagement` in `management` renames and removes
them, and `Housekeeping` in `housekeeping` removes unused data.
"""
