"""Dependencies that route handlers can declare: the lobby, and the management of tables."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.http.deps import service
from regnum.web.lobby.listing import LobbyService
from regnum.web.lobby.management import TableManagementService

LobbyDep: TypeAlias = NamedDependency[LobbyService]
TableManagementDep: TypeAlias = NamedDependency[TableManagementService]

DEPENDENCIES: Final = {"lobby": service("lobby"), "management": service("management")}
