"""The seats of a table: joining, inviting, leaving, moving a seat to another browser, and rematches.

`SeatingService` in `seating` lets people join and leave, `InvitationService` in `invitations` invites them,
`SeatTransferService` in `transfer` moves seats by links, and `RematchService` in `rematch` opens rematches. Seats and
invitations are stored by the slice `tables`, because every page needs to know who may see a table.
"""
