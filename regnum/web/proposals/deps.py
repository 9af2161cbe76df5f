"""Dependencies that route handlers can declare: proposals, and the response to a refused answer."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from litestar import Response
from litestar.di import NamedDependency
from litestar.response import Template

from regnum.web.errors import RefusedError
from regnum.web.http.deps import service
from regnum.web.http.visitor import Visitor
from regnum.web.proposals.service import ProposalService
from regnum.web.tables.live_table import LiveTable

ProposalsDep: TypeAlias = NamedDependency[ProposalService]
RefusalResponseDep: TypeAlias = NamedDependency[
    Callable[[RefusedError, LiveTable, Visitor, bool], Response[Any] | Template]
]
"""The function `refusal_response` of the slice `play`, which is above this one."""

DEPENDENCIES: Final = {"proposals": service("proposals")}
