"""Dependencies for handlers: the services of this slice, and the targets of links to seats."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency, Provide
from litestar.params import FromPath

from regnum.web.http.deps import VisitorDep, service
from regnum.web.seats.invitations import InvitationService
from regnum.web.seats.joining import JoinLink, find_join_link
from regnum.web.seats.rematch import RematchService
from regnum.web.seats.seating import SeatingService
from regnum.web.seats.stand_ins import StandInService
from regnum.web.seats.transfer import SeatTransferService, TransferLink, find_transfer_link
from regnum.web.tables.deps import TablesDep


async def join_link_of(tables: TablesDep, visitor: VisitorDep, token: FromPath[str]) -> JoinLink:
    """Return the target of a link to an open seat; responds with 404 if the token is unknown."""
    return await find_join_link(tables, token, visitor.guest)


async def transfer_link_of(tables: TablesDep, token: FromPath[str]) -> TransferLink:
    """Return the target of a link for moving a seat; responds with 404 and an explanation if it was used."""
    return await find_transfer_link(tables, token)


InvitationsDep: TypeAlias = NamedDependency[InvitationService]
SeatingDep: TypeAlias = NamedDependency[SeatingService]
SeatTransfersDep: TypeAlias = NamedDependency[SeatTransferService]
StandInsDep: TypeAlias = NamedDependency[StandInService]
RematchesDep: TypeAlias = NamedDependency[RematchService]
JoinLinkDep: TypeAlias = NamedDependency[JoinLink]
TransferLinkDep: TypeAlias = NamedDependency[TransferLink]

DEPENDENCIES: Final = {
    "invitations": service("invitations"),
    "seating": service("seating"),
    "seat_transfers": service("seat_transfers"),
    "stand_ins": service("stand_ins"),
    "rematches": service("rematches"),
    "join_link": Provide(join_link_of),
    "transfer_link": Provide(transfer_link_of),
}
