"""What handlers of this slice get by name: the lobby, seats, rematches, and the seat to which a link leads."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency, Provide
from litestar.params import FromPath

from regnum.web.http.visitor import TheVisitor, service
from regnum.web.lobby.joining import JoinLink, find_join_link
from regnum.web.lobby.listing import Lobby
from regnum.web.lobby.rematch import Rematches
from regnum.web.lobby.seating import Seating
from regnum.web.tables.deps import TheTables


async def join_link_of(tables: TheTables, visitor: TheVisitor, token: FromPath[str]) -> JoinLink:
    """Return the target of a link; respond with "not found" if the token is unknown."""
    return await find_join_link(tables, token, visitor.guest)


TheLobby: TypeAlias = NamedDependency[Lobby]
TheSeating: TypeAlias = NamedDependency[Seating]
TheRematches: TypeAlias = NamedDependency[Rematches]
TheJoinLink: TypeAlias = NamedDependency[JoinLink]

DEPENDENCIES: Final = {
    "join_link": Provide(join_link_of),
    "lobby": service("lobby"),
    "seating": service("seating"),
    "rematches": service("rematches"),
}
