"""Finding, opening, joining and leaving tables.

`Lobby` in `listing` finds open tables, `Seating` in `seating` handles everything about seats, `Rematches` in
`rematch` opens rematches, and `Cleanup` in `cleanup` removes unused tables.
"""
