"""The dependencies that this slice offers to handlers: hints, reviews, and the stored results of reviews."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.analysis.hints import HintService
from regnum.web.analysis.reviews import ReviewService
from regnum.web.analysis.store import ReviewStore
from regnum.web.http.deps import service

HintsDep: TypeAlias = NamedDependency[HintService]
ReviewsDep: TypeAlias = NamedDependency[ReviewService]
ReviewStoreDep: TypeAlias = NamedDependency[ReviewStore]

DEPENDENCIES: Final = {
    "hints": service("hints"),
    "reviews": service("reviews"),
    "review_store": service("review_store"),
}
