"""The dependencies that this slice offers to handlers: the clocks."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.clocks.service import ClockService
from regnum.web.http.deps import service

ClocksDep: TypeAlias = NamedDependency[ClockService]

DEPENDENCIES: Final = {"clocks": service("clocks")}
