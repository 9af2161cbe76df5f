"""The routes for joining, inviting, leaving, moving a seat, and rematches."""

from typing import Final

from regnum.web.seats.routes import invitations, join, leave, rematch, transfer

HANDLERS: Final = [
    *invitations.HANDLERS,
    *join.HANDLERS,
    *leave.HANDLERS,
    *rematch.HANDLERS,
    *transfer.HANDLERS,
]
