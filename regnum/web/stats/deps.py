"""Dependencies for handlers: ratings and results."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.http.deps import service
from regnum.web.stats.ratings import RatingService
from regnum.web.stats.results import ResultService

RatingsDep: TypeAlias = NamedDependency[RatingService | None]
ResultsDep: TypeAlias = NamedDependency[ResultService]

DEPENDENCIES: Final = {"ratings": service("ratings"), "results": service("results")}
