"""The services of this slice that handlers get by their names: the accounts."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.accounts.service import People
from regnum.web.http.visitor import service

ThePeople: TypeAlias = NamedDependency[People]

DEPENDENCIES: Final = {"people": service("people")}
