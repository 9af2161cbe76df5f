"""Finding, opening, joining and leaving tables.

`Lobby` in `listing` finds open tables, `Seating` in `seating` is what people do about seats, `Rematches` in
`rematch` opens the same table again, and `Cleanup` in `cleanup` removes unused tables.
"""
