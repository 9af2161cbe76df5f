"""Dependencies for handlers: ratings and results."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.http.deps import service
from regnum.web.stats.ratings import Ratings
from regnum.web.stats.results import Results

RatingsDep: TypeAlias = NamedDependency[Ratings | None]
ResultsDep: TypeAlias = NamedDependency[Results]

DEPENDENCIES: Final = {"ratings": service("ratings"), "results": service("results")}
