"""Dependencies that route handlers can declare: the lobby, and the management of tables."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.http.deps import service
from regnum.web.lobby.listing import Lobby
from regnum.web.lobby.management import TableManagement

LobbyDep: TypeAlias = NamedDependency[Lobby]
TableManagementDep: TypeAlias = NamedDependency[TableManagement]

DEPENDENCIES: Final = {"lobby": service("lobby"), "management": service("management")}
