"""The routes for joining, inviting, leaving, moving a seat, proposals and rematches."""

from typing import Final

from regnum.web.seats.routes import invitations, join, leave, proposals, rematch, transfer

HANDLERS: Final = [
    *invitations.HANDLERS,
    *join.HANDLERS,
    *leave.HANDLERS,
    *proposals.HANDLERS,
    *rematch.HANDLERS,
    *transfer.HANDLERS,
]
