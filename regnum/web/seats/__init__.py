"""The seats of a table: joining, inviting, leaving, moving a seat to another browser, and rematches.

`SeatingService` in `seating` handles invitations and departures, and `RematchService` in `rematch` opens rematches.
"""
