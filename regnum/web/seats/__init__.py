"""The seats of a table: joining, inviting, leaving, moving a seat to another browser, and rematches.

`Seating` in `seating` handles invitations and departures, and `Rematches` in `rematch` opens rematches.
"""
