"""The services of this slice that handlers get by name: the lobby, seats and rematches."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.http.visitor import service
from regnum.web.lobby.listing import Lobby
from regnum.web.lobby.rematch import Rematches
from regnum.web.lobby.seating import Seating

TheLobby: TypeAlias = NamedDependency[Lobby]
TheSeating: TypeAlias = NamedDependency[Seating]
TheRematches: TypeAlias = NamedDependency[Rematches]

DEPENDENCIES: Final = {"lobby": service("lobby"), "seating": service("seating"), "rematches": service("rematches")}
