"""The seats of a table: joining, inviting, leaving, moving a seat to another browser, proposals and rematches.

`Seating` in `seating` handles invitations and departures, `Proposals` in `proposals` handles proposals to other
players, and `Rematches` in `rematch` opens rematches.
"""
