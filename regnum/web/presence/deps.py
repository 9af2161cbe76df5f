"""The dependency that this slice offers to handlers: when guests were last seen."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.http.deps import service
from regnum.web.presence.last_seen import LastSeenStore

LastSeenDep: TypeAlias = NamedDependency[LastSeenStore]

DEPENDENCIES: Final = {"last_seen": service("last_seen")}
