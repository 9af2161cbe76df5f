"""Finding, opening, joining and leaving tables.

`listing` finds open tables and invitations, `seating` is what people do about seats, `cleanup` removes unused tables.
"""
